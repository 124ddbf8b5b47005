//! Where the quantities that terms read lie in a block's arrays, and how they are copied to the
//! rows of several worlds at once.

use super::robot::{RobotMap, Widths};
use crate::math::covering::copy;
use crate::math::lane::{Kernel, Lane};
use crate::math::precision::Precision;
use crate::math::wide::{LaneUser, Width, with_lanes};
use crate::model::{ROOT_COORDS, ROOT_DOFS};
use crate::terms::{Quantity, RowsMut, level};
use crate::world::state::StateMut;
use std::marker::PhantomData;

/// An array of a block's state.
pub(super) enum Array {
    Coords,
    Rates,
    Sensors,
    Time,
}

/// Where a quantity lies in each world's row of an array.
pub(super) struct Place {
    array: Array,
    first: usize,
}

impl Place {
    /// The place of a robot's quantity of `width` numbers, if they lie side by side.
    pub fn of(quantity: Quantity, width: usize, robot: &RobotMap) -> Option<Self> {
        // A robot with fewer motors than others of its world has zeros for the rest.
        let has_all = robot.is_in_order && robot.joints.len() == width;
        let (array, first) = match quantity {
            Quantity::JointAngles if has_all => (Array::Coords, robot.coords + ROOT_COORDS),
            Quantity::JointSpeeds if has_all => (Array::Rates, robot.dofs + ROOT_DOFS),
            Quantity::Gyro => (Array::Sensors, robot.gyro?),
            Quantity::Acceleration => (Array::Sensors, robot.accelerometer?),
            Quantity::Position => (Array::Coords, robot.coords),
            Quantity::Orientation => (Array::Coords, robot.coords + 3),
            Quantity::Velocity => (Array::Rates, robot.dofs),
            Quantity::BallPosition => (Array::Coords, 0),
            Quantity::BallVelocity => (Array::Rates, 0),
            Quantity::Time => (Array::Time, 0),
            _ => return None,
        };
        Some(Self { array, first })
    }

    /// The numbers at this place, starting at a world.
    pub fn from<'a>(&self, block: &'a StateMut<'_>, widths: &Widths, world: usize) -> Source<'a> {
        let (array, stride): (&[f64], usize) = match self.array {
            Array::Coords => (block.qpos, widths.coords),
            Array::Rates => (block.qvel, widths.dofs),
            Array::Sensors => (block.sensors, widths.sensors),
            Array::Time => (block.time, 1),
        };
        Source { numbers: &array[world * stride + self.first..], stride }
    }
}

/// A quantity of consecutive worlds.
pub(super) struct Source<'a> {
    /// The array, starting at the first world's numbers.
    pub numbers: &'a [f64],
    /// Distance from one world's numbers to those of the next.
    pub stride: usize,
}

impl Source<'_> {
    /// Copies the quantity to `width` cells of each row, starting at `cell`.
    pub fn copy(&self, rows: &mut RowsMut<'_>, cell: usize, width: usize) {
        let copy = IntoRows { source: self, rows, cell, width };
        with_lanes(level(), Precision::F64, Width::Full, copy);
    }
}

struct IntoRows<'a, 'b> {
    source: &'a Source<'a>,
    rows: &'a mut RowsMut<'b>,
    cell: usize,
    width: usize,
}

struct RowsInLanes<'a, 'b, L> {
    source: &'a Source<'a>,
    cell: usize,
    width: usize,
    lanes: PhantomData<(L, &'b ())>,
}

impl LaneUser for IntoRows<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { source, rows, cell, width } = self;
        L::run(RowsInLanes { source, cell, width, lanes: PhantomData::<(L, &())> }, rows);
    }
}

impl<'b, L: Lane> Kernel for RowsInLanes<'_, 'b, L> {
    type Data = RowsMut<'b>;
    type Output = ();

    #[inline(always)]
    fn run(self, rows: &mut RowsMut<'b>) {
        match self.width {
            // Widths that the compiler knows need no loops.
            3 => self.some::<3>(rows),
            4 => self.some::<4>(rows),
            6 => self.some::<6>(rows),
            _ => self.each(rows, copy::<L>),
        }
    }
}

impl<'b, L: Lane> RowsInLanes<'_, 'b, L> {
    #[inline(always)]
    fn each(&self, rows: &mut RowsMut<'b>, copy: impl Fn(&[f64], &mut [f64])) {
        let Self { source: Source { numbers, stride }, cell, width, .. } = *self;
        for (index, row) in rows.each().enumerate() {
            copy(&numbers[index * stride..][..width], &mut row[cell..cell + width]);
        }
    }

    #[inline(always)]
    fn some<const N: usize>(&self, rows: &mut RowsMut<'b>) {
        self.each(rows, |from, to| to[..N].copy_from_slice(&from[..N]));
    }
}
