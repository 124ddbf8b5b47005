//! What a player feels of themselves.

use super::direction;
use super::quantize::{DECIDED, quantize, rounded, truncated_degrees};
use crate::disc::angle::normalize;
use crate::disc::{Card, Counts, Game, Player, Side, TEAM, ViewWidth, flags};

/// What they collided with since they last felt their body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct Collisions {
    pub ball: bool,
    pub player: bool,
    pub post: bool,
}

/// Where they point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ArmSense {
    /// Cycles until the arm may be moved.
    pub movable: u16,
    /// Cycles for which it points.
    pub expires: u16,
    /// Distance to the point, m, to 0.1.
    pub distance: f64,
    /// Direction of the point from the head, degrees.
    pub direction: i32,
}

/// What a player feels: `sense_body`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodySense {
    /// Clock.
    pub cycle: u32,
    /// Whether they see in high quality.
    pub high_quality: bool,
    /// Width of their view.
    pub view_width: ViewWidth,
    /// Stamina, effort and capacity.
    pub stamina: [f64; 3],
    /// Speed, m/cycle, to 0.01.
    pub speed: f64,
    /// Direction of the velocity from the head, degrees.
    pub speed_direction: i32,
    /// Direction of the head from the body, degrees.
    pub head_angle: i32,
    /// Commands that have taken effect.
    pub counts: Counts,
    /// Where they point.
    pub arm: ArmSense,
    /// Whom they listen to: side and number.
    pub attention: Option<(Side, u8)>,
    /// Cycles until their tackle ends.
    pub tackle_expires: u16,
    /// What they collided with.
    pub collisions: Collisions,
    /// Cycles for which they are frozen by a foul.
    pub charged: u16,
    /// The worst card so far.
    pub card: Card,
    /// The focus of their eyes: m, degrees from the head.
    pub focus: [f64; 2],
}

impl BodySense {
    /// What a player feels now. Collisions remain to be felt until [`forget`](Self::forget) is
    /// called.
    #[inline]
    pub fn of(game: &Game, place: usize) -> Self {
        let player = &game.players[place];
        let heading = player.body + player.neck;
        let felt = |what: u32| player.felt & what != 0;
        let side = |place: usize| if place < TEAM { Side::Left } else { Side::Right };
        Self {
            cycle: game.cycle,
            high_quality: player.high_quality,
            view_width: player.view_width,
            stamina: [player.stamina, player.effort, player.capacity],
            speed: quantize(player.velocity.length(), 0.01),
            speed_direction: direction_of_speed(player),
            head_angle: truncated_degrees(player.neck),
            counts: player.counts,
            arm: arm(player, heading),
            attention: player.attention.map(|other| {
                let other = usize::from(other);
                (side(other), (other % TEAM + 1) as u8)
            }),
            tackle_expires: player.tackle_cycles,
            collisions: Collisions {
                ball: felt(flags::BALL_COLLIDE),
                player: felt(flags::PLAYER_COLLIDE),
                post: felt(flags::POST_COLLIDE),
            },
            charged: player.foul_cycles,
            card: player.card,
            focus: [player.focus[0], player.focus[1].to_degrees()],
        }
    }

    /// Called after everybody has felt their body: clears collisions, which are felt only once.
    pub fn forget(game: &mut Game) {
        for player in &mut game.players {
            player.felt = 0;
        }
    }
}

/// Direction of a player's velocity from their head, degrees. It is computed approximately, but
/// exactly near whole numbers, where the reported number changes.
fn direction_of_speed(player: &Player) -> i32 {
    let from_head = |direction: f64| normalize(direction - player.body - player.neck);
    let nearly = from_head(direction::nearly(player.velocity)).to_degrees();
    match (nearly - rounded(nearly)).abs() > DECIDED {
        true => nearly as i32,
        false => truncated_degrees(from_head(player.velocity.direction())),
    }
}

fn arm(player: &Player, heading: f64) -> ArmSense {
    let (movable, expires) = (player.arm.movable, player.arm.expires);
    if expires == 0 {
        return ArmSense { movable, expires, distance: 0.0, direction: 0 };
    }
    let way = player.arm.target - player.position;
    let direction = normalize(way.direction() - heading).to_degrees();
    ArmSense {
        movable,
        expires,
        distance: rounded(way.length() * 10.0) * 0.1,
        direction: (rounded(direction * 10.0) * 0.1) as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::direction_of_speed;
    use crate::disc::angle::normalize;
    use crate::disc::{Player, Random, Side, Vec2};

    #[test]
    fn directions_of_speed_are_told_exactly() {
        let mut random = Random::new(4);
        let mut player = Player::empty(Side::Left, 1);
        for round in 0..200_000 {
            player.body = random.uniform(-3.2, 3.2);
            player.neck = random.uniform(-1.6, 1.6);
            let head = player.body + player.neck;
            // Every other direction is as near as numbers can be to one where the reported number
            // changes.
            let degrees = f64::from(random.below(361) as i32 - 180);
            let way = match round % 2 {
                0 => degrees.to_radians() + random.uniform(-1e-7, 1e-7) + head,
                _ => random.uniform(-3.2, 3.2),
            };
            player.velocity = Vec2::polar(random.uniform(0.0, 1.0), way);
            let exact = normalize(player.velocity.direction() - player.body - player.neck);
            assert_eq!(direction_of_speed(&player), exact.to_degrees() as i32, "{player:?}");
        }
        player.velocity = Vec2::ZERO;
        let exact = normalize(-player.body - player.neck);
        assert_eq!(direction_of_speed(&player), exact.to_degrees() as i32);
    }
}
