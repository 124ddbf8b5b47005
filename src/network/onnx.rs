//! ONNX files whose graph is a chain: each operator takes what the one before it has made.
//!
//! Numbers of fields are those of [onnx.proto](https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).

use super::layer::Layer;
use super::protobuf::{Value, fields};
use std::collections::HashMap;

/// Largest file, bytes, and most operators.
const LARGEST: usize = 1 << 26;
const MOST: usize = 256;
/// Of tensors: float32.
const FLOAT: u64 = 1;

/// What a file has.
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

type Tensors<'a> = HashMap<&'a str, Tensor>;

/// An operator as the file has it.
#[derive(Default)]
struct Node<'a> {
    inputs: Vec<&'a str>,
    outputs: Vec<&'a str>,
    operator: &'a str,
    domain: &'a str,
    /// By name: a number as 32 bits, and an integer.
    attributes: HashMap<&'a str, (Option<f32>, Option<u64>)>,
}

/// Reads a file.
pub(super) fn read(file: &[u8]) -> Result<Chain, String> {
    if file.len() > LARGEST {
        return Err(format!("has {} bytes, the most is {LARGEST}", file.len()));
    }
    let (mut graph, mut facts) = (None, Vec::new());
    for (field, value) in fields(file)? {
        match field {
            7 => graph = Some(value.bytes()?),
            14 => facts.push(fact(value)?),
            _ => {}
        }
    }
    let (inputs, layers) = chain(graph.ok_or("has no graph")?)?;
    Ok(Chain { inputs, layers, facts })
}

fn fact(value: Value<'_>) -> Result<(String, String), String> {
    let mut fact = (String::new(), String::new());
    for (field, value) in fields(value.bytes()?)? {
        match field {
            1 => value.text()?.clone_into(&mut fact.0),
            2 => value.text()?.clone_into(&mut fact.1),
            _ => {}
        }
    }
    Ok(fact)
}

fn chain(graph: &[u8]) -> Result<(usize, Vec<Layer>), String> {
    let (mut nodes, mut tensors) = (Vec::new(), Tensors::new());
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for (field, value) in fields(graph)? {
        match field {
            1 => nodes.push(node(value.bytes()?)?),
            5 => {
                let (name, tensor) = tensor(value.bytes()?)?;
                tensors.insert(name, tensor);
            }
            11 => inputs.push(end(value.bytes()?)?),
            12 => outputs.push(end(value.bytes()?)?.0),
            _ => {}
        }
    }
    inputs.retain(|(name, _)| !tensors.contains_key(name));
    let ([(input, width)], [output]) = (&inputs[..], &outputs[..]) else {
        return Err(format!("has {} inputs and {} outputs", inputs.len(), outputs.len()));
    };
    if nodes.len() > MOST {
        return Err(format!("has {} operators, the most is {MOST}", nodes.len()));
    }
    let inputs = width.ok_or("does not say how many numbers go in")?;
    let (mut at, mut width, mut layers) = (*input, inputs, Vec::new());
    for node in &nodes {
        let ([first, ..], [made]) = (&node.inputs[..], &node.outputs[..]) else {
            return Err(format!("{}: must have an input and one output", node.operator));
        };
        if *first != at {
            return Err(format!("{}: takes {first:?}, not {at:?}: is no chain", node.operator));
        }
        let layer = node.layer(&tensors)?;
        width = layer.fits(width)?;
        layers.push(layer);
        at = *made;
    }
    if at != *output {
        return Err(format!("ends with {at:?}, not {output:?}"));
    }
    Ok((inputs, layers))
}

fn node(message: &[u8]) -> Result<Node<'_>, String> {
    let mut node = Node::default();
    for (field, value) in fields(message)? {
        match field {
            1 => node.inputs.push(value.text()?),
            2 => node.outputs.push(value.text()?),
            4 => node.operator = value.text()?,
            5 => {
                let (mut name, mut number, mut integer) = ("", None, None);
                for (field, value) in fields(value.bytes()?)? {
                    match field {
                        1 => name = value.text()?,
                        2 => number = value.floats()?.first().copied(),
                        3 => integer = value.integers()?.first().copied(),
                        _ => {}
                    }
                }
                node.attributes.insert(name, (number, integer));
            }
            7 => node.domain = value.text()?,
            _ => {}
        }
    }
    Ok(node)
}

