//! What a camera has found: points and other robots.

use crate::value::{RealNumber, owned_string, sequence, setters, value_methods};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rcssgym::wire::rcsssmj::perception::{write_agent, write_object};

/// A point, in polar coordinates of the camera: the ball, a marker of the pitch, part of a body.
///
/// ``to_sexp()`` is ``(<name> (pol <distance> <azimuth> <inclination>))``.
#[pyclass(module = "rcssgym.perceptions")]
pub struct ObjectDetection {
    /// Name of what was detected.
    #[pyo3(get)]
    name: Py<PyString>,
    /// Horizontal angle, deg, positive to the left.
    #[pyo3(get)]
    azimuth: RealNumber,
    /// Vertical angle, deg, positive upwards.
    #[pyo3(get)]
    inclination: RealNumber,
    /// Distance, m.
    #[pyo3(get)]
    distance: RealNumber,
}

value_methods!(ObjectDetection: name, azimuth, inclination, distance);
setters!(
    ObjectDetection: name: owned_string,
    azimuth: RealNumber::new,
    inclination: RealNumber::new,
    distance: RealNumber::new
);

#[pymethods]
impl ObjectDetection {
    #[new]
    fn new(
        name: &Bound<'_, PyAny>,
        azimuth: &Bound<'_, PyAny>,
        inclination: &Bound<'_, PyAny>,
        distance: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        Ok(Self {
            name: owned_string(name, "name")?,
            azimuth: RealNumber::new(azimuth, "azimuth")?,
            inclination: RealNumber::new(inclination, "inclination")?,
            distance: RealNumber::new(distance, "distance")?,
        })
    }

    /// Text of this detection on the wire.
    fn to_sexp(&self, py: Python<'_>) -> PyResult<String> {
        let mut out = String::new();
        self.write(py, &mut out)?;
        Ok(out)
    }
}

impl ObjectDetection {
    fn write(&self, py: Python<'_>, out: &mut String) -> PyResult<()> {
        let name = self.name.bind(py).to_str()?;
        let distance = self.distance.written(py)?;
        let azimuth = self.azimuth.written(py)?;
        write_object(out, name, distance, azimuth, self.inclination.written(py)?);
        Ok(())
    }
}

/// Another robot, or one's own body.
///
/// ``to_sexp()`` is ``(<name> (team <team_name>)(id <player_no>)...)`` with the parts of the body
/// in place of the dots.
#[pyclass(module = "rcssgym.perceptions")]
pub struct AgentDetection {
    /// What it is: ``"P"`` for a player.
    #[pyo3(get)]
    name: Py<PyString>,
    /// Name of its team.
    #[pyo3(get)]
    team_name: Py<PyString>,
    /// Number on the jersey.
    #[pyo3(get)]
    player_no: RealNumber,
    /// Parts of the body that are in view.
    #[pyo3(get)]
    body_detections: Py<PyAny>,
}

value_methods!(AgentDetection: name, team_name, player_no, body_detections);
setters!(
    AgentDetection: name: owned_string,
    team_name: owned_string,
    player_no: RealNumber::new,
    body_detections: sequence
);

#[pymethods]
impl AgentDetection {
    #[new]
    fn new(
        name: &Bound<'_, PyAny>,
        team_name: &Bound<'_, PyAny>,
        player_no: &Bound<'_, PyAny>,
        body_detections: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        Ok(Self {
            name: owned_string(name, "name")?,
            team_name: owned_string(team_name, "team_name")?,
            player_no: RealNumber::new(player_no, "player_no")?,
            body_detections: sequence(body_detections, "body_detections")?,
        })
    }

    /// Text of this detection on the wire.
    fn to_sexp(&self, py: Python<'_>) -> PyResult<String> {
        let mut out = String::new();
        self.write(py, &mut out)?;
        Ok(out)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.body_detections)
    }
}

impl AgentDetection {
    fn write(&self, py: Python<'_>, out: &mut String) -> PyResult<()> {
        let name = self.name.bind(py).to_str()?;
        let team = self.team_name.bind(py).to_str()?;
        write_agent(out, name, team, self.player_no.written(py)?, |out| {
            write_detections(self.body_detections.bind(py), out)
        })
    }
}

/// Appends the texts of detections, of these classes or others that have a `to_sexp()`.
pub fn write_detections(detections: &Bound<'_, PyAny>, out: &mut String) -> PyResult<()> {
    let py = detections.py();
    for detection in detections.try_iter()? {
        let detection = detection?;
        if let Ok(object) = detection.cast::<ObjectDetection>() {
            object.borrow().write(py, out)?;
        } else if let Ok(agent) = detection.cast::<AgentDetection>() {
            agent.borrow().write(py, out)?;
        } else {
            let text = detection.call_method0(intern!(py, "to_sexp"))?;
            out.push_str(text.cast::<PyString>()?.to_str()?);
        }
    }
    Ok(())
}

/// An `ObjectDetection`; distance in m, angles in deg.
pub fn object_detection<'py>(
    name: &Bound<'py, PyString>,
    azimuth: f64,
    inclination: f64,
    distance: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let detection = ObjectDetection {
        name: name.clone().unbind(),
        azimuth: azimuth.into(),
        inclination: inclination.into(),
        distance: distance.into(),
    };
    Ok(Bound::new(name.py(), detection)?.into_any())
}

/// An `AgentDetection` of a player.
pub fn agent_detection<'py>(
    team_name: &Bound<'py, PyString>,
    player_no: i64,
    body_detections: Bound<'py, PyList>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = team_name.py();
    let detection = AgentDetection {
        name: intern!(py, "P").clone().unbind(),
        team_name: team_name.clone().unbind(),
        player_no: player_no.into(),
        body_detections: body_detections.into_any().unbind(),
    };
    Ok(Bound::new(py, detection)?.into_any())
}
