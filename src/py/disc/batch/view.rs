//! The batch's own memory as arrays.

use numpy::PyArrayDyn;
use numpy::PyArrayMethods;
use numpy::ndarray::{ArrayView, IxDyn, ShapeBuilder};
use pyo3::prelude::*;
use rcssgym::batch::disc::DiscBatch;
use rcssgym::disc::{Ball, Game, PLAYERS, Player, World};
use std::mem::offset_of;

/// Numbers of a world, or of each of its 22 places, which arrays can show where they lie in memory.
struct Place {
    /// Bytes from the world to the first number.
    offset: usize,
    of_players: bool,
    /// How many numbers each has; 0 for one without an axis of its own.
    width: usize,
}

/// Names of arrays that can be viewed.
pub const VIEWS: [&str; 8] = [
    "ball_position",
    "ball_velocity",
    "position",
    "velocity",
    "stamina",
    "effort",
    "recovery",
    "capacity",
];

fn place(name: &str) -> Option<Place> {
    let game = offset_of!(World, game);
    let ball = game + offset_of!(Game, ball);
    let players = game + offset_of!(Game, players);
    let (offset, of_players, width) = match name {
        "ball_position" => (ball + offset_of!(Ball, position), false, 2),
        "ball_velocity" => (ball + offset_of!(Ball, velocity), false, 2),
        "position" => (players + offset_of!(Player, position), true, 2),
        "velocity" => (players + offset_of!(Player, velocity), true, 2),
        "stamina" => (players + offset_of!(Player, stamina), true, 0),
        "effort" => (players + offset_of!(Player, effort), true, 0),
        "recovery" => (players + offset_of!(Player, recovery), true, 0),
        "capacity" => (players + offset_of!(Player, capacity), true, 0),
        _ => return None,
    };
    Some(Place { offset, of_players, width })
}

/// Steps from world to world, and from player to player, in units of a number.
const WORLD_STEP: usize = size_of::<World>() / size_of::<f64>();
const PLAYER_STEP: usize = size_of::<Player>() / size_of::<f64>();
const _: () = assert!(size_of::<World>().is_multiple_of(size_of::<f64>()));
const _: () = assert!(size_of::<Player>().is_multiple_of(size_of::<f64>()));

/// A read-only array over the worlds of a batch; `None` for an unknown name.
///
/// # Safety
///
/// The worlds must stay where they are for as long as `owner` lives.
pub unsafe fn view<'py>(
    owner: Bound<'py, PyAny>,
    batch: &DiscBatch,
    name: &str,
) -> Option<PyResult<Bound<'py, PyArrayDyn<f64>>>> {
    let Place { offset, of_players, width } = place(name)?;
    let worlds = batch.worlds();
    let (mut shape, mut steps) = (vec![worlds.len()], vec![WORLD_STEP]);
    if of_players {
        shape.push(PLAYERS);
        steps.push(PLAYER_STEP);
    }
    if width > 0 {
        shape.push(width);
        steps.push(1);
    }
    let layout = IxDyn(&shape).strides(IxDyn(&steps));
    // SAFETY: there is at least one world, and the field lies in it, aligned as a world is. Shape
    // and steps lead from world to world, from player to player and, within what has the layout of
    // C, from number to number. Only the slice of worlds is borrowed.
    let array = unsafe {
        let first = worlds.as_ptr().byte_add(offset).cast::<f64>();
        let view = ArrayView::from_shape_ptr(layout, first);
        PyArrayDyn::borrow_from_array(&view, owner)
    };
    Some(array.readwrite().make_nonwriteable().as_any().clone().cast_into().map_err(Into::into))
}
