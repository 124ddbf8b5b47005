//! Perceptions of a few numbers each.

use super::Perception;
use crate::value::{RealNumber, setters, string, value_methods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use rcssgym::wire::rcsssmj::perception;

/// Defines a perception of numbers, and the function that makes it from an array of them.
macro_rules! reading {
    (
        $(#[doc = $doc:literal])+
        $class:ident, $make:ident, $write:ident, $number:ty,
        { $($(#[doc = $field_doc:literal])+ $field:ident),+ }
    ) => {
        $(#[doc = $doc])+
        #[pyclass(module = "rcssgym.perceptions", extends = Perception)]
        pub struct $class {
            $($(#[doc = $field_doc])+ #[pyo3(get)] $field: RealNumber,)+
        }

        value_methods!($class: name, $($field),+);
        setters!($class: $($field: RealNumber::new),+);

        #[pymethods]
        impl $class {
            #[new]
            fn new(
                name: &Bound<'_, PyAny>,
                $($field: &Bound<'_, PyAny>),+
            ) -> PyResult<PyClassInitializer<Self>> {
                let reading = Self { $($field: RealNumber::new($field, stringify!($field))?),+ };
                Ok(Perception::with_name(string(name, "name")?).add_subclass(reading))
            }

            /// Text of this perception on the wire.
            fn to_sexp(this: &Bound<'_, Self>) -> PyResult<String> {
                let py = this.py();
                let this = this.borrow();
                let Self { $($field),+ } = &*this;
                let name = this.as_super().sensor(py)?.to_str()?;
                let mut out = String::new();
                perception::$write(&mut out, name, [$($field.written(py)?),+]);
                Ok(out)
            }
        }

        #[doc = concat!("A `", stringify!($class), "`.")]
        pub fn $make<'py>(
            name: &Bound<'py, PyString>,
            [$($field),+]: [$number; [$(stringify!($field)),+].len()],
        ) -> PyResult<Bound<'py, PyAny>> {
            let reading = $class { $($field: $field.into()),+ };
            let reading = Perception::with_name(name).add_subclass(reading);
            Ok(Bound::new(name.py(), reading)?.into_any())
        }
    };
}

reading! {
    /// Simulated time.
    ///
    /// ``to_sexp()`` is ``(time (<name> <time>))``.
    TimePerception, time, write_time, f64,
    {
        /// Time, s.
        time
    }
}

reading! {
    /// Where a sensor is in the world.
    ///
    /// ``to_sexp()`` is ``(pos (n <name>) (p <x> <y> <z>))``.
    PositionPerception, position, write_position, f64,
    {
        /// Position along x, m.
        x,
        /// Position along y, m.
        y,
        /// Position along z, m.
        z
    }
}

reading! {
    /// Orientation of a sensor in the world, as a unit quaternion.
    ///
    /// ``to_sexp()`` is ``(quat (n <name>) (q <qw> <qx> <qy> <qz>))``.
    OrientationPerception, orientation, write_orientation, f64,
    {
        /// Real part.
        qw,
        /// First imaginary part.
        qx,
        /// Second imaginary part.
        qy,
        /// Third imaginary part.
        qz
    }
}

reading! {
    /// Angular velocity in the frame of a gyroscope.
    ///
    /// ``to_sexp()`` is ``(GYR (n <name>) (rt <rx> <ry> <rz>))``.
    GyroPerception, gyro, write_gyro, f64,
    {
        /// Rate about x, deg/s.
        rx,
        /// Rate about y, deg/s.
        ry,
        /// Rate about z, deg/s.
        rz
    }
}

reading! {
    /// Acceleration in the frame of an accelerometer, which shows gravity as an upward
    /// acceleration.
    ///
    /// ``to_sexp()`` is ``(ACC (n <name>) (a <ax> <ay> <az>))``.
    AccelerometerPerception, accelerometer, write_accelerometer, f64,
    {
        /// Acceleration along x, m/s^2.
        ax,
        /// Acceleration along y, m/s^2.
        ay,
        /// Acceleration along z, m/s^2.
        az
    }
}

reading! {
    /// Whether a bumper touches something.
    ///
    /// ``to_sexp()`` is ``(TCH n <name> val <active>)``.
    TouchPerception, touch, write_touch, i64,
    {
        /// 0 if it touches nothing.
        active
    }
}
