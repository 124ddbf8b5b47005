//! The state of all joints of a robot.

use super::Perception;
use crate::value::{Notation, Numbers, sequence, setters, value_methods};
use numpy::PyArray1;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyList;
use rcssgym::wire::rcsssmj::perception::{write_joint, write_joints};

/// Typical length of the expression of one joint, bytes.
const TYPICAL_EXPRESSION: usize = 40;

/// Angles and speeds of a robot's joints, in the order of its sensors.
///
/// ``to_sexp()`` is ``(HJ (n <name>)(ax <angle>)(vx <speed>))`` for each of them in turn.
#[pyclass(module = "rcssgym.perceptions", extends = Perception)]
pub struct JointStatePerception {
    /// Names of the joints.
    #[pyo3(get)]
    joint_names: Py<PyAny>,
    /// Angles of the joints, deg.
    #[pyo3(get)]
    joint_axs: Py<PyAny>,
    /// Speeds of the joints, deg/s.
    #[pyo3(get)]
    joint_vxs: Py<PyAny>,
}

value_methods!(JointStatePerception: joint_names, axs = joint_axs, vxs = joint_vxs);
setters!(
    JointStatePerception: joint_names: sequence,
    joint_axs: sequence,
    joint_vxs: sequence
);

#[pymethods]
impl JointStatePerception {
    #[new]
    fn new(
        py: Python<'_>,
        joint_names: &Bound<'_, PyAny>,
        axs: &Bound<'_, PyAny>,
        vxs: &Bound<'_, PyAny>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let joints = Self {
            joint_names: sequence(joint_names, "joint_names")?,
            joint_axs: sequence(axs, "axs")?,
            joint_vxs: sequence(vxs, "vxs")?,
        };
        Ok(Perception::with_name(intern!(py, "JS")).add_subclass(joints))
    }

    /// Text of this perception on the wire: an expression for each joint.
    fn to_sexp(&self, py: Python<'_>) -> PyResult<String> {
        let names = self.names(py)?;
        let angles = Numbers::new(self.joint_axs.bind(py), Notation::Format)?;
        let speeds = Numbers::new(self.joint_vxs.bind(py), Notation::Format)?;
        let mut out = String::with_capacity(TYPICAL_EXPRESSION * names.len());
        for ((name, angle), speed) in names.iter().zip(angles.iter()).zip(speeds.iter()) {
            write_joint(&mut out, name, angle, speed);
        }
        Ok(out)
    }

    /// All joints in one expression: ``(JS (names ...) (axs ...) (vxs ...))``.
    fn to_sexp2(this: &Bound<'_, Self>) -> PyResult<String> {
        let (py, this) = (this.py(), this.borrow());
        let name = this.as_super().sensor(py)?.to_str()?;
        let angles = Numbers::new(this.joint_axs.bind(py), Notation::Str)?;
        let speeds = Numbers::new(this.joint_vxs.bind(py), Notation::Str)?;
        let mut out = String::new();
        write_joints(&mut out, name, this.names(py)?, angles.iter(), speeds.iter());
        Ok(out)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.joint_names)?;
        visit.call(&self.joint_axs)?;
        visit.call(&self.joint_vxs)
    }
}

impl JointStatePerception {
    fn names(&self, py: Python<'_>) -> PyResult<Vec<PyBackedStr>> {
        let names = self.joint_names.bind(py).try_iter()?;
        names.map(|name| name?.str()?.try_into()).collect()
    }
}

/// A `JointStatePerception`; angles in deg, speeds in deg/s.
pub fn joints<'py>(
    names: &Bound<'py, PyList>,
    angles: Bound<'py, PyArray1<f64>>,
    speeds: Bound<'py, PyArray1<f64>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = names.py();
    let joints = JointStatePerception {
        joint_names: names.clone().into_any().unbind(),
        joint_axs: angles.into_any().unbind(),
        joint_vxs: speeds.into_any().unbind(),
    };
    let joints = Perception::with_name(intern!(py, "JS")).add_subclass(joints);
    Ok(Bound::new(py, joints)?.into_any())
}
