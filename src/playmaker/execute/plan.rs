//! The offensive planner, as messages configure it.

use super::intention::Intention;
use super::{Choice, Mind, Task};
use crate::disc::Vec2;
use crate::disc::skills::planner::{
    Action, ActionFactors, Evaluator, Generators, Holder, Node, PassKind, Planner, State,
    offensive_plan_and_run, perform_chosen,
};
use crate::disc::skills::{Play, WorldModel};
use crate::playmaker::protos;
use crate::playmaker::vector::vector;

/// Depth if a message says 0.
const DEPTH: u32 = 4;
/// Number of nodes if a message says 0.
const NODES: u32 = 500;
/// The most nodes.
const MOST_NODES: u32 = 10_000;

/// The planner that a message requests.
pub fn planner(own: &protos::HeliosOffensivePlanner) -> Planner {
    // Any kind of pass enables all that the strict generator makes.
    let passes = own.lead_pass || own.direct_pass || own.through_pass;
    let or = |value: i32, default: u32| match u32::try_from(value) {
        Ok(value) if value > 0 => value,
        _ => default,
    };
    Planner {
        generators: Generators {
            direct_pass: passes,
            lead_pass: passes,
            through_pass: passes,
            short_dribble: own.short_dribble,
            long_dribble: own.long_dribble,
            cross: own.cross,
            // Agents look for shots before they plan.
            shoot: false,
            simple_pass: own.simple_pass,
            simple_dribble: own.simple_dribble,
            simple_shoot: own.simple_shoot,
        },
        evaluator: own.evaluation.as_ref().map_or_else(Evaluator::default, evaluator),
        depth: or(own.max_depth, DEPTH),
        // More than anybody needs, and few enough to be sent.
        nodes: or(own.max_nodes, NODES).min(MOST_NODES),
    }
}

/// Negative factors count as 0.
fn factor(own: f32) -> f64 {
    f64::from(own).max(0.0)
}

fn evaluator(own: &protos::PlannerEvaluation) -> Evaluator {
    let mut evaluator = Evaluator::default();
    if let Some(field) = &own.field_evaluators {
        if let Some(helios) = &field.helios_field_evaluator {
            // Fields that are not set are 0 here, not the defaults that apply without the message.
            evaluator.x = helios.x_coefficient.into();
            evaluator.goal = helios.ball_dist_to_goal_coefficient.into();
            evaluator.goal_reach = helios.effective_max_ball_dist_to_goal.into();
        } else {
            evaluator.values_field = field.matrix_field_evaluator.is_none();
        }
        if let Some(matrix) = &field.matrix_field_evaluator {
            evaluator.matrix = grid(matrix);
        }
    }
    let Some(effects) = &own.effectors else { return evaluator };
    if let Some(kinds) = &effects.action_type_effector {
        evaluator.actions = ActionFactors {
            direct_pass: factor(kinds.direct_pass),
            lead_pass: factor(kinds.lead_pass),
            through_pass: factor(kinds.through_pass),
            short_dribble: factor(kinds.short_dribble),
            long_dribble: factor(kinds.long_dribble),
            cross: factor(kinds.cross),
            hold: factor(kinds.hold),
        };
    }
    if let Some(opponents) = &effects.opponent_effector {
        let effects = |own: &[f32]| own.iter().map(|own| f64::from(*own).min(0.0)).collect();
        evaluator.opponent_distance = effects(&opponents.negetive_effect_by_distance);
        evaluator.opponent_cycles = effects(&opponents.negetive_effect_by_reach_steps);
        evaluator.distance_of_first = opponents.negetive_effect_by_distance_based_on_first_layer;
        evaluator.cycles_of_first = opponents.negetive_effect_by_reach_steps_based_on_first_layer;
    }
    if let Some(mates) = &effects.teammate_effector
        // Agents do not read the holder's number: the entry of 0 applies to everybody.
        && let Some(everybody) = mates.coefficients.get(&0)
    {
        evaluator.mates = [(0, factor(*everybody))].into();
    }
    evaluator
}

/// The grid of a message, with rows along x.
fn grid(own: &protos::MatrixFieldEvaluator) -> Vec<Vec<f64>> {
    let rows = own.evals.iter();
    rows.map(|row| row.evals.iter().copied().map(f64::from).collect()).collect()
}

