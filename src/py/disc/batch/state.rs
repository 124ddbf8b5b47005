//! Writes states of the caller into the worlds; they are checked before anything changes.

use super::PyDiscBatch;
use crate::Any;
use crate::argument::worlds;
use crate::array::{RealArray, codes, not_finite};
use crate::error::argument_error;
use pyo3::prelude::*;
use rcssgym::batch::disc::{DiscState, LARGEST_SET};
use rcssgym::disc::TYPES;

#[pymethods]
impl PyDiscBatch {
    /// Sets the given quantities in some worlds; everything else stays as it is.
    ///
    /// :param worlds: ``n`` distinct indices, or a mask ``(W,)``; ``None`` for all.
    /// :param ball_position: broadcasts to ``(n, 2)``, m; nobody holds the ball any longer.
    /// :param ball_velocity: to ``(n, 2)``, m/cycle.
    /// :param position: to ``(n, P, 2)``, m.
    /// :param velocity: to ``(n, P, 2)``, m/cycle.
    /// :param body: to ``(n, P)``, degrees.
    /// :param neck: to ``(n, P)``, degrees from the body.
    /// :param stamina: to ``(n, P)``; likewise ``effort``, ``recovery`` and ``capacity``.
    /// :param type_id: to ``(n, P)``, 0 to 17; replaces every player by a fresh one of this type,
    ///     as a trainer's substitution does, before anything else is set.
    ///
    /// Players who overlap are moved apart in the next step. Numbers beyond 1e9 are refused.
    #[pyo3(
        signature = (
            worlds=None, *, ball_position=None, ball_velocity=None, position=None, velocity=None,
            body=None, neck=None, stamina=None, effort=None, recovery=None, capacity=None,
            type_id=None
        )
    )]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn set_state<'py>(
        &self,
        py: Python<'py>,
        worlds: Option<Any<'_, 'py>>,
        ball_position: Option<Any<'_, 'py>>,
        ball_velocity: Option<Any<'_, 'py>>,
        position: Option<Any<'_, 'py>>,
        velocity: Option<Any<'_, 'py>>,
        body: Option<Any<'_, 'py>>,
        neck: Option<Any<'_, 'py>>,
        stamina: Option<Any<'_, 'py>>,
        effort: Option<Any<'_, 'py>>,
        recovery: Option<Any<'_, 'py>>,
        capacity: Option<Any<'_, 'py>>,
        type_id: Option<Any<'_, 'py>>,
    ) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.num_worlds)?;
        let rows = Rows { batch: self, worlds: &worlds };
        let mut state = DiscState {
            ball_position: rows.balls(ball_position, "ball_position")?,
            ball_velocity: rows.balls(ball_velocity, "ball_velocity")?,
            position: rows.players(position, "position", 2)?,
            velocity: rows.players(velocity, "velocity", 2)?,
            body: rows.players(body, "body", 1)?,
            neck: rows.players(neck, "neck", 1)?,
            stamina: rows.players(stamina, "stamina", 1)?,
            effort: rows.players(effort, "effort", 1)?,
            recovery: rows.players(recovery, "recovery", 1)?,
            capacity: rows.players(capacity, "capacity", 1)?,
            type_id: Vec::new(),
        };
        if let Some(ids) = type_id {
            state.type_id = rows.types(ids)?;
        }
        self.door.attempt(py, |batch| batch.set_state(&worlds, &state))
    }
}

/// Reads arrays that broadcast to one row for each of some worlds.
struct Rows<'a> {
    batch: &'a PyDiscBatch,
    worlds: &'a [usize],
}

impl Rows<'_> {
    fn balls(&self, value: Option<Any<'_, '_>>, name: &str) -> PyResult<Vec<f64>> {
        let Some(value) = value else { return Ok(Vec::new()) };
        let array = RealArray::<2>::broadcast(value, name, [self.worlds.len(), 2])?;
        let axis = |column: usize| ["x", "y"][column];
        let rows = array.finite_rows(name, self.worlds, 2, |column| axis(column).to_owned())?;
        for (row, (world, pair)) in self.worlds.iter().zip(rows.chunks_exact(2)).enumerate() {
            for (column, &number) in pair.iter().enumerate() {
                let name_of = axis(column);
                let place = || format!("world {world}, {name_of}, at index ({row}, {column})");
                check_size(name, number, place)?;
            }
        }
        Ok(rows)
    }

    /// `width`: 2 for points, 1 for numbers, which have no axis of their own.
    fn players(&self, value: Option<Any<'_, '_>>, name: &str, width: usize) -> PyResult<Vec<f64>> {
        let Some(value) = value else { return Ok(Vec::new()) };
        let (count, players) = (self.worlds.len(), self.batch.places.len());
        let (values, strides) = if width == 1 {
            let array = RealArray::<2>::broadcast(value, name, [count, players])?;
            let [world, player] = array.strides();
            (array.into_values(), [world, player, 0])
        } else {
            let array = RealArray::<3>::broadcast(value, name, [count, players, width])?;
            let strides = array.strides();
            (array.into_values(), strides)
        };
        let mut rows = Vec::with_capacity(count * players * width);
        for (row, world) in self.worlds.iter().enumerate() {
            for player in 0..players {
                for column in 0..width {
                    let at = row * strides[0] + player * strides[1] + column * strides[2];
                    let number = values[at];
                    let place = || format!("world {world}, {}", self.batch.player_name(player));
                    if !number.is_finite() {
                        return Err(not_finite(name, number, &place()));
                    }
                    check_size(name, number, place)?;
                    rows.push(number);
                }
            }
        }
        Ok(rows)
    }

    fn types(&self, value: Any<'_, '_>) -> PyResult<Vec<u8>> {
        let (count, players) = (self.worlds.len(), self.batch.places.len());
        let place = |[row, player]: [usize; 2]| {
            format!("world {}, {}", self.worlds[row], self.batch.player_name(player))
        };
        let mut compact = Vec::new();
        let range = (0, TYPES as u8);
        let strides = codes(value, "type_id", [count, players], range, place, &mut compact)?;
        let mut ids = Vec::with_capacity(count * players);
        for row in 0..count {
            for player in 0..players {
                ids.push(compact[row * strides[0] + player * strides[1]]);
            }
        }
        Ok(ids)
    }
}

/// Refuses a number that is greater than any that can be set.
fn check_size(name: &str, number: f64, place: impl FnOnce() -> String) -> PyResult<()> {
    if number.abs() <= LARGEST_SET {
        return Ok(());
    }
    let message = format!("{number:e} at {}: must be within +-{LARGEST_SET:e}", place());
    Err(argument_error(name, message))
}
