//! Small networks, as policies are: layers one after the other, read from ONNX files.
//!
//! Networks that `rcssgym train` writes can be computed here without an ONNX runtime:
//! normalization, dense layers, activations. A file with anything else is refused with the name of
//! the operator.

mod layer;
mod messages;
mod onnx;

use crate::error::{Error, Result};
use layer::Layer;

/// A network with one input and one output, both rows of numbers.
#[derive(Clone, Debug)]
pub struct Network {
    inputs: usize,
    outputs: usize,
    layers: Vec<Layer>,
    facts: Vec<(String, String)>,
}

impl Network {
    /// Reads an ONNX file.
    ///
    /// # Errors
    /// [`Error::Argument`] for data that is not an ONNX file, and for a graph that is not a chain
    /// of the operators that a network can have.
    pub fn read(file: &[u8]) -> Result<Self> {
        let onnx::Chain { inputs, layers, facts } =
            onnx::read(file).map_err(|reason| Error::argument("network", reason))?;
        let outputs = layers.iter().rev().find_map(Layer::outputs).unwrap_or(inputs);
        Ok(Self { inputs, outputs, layers, facts })
    }

    /// Numbers in a row of the input.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Numbers in a row of the output.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The file's metadata: names and texts.
    pub fn facts(&self) -> &[(String, String)] {
        &self.facts
    }

    /// Computes the output of one row.
    ///
    /// # Errors
    /// [`Error::Argument`] for another number of inputs.
    pub fn act(&self, row: &[f32]) -> Result<Vec<f32>> {
        if row.len() != self.inputs {
            let message = format!("has {} numbers, must have {}", row.len(), self.inputs);
            return Err(Error::argument("observation", message));
        }
        let mut numbers = row.to_vec();
        for layer in &self.layers {
            layer.apply(&mut numbers);
        }
        Ok(numbers)
    }
}
