//! What players know from their senses: where they are, and where everything else is or was, with
//! ages, as in the world models of 2D teams.
//!
//! [`Memory`] belongs to one player. It takes in what they feel ([`Memory::feel`]), what they see
//! ([`Memory::see`]) and what teammates tell them ([`Memory::hear`]), and nothing else, so its
//! contents are estimates. All numbers are in rcssserver's units and absolute on the pitch: m,
//! m/cycle, rad. Ages count cycles: 0 is now, [`NEVER`] is never.

mod ball;
mod crowd;
mod directions;
mod hear;
mod knowledge;
mod locate;
mod matching;
mod minds;
mod nearest;
mod offside;
mod own;
mod player;
mod recorded;
mod view;

pub use ball::BallMemory;
pub use directions::{DIRECTIONS, DirectionAges, STEP as DIRECTION_STEP};
pub use hear::Report;
pub use minds::{COLUMNS, Minds, OBJECTS, UNKNOWN_OBJECTS};
pub use own::OwnMemory;
pub use player::PlayerMemory;
pub use view::View;

use super::senses::BodySense;
use super::{PLAYERS, Rules, Side, TEAM, Vec2};
use crate::math::prefetch::{prefetch, prefetch_line};
use crowd::Crowd;
use std::sync::LazyLock;

/// The age of what was never seen, and of what is lost.
pub const NEVER: u16 = 1000;

/// Returns an age after one more cycle.
#[inline(always)]
fn older(age: u16) -> u16 {
    (age + 1).min(NEVER)
}

/// What a player knows.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// Their side.
    pub side: Side,
    /// Their number.
    pub unum: u8,
    /// The player themselves.
    pub own: OwnMemory,
    /// The ball.
    pub ball: BallMemory,
    /// Number of their kicks and tackles when they last felt their body.
    played: u32,
    /// When they last looked in each direction.
    pub looked: DirectionAges,
    /// The others.
    crowd: Crowd,
}

impl Memory {
    /// The memory of a player who knows nothing yet.
    pub fn new(side: Side, unum: u8) -> Self {
        let player = |place: usize| {
            let side = if place < TEAM { Side::Left } else { Side::Right };
            PlayerMemory {
                side: Some(side),
                unum: Some((place % TEAM + 1) as u8),
                ..PlayerMemory::nobody()
            }
        };
        Self {
            side,
            unum,
            own: OwnMemory::default(),
            ball: BallMemory::default(),
            played: 0,
            looked: DirectionAges::default(),
            crowd: Crowd::new(&std::array::from_fn(player), &[]),
        }
    }

    /// The player at a place as they are known now. Nothing is ever known here of the owner of the
    /// memory themselves.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn player(&self, place: usize) -> PlayerMemory {
        assert!(place < PLAYERS, "there is no place {place}");
        self.crowd.player(place)
    }

    /// Players whose team and number they know, by place.
    pub fn players(&self) -> impl ExactSizeIterator<Item = PlayerMemory> + Clone {
        (0..PLAYERS).map(|place| self.crowd.player(place))
    }

    /// Players whose number they do not know.
    pub fn unknown(&self) -> impl Iterator<Item = PlayerMemory> + Clone {
        self.crowd.unknown()
    }

    /// Prefetches the cache lines that [`feel`](Self::feel) changes and, if they see, those of
    /// [`see`](Self::see): a core's own caches cannot hold the memories of a game's players
    /// together with those of other games.
    #[inline]
    pub(super) fn prefetch(&self, sees: bool) {
        prefetch(&self.own);
        prefetch(&self.ball);
        prefetch_line(&self.played);
        prefetch_line(&self.looked);
        prefetch_line(&self.crowd);
        if sees {
            self.crowd.prefetch();
        }
    }

    /// A cycle has passed and the player feels their body. `turned`: by how much they expect to
    /// have turned it in this cycle, rad.
    pub fn feel(&mut self, rules: &Rules, type_id: u8, body: &BodySense, turned: f64) {
        let decay = rules.types[usize::from(type_id)].player_decay;
        self.own.feel(body, turned, decay, rules.server.player_rand);
        let played = body.counts.kick + body.counts.tackle;
        self.ball.advance(rules.server.ball_decay);
        if played != std::mem::replace(&mut self.played, played) {
            // They have played the ball, and do not know its velocity since.
            self.ball.vel_count = NEVER;
        }
        self.crowd.advance(rules.server.player_decay);
        self.looked.advance();
    }

    /// The player sees.
    pub fn see(&mut self, rules: &Rules, view: &mut impl View) {
        let ahead = self.own.locate(view);
        if self.own.pos_count > 0 {
            return;
        }
        let stand = Stand::of(&self.own, ahead, view.half_width());
        self.looked.look(stand.heading, stand.half_width);
        self.crowd.catch_up();
        self.see_ball(rules, view, &stand);
        self.see_players(rules, view, &stand);
    }
}

