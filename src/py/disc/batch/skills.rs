//! Skills of all players, from Python.

use super::PyDiscBatch;
use crate::Any;
use crate::argument::flag_or;
use crate::array::{ArrayShape, codes};
use crate::read::write_array;
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use rcssgym::batch::disc::{Input, SkillCalls, SkillRow};
use rcssgym::disc::skills::called::{LOOKS, SKILL_NUMBERS, SKILLS};

/// Commands as arrays: kind, args, turn_neck, change_view, success.
type Commands<'py> = (
    Bound<'py, PyArrayDyn<i64>>,
    Bound<'py, PyArrayDyn<f64>>,
    Bound<'py, PyArrayDyn<f64>>,
    Bound<'py, PyArrayDyn<i64>>,
    Bound<'py, PyArrayDyn<bool>>,
);

#[pymethods]
impl PyDiscBatch {
    /// The commands with which players carry out skills: ``kind``, ``args``, ``turn_neck`` and
    /// ``change_view`` for :meth:`step`, and whether each skill does what it is for.
    ///
    /// :param skill: what each is to do ``(W, P)``, codes of :class:`rcssgym.disc.Skill`.
    /// :param args: arguments of these skills ``(W, P, 4)``, in the frame of the player's team,
    ///     which attacks towards +x; numbers that a skill does not take are ignored.
    /// :param look: where each looks ``(W, P)``, codes of :class:`rcssgym.disc.Look`.
    /// :param sensed: decide by what players remember of what they have sensed, not by the true
    ///     state; for a batch made with ``sensed=True``.
    /// :param worlds: the worlds to compute commands for: distinct indices or a mask ``(W,)``;
    ///     ``None`` for all. In the other worlds nobody does anything.
    ///
    /// Returns ``(W, P)`` int64, ``(W, P, 2)``, ``(W, P)``, ``(W, P)`` int64 and ``(W, P)`` bool.
    /// Plays nothing. Releases the GIL.
    #[pyo3(
        signature = (skill, args=None, *, look=None, sensed=None, worlds=None),
        text_signature = "($self, skill, args=None, *, look=None, sensed=False, worlds=None)"
    )]
    fn skill_commands<'py>(
        &self,
        py: Python<'py>,
        skill: Any<'_, 'py>,
        args: Option<Any<'_, 'py>>,
        look: Option<Any<'_, 'py>>,
        sensed: Option<Any<'_, 'py>>,
        worlds: Option<Any<'_, 'py>>,
    ) -> PyResult<Commands<'py>> {
        let sensed = flag_or(sensed, "sensed", false)?;
        let (mut numbers, mut bytes) = (self.numbers.borrow(), self.codes.borrow());
        let sizes @ [num_worlds, players] = [self.num_worlds, self.places.len()];
        let place =
            |[world, player]: [usize; 2]| format!("world {world}, {}", self.player_name(player));
        let count = (0, SKILLS.len() as u8);
        let skill_strides = codes(skill, "skill", sizes, count, place, &mut bytes)?;
        let end = bytes.len();
        let look_strides = look
            .map(|look| codes(look, "look", sizes, (0, LOOKS.len() as u8), place, &mut bytes))
            .transpose()?;
        let shape = [num_worlds, players, SKILL_NUMBERS];
        let strides = match args {
            Some(args) => ArrayShape::Broadcasts(shape).copy(args, "args", &mut numbers)?,
            None => {
                numbers.push(0.0);
                [0; 3]
            }
        };
        let active = self.active(worlds)?;
        let calls = SkillCalls {
            skill: Input { values: &bytes[..end], strides: skill_strides },
            args: Input { values: &numbers, strides },
            look: look_strides.map(|strides| Input { values: &bytes[end..], strides }),
            sensed,
        };
        let rows =
            self.door.attempt(py, |batch| batch.skill_commands(&calls, active.as_deref()))?;
        let args = write_array(py, &[num_worlds, players, 2], None, |out: &mut [f64]| {
            for (out, row) in out.chunks_exact_mut(2).zip(&rows) {
                out.copy_from_slice(&row.args);
            }
        })?;
        Ok((
            column(py, sizes, &rows, |row| i64::from(row.kind))?,
            args,
            column(py, sizes, &rows, |row| row.turn_neck)?,
            column(py, sizes, &rows, |row| i64::from(row.change_view))?,
            column(py, sizes, &rows, |row| row.success)?,
        ))
    }
}

/// One value of each row.
fn column<'py, T: numpy::Element>(
    py: Python<'py>,
    sizes: [usize; 2],
    rows: &[SkillRow],
    value: impl Fn(&SkillRow) -> T,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    write_array(py, &sizes, None, |out: &mut [T]| {
        for (out, row) in out.iter_mut().zip(rows) {
            *out = value(row);
        }
    })
}
