//! What players do with the ball: hold it, pass it.

use crate::disc::skills::{SmartKick, WorldModel, kick_rate_of, smart_kick};
use crate::disc::{Command, Game, Player, PlayerType, Rules, Vec2, normalize_angle};
use std::f64::consts::FRAC_PI_3;

/// The speed with which a pass arrives, m/cycle.
const ARRIVAL: f64 = 1.2;
/// The most kicks of a pass.
const KICKS: u32 = 3;
/// The share of its speed that is enough.
const ENOUGH: f64 = 0.8;
/// Where the ball is held, as a share of the margin of reach beyond contact.
const HELD: f64 = 0.4;
/// The ball is left alone if it is this near to that place, m, and slow.
const AT_REST: f64 = 0.15;
/// It is slow below this speed, m/cycle.
const SLOW: f64 = 0.1;

/// A player with the ball.
pub(super) struct Holder<'a> {
    rules: &'a Rules,
    game: &'a Game,
    place: usize,
    player: &'a Player,
    own: &'a PlayerType,
}

impl<'a> Holder<'a> {
    pub fn new(rules: &'a Rules, game: &'a Game, place: usize) -> Self {
        let player = &game.players[place];
        Self { rules, game, place, player, own: &rules.types[usize::from(player.type_id)] }
    }

    /// Keeps the ball on the side away from the nearest opponent.
    pub fn hold(&self, opponents: &[Vec2]) -> Option<Command> {
        let (player, ball) = (self.player, &self.game.ball);
        let here = player.position + player.velocity;
        let gap = |there: &Vec2| there.distance(player.position);
        let nearest = opponents.iter().min_by(|one, other| gap(one).total_cmp(&gap(other)));
        let now = (ball.position - player.position).direction();
        let away = nearest.map_or(now, |there| (player.position - *there).direction());
        // Not through the player themselves but round them, step by step.
        let side = now + normalize_angle(away - now).clamp(-FRAC_PI_3, FRAC_PI_3);
        let contact = self.own.player_size + self.rules.server.ball_size;
        let point = here + Vec2::polar(contact + HELD * self.own.kickable_margin, side);
        let is_there = (ball.position + ball.velocity).distance(point) < AT_REST;
        if is_there && ball.velocity.length2() < SLOW * SLOW {
            return None;
        }
        Some(self.push(point - ball.position - ball.velocity, self.rate()))
    }

    /// Passes to a point: at once if one kick is enough, else in several.
    pub fn pass(&self, target: Vec2) -> Option<Command> {
        let (server, ball) = (&self.rules.server, &self.game.ball);
        let way = target - ball.position;
        let speed = ARRIVAL + (1.0 - server.ball_decay) * way.length();
        let speed = speed.min(server.ball_speed_max);
        let (push, rate) = (way.with_length(speed) - ball.velocity, self.rate());
        if push.length() <= (server.maxpower * rate).min(server.ball_accel_max) {
            return Some(self.push(push, rate));
        }
        // Only keepers pass: their frame is the pitch's.
        let world = WorldModel::full(self.rules, self.game, self.place);
        let how = SmartKick { speed, threshold: ENOUGH * speed, steps: KICKS };
        smart_kick(&world, target, how).command
    }

    /// Acceleration of the ball for a unit of power.
    fn rate(&self) -> f64 {
        let gap = self.game.ball.position - self.player.position;
        let off = normalize_angle(gap.direction() - self.player.body).to_degrees();
        kick_rate_of(&self.rules.server, self.own, gap.length(), off)
    }

    /// The kick that gives the ball this acceleration, or as much of it as the power allows.
    fn push(&self, push: Vec2, rate: f64) -> Command {
        let power = (push.length() / rate.max(1e-6)).min(self.rules.server.maxpower);
        let direction = normalize_angle(push.direction() - self.player.body);
        Command::Kick(power, direction.to_degrees())
    }
}
