//! Shots of the 2D game: players are discs that face where their bodies do.

use super::delta::{Pose, Shot};
use super::scenery::{Model, Part, Pitch, Scenery, Tree};
use super::stage::grid;
use crate::render::exhibit::Surface;
use crate::render::mode_words;
use crate::soccer::Side;
use serde_json::{Value, json};
use std::f32::consts::TAU;
use std::sync::Arc;

/// Radius and height of a player, m: larger than in the game, as monitors draw them, so that they
/// can be seen from above.
const PLAYER: [f32; 2] = [0.8, 0.25];
/// Likewise those of the ball.
const BALL: [f32; 2] = [0.4, 0.3];
/// Factor by which they are enlarged further when there are several games.
const ENLARGED: f32 = 2.2;
/// Corners of a disc.
const CORNERS: usize = 32;
/// Half the angle of the wedge that shows where a body faces, rad.
const WEDGE: f32 = 0.6;
const WHITE: [u8; 3] = [246, 246, 244];

/// A player of the 2D game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscPlayer {
    /// Side of their team.
    pub side: Side,
    /// Their uniform number.
    pub number: u32,
    /// Position, m, with y downwards as in the 2D game.
    pub place: [f64; 2],
    /// Direction of the body, rad, clockwise from the direction to the right goal.
    pub body: f64,
}

/// A 2D game at one moment: the ball and the players, in the same axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiscGame {
    /// Place of the ball, m.
    pub ball: [f64; 2],
    /// The players.
    pub players: Vec<DiscPlayer>,
}

/// Who plays in a game: sides and numbers.
type Lineup = Vec<(Side, u32)>;

/// Takes shots of 2D games.
#[derive(Debug, Default)]
pub struct DiscStage {
    known: Option<(Vec<Lineup>, Arc<Scenery>)>,
    poses: Vec<Pose>,
}

impl DiscStage {
    /// Takes a shot of one game, or of several side by side, at some time, s, when the game's clock
    /// shows `clock`, s; `standing` is JSON.
    pub fn shoot<'a>(
        &'a mut self,
        time: f64,
        clock: f64,
        games: &[DiscGame],
        standing: &'a str,
    ) -> Shot<'a> {
        let lineup = |game: &DiscGame| {
            game.players.iter().map(|player| (player.side, player.number)).collect()
        };
        let who: Vec<Lineup> = games.iter().map(lineup).collect();
        let places = grid(games.len(), [PITCH.length + 2.0 * APART, PITCH.width + 2.0 * APART]);
        let (who, scenery) = match self.known.take().filter(|(known, _)| *known == who) {
            Some(known) => known,
            None => {
                let scenery = Arc::new(scenery(&who, &places));
                (who, scenery)
            }
        };
        self.poses.clear();
        for (game, at) in games.iter().zip(&places) {
            self.poses.push(pose(game.ball, 0.0, at));
            let players = game.players.iter();
            self.poses.extend(players.map(|player| pose(player.place, player.body, at)));
        }
        let (_, scenery) = self.known.insert((who, scenery));
        let (poses, play_time) = (&self.poses[..], Some(clock));
        Shot { scenery, time, play_time, poses, standing, news: &[], insight: "" }
    }
}

/// Converts from the 2D game's axes, whose y points to the right of a team that attacks to the
/// right, to those of the viewer.
fn pose([x, y]: [f64; 2], body: f64, at: &[f64; 2]) -> Pose {
    let (sin, cos) = (-0.5 * body).sin_cos();
    [(x + at[0]) as f32, (at[1] - y) as f32, 0.0, cos as f32, 0.0, 0.0, sin as f32]
}

/// Margin around pitches that are side by side, m.
const APART: f64 = 5.0;

