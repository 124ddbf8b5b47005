//! Who gets the ball when, and how players run. These are lean forms of the skills `go_to_point`
//! and `turn_to_point`, as a cycle of keepaway leaves no time for more.

use crate::disc::{Command, Game, PLAYERS, Player, PlayerType, Rules, Vec2, normalize_angle};
use crate::teams::runner::{NEVER, Runner, Stance};
use std::cell::Cell;

/// Cycles of the ball's path that are considered.
const AHEAD: usize = 50;
/// How far inside their reach a player expects the ball, m.
const SURE: f64 = 0.15;
/// How far inside it they go to it, m.
const INSIDE: f64 = 0.4;
/// A player need not turn if the target is aside of their direction by less than this share of the
/// way ahead.
const STRAIGHT: f64 = 0.268;
/// Directions that differ by less need no turn, rad.
const LEAST_TURN: f64 = 0.03;

/// All players, and when they get the ball.
pub(super) struct Runs<'a> {
    pub rules: &'a Rules,
    pub game: &'a Game,
    path: [Vec2; AHEAD + 1],
    /// Cycles to the ball by place, where they have been requested.
    steps: [Cell<Option<u32>>; PLAYERS],
}

impl<'a> Runs<'a> {
    pub fn new(rules: &'a Rules, game: &'a Game) -> Self {
        let (mut at, mut velocity) = (game.ball.position, game.ball.velocity);
        let path = std::array::from_fn(|cycle| {
            if cycle > 0 {
                at += velocity;
                velocity *= rules.server.ball_decay;
            }
            at
        });
        Self { rules, game, path, steps: [const { Cell::new(None) }; PLAYERS] }
    }

    fn own(&self, place: usize) -> (&Player, &PlayerType) {
        let player = &self.game.players[place];
        (player, &self.rules.types[usize::from(player.type_id)])
    }

    /// Cycles until somebody can kick the ball.
    pub fn steps(&self, place: usize) -> u32 {
        if let Some(steps) = self.steps[place].get() {
            return steps;
        }
        let (player, own) = self.own(place);
        let runner = Runner::new(self.rules, own);
        let body = player.body.to_degrees();
        let stance = Stance::new(player.position, player.velocity, body, &runner);
        let path = |cycle: usize| self.path[cycle.min(AHEAD)];
        let steps = runner.first(&stance, 0, runner.reach - SURE, path).min(NEVER);
        self.steps[place].set(Some(steps));
        steps
    }

    /// Who gets the ball first.
    pub fn fastest(&self, who: &[usize]) -> Option<usize> {
        who.iter().copied().min_by_key(|&place| self.steps(place))
    }

    /// Where a player gets the ball.
    pub fn meeting(&self, place: usize) -> Vec2 {
        self.path[(self.steps(place) as usize).min(AHEAD)]
    }

    /// Runs for the ball.
    pub fn to_ball(&self, place: usize) -> Option<Command> {
        let (_, own) = self.own(place);
        let threshold = own.kickable_area(self.rules.server.ball_size) - INSIDE;
        // A player who has it in reach goes to where it will be next.
        let cycles = (self.steps(place) as usize).clamp(1, AHEAD);
        let way = self.to_point(place, self.path[cycles], threshold);
        way.or_else(|| self.face(place, self.path[1]))
    }

    /// Runs to a point; `None` if they get there without a dash.
    pub fn to_point(&self, place: usize, point: Vec2, threshold: f64) -> Option<Command> {
        let (player, own) = self.own(place);
        let left = 1.0 - own.player_decay;
        let gap = point - player.position - player.velocity * (1.0 / left);
        if gap.length2() < threshold * threshold {
            return None;
        }
        let (sin, cos) = player.body.sin_cos();
        let (ahead, aside) = (gap.x * cos + gap.y * sin, gap.y * cos - gap.x * sin);
        if ahead <= 0.0 || aside.abs() > (STRAIGHT * ahead).max(0.8 * threshold) {
            return Some(turn(player, own, aside.atan2(ahead)));
        }
        let server = &self.rules.server;
        let rate = player.effort * own.dash_power_rate;
        // Below this, recovery suffers.
        let spare = player.stamina - server.stamina_max * server.recover_dec_thr - 1.0;
        let power = (ahead * left / rate).min(server.max_dash_power).min(spare.max(0.0));
        Some(Command::Dash(power, 0.0))
    }

    /// Turns to a point; `None` if they face it already.
    pub fn face(&self, place: usize, point: Vec2) -> Option<Command> {
        let (player, own) = self.own(place);
        let gap = point - player.position - player.velocity;
        let off = normalize_angle(gap.direction() - player.body);
        (off.abs() > LEAST_TURN).then(|| turn(player, own, off))
    }
}

/// The command that turns a player by an angle, rad, in spite of inertia.
fn turn(player: &Player, own: &PlayerType, angle: f64) -> Command {
    let inertia = 1.0 + own.inertia_moment * player.velocity.length();
    Command::Turn((angle.to_degrees() * inertia).clamp(-180.0, 180.0))
}
