//! What monitors are told of a scene: `rcssgym._core.SceneGraph`.

use super::PySoccerWorld;
use crate::soccer::Side;
use crate::wire::rcsssmj::monitor::{SceneGraph, SentPoses};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// Poses that one audience was sent last; the next difference tells it what has changed since.
#[pyclass(name = "TransformNode", module = "rcssgym._core", frozen)]
pub struct PySentPoses(Mutex<SentPoses>);

#[pymethods]
impl PySentPoses {
    #[new]
    fn new() -> Self {
        Self(Mutex::default())
    }

    /// Forget what was sent: a difference tells all poses then.
    fn reset(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = SentPoses::default();
    }
}

/// The scene graph of one frame. An implementation detail of :class:`rcssgym.soccer.SceneGraph`.
#[pyclass(name = "SceneGraph", module = "rcssgym._core", frozen)]
pub struct PySceneGraph(SceneGraph);

#[pymethods]
impl PySceneGraph {
    /// Text for those who were sent `node_cache`, which is brought up to date.
    fn to_sexp(&self, full: bool, node_cache: &PySentPoses) -> String {
        let mut sent = node_cache.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = String::new();
        match full {
            true => self.0.write_full(&mut out, &mut sent),
            false => self.0.write_diff(&mut out, &mut sent),
        }
        out
    }
}

#[pymethods]
impl PySoccerWorld {
    /// The scene as monitors see it in this frame.
    fn scene_graph(&self) -> PyResult<PySceneGraph> {
        let mut batch = self.door.open()?;
        let arena = Arc::clone(batch.arena());
        let perceiver = batch.perceiver(0)?;
        let mut graph = self.graph.lock().unwrap_or_else(PoisonError::into_inner);
        let graph = graph.get_or_insert_with(|| {
            let names = Side::BOTH.map(|side| perceiver.game.game.state.team_name(side));
            SceneGraph::new(&arena, names)
        });
        graph.update(&perceiver.view);
        Ok(PySceneGraph(graph.clone()))
    }
}
