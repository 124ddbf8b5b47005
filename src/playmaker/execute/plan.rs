//! The offensive planner, as messages configure it.

use super::Task;
use crate::disc::Vec2;
use crate::disc::skills::planner::{
    Action, ActionFactors, Evaluator, Generators, PassKind, Plan, Planner, State, offensive_plan,
    perform,
};
use crate::disc::skills::{Neck, Outcome, Play, WorldModel};
use crate::playmaker::protos;
use crate::playmaker::vector::vector;

/// Depth and nodes where a message says 0.
const DEPTH: u32 = 4;
const NODES: u32 = 500;

/// The planner that a message asks for.
pub fn planner(own: &protos::HeliosOffensivePlanner) -> Planner {
    // Any pass allows all that the strict generator makes.
    let passes = own.lead_pass || own.direct_pass || own.through_pass;
    let or = |value: i32, default: u32| u32::try_from(value).ok().filter(|own| *own > 0).unwrap_or(default);
    Planner {
        generators: Generators {
            direct_pass: passes,
            lead_pass: passes,
            through_pass: passes,
            short_dribble: own.short_dribble,
            long_dribble: own.long_dribble,
            cross: own.cross,
            shoot: own.simple_shoot,
            further: own.simple_pass || own.simple_dribble || own.simple_shoot,
        },
        evaluator: own.evaluation.as_ref().map_or_else(Evaluator::default, evaluator),
        depth: or(own.max_depth, DEPTH),
        nodes: or(own.max_nodes, NODES),
    }
}

/// Negative factors are none.
fn factor(own: f32) -> f64 {
    f64::from(own).max(0.0)
}

fn evaluator(own: &protos::PlannerEvaluation) -> Evaluator {
    let mut evaluator = Evaluator::default();
    if let Some(field) = &own.field_evaluators {
        if let Some(helios) = &field.helios_field_evaluator {
            // Fields that are not set are 0 here, not what they are without the message.
            evaluator.x = helios.x_coefficient.into();
            evaluator.goal = helios.ball_dist_to_goal_coefficient.into();
            evaluator.goal_reach = helios.effective_max_ball_dist_to_goal.into();
        } else if field.matrix_field_evaluator.is_some() {
            (evaluator.x, evaluator.goal) = (0.0, 0.0);
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
    }
    if let Some(mates) = &effects.teammate_effector
        // Agents read no holder's number: the entry of 0 is everybody's.
        && let Some(everybody) = mates.coefficients.get(&0)
    {
        evaluator.mates = (1..=11).map(|unum| (unum, factor(*everybody))).collect();
    }
    evaluator
}

/// Rows along x; the least entry is taken from all.
fn grid(own: &protos::MatrixFieldEvaluator) -> Vec<Vec<f64>> {
    let entries = own.evals.iter().flat_map(|row| &row.evals);
    let least = entries.copied().fold(f32::INFINITY, f32::min);
    let row = |row: &protos::MatrixFieldEvaluatorY| {
        row.evals.iter().map(|value| f64::from(value - least)).collect()
    };
    own.evals.iter().map(row).collect()
}

impl Task<'_, '_> {
    /// `HeliosOffensivePlanner`.
    pub(super) fn offensive_planner(&self, own: &protos::HeliosOffensivePlanner) -> Play {
        let (world, planner) = (&self.world, planner(own));
        if own.server_side_decision {
            let nodes = planner.nodes(world);
            if nodes.is_empty() {
                return Play::NOTHING;
            }
            let request = request(world, &nodes);
            let index = self.judge.choose(request).and_then(|index| usize::try_from(index).ok());
            if let Some(plan) = index.and_then(|index| nodes.get(index)) {
                return looked(perform(world, plan.0.actions.first().unwrap_or(&Action::Hold)));
            }
        }
        let outcome = offensive_plan(world, &planner);
        if outcome.command.is_none() { Play::NOTHING } else { looked(outcome) }
    }
}

fn looked(outcome: Outcome) -> Play {
    Play::body(outcome).looking(Neck::ScanField)
}

/// What a playmaker is asked who chooses among nodes: chains with what they lead to.
fn request(world: &WorldModel, nodes: &[(Plan, State)]) -> protos::BestPlannerActionRequest {
    let chains: Vec<&[Action]> = nodes.iter().map(|(plan, _)| plan.actions.as_slice()).collect();
    let pairs = nodes.iter().enumerate().map(|(index, (plan, state))| {
        let parent = match plan.actions.split_last() {
            None | Some((_, [])) => -1,
            Some((_, before)) => {
                chains.iter().position(|chain| *chain == before).map_or(-1, |at| at as i32)
            }
        };
        (index as i32, told(world, index as i32, parent, plan, state))
    });
    protos::BestPlannerActionRequest { pairs: pairs.collect(), ..Default::default() }
}

fn told(
    world: &WorldModel,
    index: i32,
    parent: i32,
    plan: &Plan,
    state: &State,
) -> protos::RpcActionState {
    let unum = |holder: Option<usize>| match holder {
        None => i32::from(world.me.unum),
        Some(index) => world.others.get(index).and_then(|own| own.unum).map_or(-1, i32::from),
    };
    let hold = Action::Hold;
    let last = plan.actions.last().unwrap_or(&hold);
    let (category, description, speed, point, steps, kicks) = described(last, world, state);
    let offense = world.mates().map(|mate| mate.position.x).fold(0.0, f64::max);
    protos::RpcActionState {
        action: Some(protos::RpcCooperativeAction {
            category: category as i32,
            index,
            sender_unum: world.me.unum.into(),
            target_unum: unum(state.holder),
            target_point: Some(vector(point)),
            first_ball_speed: speed,
            duration_step: steps as i32,
            kick_count: kicks as i32,
            final_action: matches!(last, Action::Shoot(_) | Action::Hold),
            description: description.to_owned(),
            parent_index: parent,
            ..Default::default()
        }),
        predict_state: Some(protos::RpcPredictState {
            spend_time: state.cycles as i32,
            ball_holder_unum: unum(state.holder),
            ball_position: Some(vector(state.ball)),
            ball_velocity: Some(vector(Vec2::ZERO)),
            our_defense_line_x: world.our_defense_line().min(state.ball.x),
            our_offense_line_x: offense,
        }),
        evaluation: plan.value,
    }
}

type Described = (protos::RpcActionCategory, &'static str, f64, Vec2, u32, u32);

fn described(action: &Action, world: &WorldModel, state: &State) -> Described {
    use protos::RpcActionCategory as C;
    match action {
        Action::Hold => (C::AcHold, "Hold", 0.0, world.ball.position, 0, 0),
        Action::Dribble(run) => {
            let name = if run.is_long { "SelfPass" } else { "shortDribble" };
            (C::AcDribble, name, 0.0, run.point, run.cycles, 1)
        }
        Action::Pass(pass) => {
            let name = match pass.kind {
                PassKind::Direct => "strictDirect",
                PassKind::Lead => "strictLead",
                PassKind::Through => "strictThrough",
                PassKind::Cross => "cross",
            };
            (C::AcPass, name, pass.speed, pass.point, pass.cycles, pass.kicks)
        }
        Action::Shoot(shot) => (C::AcShoot, "shoot", shot.speed, state.ball, shot.cycles, shot.kicks),
    }
}