/// Where a player looks from and how, according to their own estimate.
struct Stand {
    position: Vec2,
    velocity: Vec2,
    heading: f64,
    ahead: Vec2,
    half_width: f64,
    cos: f64,
}

impl Stand {
    /// `ahead`: where the head looks, a vector of length 1.
    fn of(own: &OwnMemory, ahead: Vec2, half_width: f64) -> Self {
        let heading = own.heading();
        let (position, velocity) = (own.position, own.velocity);
        Self { position, velocity, heading, ahead, half_width, cos: view::cosine(half_width) }
    }

    /// The position of something that is seen at a distance and in a direction (degrees from the
    /// head).
    fn position_of(&self, distance: f64, direction: i32) -> Vec2 {
        self.position + unit(direction).turned_by(self.ahead) * distance
    }

    /// The velocity of something whose distance and direction change at these rates.
    fn velocity_of(&self, distance: f64, direction: i32, [along, across]: [f64; 2]) -> Vec2 {
        let relative = Vec2::new(along, across.to_radians() * distance);
        self.velocity + relative.turned_by(unit(direction)).turned_by(self.ahead)
    }

    /// Whether the player should have seen what they think is at a place.
    fn should_see(&self, spot: Vec2) -> bool {
        if !self.may_see(spot.x, spot.y) {
            return false;
        }
        let gap = spot - self.position;
        let direction = super::senses::direction::nearly(gap);
        let angle = super::angle::normalize(direction - self.heading);
        angle.abs() < self.half_width - MARGIN - 0.3 / gap.length().max(0.3)
    }

    /// Whether a place is within the width of the view and not too far away.
    #[inline(always)]
    fn may_see(&self, x: f64, y: f64) -> bool {
        let (x, y) = (x - self.position.x, y - self.position.y);
        let length2 = x * x + y * y;
        let along = x * self.ahead.x + y * self.ahead.y;
        !((along < 0.0) | (along * along < self.cos * self.cos * length2) | (length2 > FAR * FAR))
    }
}

/// The vector of length 1 in a direction of whole degrees, -180 to 180.
fn unit(degrees: i32) -> Vec2 {
    static UNITS: LazyLock<[Vec2; 361]> = LazyLock::new(|| {
        std::array::from_fn(|index| Vec2::polar(1.0, (index as f64 - 180.0).to_radians()))
    });
    match UNITS.get((degrees + 180).max(0) as usize) {
        Some(unit) => *unit,
        None => Vec2::polar(1.0, f64::from(degrees).to_radians()),
    }
}

/// Age at which players without numbers are forgotten.
const FORGOTTEN: u16 = 13;
/// Beyond this distance, something that is not seen may still be there, m.
const FAR: f64 = 60.0;
/// Within this angle of the view's edge, something that is not seen may still be there, rad.
const MARGIN: f64 = 0.05;
