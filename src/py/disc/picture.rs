//! Pictures of 2D games for Python.

use crate::Any;
use crate::argument::{flag_or, integer, type_name};
use crate::array::{ArrayShape, as_array, vector};
use crate::error::{OrRaise, argument_error};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use rcssgym::disc::Vec2;
use rcssgym::render::Size;
use rcssgym::render::disc::{Drawing, Ink, Look, Shape};

const WIDTH: usize = 1056;
const HEIGHT: usize = 760;

/// Arguments for a picture, as given.
pub struct LookArguments<'a, 'py> {
    pub width: Option<Any<'a, 'py>>,
    pub height: Option<Any<'a, 'py>>,
    pub view: Option<Any<'a, 'py>>,
    pub board: Option<Any<'a, 'py>>,
    pub numbers: Option<Any<'a, 'py>>,
    pub stamina: Option<Any<'a, 'py>>,
    pub view_cones: Option<Any<'a, 'py>>,
    pub trail: Option<Any<'a, 'py>>,
    pub drawings: Option<Any<'a, 'py>>,
}

/// Arguments for a picture, checked.
pub struct Wish {
    pub size: Size,
    view: Option<[f64; 4]>,
    shown: [bool; 3],
    view_cones: f64,
    /// One trail for each world; empty if there are none.
    pub trails: Vec<Vec<Vec2>>,
    drawings: Vec<Drawing>,
}

impl Wish {
    /// Reads arguments for pictures of `worlds` worlds; `None` means one world without an axis of
    /// its own.
    pub fn new(arguments: &LookArguments<'_, '_>, worlds: Option<usize>) -> PyResult<Self> {
        let side = |value: Option<Any<'_, '_>>, name, default| {
            value.map_or(Ok(default), |side| integer(side, name, 1..=Size::MAX_SIDE))
        };
        let (width, height) =
            (side(arguments.width, "width", WIDTH)?, side(arguments.height, "height", HEIGHT)?);
        let view = arguments.view.map(|view| vector(view, "view")).transpose()?;
        let shown = [
            flag_or(arguments.board, "board", true)?,
            flag_or(arguments.numbers, "numbers", true)?,
            flag_or(arguments.stamina, "stamina", true)?,
        ];
        let view_cones = arguments.view_cones.map_or(Ok(0.0), |reach| {
            let number = reach.extract::<f64>().ok();
            number.filter(|reach| (0.0..=1000.0).contains(reach)).ok_or_else(|| {
                argument_error("view_cones", format!("must be from 0 to 1000 m, not {reach}"))
            })
        })?;
        let trails = arguments.trail.map_or(Ok(Vec::new()), |trail| trails(trail, worlds))?;
        let drawings = arguments.drawings.map_or(Ok(Vec::new()), drawings)?;
        Ok(Self {
            size: Size::new(width, height).or_raise()?,
            view,
            shown,
            view_cones,
            trails,
            drawings,
        })
    }

    /// The look of the picture as the core takes it, without trails.
    pub fn look(&self) -> Look<'_> {
        let [board, numbers, stamina] = self.shown;
        let (view, view_cones) = (self.view, self.view_cones);
        Look { view, board, numbers, stamina, view_cones, trail: &[], drawings: &self.drawings }
    }
}

/// Positions of balls `(T, 2)`, or `(n, T, 2)`; `nan` where there was none.
fn trails(value: Any<'_, '_>, worlds: Option<usize>) -> PyResult<Vec<Vec<Vec2>>> {
    let shape = as_array(value, "trail")?.shape().to_vec();
    let length = shape.len().checked_sub(2).map_or(0, |axis| shape[axis]);
    let count = worlds.unwrap_or(1);
    let mut numbers = Vec::new();
    match worlds {
        None => {
            ArrayShape::Exactly([length, 2]).copy(value, "trail", &mut numbers)?;
        }
        Some(count) => {
            ArrayShape::Exactly([count, length, 2]).copy(value, "trail", &mut numbers)?;
        }
    }
    let points = |world: usize| {
        let own = numbers[world * length * 2..][..length * 2].chunks_exact(2);
        own.map(|pair| Vec2::new(pair[0], pair[1])).filter(|point| point.is_finite()).collect()
    };
    Ok((0..count).map(points).collect())
}

/// The parts of a drawing of `rcssgym.disc`: kind, points, numbers, text, colour (red, green, blue
/// and alpha, 0 to 1), whether filled, width.
type Parts = (String, Vec<[f64; 2]>, Vec<f64>, String, [f32; 4], bool, f32);

fn drawings(value: Any<'_, '_>) -> PyResult<Vec<Drawing>> {
    let items = value.try_iter().map_err(|_| {
        argument_error("drawings", format!("must be drawings, not {}", type_name(value)))
    })?;
    items.enumerate().map(|(index, item)| drawing(index, &item?)).collect()
}

fn drawing(index: usize, item: &Bound<'_, PyAny>) -> PyResult<Drawing> {
    let Ok(parts) = item.getattr("_parts") else {
        let message = format!("item {index} is not a drawing but {}", type_name(item));
        return Err(argument_error("drawings", message));
    };
    let (kind, points, numbers, text, [r, g, b, alpha], fill, width): Parts =
        parts.call0()?.extract()?;
    let points: Vec<Vec2> = points.into_iter().map(|[x, y]| Vec2::new(x, y)).collect();
    let first = points.first().copied().unwrap_or(Vec2::ZERO);
    let shape = match (kind.as_str(), numbers.as_slice()) {
        ("circle", &[radius]) => Shape::Circle { centre: first, radius },
        ("arc", &[inner, outer, start, span]) => Shape::Arc {
            centre: first,
            radii: [inner, outer],
            angles: [start.to_radians(), span.to_radians()],
        },
        ("polygon", []) => Shape::Polygon(points),
        ("line", []) => Shape::Line(points),
        ("point", []) => Shape::Point(first),
        ("text", &[height]) => Shape::Text { at: first, text, height },
        _ => {
            let message = format!("item {index} is of no kind that can be drawn: {kind:?}");
            return Err(argument_error("drawings", message));
        }
    };
    let ink = Ink { rgb: [r, g, b].map(|part| 255.0 * part), alpha };
    let drawing = Drawing { shape, ink, fill, width };
    drawing.check().or_raise()?;
    Ok(drawing)
}
