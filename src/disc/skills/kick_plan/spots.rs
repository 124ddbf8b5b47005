//! Places round the player where the ball can be between kicks.

use super::super::angle;
use super::super::kick_rate::rate_of;
use super::super::world_model::WorldModel;
use super::risk::{self, Risk, Rival};
use crate::disc::{PlayerType, ServerParameters, Vec2, pitch};

/// Rings of spots: the share of the margin of reach, and the number of directions.
const RINGS: [(f64, usize); 3] = [(0.3, 12), (0.5, 15), (0.7, 20)];
/// Number of spots in all rings.
pub(super) const SPOTS: usize = 12 + 15 + 20;
/// Minimum distance of a ring from contact, m.
const OFF_CONTACT: f64 = 0.1;
/// Minimum distance of a ring from the edge of reach, m.
const INSIDE: f64 = 0.2;

/// A ring's radius for a player of a type, m; `less` is added to the kickable margin if it is
/// negative.
fn radius(server: &ServerParameters, own: &PlayerType, share: f64, less: f64) -> f64 {
    let contact = own.player_size + server.ball_size;
    let margin = own.kickable_margin + less.min(0.0);
    let least = contact + OFF_CONTACT;
    let most = own.kickable_area(server.ball_size) - INSIDE;
    (contact + margin * share).min(most).max(least)
}

/// Distance from the player and direction from their body, of all spots.
pub(super) fn places(
    server: &ServerParameters,
    own: &PlayerType,
    less: f64,
) -> impl Iterator<Item = (f64, f64)> {
    let rings = RINGS.map(|(share, count)| (radius(server, own, share, less), count));
    rings.into_iter().flat_map(|(radius, count)| {
        (0..count).map(move |index| (radius, -180.0 + 360.0 / count as f64 * index as f64))
    })
}

/// A place for the ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) position: Vec2,
    /// Distance from the player, m.
    pub(super) distance: f64,
    /// Acceleration for a unit of power there.
    pub(super) rate: f64,
    pub(super) risk: Risk,
    /// Whether the ball may be there at all.
    pub(super) is_free: bool,
}

/// Where a spot is from the player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offset {
    from_me: Vec2,
    distance: f64,
    rate: f64,
}

/// All spots, relative to the player.
pub(super) fn offsets(world: &WorldModel) -> Vec<Offset> {
    let (me, server) = (&world.me, &world.rules.server);
    let offset = |(distance, direction)| Offset {
        from_me: angle::polar(distance, me.body + direction),
        distance,
        rate: rate_of(server, me.own, distance, direction),
    };
    places(server, me.own, 0.0).map(offset).collect()
}

/// A spot round the place where the player is then.
pub(super) fn spot(world: &WorldModel, rivals: &[Rival], here: Vec2, offset: &Offset) -> Spot {
    let &Offset { from_me, distance, rate } = offset;
    let position = here + from_me;
    let risk = risk::at(world, rivals, position);
    let is_out = position.x.abs() > pitch::HALF_LENGTH || position.y.abs() > pitch::HALF_WIDTH;
    Spot { position, distance, rate, risk, is_free: !is_out && !risk.kick }
}
