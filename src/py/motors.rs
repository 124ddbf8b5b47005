//! The numbers that a control step sends to the motors.

use super::array::{ArrayShape, not_finite};
use super::layout::Layout;
use super::scratch::Borrowed;
use pyo3::prelude::*;
use rcssgym::batch::MotorInput;
use std::ops::Range;

/// Numbers for every motor of every robot of every world, copied from the arguments of a step one
/// after the other.
pub struct MotorNumbers<'a> {
    layout: &'a Layout,
    numbers: Borrowed<'a>,
}

/// Where the numbers of an argument are, and the steps through them.
#[derive(Clone)]
pub struct Span {
    range: Range<usize>,
    strides: [usize; 3],
}

impl<'a> MotorNumbers<'a> {
    /// Starts without any numbers.
    pub fn new(layout: &'a Layout, numbers: Borrowed<'a>) -> Self {
        Self { layout, numbers }
    }

    /// An argument of shape (W, R, J). Every number that a motor will take must be finite; columns
    /// beyond a robot's motors are ignored.
    pub fn exact(&mut self, value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Span> {
        self.add(value, argument, ArrayShape::Exactly(self.layout.motor_shape()))
    }

    /// Like [`Self::exact`], for an argument that broadcasts to that shape; `default` if it is
    /// missing.
    pub fn broadcast(
        &mut self,
        value: Option<&Bound<'_, PyAny>>,
        argument: &str,
        default: f64,
    ) -> PyResult<Span> {
        if let Some(value) = value {
            return self.add(value, argument, ArrayShape::Broadcasts(self.layout.motor_shape()));
        }
        let start = self.numbers.len();
        self.numbers.push(default);
        Ok(Span { range: start..start + 1, strides: [0; 3] })
    }

    fn add(
        &mut self,
        value: &Bound<'_, PyAny>,
        argument: &str,
        shape: ArrayShape<3>,
    ) -> PyResult<Span> {
        let start = self.numbers.len();
        let strides = shape.copy(value, argument, &mut self.numbers)?;
        let part = Span { range: start..self.numbers.len(), strides };
        check(self.input(part.clone()), argument, self.layout)?;
        Ok(part)
    }

    /// The form that the engine reads.
    pub fn input(&self, part: Span) -> MotorInput<'_> {
        MotorInput { values: &self.numbers[part.range], strides: part.strides }
    }
}

fn check(input: MotorInput<'_>, argument: &str, layout: &Layout) -> PyResult<()> {
    let MotorInput { values, strides: [world, robot, motor] } = input;
    let worlds = if world == 0 { 1 } else { layout.worlds };
    for w in 0..worlds {
        for r in 0..layout.robots.len() {
            let model = &layout.robots[r].model;
            let at = |k: usize| values[w * world + r * robot + k * motor];
            if let Some(k) = (0..model.motors.len()).find(|&k| !at(k).is_finite()) {
                let (name, motor) = (layout.robot_name(r), layout.motor_name(r, k));
                let place = format!("world {w}, {name}, {motor}, at index ({w}, {r}, {k})");
                return Err(not_finite(argument, at(k), &place));
            }
        }
    }
    Ok(())
}
