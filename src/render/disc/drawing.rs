//! Drawings of callers on the pitch: regions of coaches, paths, points, texts.

use super::Plan;
use super::sheet::{Ink, Point, Sheet};
use super::text::Align;
use crate::disc::Vec2;
use crate::error::{Error, Result};

/// Largest distance from the centre, m, and largest size of a drawing.
const FARTHEST: f64 = 1.0e4;

/// A shape in metres on the pitch; angles in rad.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A circle.
    Circle {
        /// Its middle.
        centre: Vec2,
        /// Its radius.
        radius: f64,
    },
    /// A part of a ring: a region of the coach language that it calls an arc.
    Arc {
        /// Centre of the circles.
        centre: Vec2,
        /// Inner and outer radius.
        radii: [f64; 2],
        /// Start angle and span.
        angles: [f64; 2],
    },
    /// A polygon, such as a triangle, a rectangle or a quadrilateral.
    Polygon(Vec<Vec2>),
    /// A line through points.
    Line(Vec<Vec2>),
    /// A point, shown as a small cross.
    Point(Vec2),
    /// A text, its middle at a point; height of capitals in px.
    Text {
        /// Its middle.
        at: Vec2,
        /// What it says.
        text: String,
        /// Height of capitals, px.
        height: f64,
    },
}

/// A shape and how it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// What is drawn.
    pub shape: Shape,
    /// The colour in which it is drawn.
    pub ink: Ink,
    /// Whether its inside is coloured, too, if it has one.
    pub fill: bool,
    /// Width of lines, px.
    pub width: f32,
}

/// Opacity of a filled shape's inside, relative to its outline.
const INSIDE: f32 = 0.35;
/// Half the size of a point's cross, px.
const CROSS: f32 = 4.0;

impl Drawing {
    /// Checks that all numbers can be drawn.
    ///
    /// # Errors
    /// [`Error::Argument`] that says what cannot be drawn.
    pub fn check(&self) -> Result<()> {
        let (points, sizes): (&[Vec2], Vec<f64>) = match &self.shape {
            Shape::Circle { centre, radius } => (std::slice::from_ref(centre), vec![*radius]),
            Shape::Arc { centre, radii, angles } => {
                if angles.iter().any(|angle| !angle.is_finite()) {
                    let message = format!("{angles:?} are not angles of an arc");
                    return Err(Error::argument("drawings", message));
                }
                (std::slice::from_ref(centre), radii.to_vec())
            }
            Shape::Polygon(points) | Shape::Line(points) => (points, Vec::new()),
            Shape::Point(point) => (std::slice::from_ref(point), Vec::new()),
            Shape::Text { at, height, .. } => (std::slice::from_ref(at), vec![*height]),
        };
        let far = |point: &&Vec2| {
            let near = |number: f64| number.abs() <= FARTHEST;
            !(near(point.x) && near(point.y))
        };
        if let Some(point) = points.iter().find(far) {
            let message = format!("({}, {}) is not a point within {FARTHEST} m", point.x, point.y);
            return Err(Error::argument("drawings", message));
        }
        let sizes = sizes.into_iter().chain([f64::from(self.width)]);
        match sizes.into_iter().find(|size| !(0.0..=FARTHEST).contains(size)) {
            Some(size) => {
                let message = format!("{size} is not a size from 0 to {FARTHEST}");
                Err(Error::argument("drawings", message))
            }
            None => Ok(()),
        }
    }

    pub(super) fn draw(&self, sheet: &mut Sheet, plan: &Plan) {
        let (ink, width) = (self.ink, self.width);
        let inside = ink.faded(INSIDE);
        match &self.shape {
            Shape::Circle { centre, radius } => {
                let (centre, radius) = (plan.at(*centre), plan.px(*radius));
                if self.fill {
                    sheet.disc(centre, radius, inside);
                }
                sheet.ring(centre, radius, width, ink);
            }
            Shape::Arc { centre, radii, angles } => {
                let part = angles.map(|angle| angle as f32);
                if self.fill {
                    let radii = radii.map(|radius| plan.px(radius));
                    sheet.sector(plan.at(*centre), radii, part, inside);
                }
                let edge = arc_edge(plan, *centre, *radii, *angles);
                sheet.line(&edge, width, ink);
            }
            Shape::Polygon(points) => {
                let mut points: Vec<Point> = points.iter().map(|&point| plan.at(point)).collect();
                if self.fill {
                    sheet.polygon(&points, inside);
                }
                points.extend(points.first().copied());
                sheet.line(&points, width, ink);
            }
            Shape::Line(points) => {
                let points: Vec<Point> = points.iter().map(|&point| plan.at(point)).collect();
                sheet.line(&points, width, ink);
            }
            Shape::Point(point) => {
                let [x, y] = plan.at(*point);
                let reach = CROSS + 0.5 * width;
                sheet.line(&[[x - reach, y - reach], [x + reach, y + reach]], width, ink);
                sheet.line(&[[x - reach, y + reach], [x + reach, y - reach]], width, ink);
            }
            Shape::Text { at, text, height } => {
                sheet.text(text, plan.at(*at), *height as f32, Align::Centre, ink);
            }
        }
    }
}

/// The line around a part of a ring.
fn arc_edge(plan: &Plan, centre: Vec2, radii: [f64; 2], [start, span]: [f64; 2]) -> Vec<Point> {
    let steps = ((span.abs() * plan.scale as f64 * radii[1]).sqrt() * 2.0).clamp(8.0, 256.0);
    let steps = steps as usize;
    let at = |radius: f64, step: usize| {
        let angle = start + span * step as f64 / steps as f64;
        plan.at(centre + Vec2::polar(radius, angle))
    };
    let mut edge: Vec<Point> = (0..=steps).map(|step| at(radii[1], step)).collect();
    edge.extend((0..=steps).rev().map(|step| at(radii[0], step)));
    edge.extend(edge.first().copied());
    edge
}
