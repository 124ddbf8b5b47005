//! What players look at, listen to and point at.

use super::angle::normalize;
use super::bounds::{FARTHEST, clipped};
use super::{Player, ServerParameters, Stadium, Vec2, ViewWidth};

/// The largest distance of the focus, m.
const FOCUS_DISTANCE: f64 = 40.0;

/// Returns a player's angle of view, rad.
pub fn visible_angle(server: &ServerParameters, player: &Player) -> f64 {
    let factor = match (player.view_width, player.synch_see) {
        (ViewWidth::Narrow, false) => 0.5,
        (ViewWidth::Normal, false) => 1.0,
        (ViewWidth::Wide, false) => 2.0,
        (ViewWidth::Narrow, true) => 2.0 / 3.0,
        (ViewWidth::Normal, true) => 4.0 / 3.0,
        (ViewWidth::Wide, true) => 2.0,
    };
    server.visible_angle.to_radians() * factor
}

/// `(change_view width [high|low])`: `high` is the quality if it is given. A player who sees in
/// step with the cycle cannot ask for low quality; the command then has no effect.
pub(super) fn change_view(
    stadium: &mut Stadium,
    place: usize,
    width: ViewWidth,
    high: Option<bool>,
) {
    let server = &stadium.rules.server;
    let player = &mut stadium.game.players[place];
    if player.synch_see && high == Some(false) {
        return;
    }
    player.view_width = width;
    player.high_quality = high.unwrap_or(true);
    // With a quality, rcssserver leaves the focus where it is, even outside the view.
    if high.is_none() {
        let half = visible_angle(server, player).abs() * 0.5;
        player.focus[1] = player.focus[1].clamp(-half, half);
    }
    player.counts.change_view += 1;
}

/// From now on, the player sees in step with the cycle and in high quality.
pub(super) fn synch_see(stadium: &mut Stadium, place: usize) {
    let player = &mut stadium.game.players[place];
    player.synch_see = true;
    player.high_quality = true;
}

/// Moves the focus by a distance and an angle (degrees).
pub(super) fn change_focus(stadium: &mut Stadium, place: usize, distance: f64, angle: f64) {
    let server = &stadium.rules.server;
    let player = &mut stadium.game.players[place];
    let half = visible_angle(server, player).abs() * 0.5;
    player.focus[0] = (player.focus[0] + distance).clamp(0.0, FOCUS_DISTANCE);
    player.focus[1] = normalize(player.focus[1] + angle.to_radians()).clamp(-half, half);
    player.counts.change_focus += 1;
}

/// Points at a spot, given by its distance (clipped) and direction (degrees) from the head. The
/// spot stays fixed on the pitch.
pub(super) fn point_to(stadium: &mut Stadium, place: usize, distance: f64, direction: f64) {
    let server = &stadium.rules.server;
    let player = &mut stadium.game.players[place];
    if player.arm.movable > 0 {
        return;
    }
    let angle = normalize(player.body + player.neck + direction.to_radians());
    let distance = clipped(distance, -FARTHEST, FARTHEST);
    player.arm.target = player.position + Vec2::polar(distance, angle);
    player.arm.movable = server.point_to_ban.clamp(0, u16::MAX.into()) as u16;
    player.arm.expires = server.point_to_duration.clamp(0, u16::MAX.into()) as u16;
    player.counts.pointto += 1;
}

/// Stops pointing.
pub(super) fn point_off(stadium: &mut Stadium, place: usize) {
    let player = &mut stadium.game.players[place];
    if player.arm.movable > 0 {
        return;
    }
    player.arm.target = Vec2::ZERO;
    player.arm.expires = 0;
    player.counts.pointto += 1;
}

/// Listens to a player, or to nobody in particular. A player cannot listen to themselves.
pub(super) fn attend(stadium: &mut Stadium, place: usize, other: Option<usize>) {
    let known = |other: usize| stadium.game.players.get(other).is_some_and(|player| player.joined);
    if other.is_some_and(|other| other == place || !known(other)) {
        return;
    }
    let player = &mut stadium.game.players[place];
    player.attention = other.map(|other| other as u8);
    player.counts.attentionto += 1;
}
