//! Commands of all players from Python.

use super::PyDiscBatch;
use crate::batch::disc::{BODY_COMMANDS, DiscCommands, Input, Texts};
use crate::py::Any;
use crate::py::array::{ArrayShape, as_array, codes};
use crate::py::error::argument_error;
use crate::py::scratch::Borrowed;
use numpy::{PyArrayDescrMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// Arguments of a step as given.
pub struct CommandArguments<'a, 'py> {
    pub kind: Any<'a, 'py>,
    pub args: Option<Any<'a, 'py>>,
    pub turn_neck: Option<Any<'a, 'py>>,
    pub change_view: Option<Any<'a, 'py>>,
    pub change_focus: Option<Any<'a, 'py>>,
    pub pointto: Option<Any<'a, 'py>>,
    pub pointto_off: Option<Any<'a, 'py>>,
    pub attentionto: Option<Any<'a, 'py>>,
    pub say: Option<Any<'a, 'py>>,
}

/// Where an argument's values begin, and the steps through them.
#[derive(Clone, Copy)]
struct Part<const N: usize> {
    start: usize,
    end: usize,
    strides: [usize; N],
}

impl<const N: usize> Part<N> {
    fn input<'a, T>(&self, values: &'a [T]) -> Input<'a, T, N> {
        Input { values: &values[self.start..self.end], strides: self.strides }
    }
}

/// Copies of the arguments.
pub struct CommandNumbers<'a> {
    numbers: Borrowed<'a, f64>,
    codes: Borrowed<'a, u8>,
    kind: Part<2>,
    args: Part<3>,
    width: usize,
    turn_neck: Option<Part<2>>,
    change_view: Option<Part<2>>,
    change_focus: Option<Part<3>>,
    point_to: Option<Part<3>>,
    point_off: Option<Part<2>>,
    attention: Option<Part<2>>,
    say: Option<Part<2>>,
    texts: Option<(Vec<u8>, usize)>,
}

impl<'a> CommandNumbers<'a> {
    /// Copies the arguments, and finds wrong shapes, types and codes.
    pub fn new(batch: &'a PyDiscBatch, arguments: &CommandArguments<'_, '_>) -> PyResult<Self> {
        let (mut numbers, mut bytes) = (batch.numbers.borrow(), batch.codes.borrow());
        let (worlds, players) = (batch.num_worlds, batch.places.len());
        let sizes = [worlds, players];
        let mut code = |value, name: &str, least: i64, count: usize| -> PyResult<Part<2>> {
            let start = bytes.len();
            let place = |[world, player]: [usize; 2]| {
                format!("world {world}, {}", batch.player_name(player))
            };
            let strides = codes(value, name, sizes, (least, count as u8), place, &mut bytes)?;
            Ok(Part { start, end: bytes.len(), strides })
        };
        let kind = code(arguments.kind, "kind", 0, BODY_COMMANDS.len())?;
        let change_view =
            arguments.change_view.map(|view| code(view, "change_view", 0, 7)).transpose()?;
        let point_off =
            arguments.pointto_off.map(|off| code(off, "pointto_off", 0, 2)).transpose()?;
        let attention = arguments
            .attentionto
            .map(|who| code(who, "attentionto", -2, players + 2))
            .transpose()?;
        let texts = arguments.say.map_or(Ok(None), |say| texts(say, sizes))?;
        let say = arguments.say.filter(|_| texts.is_none());
        let say = say.map(|say| code(say, "say", 0, 2)).transpose()?;
        let mut width = 2;
        let args = match arguments.args {
            None => {
                numbers.push(0.0);
                Part { start: 0, end: 1, strides: [0; 3] }
            }
            Some(args) => {
                if as_array(args, "args")?.shape().last() == Some(&4) {
                    width = 4;
                }
                let shape = ArrayShape::Broadcasts([worlds, players, width]);
                let strides = shape.copy(args, "args", &mut numbers)?;
                Part { start: 0, end: numbers.len(), strides }
            }
        };
        let start = numbers.len();
        let shape = ArrayShape::Broadcasts(sizes);
        let neck = arguments.turn_neck.map(|neck| shape.copy(neck, "turn_neck", &mut numbers));
        let neck = neck.transpose()?;
        let turn_neck = neck.map(|strides| Part { start, end: numbers.len(), strides });
        let mut pairs = |value: Option<Any<'_, '_>>, name: &str| -> PyResult<Option<Part<3>>> {
            let Some(value) = value else { return Ok(None) };
            let start = numbers.len();
            let shape = ArrayShape::Broadcasts([worlds, players, 2]);
            let strides = shape.copy(value, name, &mut numbers)?;
            Ok(Some(Part { start, end: numbers.len(), strides }))
        };
        let change_focus = pairs(arguments.change_focus, "change_focus")?;
        let point_to = pairs(arguments.pointto, "pointto")?;
        Ok(Self {
            numbers,
            codes: bytes,
            kind,
            args,
            width,
            turn_neck,
            change_view,
            change_focus,
            point_to,
            point_off,
            attention,
            say,
            texts,
        })
    }

    /// As the core reads them.
    pub fn commands(&self) -> DiscCommands<'_> {
        let (numbers, codes) = (&*self.numbers, &*self.codes);
        DiscCommands {
            kind: self.kind.input(codes),
            args: self.args.input(numbers),
            width: self.width,
            turn_neck: self.turn_neck.map(|part| part.input(numbers)),
            change_view: self.change_view.map(|part| part.input(codes)),
            change_focus: self.change_focus.map(|part| part.input(numbers)),
            point_to: self.point_to.map(|part| part.input(numbers)),
            point_off: self.point_off.map(|part| part.input(codes)),
            attention: self.attention.map(|part| part.input(codes)),
            say: self.say.map(|part| part.input(codes)),
            texts: self.texts.as_ref().map(|(values, width)| Texts { values, width: *width }),
        }
    }
}

/// Texts of all players, and how many bytes each has; none where an array holds something else.
fn texts(value: Any<'_, '_>, sizes: [usize; 2]) -> PyResult<Option<(Vec<u8>, usize)>> {
    let array = as_array(value, "say")?;
    if !matches!(array.dtype().kind(), b'S' | b'U') {
        return Ok(None);
    }
    let [worlds, players] = sizes;
    let wrong = |error: PyErr| argument_error("say", error.value(value.py()).to_string());
    let array = array.call_method1("astype", ("S",)).map_err(wrong)?;
    let numpy = value.py().import("numpy")?;
    let all = numpy.call_method1("broadcast_to", (array, (worlds, players))).map_err(wrong)?;
    let bytes: Vec<u8> = all.call_method0("tobytes")?.extract()?;
    let width = bytes.len() / (worlds * players).max(1);
    Ok(Some((bytes, width)))
}