/// The 2D league's pitch, as `server::disc` has it.
const PITCH: Pitch = Pitch {
    length: 105.0,
    width: 68.0,
    line_width: 0.15,
    border: 3.0,
    goalie_area: Some([5.5, 18.32]),
    penalty_area: Some([16.5, 40.32]),
    corner_radius: 1.0,
    penalty_spot: 11.0,
    circle_radius: 9.15,
    goal: [2.44, 14.02, 0.0],
};

fn scenery(who: &[Lineup], places: &[[f64; 2]]) -> Scenery {
    let part = |surface, colour, is_solid| Part { body: 0, surface, colour, is_solid };
    let scale = if places.len() > 1 { ENLARGED } else { 1.0 };
    let ([radius, height], ball_radius) = ([scale * PLAYER[0], PLAYER[1]], scale * BALL[0]);
    let player = Model {
        name: "player".to_owned(),
        bodies: 1,
        parts: vec![
            part(disc(radius, height), None, true),
            part(wedge(radius, height + 0.01), Some(WHITE), false),
        ],
    };
    let ball = Model {
        name: "ball".to_owned(),
        bodies: 1,
        parts: vec![part(disc(ball_radius, BALL[1]), Some(WHITE), true)],
    };
    let ball_tree = || Tree { model: 0, side: None, number: None, numbers: Vec::new() };
    let tree = |&(side, number)| Tree {
        model: 1,
        side: Some(side),
        number: Some(number),
        numbers: Vec::new(),
    };
    let trees = who.iter().flat_map(|who| std::iter::once(ball_tree()).chain(who.iter().map(tree)));
    let trees: Vec<_> = trees.collect();
    Scenery::of_discs(&PITCH, &[ball, player], &trees, places)
}

fn point(radius: f32, angle: f32, z: f32, normal: [f32; 3]) -> [f32; 6] {
    let (sin, cos) = angle.sin_cos();
    [radius * cos, radius * sin, z, normal[0], normal[1], normal[2]]
}

/// A low cylinder that stands on the ground.
fn disc(radius: f32, height: f32) -> Surface {
    let mut surface = fan(radius, height, [0.0, TAU], CORNERS);
    for corner in 0..CORNERS {
        let angles = [corner, corner + 1].map(|corner| TAU * corner as f32 / CORNERS as f32);
        let first = surface.vertices.len() as u32;
        for angle in angles {
            let (sin, cos) = angle.sin_cos();
            let normal = [cos, sin, 0.0];
            surface.vertices.push(point(radius, angle, 0.0, normal));
            surface.vertices.push(point(radius, angle, height, normal));
        }
        surface.faces.push([first, first + 2, first + 3]);
        surface.faces.push([first, first + 3, first + 1]);
    }
    surface
}

/// A sector of a circle, centred on where a body faces.
fn wedge(radius: f32, height: f32) -> Surface {
    fan(radius, height, [-WEDGE, WEDGE], CORNERS / 4)
}

/// Part of a level circle, seen from above.
fn fan(radius: f32, height: f32, [from, to]: [f32; 2], parts: usize) -> Surface {
    let up = [0.0, 0.0, 1.0];
    let mut vertices = vec![point(0.0, 0.0, height, up)];
    vertices
        .extend((0..=parts).map(|part| {
            point(radius, from + (to - from) * part as f32 / parts as f32, height, up)
        }));
    let faces = (1..=parts as u32).map(|corner| [0, corner, corner + 1]).collect();
    Surface { vertices, faces }
}

/// Returns the state of a 2D game for a shot: names, goals, play mode.
pub fn disc_game(teams: [&str; 2], score: [i64; 2], mode: &str) -> Value {
    let words = mode_words(mode);
    json!({"teams": teams, "score": score, "mode": mode, "words": words, "phase": ""})
}

/// Returns the state of a world out of `worlds`, for a shot; `world` is -1 and there is no game for
/// a shot of several worlds.
pub fn disc_standing(world: i64, worlds: usize, game: Option<Value>, notes: &Value) -> String {
    json!({"world": world, "worlds": worlds, "game": game, "notes": notes}).to_string()
}
