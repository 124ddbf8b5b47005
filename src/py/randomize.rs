//! Worlds that differ from the others of a `rcssgym.WorldBatch`, and sensors that err.

use super::Any;
use super::argument::{index, integer, type_name, worlds};
use super::batch::PyWorldBatch;
use super::error::{OrRaise, argument_error};
use super::layout::Layout;
use super::quantity::Quantity;
use numpy::{PyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyTuple};
use rcssgym::batch::WorldBatch;
use rcssgym::model::Model;
use rcssgym::world::{Parameter, Randomization, Scope, Variation};

#[pymethods]
impl PyWorldBatch {
    /// Draws anew how some worlds differ from the others, or makes them plain again.
    ///
    /// The state of the worlds stays as it is, and what was drawn stays until the next draw, even
    /// after :meth:`reset`. Delayed commands and the time until the next push begin anew with every
    /// draw and every reset.
    ///
    /// :param randomization: what to draw within which ranges; ``None`` for plain worlds.
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    /// :param seeds: one for each of these worlds, 0 to 2**64 - 1, which alone decides what is
    ///     drawn for it; ``None`` continues with the world's own random numbers, which began with
    ///     its seed.
    #[pyo3(signature = (randomization, worlds=None, seeds=None))]
    fn randomize(
        &self,
        py: Python<'_>,
        randomization: Option<Any<'_, '_>>,
        worlds: Option<Any<'_, '_>>,
        seeds: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.layout.worlds)?;
        let randomization = randomization.map(self::randomization).transpose()?;
        let seeds = seeds.map(self::seeds).transpose()?;
        self.door.attempt(py, |engine| {
            engine.randomize(randomization.as_ref(), &worlds, seeds.as_deref())
        })?;
        Ok(())
    }

    /// What was drawn for a world, by the names of :class:`Randomization`; empty for a plain one.
    ///
    /// ``seed`` identifies the draw; it is a random number that follows from the seed given to
    /// :meth:`randomize`, not that seed. A parameter of the whole world is a number; that of pushes
    /// is the range from which they continue to be drawn. Parameters of bodies are arrays
    /// ``(R, B)`` in the order of :attr:`body_names`, of centres of mass ``(R, B, 3)``, of joints
    /// and motors ``(R, J)`` in the order of the model's joints and of :attr:`motor_names`; 0 in
    /// the padding.
    fn variation<'py>(&self, py: Python<'py>, world: Any<'_, 'py>) -> PyResult<Bound<'py, PyDict>> {
        let world = index(world, "world", self.layout.worlds)?;
        let engine = self.door.open()?;
        let shown = PyDict::new(py);
        let Some(drawn) = engine.variation(world).or_raise()? else { return Ok(shown) };
        shown.set_item("seed", drawn.seed)?;
        for &parameter in Parameter::ALL {
            if !drawn.values(parameter).is_empty() {
                shown.set_item(parameter.name(), show(py, &self.layout, drawn, parameter)?)?;
            }
        }
        Ok(shown)
    }
}

/// Checks ranges, ``{name: (low, high)}``, as :class:`Randomization` has them.
#[pyfunction]
pub fn check_ranges(ranges: &Bound<'_, PyDict>) -> PyResult<()> {
    read_ranges(ranges).map(drop)
}

/// Reads a `rcssgym.Randomization`.
pub fn randomization(value: Any<'_, '_>) -> PyResult<Randomization> {
    let class = value.py().import("rcssgym.randomization")?.getattr("Randomization")?;
    if !value.is_instance(&class)? {
        let kind = type_name(value);
        let message = format!("must be a Randomization or None, not {kind}");
        return Err(argument_error("randomization", message));
    }
    read_ranges(&value.call_method0("ranges")?.cast_into()?)
}

fn read_ranges(ranges: &Bound<'_, PyDict>) -> PyResult<Randomization> {
    let read = |(name, range): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name: String = name.extract()?;
        let parameter =
            Parameter::parse(&name).ok_or_else(|| argument_error(&name, "cannot be randomized"))?;
        let (low, high) = range.extract()?;
        Ok((parameter, [low, high]))
    };
    let ranges = ranges.iter().map(read).collect::<PyResult<Vec<_>>>()?;
    Randomization::new(&ranges).or_raise()
}

