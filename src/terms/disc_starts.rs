//! Where players of the 2D game begin: a kick-off of two teams, or a scene that is given place by
//! place. Units: m, rad.

use super::arguments::{REQUIRED, parameter};
use super::builder::Builder;
use super::program::Start;
use super::reach_ball::{BALL, PLAYER};
use super::registry::{Entry, Make};
use super::row::of_flag;
use super::stream::Stream;
use crate::disc::Vec2;
use crate::disc::pitch::{CIRCLE_RADIUS, HALF_LENGTH, HALF_WIDTH};
use std::f64::consts::PI;

/// The channel that holds whether the left team kicks off.
pub const KICKS_OFF: &str = "disc_left_kicks_off";

/// Minimum distance from lines and the circle, m.
const CLEARANCE: f64 = 1.0;
/// Range of distances behind the ball at which the player who kicks off stands, m.
const BEHIND: [f64; 2] = [0.5, 0.9];
/// How far in front of their goal a goalie stands, m.
const GOALIE: f64 = 2.5;
/// Largest angle by which players turn away from the ball, rad.
const TURN: f64 = 0.6;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "disc_kick_off",
        formula: "places the ball in the middle and each team in its own half, outside of the \
                  centre circle: each player in a strip of its own along the pitch, number 1 in \
                  front of its goal if the team has more than one player; in the team that kicks \
                  off, drawn at random, the player with the highest number is behind the ball; all \
                  face roughly towards the ball",
        shape: "4 + 3 (N + 1)",
        unit: "m, rad",
        parameters: &[],
        make: Make::Start(|builder, _| {
            let (kicks, [left, right]) = (builder.flag(KICKS_OFF), sizes(builder));
            let start: Start = Box::new(move |episode, state| {
                let left_kicks_off = episode.stream.unit() < 0.5;
                episode.row[kicks] = of_flag(left_kicks_off);
                state[..BALL].fill(0.0);
                let (ours, theirs) = state[BALL..].split_at_mut(PLAYER * left);
                line_up(ours, left, left_kicks_off, 1.0, episode.stream);
                line_up(theirs, right, !left_kicks_off, -1.0, episode.stream);
            });
            Ok(start)
        }),
    },
    Entry {
        name: "disc_scene",
        formula: "places the ball and all players at the rows x, y of `places`: the ball first, \
                  then the players, the left team first, each of them up to `about` off along \
                  either axis; all face roughly towards the ball",
        shape: "4 + 3 (N + 1)",
        unit: "m, rad",
        parameters: &[
            parameter("places", REQUIRED, "of the ball and of players, m (2 each)"),
            parameter("about", 1.0, "m"),
        ],
        make: Make::Start(|builder, arguments| {
            let [left, right] = sizes(builder);
            let (places, about) = (
                arguments.numbers("places", 2 * (1 + left + right))?,
                arguments.unsigned("about")?,
            );
            let start: Start = Box::new(move |episode, state| {
                let ball = Vec2::new(places[0], places[1]);
                state[..BALL].copy_from_slice(&[ball.x, ball.y, 0.0, 0.0]);
                let own = state[BALL..].chunks_exact_mut(PLAYER);
                for (own, place) in own.zip(places[2..].chunks_exact(2)) {
                    let [x, y] =
                        [0, 1].map(|axis| place[axis] + episode.stream.uniform(-about, about));
                    let at = Vec2::new(
                        x.clamp(-HALF_LENGTH, HALF_LENGTH),
                        y.clamp(-HALF_WIDTH, HALF_WIDTH),
                    );
                    let off = episode.stream.uniform(-TURN, TURN);
                    own.copy_from_slice(&[at.x, at.y, (ball - at).direction() + off]);
                }
            });
            Ok(start)
        }),
    },
];

/// Players of the left and the right team.
fn sizes(builder: &Builder<'_>) -> [usize; 2] {
    let (own, other) = (builder.dims.mates + 1, builder.dims.opponents);
    if builder.body.is_right { [other, own] } else { [own, other] }
}

/// Draws the places of a team, which plays towards `sign` times x.
fn line_up(state: &mut [f64], size: usize, kicks_off: bool, sign: f64, stream: &mut Stream) {
    let strip = 2.0 * (HALF_WIDTH - CLEARANCE) / size.max(1) as f64;
    for (index, own) in state.chunks_exact_mut(PLAYER).enumerate() {
        let [across, along, off] = [0; 3].map(|_| stream.unit());
        let is_goalie = index == 0 && size > 1;
        let at = if kicks_off && index + 1 == size {
            let angle = 2.0 * (across - 0.5);
            -Vec2::polar(BEHIND[0] + along * (BEHIND[1] - BEHIND[0]), angle)
        } else if is_goalie {
            Vec2::new(GOALIE - HALF_LENGTH, 4.0 * (across - 0.5))
        } else {
            // Strips are assigned so that numbers alternate between both sides of the middle.
            let place = if index % 2 == 0 { size - 1 - index / 2 } else { index / 2 };
            let y = CLEARANCE - HALF_WIDTH + strip * (place as f64 + 0.2 + 0.6 * across);
            let nearest = -(CIRCLE_RADIUS + CLEARANCE);
            let farthest = 0.75 * -HALF_LENGTH;
            Vec2::new(farthest + along * (nearest - farthest), y)
        };
        let body = (-at).direction() + TURN * 2.0 * (off - 0.5);
        let turned = if sign > 0.0 { body } else { body + PI };
        own.copy_from_slice(&[sign * at.x, sign * at.y, crate::disc::normalize_angle(turned)]);
    }
}
