//! Counts of what teams do in a game.

use crate::disc::pitch::HALF_LENGTH;
use crate::disc::{Game, PLAYERS, PlayMode, Rules, Side, TEAM, Vec2};
use serde::{Deserialize, Serialize};

/// Nothing counts as a shot from farther than this, m.
const SHOT_FROM: f64 = 35.0;
/// How far beside the goal a ball still counts as a shot, m.
const SHOT_BESIDE: f64 = 1.0;

/// Declares the counts in one place: fields, names, numbers.
macro_rules! counts {
    ($($(#[$doc:meta])* $field:ident),+ $(,)?) => {
        /// Counts of one team.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct TeamStatistics { $($(#[$doc])* pub $field: u32,)+ }

        impl TeamStatistics {
            /// Names of the counts.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field),)+];

            /// All counts, in the order of the names.
            pub fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
                [$(self.$field,)+].into_iter()
            }
        }
    };
}

counts!(
    /// Goals.
    goals,
    /// Kicks from less than 35 m that roll into the goal, or 1 m beside it, if nobody stops them.
    shots,
    /// Cycles in play in which one of the team was the last to touch the ball.
    possession,
    /// How often the ball went from one of the team to another.
    passes,
    /// How often it went from one of the team to an opponent.
    losses,
    /// Offsides of the team.
    offsides,
    /// Corner kicks that the team got.
    corners,
    /// Kick-ins that it got.
    kick_ins,
    /// Free kicks that it got, other than those after catches.
    free_kicks,
    /// Goal kicks that it got.
    goal_kicks,
    /// Balls that its goalie caught.
    catches,
    /// Fouls of the team that were charged.
    fouls,
);

/// Counts of both teams, and what has to be known to keep them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    /// Counts of the left and the right team.
    pub teams: [TeamStatistics; 2],
    /// Place of the player who touched the ball last.
    last: Option<u8>,
    mode: Option<PlayMode>,
    /// The side whose shot is rolling.
    shot: Option<Side>,
}

impl Statistics {
    /// Counts what has happened in a cycle that has ended.
    pub fn observe(&mut self, rules: &Rules, game: &Game) {
        for side in Side::BOTH {
            self.teams[side.index()].goals = game.score[side.index()].goals;
        }
        let before = self.mode.replace(game.mode);
        if before != Some(game.mode) {
            self.begin(game);
        }
        if game.mode != PlayMode::PlayOn {
            self.shot = None;
            return;
        }
        if let Some(place) = game.referee.last_touch() {
            self.touched(place);
        }
        let Some(side) = self.last.map(side_of) else { return };
        self.teams[side.index()].possession += 1;
        let is_shot = rolls_in(rules, game, side);
        if is_shot && self.shot != Some(side) {
            self.teams[side.index()].shots += 1;
        }
        self.shot = is_shot.then_some(side);
    }

    /// Counts that a player has become the last to touch the ball.
    fn touched(&mut self, place: usize) {
        let before = self.last.replace(place as u8);
        let Some(before) = before.filter(|&before| usize::from(before) != place) else { return };
        let own = &mut self.teams[side_of(before).index()];
        if side_of(before) == side_of(place as u8) {
            own.passes += 1;
        } else {
            own.losses += 1;
        }
    }

    /// Counts the beginning of a play mode.
    fn begin(&mut self, game: &Game) {
        use PlayMode as M;
        let Some(side) = game.mode.side() else { return };
        let own = &mut self.teams[side.index()];
        match game.mode {
            M::Offside(_) => own.offsides += 1,
            M::CornerKick(_) => own.corners += 1,
            M::KickIn(_) => own.kick_ins += 1,
            M::GoalKick(_) => own.goal_kicks += 1,
            M::FreeKick(_) if game.ball.holder.is_some() => own.catches += 1,
            M::FreeKick(_) | M::IndirectFreeKick(_) => own.free_kicks += 1,
            M::FoulCharge(_) | M::FoulPush(_) => own.fouls += 1,
            _ => {}
        }
        // A ball that went out or was kicked off belongs to nobody.
        if game.mode.set_play().is_some() || matches!(game.mode, M::GoalKick(_)) {
            self.last = None;
        }
    }

    /// Whether these can be the statistics of a game.
    pub fn is_possible(&self) -> bool {
        self.last.is_none_or(|place| usize::from(place) < PLAYERS)
    }
}

/// The side of a place.
fn side_of(place: u8) -> Side {
    if usize::from(place) < TEAM { Side::Left } else { Side::Right }
}

/// Whether the ball rolls into the goal that a side attacks, or just beside it.
fn rolls_in(rules: &Rules, game: &Game, side: Side) -> bool {
    let server = &rules.server;
    let (ball, velocity) = (game.ball.position * side.sign(), game.ball.velocity * side.sign());
    let goal = Vec2::new(HALF_LENGTH, 0.0);
    if velocity.x <= 0.0 || (goal - ball).length() > SHOT_FROM {
        return false;
    }
    let end = ball + velocity * (1.0 / (1.0 - server.ball_decay));
    if end.x < HALF_LENGTH {
        return false;
    }
    let y = ball.y + velocity.y * (HALF_LENGTH - ball.x) / velocity.x;
    y.abs() < 0.5 * server.goal_width + SHOT_BESIDE
}
