//! Shots as pictures, drawn by the core: what the page would show, without a browser.

use super::delta::Shot;
use super::overlay::Overlays;
use super::scenery::{Pitch, Scenery, Tree, View};
use crate::error::{Error, Result};
use crate::render::{Board, Camera, Caption, Figure, Label, Screen, Size};
use crate::soccer::{Field, PlayerId};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// Where pictures are taken from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Angle {
    /// As the page starts: beside the ball, beside a single robot, or from above in 2D.
    Usual,
    /// Beside the ball, which is followed smoothly.
    Ball,
    /// The whole pitch.
    Pitch,
    /// Beside the first robot.
    Robot,
}

/// How pictures are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Where they are taken from.
    pub angle: Angle,
    /// Their size.
    pub size: Size,
    /// Whether score, clock, names and curves are written into them.
    pub has_caption: bool,
    /// The robot that is followed; the first one if not given.
    pub robot: Option<PlayerId>,
    /// What is drawn over them about the robot of the shots' insight.
    pub overlays: Overlays,
}

/// Number of pictures that curves cover.
const PAST: usize = 150;
/// Height of a robot's name above its root, m.
const ABOVE: f32 = 0.62;
/// From a player of the 2D game to its number in a picture from above, m, so that one sees the
/// player and where it faces.
const BESIDE: f32 = 2.7;
/// Fraction of a picture from above that the pitch fills.
const FILLED: f64 = 0.93;

/// Takes pictures of shots.
#[derive(Debug, Default)]
pub struct Studio {
    known: Option<(Arc<Scenery>, Screen)>,
    /// The last camera beside the ball, and when it was.
    film: Option<(Camera, f64)>,
    /// Past values of the notes with curves.
    past: HashMap<String, Vec<f64>>,
}

impl Studio {
    /// Draws a shot to `out`, with score, clock, names and curves if they are wanted.
    ///
    /// # Errors
    /// [`Error::Argument`] if the length of `out` is not that of the picture, or the robot is not
    /// there.
    pub fn take(&mut self, shot: &Shot<'_>, style: &Style, out: &mut [u8]) -> Result<()> {
        let (scenery, size) = (shot.scenery, style.size);
        let camera = self.camera(shot, style)?;
        let is_known = |known: &(Arc<Scenery>, _)| Arc::ptr_eq(&known.0, scenery);
        let screen = match self.known.take().filter(is_known) {
            Some((_, screen)) => screen,
            None => screen(scenery),
        };
        let (_, screen) = self.known.insert((Arc::clone(scenery), screen));
        screen.paint(shot.poses, &camera, size, out)?;
        let mut caption = match style.has_caption {
            true => caption(shot, &camera, size),
            false => Caption::default(),
        };
        caption.past = caption.notes.iter().map(|note| self.remember(note)).collect();
        style.overlays.add(shot, &camera, size, &mut caption);
        caption.write(size, out)
    }

    /// Adds the current value of a note to its past values, and returns them all.
    fn remember(&mut self, (name, value): &(String, f64)) -> Vec<f64> {
        let past = self.past.entry(name.clone()).or_default();
        past.push(*value);
        if past.len() > PAST {
            past.remove(0);
        }
        past.clone()
    }

