//! ONNX files whose graph is a chain: each operator takes what the one before it has made.

use super::layer::Layer;
use super::messages::{Attribute, Graph, Model, Node};
use prost::Message;
use std::collections::HashMap;

/// Largest file, bytes.
const LARGEST: usize = 1 << 26;
/// Maximum number of operators.
const MOST: usize = 256;
/// Data type of tensors: float32.
const FLOAT: i32 = 1;

/// Contents of a file.
pub(super) struct Chain {
    pub(super) inputs: usize,
    pub(super) layers: Vec<Layer>,
    pub(super) facts: Vec<(String, String)>,
}

/// A constant: its sizes and numbers.
struct Tensor {
    sizes: Vec<usize>,
    numbers: Vec<f32>,
}

type Tensors = HashMap<String, Tensor>;

/// Reads a file.
pub(super) fn read(file: &[u8]) -> Result<Chain, String> {
    if file.len() > LARGEST {
        return Err(format!("has {} bytes, the most is {LARGEST}", file.len()));
    }
    let model = Model::decode(file).map_err(|error| format!("is not an ONNX file: {error}"))?;
    let (inputs, layers) = chain(model.graph.ok_or("has no graph")?)?;
    let facts = model.metadata_props.into_iter().map(|entry| (entry.key, entry.value)).collect();
    Ok(Chain { inputs, layers, facts })
}

fn chain(graph: Graph) -> Result<(usize, Vec<Layer>), String> {
    let tensors: Tensors = graph.initializer.into_iter().map(tensor).collect::<Result<_, _>>()?;
    let mut inputs = graph.input;
    inputs.retain(|input| !tensors.contains_key(&input.name));
    let ([input], [output]) = (&inputs[..], &graph.output[..]) else {
        return Err(format!("has {} inputs and {} outputs", inputs.len(), graph.output.len()));
    };
    if graph.node.len() > MOST {
        return Err(format!("has {} operators, the most is {MOST}", graph.node.len()));
    }
    let inputs = input.width().ok_or("does not say how many numbers go in")?;
    let (mut at, mut width, mut layers) = (&input.name, inputs, Vec::new());
    for node in &graph.node {
        let ([first, ..], [made]) = (&node.input[..], &node.output[..]) else {
            return Err(format!("{}: must have an input and one output", node.op_type));
        };
        if first != at {
            return Err(format!(
                "{}: takes {first:?}, not {at:?}: the nodes are not a chain",
                node.op_type
            ));
        }
        let layer = node.layer(&tensors)?;
        width = layer.fits(width)?;
        layers.push(layer);
        at = made;
    }
    if *at != output.name {
        return Err(format!("ends with {at:?}, not {:?}", output.name));
    }
    Ok((inputs, layers))
}

/// Name and numbers of a constant.
fn tensor(message: super::messages::Tensor) -> Result<(String, Tensor), String> {
    let name = message.name;
    if !message.external_data.is_empty() {
        return Err(format!("constant {name:?} is in another file"));
    }
    let mut numbers = message.float_data;
    let (raw, rest) = message.raw_data.as_chunks::<4>();
    numbers.extend(raw.iter().map(|bytes| f32::from_le_bytes(*bytes)));
    let sizes: Vec<usize> = message.dims.iter().filter_map(|&size| size.try_into().ok()).collect();
    let count = sizes.iter().try_fold(1_usize, |all, &size| all.checked_mul(size));
    if message.data_type != FLOAT || !rest.is_empty() || count != Some(numbers.len()) {
        return Err(format!(
            "constant {name:?}: {} numbers of type {}, must be those of {:?} of type {FLOAT}, \
             float32",
            numbers.len(),
            message.data_type,
            message.dims
        ));
    }
    Ok((name, Tensor { sizes, numbers }))
}

impl Node {
    fn layer(&self, tensors: &Tensors) -> Result<Layer, String> {
        if !matches!(&*self.domain, "" | "ai.onnx") {
            return Err(format!("operator {:?} of {:?} is unknown", self.op_type, self.domain));
        }
        Ok(match &*self.op_type {
            "Add" => Layer::Add(self.row(tensors)?),
            "Sub" => Layer::Sub(self.row(tensors)?),
            "Mul" => Layer::Mul(self.row(tensors)?),
            "Div" => Layer::Div(self.row(tensors)?),
            "Clip" => Layer::Clip(
                self.bound(tensors, 1, f32::NEG_INFINITY)?,
                self.bound(tensors, 2, f32::INFINITY)?,
            ),
            "Gemm" => self.gemm(tensors)?,
            "Elu" => Layer::Elu(self.number("alpha", 1.0)),
            "Relu" => Layer::Relu,
            "Tanh" => Layer::Tanh,
            operator => {
                return Err(format!(
                    "operator {operator} is none of Add, Clip, Div, Elu, Gemm, Mul, Relu, Sub, Tanh"
                ));
            }
        })
    }

    fn number(&self, name: &str, default: f32) -> f32 {
        self.attribute(name).map_or(default, |attribute| attribute.f)
    }

    fn integer(&self, name: &str) -> i64 {
        self.attribute(name).map_or(0, |attribute| attribute.i)
    }

    fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attribute.iter().find(|attribute| attribute.name == name)
    }

    fn constant<'a>(&self, tensors: &'a Tensors, index: usize) -> Result<&'a Tensor, String> {
        let name = self.input.get(index).map_or("", String::as_str);
        tensors
            .get(name)
            .ok_or_else(|| format!("{}: input {index}, {name:?}, is not a constant", self.op_type))
    }

    /// A constant for each number of a row, or one for all.
    fn row(&self, tensors: &Tensors) -> Result<Vec<f32>, String> {
        let Tensor { sizes, numbers } = self.constant(tensors, 1)?;
        let is_row = sizes.iter().rev().skip(1).all(|&size| size == 1);
        match is_row && !numbers.is_empty() {
            true => Ok(numbers.clone()),
            false => Err(format!("{}: {sizes:?} is not a row of constants", self.op_type)),
        }
    }

    fn bound(&self, tensors: &Tensors, index: usize, default: f32) -> Result<f32, String> {
        if self.input.get(index).is_none_or(String::is_empty) {
            return Ok(default);
        }
        match self.constant(tensors, index)?.numbers[..] {
            [one] => Ok(one),
            _ => Err("Clip: a bound is not one number".to_owned()),
        }
    }

    fn gemm(&self, tensors: &Tensors) -> Result<Layer, String> {
        let is_plain = self.number("alpha", 1.0) == 1.0 && self.number("beta", 1.0) == 1.0;
        let Tensor { sizes, numbers } = self.constant(tensors, 1)?;
        let ([rows, columns], true, 0) = (&sizes[..], is_plain, self.integer("transA")) else {
            return Err("Gemm: must be x W + b".to_owned());
        };
        let (weights, outputs) = match self.integer("transB") {
            0 => {
                let at = |output: usize, input: usize| numbers[input * columns + output];
                let turned = (0..*columns).flat_map(|o| (0..*rows).map(move |i| at(o, i)));
                (turned.collect(), *columns)
            }
            _ => (numbers.clone(), *rows),
        };
        let bias = match self.input.len() {
            2 => vec![0.0; outputs],
            _ => self.constant(tensors, 2)?.numbers.clone(),
        };
        match bias.len() == outputs && outputs > 0 && !numbers.is_empty() {
            true => Ok(Layer::Dense { weights, bias }),
            false => Err(format!("Gemm: {sizes:?} weights and {} constants", bias.len())),
        }
    }
}