impl Task<'_, '_> {
    /// `HeliosOffensivePlanner`.
    pub(super) fn offensive_planner(
        &self,
        own: &protos::HeliosOffensivePlanner,
        mind: &mut Mind,
    ) -> Play {
        let (world, planner) = (&self.world, planner(own));
        let mut by_himself = || {
            let (play, run) = offensive_plan_and_run(world, &planner);
            let run = run.filter(|_| play.body.is_success);
            mind.intention = run.map(Intention::Run);
            play
        };
        if !own.server_side_decision {
            return by_himself();
        }
        if !world.me.can_kick || world.me.is_frozen {
            return Play::NOTHING;
        }
        let (nodes, _) = planner.tree(world);
        let first = match self.judge.choose(request(world, &planner, &nodes)) {
            Choice::Plan(0) => Action::Hold,
            Choice::Plan(index) => {
                let index = index.checked_sub(1).and_then(|index| usize::try_from(index).ok());
                // Agents do something arbitrary if it is not an index; here the action fails.
                let Some(node) = index.and_then(|index| nodes.get(index)) else {
                    return Play::NOTHING;
                };
                nodes[node.first].action
            }
            Choice::Best => return by_himself(),
            Choice::Failed => return Play::NOTHING,
        };
        let (play, run) = perform_chosen(world, &first);
        mind.intention = run.map(Intention::Run);
        play
    }
}

/// The request that asks a playmaker to choose among nodes; index 0 is holding the ball.
fn request(
    world: &WorldModel,
    planner: &Planner,
    nodes: &[Node],
) -> protos::BestPlannerActionRequest {
    let begin = State { ball: world.ball.position, holder: None, cycles: 0 };
    let hold = planner.evaluator.value(world, &begin, &[]);
    let mut pairs = std::collections::BTreeMap::new();
    pairs.insert(0, pair(world, [0, -1], None, &Action::Hold, &begin, hold));
    for (index, node) in (1..).zip(nodes) {
        let parent = node.parent.map_or(-1, |parent| parent as i32 + 1);
        let sender = node.parent.and_then(|parent| nodes[parent].state.holder);
        let places = [index, parent];
        pairs.insert(index, pair(world, places, sender, &node.action, &node.state, node.value));
    }
    protos::BestPlannerActionRequest { pairs, ..Default::default() }
}

/// An action with its own index and its parent's. `sender`: who does it, as a [`Holder`].
fn pair(
    world: &WorldModel,
    [index, parent]: [i32; 2],
    sender: Holder,
    action: &Action,
    state: &State,
    value: f64,
) -> protos::RpcActionState {
    let unum = |holder: Option<usize>| match holder {
        None => i32::from(world.me.unum),
        Some(index) => world.others.get(index).and_then(|own| own.unum).map_or(-1, i32::from),
    };
    let offense = world.mates().map(|mate| mate.position.x).fold(0.0, f64::max);
    protos::RpcActionState {
        action: Some(protos::RpcCooperativeAction {
            index,
            sender_unum: unum(sender),
            target_unum: unum(state.holder),
            target_point: Some(vector(action.ball(world))),
            final_action: matches!(action, Action::Shoot(_) | Action::Hold),
            parent_index: parent,
            ..described(action, parent < 0)
        }),
        predict_state: Some(protos::RpcPredictState {
            spend_time: state.cycles as i32,
            ball_holder_unum: unum(state.holder),
            ball_position: Some(vector(state.ball)),
            ball_velocity: Some(vector(Vec2::ZERO)),
            our_defense_line_x: world.our_defense_line().min(state.ball.x),
            our_offense_line_x: offense,
        }),
        evaluation: value,
    }
}

/// Name and parts of an action; actions after the first one have names of their own.
fn described(action: &Action, is_first: bool) -> protos::RpcCooperativeAction {
    use protos::RpcActionCategory as C;
    let (category, name, speed, kicks) = match action {
        Action::Hold => (C::AcHold, "Hold", 0.0, 0),
        Action::Dribble(run) => {
            let name = match (is_first, run.is_long) {
                (false, _) => "actgenDribble",
                (true, true) => "SelfPass",
                (true, false) => "shortDribble",
            };
            (C::AcDribble, name, run.speed, 1)
        }
        Action::Pass(pass) => {
            let name = match (is_first, pass.kind) {
                (false, _) => "actgenDirect",
                (true, PassKind::Direct) => "strictDirect",
                (true, PassKind::Lead) => "strictLead",
                (true, PassKind::Through) => "strictThrough",
                (true, PassKind::Cross) => "cross",
            };
            (C::AcPass, name, pass.speed, pass.kicks)
        }
        Action::Shoot(shot) => (C::AcShoot, "shoot", shot.speed, shot.kicks),
    };
    let (cycles, turns, dashes) = match action {
        Action::Hold => (0, 0, 0),
        Action::Dribble(run) => (run.cycles, run.turns, run.dashes),
        Action::Pass(pass) => (pass.cycles, 0, 0),
        Action::Shoot(shot) => (shot.cycles, 0, 0),
    };
    protos::RpcCooperativeAction {
        category: category as i32,
        description: name.to_owned(),
        first_ball_speed: speed,
        duration_step: cycles as i32,
        kick_count: kicks as i32,
        turn_count: turns as i32,
        dash_count: dashes as i32,
        ..Default::default()
    }
}