fn seeds(value: Any<'_, '_>) -> PyResult<Vec<u64>> {
    let items = value.try_iter().map_err(|_| {
        let kind = type_name(value);
        argument_error("seeds", format!("must be a sequence of integers, not {kind}"))
    })?;
    items.map(|item| integer(&item?, "seeds", 0..=u64::MAX)).collect()
}

/// A parameter's numbers as Python sees them.
fn show<'py>(
    py: Python<'py>,
    layout: &Layout,
    drawn: &Variation,
    parameter: Parameter,
) -> PyResult<Bound<'py, PyAny>> {
    let values = drawn.values(parameter);
    match parameter.scope() {
        Scope::World if parameter == Parameter::ActionDelay => {
            Ok(drawn.delay().into_pyobject(py)?.into_any())
        }
        Scope::World => Ok(PyFloat::new(py, values[0]).into_any()),
        Scope::Range => Ok(PyTuple::new(py, values)?.into_any()),
        Scope::Body => table(py, layout, values, |model| model.bodies.len()),
        Scope::BodyAxis => {
            let flat = table(py, layout, values, |model| 3 * model.bodies.len())?;
            flat.call_method1("reshape", (layout.robots.len(), layout.bodies, 3))
        }
        Scope::Joint => table(py, layout, values, |model| model.joints.len()),
        Scope::Motor => table(py, layout, values, |model| model.motors.len()),
    }
}

/// An array with a row of numbers for each robot, `width` of its model, padded with zeros.
fn table<'py>(
    py: Python<'py>,
    layout: &Layout,
    values: &[f64],
    width: impl Fn(&Model) -> usize,
) -> PyResult<Bound<'py, PyAny>> {
    let widest = layout.robots.iter().map(|robot| width(&robot.model)).max().unwrap_or(0);
    let robots = layout.robots.len();
    let mut padded = vec![0.0; robots * widest];
    let mut rest = values;
    for (robot, row) in layout.robots.iter().zip(padded.chunks_mut(widest.max(1))) {
        let (own, others) = rest.split_at(width(&robot.model).min(rest.len()));
        row[..own.len()].copy_from_slice(own);
        rest = others;
    }
    Ok(PyArray::from_vec(py, padded).reshape([robots, widest])?.into_any())
}

impl Quantity {
    /// The noise of the sensors of this quantity; `None` if they have none.
    pub fn noise(self) -> Option<Parameter> {
        match self {
            Self::JointPositions => Some(Parameter::JointPositionNoise),
            Self::JointVelocities => Some(Parameter::JointVelocityNoise),
            Self::Gyro => Some(Parameter::GyroNoise),
            Self::Accelerometer => Some(Parameter::AccelerometerNoise),
            Self::RootQuaternion => Some(Parameter::OrientationNoise),
            _ => None,
        }
    }

    /// Adds noise to the array of this quantity.
    pub fn add_noise(self, layout: &Layout, engine: &WorldBatch, out: &mut [f64]) {
        let (Some(kind), robots) = (self.noise(), layout.robots.len()) else { return };
        let width = self.shape(layout).last().copied().unwrap_or(0);
        if robots * width == 0 {
            return;
        }
        for (world, row) in out.chunks_exact_mut(robots * width).enumerate() {
            let Some(varied) = engine.varied(world) else { continue };
            for (r, (robot, values)) in
                layout.robots.iter().zip(row.chunks_exact_mut(width)).enumerate()
            {
                let count = match self {
                    Self::RootQuaternion => {
                        varied.turn(r, values);
                        continue;
                    }
                    // Without a sensor there is no noise.
                    Self::Gyro => robot.gyro.map_or(0, |_| width),
                    Self::Accelerometer => robot.accelerometer.map_or(0, |_| width),
                    _ => robot.model.motors.len(),
                };
                varied.add_noise(kind, r * width, &mut values[..count]);
            }
        }
    }
}
