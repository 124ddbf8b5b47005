//! Who gets the ball when, and how players run.

use crate::disc::skills::{GoToPoint, WorldModel, go_to_point, turn_to_point};
use crate::disc::{Command, Game, PLAYERS, Rules, Vec2};
use crate::teams::runner::{NEVER, Runner, Stance};

/// Cycles of the ball's way that are looked at.
const AHEAD: usize = 50;
/// How far inside of his reach a player reckons with the ball, and goes to it, m.
const SURE: f64 = 0.15;
const INSIDE: f64 = 0.4;

/// When everybody gets the ball.
pub(super) struct Runs<'a> {
    pub rules: &'a Rules,
    pub game: &'a Game,
    path: [Vec2; AHEAD + 1],
    /// Cycles, by place.
    pub steps: [u32; PLAYERS],
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
        let mut runs = Self { rules, game, path, steps: [NEVER; PLAYERS] };
        for (place, player) in game.players.iter().enumerate() {
            if player.connected {
                let runner = Runner::new(rules, &rules.types[usize::from(player.type_id)]);
                let body = player.body.to_degrees();
                let stance = Stance::new(player.position, player.velocity, body, &runner);
                let path = |cycle: usize| runs.path[cycle.min(AHEAD)];
                runs.steps[place] = runner.first(&stance, 0, runner.reach - SURE, path);
            }
        }
        runs
    }

    /// Who gets the ball first.
    pub fn fastest(&self, who: impl Iterator<Item = usize>) -> Option<usize> {
        who.min_by_key(|&place| self.steps[place])
    }

    /// Where somebody gets it.
    pub fn meeting(&self, place: usize) -> Vec2 {
        self.path[(self.steps[place] as usize).min(AHEAD)]
    }

    /// Runs for the ball.
    pub fn to_ball(&self, place: usize) -> Option<Command> {
        let player = &self.game.players[place];
        let own = &self.rules.types[usize::from(player.type_id)];
        let threshold = own.kickable_area(self.rules.server.ball_size) - INSIDE;
        // Now, one does not get it by standing where it is now.
        let cycles = (self.steps[place] as usize).clamp(1, AHEAD);
        let point = self.path[cycles];
        self.to_point(place, point, threshold).or_else(|| self.face(place, self.path[1]))
    }

    /// Runs to a point; none if he is there.
    pub fn to_point(&self, place: usize, point: Vec2, threshold: f64) -> Option<Command> {
        let world = WorldModel::alone(self.rules, self.game, place);
        let power = self.rules.server.max_dash_power;
        let how = GoToPoint { threshold, power, save_recovery: true };
        let way = go_to_point(&world, self.of_team(place, point), how);
        way.command.filter(|_| way.is_success)
    }

    /// Turns to a point; none if he looks there.
    pub fn face(&self, place: usize, point: Vec2) -> Option<Command> {
        let world = WorldModel::alone(self.rules, self.game, place);
        let turn = turn_to_point(&world, self.of_team(place, point), 1);
        turn.command.filter(|_| turn.is_success)
    }

    /// A point in the frame of a player's team.
    fn of_team(&self, place: usize, point: Vec2) -> Vec2 {
        point * self.game.players[place].side.sign()
    }
}