/// Name and numbers of a constant.
fn tensor(message: &[u8]) -> Result<(&str, Tensor), String> {
    let (mut name, mut kind) = ("", 0);
    let mut tensor = Tensor { sizes: Vec::new(), numbers: Vec::new() };
    for (field, value) in fields(message)? {
        match field {
            1 => tensor.sizes.extend(value.integers()?.iter().map(|&size| size as usize)),
            2 => kind = value.integers()?.first().copied().unwrap_or(0),
            4 | 9 => tensor.numbers.extend(value.floats()?),
            8 => name = value.text()?,
            13 | 14 => return Err("has constants in other files".to_owned()),
            _ => {}
        }
    }
    let count = tensor.sizes.iter().try_fold(1_usize, |all, &size| all.checked_mul(size));
    if kind != FLOAT || count != Some(tensor.numbers.len()) {
        let Tensor { sizes, numbers } = tensor;
        return Err(format!(
            "constant {name:?}: {} numbers of type {kind}, must be those of {sizes:?} of type \
             {FLOAT}, float32",
            numbers.len()
        ));
    }
    Ok((name, tensor))
}

/// Name of an input or output, and how many numbers a row has, if that is said.
fn end(message: &[u8]) -> Result<(&str, Option<usize>), String> {
    let (mut name, mut width) = ("", None);
    for (field, value) in fields(message)? {
        match field {
            1 => name = value.text()?,
            // type.tensor_type.shape.dim[-1].dim_value
            2 => {
                for shape in inside(&inside(&[value.bytes()?], 1)?, 2)? {
                    let dimensions = inside(&[shape], 1)?;
                    let last = dimensions.last().map(|last| fields(last)).transpose()?;
                    let size = last.iter().flatten().find(|(field, _)| *field == 1);
                    let size = size.map(|(_, value)| value.integers()).transpose()?;
                    width = size.and_then(|size| size.first().map(|&size| size as usize));
                }
            }
            _ => {}
        }
    }
    Ok((name, width))
}

/// Fields with a number of all these messages, as messages.
fn inside<'a>(messages: &[&'a [u8]], number: u64) -> Result<Vec<&'a [u8]>, String> {
    let mut found = Vec::new();
    for message in messages {
        for (field, value) in fields(message)? {
            if field == number {
                found.push(value.bytes()?);
            }
        }
    }
    Ok(found)
}

impl Node<'_> {
    fn layer(&self, tensors: &Tensors<'_>) -> Result<Layer, String> {
        if !matches!(self.domain, "" | "ai.onnx") {
            return Err(format!("operator {:?} of {:?} is unknown", self.operator, self.domain));
        }
        Ok(match self.operator {
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
        self.attributes.get(name).and_then(|(number, _)| *number).unwrap_or(default)
    }

    fn integer(&self, name: &str) -> u64 {
        self.attributes.get(name).and_then(|(_, integer)| *integer).unwrap_or(0)
    }

    fn constant<'a>(&self, tensors: &'a Tensors<'_>, index: usize) -> Result<&'a Tensor, String> {
        let name = self.inputs.get(index).copied().unwrap_or_default();
        tensors
            .get(name)
            .ok_or_else(|| format!("{}: input {index}, {name:?}, is no constant", self.operator))
    }

    /// A constant for each number of a row, or one for all.
    fn row(&self, tensors: &Tensors<'_>) -> Result<Vec<f32>, String> {
        let Tensor { sizes, numbers } = self.constant(tensors, 1)?;
        let is_row = sizes.iter().rev().skip(1).all(|&size| size == 1);
        match is_row && !numbers.is_empty() {
            true => Ok(numbers.clone()),
            false => Err(format!("{}: {sizes:?} is no row of constants", self.operator)),
        }
    }

    fn bound(&self, tensors: &Tensors<'_>, index: usize, default: f32) -> Result<f32, String> {
        if self.inputs.get(index).is_none_or(|name| name.is_empty()) {
            return Ok(default);
        }
        match self.constant(tensors, index)?.numbers[..] {
            [one] => Ok(one),
            _ => Err("Clip: a bound is not one number".to_owned()),
        }
    }

    fn gemm(&self, tensors: &Tensors<'_>) -> Result<Layer, String> {
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
        let bias = match self.inputs.len() {
            2 => vec![0.0; outputs],
            _ => self.constant(tensors, 2)?.numbers.clone(),
        };
        match bias.len() == outputs && outputs > 0 && !numbers.is_empty() {
            true => Ok(Layer::Dense { weights, bias }),
            false => Err(format!("Gemm: {sizes:?} weights and {} constants", bias.len())),
        }
    }
}
