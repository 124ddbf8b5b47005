//! What opponents can do to a ball that is kicked from place to place.

use super::super::angle;
use super::super::goalie::is_in_their_area;
use super::super::tackle::success;
use super::super::world_model::{PlayerView, WorldModel, after};
use crate::disc::Vec2;

/// Opponents farther than this from the ball do not count, m.
const FAR: f64 = 10.0;
/// Opponents not seen for this many cycles do not count.
const OLD: u16 = 8;
/// The most kicks of a plan.
const MOST_KICKS: usize = 3;

/// Risks for the ball.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Risk {
    /// Somebody can kick it there.
    pub(super) kick: bool,
    /// Somebody can tackle it there.
    pub(super) tackle: bool,
    /// Somebody can kick or tackle it after one dash.
    pub(super) next_kick: bool,
    pub(super) next_tackle: bool,
    /// Somebody gets it after the last kick, or may get it.
    pub(super) released: bool,
    pub(super) maybe_released: bool,
    /// The player may not reach it themselves.
    pub(super) miss: bool,
}

impl Risk {
    /// Whether any of these risks is a reason to look for something else first.
    pub(super) fn is_any(&self) -> bool {
        self.next_tackle || self.next_kick || self.tackle || self.maybe_released || self.miss
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self {
            kick: self.kick || other.kick,
            tackle: self.tackle || other.tackle,
            next_kick: self.next_kick || other.next_kick,
            next_tackle: self.next_tackle || other.next_tackle,
            released: self.released || other.released,
            maybe_released: self.maybe_released || other.maybe_released,
            miss: self.miss || other.miss,
        }
    }
}

/// An opponent near the ball who was seen recently enough, with the values that are the same for
/// all places of the ball.
pub(super) struct Rival<'a> {
    player: &'a PlayerView<'a>,
    /// Where they are in the next cycle.
    next: Vec2,
    /// Where they are after this many cycles of moving freely.
    after: [Vec2; MOST_KICKS],
    /// Unit vector that turns the pitch into the frame of their body; `None` if the direction of
    /// their body is not known. They are then assumed to face the ball.
    turn: Option<Vec2>,
    /// How far a dash takes them, m.
    dash: f64,
}

/// All such opponents.
pub(super) fn rivals<'a>(world: &'a WorldModel) -> Vec<Rival<'a>> {
    let ball = world.ball.position;
    let is_near = |player: &&PlayerView| {
        player.counts.position < OLD && player.position.distance(ball) <= FAR
    };
    let rival = |player: &'a PlayerView| {
        let (at, velocity, decay) = (player.position, player.velocity, player.own.player_decay);
        let is_known = player.counts.body <= 1;
        Rival {
            player,
            next: at + velocity,
            after: std::array::from_fn(|kick| after(at, velocity, decay, kick as u32 + 1)),
            turn: is_known.then(|| angle::polar(1.0, -player.body)),
            dash: world.rules.server.max_dash_power
                * player.own.dash_power_rate
                * player.own.effort_max,
        }
    };
    world.opponents().filter(is_near).map(rival).collect()
}

impl Rival<'_> {
    /// How far they reach for the ball.
    fn control(&self, world: &WorldModel, here: Vec2, ball: Vec2) -> f64 {
        let server = &world.rules.server;
        if self.player.is_goalie && is_in_their_area(here) && is_in_their_area(ball) {
            server.catchable_area_l.hypot(0.5 * server.catchable_area_w)
        } else {
            self.player.own.kickable_area(server.ball_size)
        }
    }

    /// The ball in the frame of their body.
    fn seen(&self, here: Vec2, ball: Vec2) -> Vec2 {
        let gap = ball - here;
        match self.turn {
            Some(turn) => gap.turned_by(turn),
            None => angle::turned(gap, -angle::of(gap)),
        }
    }
}

/// The risk for a ball at a place in the next cycles.
pub(super) fn at(world: &WorldModel, rivals: &[Rival], ball: Vec2) -> Risk {
    let mut risk = Risk::default();
    let server = &world.rules.server;
    for rival in rivals {
        let (player, here) = (rival.player, rival.next);
        let distance = here.distance(ball);
        if player.is_tackling {
            if distance < player.own.player_size + server.ball_size {
                risk.kick = true;
                break;
            }
            continue;
        }
        let reach = rival.control(world, player.position, ball);
        if player.counts.position <= 2 && distance < reach + 0.15 {
            risk.kick = true;
            break;
        }
        let seen = rival.seen(here, ball);
        risk.tackle = risk.tackle || success(server, seen, server.foul_exponent) > 0.7;
        let dash = rival.dash;
        let near = |x: f64| Vec2::new(x, seen.y).length() < reach;
        if seen.y.abs() < reach
            && (seen.x.abs() < dash || near(seen.x + dash) || near(seen.x - dash))
        {
            risk.next_kick = true;
        } else if seen.y.abs() < 0.7 * server.tackle_width
            && seen.x > 0.0
            && seen.x - dash < server.tackle_dist - 0.3
        {
            risk.next_tackle = true;
        }
    }
    risk
}

/// The risk after the last kick, made from a place; `kicks`: whether it is the first, second or
/// third kick.
pub(super) fn behind(
    world: &WorldModel,
    rivals: &[Rival],
    from: Vec2,
    velocity: Vec2,
    kicks: usize,
) -> Risk {
    let mut risk = Risk::default();
    let server = &world.rules.server;
    let ball = from + velocity;
    for rival in rivals {
        let (player, here) = (rival.player, rival.after[kicks - 1]);
        let distance = here.distance(ball);
        if player.is_tackling {
            risk.released |= distance < player.own.player_size + server.ball_size;
            continue;
        }
        let reach = rival.control(world, here, ball) + 0.1;
        if distance < reach {
            risk.released = true;
            continue;
        }
        if risk.maybe_released {
            continue;
        }
        let seen = rival.seen(here, ball);
        let dash = 0.8 * rival.dash;
        let near = |x: f64| Vec2::new(x, seen.y).length() < reach - 0.25;
        let kicks = seen.y.abs() < reach - 0.1
            && (seen.x.abs() < dash || near(seen.x + dash) || near(seen.x - dash));
        let tackles_then =
            seen.y.abs() < 0.7 * server.tackle_width && seen.x - dash < server.tackle_dist - 0.5;
        risk.maybe_released =
            kicks || tackles_then || success(server, seen, server.tackle_exponent) > 0.8;
    }
    risk
}
