//! Who reaches the ball when, in a player's State.

use super::figure::Figure;
use crate::disc::skills::WorldModel;
use crate::disc::skills::intercept::{NEVER, Way, WayKind};
use crate::playmaker::protos::{InterceptActionType, InterceptInfo, InterceptTable};
use crate::playmaker::vector::vector;

/// The table, with the player's own ways to the ball.
pub(super) fn table(model: &WorldModel, figures: &[Figure]) -> InterceptTable {
    let reach = model.reach();
    let (mate, opponent) = (reach.fastest_mate, reach.fastest_opponent);
    let second = |is_ours: bool, first: Option<usize>| {
        let others = model.others.iter().zip(figures).enumerate();
        let fit = others.filter(|(index, (player, figure))| {
            let oldest = if is_ours { 10 } else { 15 };
            Some(*index) != first
                && (player.is_ours == Some(true)) == is_ours
                && player.counts.position < oldest
                && figure.steps < NEVER
        });
        let best = fit.min_by_key(|(_, (_, figure))| figure.steps);
        best.map_or((NEVER, 0), |(_, (_, figure))| (figure.steps, figure.id))
    };
    let id =
        |index: Option<usize>| index.and_then(|index| figures.get(index)).map_or(0, |one| one.id);
    let (second_mate, second_mate_id) = second(true, mate);
    let (second_opponent, second_opponent_id) = second(false, opponent);
    InterceptTable {
        self_reach_steps: reach.me as i32,
        first_teammate_reach_steps: reach.mate as i32,
        second_teammate_reach_steps: second_mate as i32,
        first_opponent_reach_steps: reach.opponent as i32,
        second_opponent_reach_steps: second_opponent as i32,
        first_teammate_id: id(mate),
        second_teammate_id: second_mate_id,
        first_opponent_id: id(opponent),
        second_opponent_id,
        self_intercept_info: model.ways().iter().map(info).collect(),
    }
}

fn info(way: &Way) -> InterceptInfo {
    let kind = match way.kind {
        WayKind::Forward => InterceptActionType::TurnForwardDash,
        WayKind::Back => InterceptActionType::TurnBackwardDash,
        WayKind::Side => InterceptActionType::OmniDash,
    };
    InterceptInfo {
        action_type: kind as i32,
        turn_steps: way.turns as i32,
        turn_angle: way.angle as f32,
        dash_steps: way.dashes as i32,
        dash_power: way.power as f32,
        dash_dir: way.direction as f32,
        final_self_position: Some(vector(way.end)),
        final_ball_dist: way.gap as f32,
        final_stamina: way.stamina as f32,
        // Agents never fill it.
        value: f32::NEG_INFINITY,
    }
}