    fn camera(&mut self, shot: &Shot<'_>, style: &Style) -> Result<Camera> {
        let Style { angle, size, robot: wanted, .. } = *style;
        let scenery = shot.scenery;
        let field = field(&scenery.pitch);
        let first = |tree: usize| scenery.first(tree);
        let place = |tree: usize| {
            let pose = shot.poses.get(first(tree)).copied().unwrap_or_default();
            [pose[0], pose[1], pose[2]].map(f64::from)
        };
        let is_wanted = |tree: &Tree| {
            wanted.is_some_and(|player| {
                tree.side == Some(player.side) && tree.number == Some(player.number)
            })
        };
        let named = scenery.trees.iter().position(is_wanted);
        if let (Some(player), None) = (wanted, named) {
            let side = player.side.alias().to_lowercase();
            let message = format!("there is no {side} #{}", player.number);
            return Err(Error::argument("robot", message));
        }
        let first_robot = || (0..scenery.trees.len()).find(|&tree| Some(tree) != scenery.ball);
        let robot = named.or_else(first_robot);
        let angle = match (angle, scenery.view) {
            (Angle::Usual, View::Ball) => Angle::Ball,
            (Angle::Usual, View::Robot) => Angle::Robot,
            (Angle::Usual | Angle::Pitch, View::Top) => return above(&field, size),
            (angle, _) => angle,
        };
        match (angle, scenery.ball, robot) {
            (Angle::Ball, Some(ball), _) => {
                let ball = place(ball);
                let camera = match self.film {
                    Some((last, time)) => last.follow_ball(ball, shot.time - time)?,
                    None => Camera::beside_ball(ball)?,
                };
                self.film = Some((camera, shot.time));
                Ok(camera)
            }
            (Angle::Robot, _, Some(robot)) => Ok(Camera::following(place(robot))),
            _ => Ok(Camera::overview(&field, size)),
        }
    }
}

/// Returns a camera that looks straight down on the whole pitch.
fn above(field: &Field, size: Size) -> Result<Camera> {
    let [x, y] = field.half().map(|half| half + field.border);
    let aspect = size.width() as f64 / size.height() as f64;
    let fov: f64 = 0.5;
    let height = y.max(x / aspect) / (fov / 2.0).tan() / FILLED;
    Camera::new([0.0, 0.0, height], [0.0; 3], Some(fov))
}

fn screen(scenery: &Scenery) -> Screen {
    let kinds: Vec<_> = scenery.models.iter().map(|model| &model.parts[..]).collect();
    let figures: Vec<_> = scenery
        .trees
        .iter()
        .map(|tree| Figure {
            kind: tree.model,
            bodies: scenery.models.get(tree.model).map_or(0, |model| model.bodies),
            side: tree.side,
            numbers: &tree.numbers,
        })
        .collect();
    Screen::new(&field(&scenery.pitch), &kinds, &figures, &scenery.fixtures)
}

fn field(pitch: &Pitch) -> Field {
    let Pitch { length, width, line_width, border, goal, .. } = *pitch;
    Field {
        size: [length, width, 40.0],
        line_width,
        border,
        goal_size: goal,
        goalie_area: pitch.goalie_area.unwrap_or_default(),
        penalty_area: pitch.penalty_area,
        corner_radius: pitch.corner_radius,
        penalty_spot: pitch.penalty_spot,
        circle_radius: pitch.circle_radius,
        ..Field::fifa()
    }
}

fn caption(shot: &Shot<'_>, camera: &Camera, size: Size) -> Caption {
    let standing: Value = serde_json::from_str(shot.standing).unwrap_or_default();
    let (game, notes) = (&standing["game"], &standing["notes"]);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let title = text(&notes["title"]);
    let seconds = shot.play_time.unwrap_or(shot.time);
    let board = match game.is_object() {
        true => Board {
            teams: [0, 1].map(|side| text(&game["teams"][side])),
            score: Some([0, 1].map(|side| game["score"][side].as_i64().unwrap_or(0))),
            seconds,
            mode: text(&game["mode"]),
        },
        false => Board { teams: [title, String::new()], score: None, seconds, mode: String::new() },
    };
    let trees = shot.scenery.trees.iter().enumerate();
    let labels = trees.filter_map(|(index, tree)| {
        let (side, number) = (tree.side?, tree.number?);
        let pose = shot.poses.get(shot.scenery.first(index))?;
        let is_flat = shot.scenery.view == View::Top;
        let [x, y, z, ..] = *pose;
        let place = if is_flat { [x, y + BESIDE, 0.3] } else { [x, y, z + ABOVE] };
        let at = camera.pixel(place.map(f64::from), size)?;
        Some(Label { at, text: number.to_string(), side: Some(side) })
    });
    let curves = notes["curves"].as_array().into_iter().flatten();
    let notes =
        curves.map(|curve| (text(&curve["name"]), curve["value"].as_f64().unwrap_or(f64::NAN)));
    let (labels, notes) = (labels.collect(), notes.collect());
    Caption { board: Some(board), labels, notes, ..Caption::default() }
}
