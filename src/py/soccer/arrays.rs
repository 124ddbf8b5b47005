//! Kick-offs, beams and messages in many worlds at once.

use crate::Any;
use crate::argument::{number, worlds};
use crate::array::{RealArray, as_array, not_finite, tuple};
use crate::batch::PyWorldBatch;
use crate::error::{OrRaise, argument_error};
use crate::strided::items;
use numpy::{PyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rcssgym::action::Action;
use rcssgym::model::Model;
use rcssgym::perception::audio::{MAX_MESSAGE, speaker, speakers};
use rcssgym::soccer::{Command, Side};

#[pymethods]
impl PyWorldBatch {
    /// Gives one of the teams the kick-off in some worlds.
    ///
    /// :param sides: 0 for the left team and 1 for the right one: one number for all, or
    ///     ``(len(worlds),)``.
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    #[pyo3(signature = (sides, worlds=None))]
    fn kick_off(&self, sides: Any<'_, '_>, worlds: Option<Any<'_, '_>>) -> PyResult<()> {
        self.played()?;
        let worlds = self::worlds(worlds, self.layout.worlds)?;
        let array = RealArray::<1>::broadcast(sides, "sides", [worlds.len()])?;
        let [step] = array.strides();
        let sides = (0..worlds.len()).map(|index| match array.values()[index * step] {
            0.0 => Ok(Side::Left),
            1.0 => Ok(Side::Right),
            other => {
                let message = format!("{other} at index {index} is neither 0 nor 1");
                Err(argument_error("sides", message))
            }
        });
        let sides: Vec<Side> = sides.collect::<PyResult<_>>()?;
        let mut engine = self.door.open()?;
        for (world, side) in worlds.into_iter().zip(sides) {
            engine.command(world, &Command::KickOff(side)).or_raise()?;
        }
        Ok(())
    }

    /// Beams robots in some worlds, at once, where the play mode allows it, as
    /// :class:`rcssgym.actions.BeamAction` does.
    ///
    /// :param poses: x from the centre line into the own half, y, m, and heading from the direction
    ///     of play, rad, ``(len(worlds), R, 3)`` or an array that broadcasts to it.
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    /// :param robots: which robots to beam: a mask ``(len(worlds), R)``, or one that broadcasts to
    ///     it; ``None`` for all.
    #[pyo3(signature = (poses, worlds=None, robots=None))]
    fn beam(
        &self,
        poses: Any<'_, '_>,
        worlds: Option<Any<'_, '_>>,
        robots: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        self.played()?;
        let worlds = self::worlds(worlds, self.layout.worlds)?;
        let count = self.layout.robots.len();
        let array = RealArray::<3>::broadcast(poses, "poses", [worlds.len(), count, 3])?;
        let mask = robots.map(|robots| mask(robots, [worlds.len(), count])).transpose()?;
        let [world_step, robot_step, step] = array.strides();
        let mut beams = Vec::new();
        for (row, &world) in worlds.iter().enumerate() {
            for robot in 0..count {
                if mask.as_ref().is_some_and(|mask| !mask[row * count + robot]) {
                    continue;
                }
                let first = row * world_step + robot * robot_step;
                let pose = [0, 1, 2].map(|i| array.values()[first + i * step]);
                if let Some(part) = pose.iter().position(|number| !number.is_finite()) {
                    let name = self.layout.robot_name(robot);
                    let place = format!("world {world}, {name}, at index ({row}, {robot}, {part})");
                    return Err(not_finite("poses", pose[part], &place));
                }
                let [x, y, yaw] = pose;
                beams.push((world, robot, Action::Beam { position: [x, y], yaw }));
            }
        }
        let mut engine = self.door.open()?;
        for (world, robot, action) in beams {
            engine.perform(world, robot, &action, None).or_raise()?;
        }
        Ok(())
    }

    /// Lets robots say something in the coming step of some worlds, through the speaker ``say``.
    ///
    /// :param messages: bytes, uint8 ``(len(worlds), R, n)`` with n up to 10; zeros at the end are
    ///     left out, and a robot with nothing else says nothing.
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    /// :param volume: share of full loudness, 1 at most.
    #[pyo3(
        signature = (messages, worlds=None, volume=None),
        text_signature = "($self, messages, worlds=None, volume=1.0)"
    )]
    fn say(
        &self,
        messages: Any<'_, '_>,
        worlds: Option<Any<'_, '_>>,
        volume: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        self.played()?;
        let volume = volume.map_or(Ok(1.0), |volume| number(volume, "volume"))?;
        let worlds = self::worlds(worlds, self.layout.worlds)?;
        let count = self.layout.robots.len();
        let array = as_array(messages, "messages")?;
        let Ok(array) = array.cast::<PyArrayDyn<u8>>() else {
            let message = format!("must hold bytes, uint8, not {}", array.dtype());
            return Err(argument_error("messages", message));
        };
        let shape = array.shape();
        let [rows, robots, length] = *shape else {
            let message = format!("shape {}, must be (worlds, robots, bytes)", tuple(shape));
            return Err(argument_error("messages", message));
        };
        if [rows, robots] != [worlds.len(), count] || !(1..=MAX_MESSAGE).contains(&length) {
            let must = format!("({}, {count}, 1 to {MAX_MESSAGE})", worlds.len());
            let message = format!("shape {}, must be {must}", tuple(shape));
            return Err(argument_error("messages", message));
        }
        let bytes: Vec<u8> = items(array)?;
        let mut engine = self.door.open()?;
        let mut said = Vec::new();
        for (place, message) in bytes.chunks_exact(length).enumerate() {
            let (world, robot) = (worlds[place / count], place % count);
            let end = message.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
            if end == 0 {
                continue;
            }
            let speaker = say_of(engine.robot_model(robot), robot)?;
            let action = Action::Say { speaker, volume, message: message[..end].to_vec() };
            action.check().or_raise()?;
            said.push((world, robot, action));
        }
        for (world, robot, action) in said {
            engine.perform(world, robot, &action, None).or_raise()?;
        }
        Ok(())
    }
}

/// The speaker through which a robot speaks.
fn say_of(model: &Model, robot: usize) -> PyResult<usize> {
    speaker(model, "say").ok_or_else(|| {
        let known: Vec<_> = speakers(model).collect();
        let name = &model.name;
        let message = format!("robot {robot}, {name}, has no speaker 'say', but {known:?}");
        argument_error("messages", message)
    })
}

/// Truth values of an array that broadcasts to a shape, in C order.
fn mask(value: Any<'_, '_>, [rows, columns]: [usize; 2]) -> PyResult<Vec<bool>> {
    let array = as_array(value, "robots")?;
    if array.cast::<PyArrayDyn<bool>>().is_err() {
        let message = format!("must be a mask of bool, not {}", array.dtype());
        return Err(argument_error("robots", message));
    }
    let numbers = array.call_method1("astype", ("float64",))?;
    let array = RealArray::<2>::broadcast(&numbers, "robots", [rows, columns])?;
    let [row_step, step] = array.strides();
    let place = |index: usize| index / columns * row_step + index % columns * step;
    Ok((0..rows * columns).map(|index| array.values()[place(index)] != 0.0).collect())
}
