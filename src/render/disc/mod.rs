//! Pictures of 2D games from above: pitch, players with their bodies, heads and stamina, the ball
//! and its trail, the score, and drawings of the caller.
//!
//! Needs no display; the same game and options give the same bytes.

mod board;
mod drawing;
mod font;
mod ground;
mod players;
mod shapes;
mod sheet;
mod text;

pub use drawing::{Drawing, Shape};
pub use sheet::Ink;

use super::Size;
use crate::disc::{Vec2, World};
use crate::error::{Error, Result};
use sheet::Point;
pub(super) use sheet::Sheet;
pub(super) use text::{Align, fitted, width as text_width};

/// Largest extent of the pitch along a side of a picture, m.
const WIDEST: f64 = 2000.0;
/// Smallest one, m.
const NARROWEST: f64 = 0.5;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Look<'a> {
    /// The part of the pitch that must be visible: least x and y, greatest x and y, m; all of it if
    /// not given.
    pub view: Option<[f64; 4]>,
    /// Score, time and mode in a bar at the top.
    pub board: bool,
    /// Numbers on the players.
    pub numbers: bool,
    /// Stamina as rings about the players.
    pub stamina: bool,
    /// How far cones of view reach, m; 0 for none.
    pub view_cones: f64,
    /// Where the ball was, the oldest first.
    pub trail: &'a [Vec2],
    /// Drawings of the caller, drawn in this order on the grass and below the players.
    pub drawings: &'a [Drawing],
}

impl Default for Look<'_> {
    fn default() -> Self {
        Self {
            view: None,
            board: true,
            numbers: true,
            stamina: true,
            view_cones: 0.0,
            trail: &[],
            drawings: &[],
        }
    }
}

/// From metres on the pitch to pixels.
#[derive(Clone, Copy, Debug)]
struct Plan {
    /// Pixels per metre.
    scale: f32,
    /// Where the centre spot is, px.
    origin: Point,
    /// Height of the bar at the top, px; 0 without one.
    board: f32,
}

impl Plan {
    fn new(view: Option<[f64; 4]>, size: Size, has_board: bool) -> Result<Self> {
        let [left, top, right, bottom] = view.unwrap_or([-57.5, -39.0, 57.5, 39.0]);
        let sides = [right - left, bottom - top];
        if !sides.iter().all(|side| (NARROWEST..=WIDEST).contains(side)) || !left.is_finite() {
            let message = format!(
                "({left}, {top}, {right}, {bottom}) is not a rectangle of {NARROWEST} to {WIDEST} \
                 m a side"
            );
            return Err(Error::argument("view", message));
        }
        let (width, height) = (size.width as f32, size.height as f32);
        let board = if has_board { (0.056 * height).min(0.048 * width) } else { 0.0 };
        let room = [width, height - board];
        let scale = (room[0] / sides[0] as f32).min(room[1] / sides[1] as f32);
        let middle = [0.5 * (left + right) as f32, 0.5 * (top + bottom) as f32];
        let origin = [0.5 * room[0] - scale * middle[0], board + 0.5 * room[1] - scale * middle[1]];
        Ok(Self { scale, origin, board })
    }

    fn at(&self, point: Vec2) -> Point {
        [self.origin[0] + self.scale * point.x as f32, self.origin[1] + self.scale * point.y as f32]
    }

    fn px(&self, metres: f64) -> f32 {
        self.scale * metres as f32
    }

    /// The size in pixels of something of this many metres. If it would be too small to be seen, it
    /// is enlarged to `shown` metres, but to no more than `pixels`.
    fn at_least(&self, metres: f64, shown: f64, pixels: f32) -> f32 {
        self.px(metres).max(self.px(shown).min(pixels))
    }
}

/// Draws a game as it is now to `out`: rows from top to bottom of pixels of red, green and blue.
///
/// # Errors
/// [`Error::Argument`] for an `out` of another length than [`Size::bytes`], and for a view that is
/// not a rectangle of valid size; nothing is drawn then.
pub fn paint(world: &World, look: &Look<'_>, size: Size, out: &mut [u8]) -> Result<()> {
    if out.len() != size.bytes() {
        let message = format!("{} bytes where {} are needed", out.len(), size.bytes());
        return Err(Error::argument("out", message));
    }
    let plan = Plan::new(look.view, size, look.board)?;
    let mut sheet = Sheet::new(size.width, size.height, ground::SURROUNDINGS);
    ground::draw(&mut sheet, &plan, world.rules().server.goal_width);
    for drawing in look.drawings {
        drawing.draw(&mut sheet, &plan);
    }
    players::draw(&mut sheet, &plan, world, look);
    if look.board {
        board::draw(&mut sheet, &plan, world);
    }
    sheet.write(out);
    Ok(())
}
