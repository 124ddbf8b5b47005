//! Reads what SimSpark's servers send to monitors, for `rcssgym.simspark`.

use super::error::ProtocolError;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use rcssgym::wire::scene::{Fault, Graph, Kind, Light, Mesh, Node};
use rcssgym::wire::scene_writer::Matrix;
use rcssgym::wire::simspark::message::{self, Frame, Message};

fn protocol_error(fault: Fault) -> PyErr {
    ProtocolError::new_err(fault.to_string())
}

/// Names need not be UTF-8.
fn name<'py>(py: Python<'py>, bytes: &[u8]) -> Bound<'py, PyString> {
    PyString::new(py, &String::from_utf8_lossy(bytes))
}

/// Reads a message to monitors, without the scene's nodes: returns a list of the words of answers,
/// or a dictionary of what a frame says, in which ``None`` means that something has not changed.
///
/// Raises :class:`ProtocolError` for anything else.
#[pyfunction]
fn read_simspark<'py>(py: Python<'py>, content: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    match message::read(content).map_err(protocol_error)? {
        Message::Answers(words) => {
            Ok(PyList::new(py, words.iter().map(|word| name(py, word)))?.into_any())
        }
        Message::Frame(frame) => Ok(frame_dict(py, &frame)?.into_any()),
    }
}

fn frame_dict<'py>(py: Python<'py>, frame: &Frame) -> PyResult<Bound<'py, PyDict>> {
    let Frame { game, full, version: [major, minor], .. } = frame;
    let names = |words: &Vec<&[u8]>| PyTuple::new(py, words.iter().map(|word| name(py, word)));
    let dict = PyDict::new(py);
    dict.set_item("is_full", full)?;
    dict.set_item("version", (major, minor))?;
    dict.set_item("time", game.time)?;
    dict.set_item("half", game.half)?;
    dict.set_item("score_left", game.score[0])?;
    dict.set_item("score_right", game.score[1])?;
    dict.set_item("play_mode", game.play_mode)?;
    dict.set_item("team_left", game.teams[0].map(|team| name(py, team)))?;
    dict.set_item("team_right", game.teams[1].map(|team| name(py, team)))?;
    let fouls = game.fouls.iter().map(|foul| (foul.index, foul.kind, foul.team, foul.number));
    dict.set_item("fouls", PyTuple::new(py, fouls)?)?;
    dict.set_item("play_modes", game.play_modes.as_ref().map(names).transpose()?)?;
    let parameters = PyDict::new(py);
    for (key, value) in &game.parameters {
        parameters.set_item(name(py, key), value)?;
    }
    dict.set_item("parameters", parameters)?;
    Ok(dict)
}

/// A scene as a monitor received it; it never changes. An implementation detail of
/// :class:`rcssgym.simspark.Scene`.
#[pyclass(name = "ReceivedScene", module = "rcssgym._core", frozen)]
pub struct PyReceivedScene(Graph);

#[pymethods]
impl PyReceivedScene {
    /// The scene that a frame describes, in full or as differences from the one before.
    ///
    /// Raises :class:`ProtocolError` for a message that is not a frame, and for differences that do
    /// not fit.
    #[staticmethod]
    #[pyo3(signature = (content, before))]
    fn read(content: &[u8], before: Option<&Self>) -> PyResult<Self> {
        match message::read(content).map_err(protocol_error)? {
            Message::Frame(frame) => {
                frame.scene(before.map(|before| &before.0)).map(Self).map_err(protocol_error)
            }
            Message::Answers(_) => Err(ProtocolError::new_err("an answer has no scene")),
        }
    }

    fn __len__(&self) -> usize {
        self.0.nodes().len()
    }

    /// Does another scene have the same nodes, except for their poses? Only checks whether they are
    /// known to be the same, as they are if the differences were only in poses.
    fn shares_nodes(&self, other: &Self) -> bool {
        self.0.shares_nodes(&other.0)
    }

    /// Poses of the nodes relative to the nodes that contain them, ``(nodes, 4, 4)``.
    fn local<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        array(py, self.0.local())
    }

    /// Poses of the nodes in the world, ``(nodes, 4, 4)``.
    fn world<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        array(py, &self.0.world())
    }

    /// All nodes: type, index of the node that contains it, mesh, light.
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(
            py,
            self.0.nodes().iter().map(|node| described(py, node)).collect::<PyResult<Vec<_>>>()?,
        )
    }
}

fn array<'py>(py: Python<'py>, poses: &[Matrix]) -> PyResult<Bound<'py, PyArray3<f64>>> {
    PyArray1::from_slice(py, poses.as_flattened()).reshape([poses.len(), 4, 4])
}

fn described<'py>(py: Python<'py>, node: &Node) -> PyResult<Bound<'py, PyTuple>> {
    let Node { parent, kind, mesh, light, .. } = node;
    let kind = match kind {
        Kind::Transform => "TRF",
        Kind::StaticMesh => "StaticMesh",
        Kind::StandardMesh => "SMN",
        Kind::Light => "Light",
        Kind::Base | Kind::Description => "BN",
    };
    let mesh = mesh.as_ref().map(|mesh| {
        let Mesh { model, parameters, scale, materials, visible, transparent, .. } = &**mesh;
        let (parameters, materials) = (PyTuple::new(py, parameters)?, PyTuple::new(py, materials)?);
        let scale = PyTuple::new(py, scale)?;
        (model, parameters, scale, materials, visible, transparent).into_pyobject(py)
    });
    let light = light.as_ref().map(|light| {
        let Light { diffuse, ambient, specular } = &**light;
        PyTuple::new(
            py,
            [diffuse, ambient, specular]
                .map(|colour| PyTuple::new(py, colour))
                .into_iter()
                .collect::<PyResult<Vec<_>>>()?,
        )
    });
    (kind, parent, mesh.transpose()?, light.transpose()?).into_pyobject(py)
}

/// Adds what is here to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyReceivedScene>()?;
    module.add("SIMSPARK_LONGEST", message::MAX_LENGTH)?;
    module.add_function(wrap_pyfunction!(read_simspark, module)?)
}
