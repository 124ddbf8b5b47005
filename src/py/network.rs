//! `rcssgym._core.Network`.

use super::Any;
use super::array::{ArrayShape, as_array};
use crate::error::OrRaise;
use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rcssgym::network::Network;

/// A policy's network, computed without a runtime for ONNX.
///
/// :param file: content of an ONNX file whose graph is a chain of dense layers and activations, as
///     ``rcssgym train`` writes it.
///
/// Raises :class:`ArgumentError` for any other content; the message names an operator that is not
/// known.
#[pyclass(name = "Network", module = "rcssgym._core", frozen)]
pub struct PyNetwork(Network);

#[pymethods]
impl PyNetwork {
    #[new]
    fn new(file: &[u8]) -> PyResult<Self> {
        Ok(Self(Network::read(file).or_raise()?))
    }

    /// Number of inputs, and number of outputs.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.inputs(), self.0.outputs())
    }

    /// What the file says about itself.
    #[getter]
    fn facts(&self) -> Vec<(String, String)> {
        self.0.facts().to_vec()
    }

    /// Actions ``(N, m)`` float32 for observations ``(N, n)``.
    ///
    /// Raises :class:`ArgumentError` for another shape, and for numbers that are not finite.
    fn act<'py>(
        &self,
        py: Python<'py>,
        observations: Any<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let rows = as_array(observations, "observations")?.shape().first().copied().unwrap_or(0);
        let (mut numbers, shape) = (Vec::new(), [rows, self.0.inputs()]);
        ArrayShape::Exactly(shape).copy(observations, "observations", &mut numbers)?;
        let actions = PyArray2::zeros(py, [rows, self.0.outputs()], false);
        let mut writer = actions.readwrite();
        let out = writer.as_slice_mut()?;
        let rows = numbers.chunks_exact(self.0.inputs().max(1));
        for (row, out) in rows.zip(out.chunks_exact_mut(self.0.outputs().max(1))) {
            let row: Vec<f32> = row.iter().map(|&number| number as f32).collect();
            out.copy_from_slice(&self.0.act(&row).or_raise()?);
        }
        drop(writer);
        Ok(actions)
    }
}
