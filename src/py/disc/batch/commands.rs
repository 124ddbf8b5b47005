//! Commands of all players from Python.

use super::PyDiscBatch;
use crate::Any;
use crate::array::{as_array, codes};
use crate::error::argument_error;
use crate::lots::{Lot, MOST, Place, copy};
use crate::scratch::Borrowed;
use arrayvec::ArrayVec;
use numpy::{PyArrayDescrMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use rcssgym::batch::disc::{BODY_COMMANDS, DiscCommands, Input, Texts, plain_args, plain_turns};

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

/// The places of numbers that are copied one after the other.
#[derive(Default)]
struct Row {
    places: ArrayVec<Place, MOST>,
    end: usize,
}

impl Row {
    /// Adds the place of an argument's numbers, if there is such an argument.
    fn add<const N: usize>(&mut self, lot: Option<&Lot<'_, N>>) -> PyResult<Option<Part<N>>> {
        let Some(lot) = lot else { return Ok(None) };
        let (place, strides) = lot.place()?;
        let start = self.end;
        self.end += place.len();
        self.places.push(place);
        Ok(Some(Part { start, end: self.end, strides }))
    }
}

/// Copies of the arguments.
pub struct CommandNumbers<'a> {
    numbers: Borrowed<'a, f64>,
    are_plain: bool,
    codes: Borrowed<'a, u8>,
    kind: Part<2>,
    args: Option<Part<3>>,
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
    pub fn new<'py>(
        batch: &'a PyDiscBatch,
        arguments: &CommandArguments<'_, 'py>,
    ) -> PyResult<Self> {
        let mut bytes = batch.codes.borrow();
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
        if let Some(args) = arguments.args
            && as_array(args, "args")?.shape().last() == Some(&4)
        {
            width = 4;
        }
        let args =
            arguments.args.map(|args| Lot::new(args, "args", [worlds, players, width], plain_args));
        let args = args.transpose()?;
        let neck = arguments.turn_neck.map(|neck| Lot::new(neck, "turn_neck", sizes, plain_turns));
        let neck = neck.transpose()?;
        let pairs = |value: Option<Any<'_, 'py>>, name| {
            let sizes = [worlds, players, 2];
            value.map(|value| Lot::new(value, name, sizes, |_| false)).transpose()
        };
        let change_focus = pairs(arguments.change_focus, "change_focus")?;
        let point_to = pairs(arguments.pointto, "pointto")?;
        let mut numbers = batch.numbers.borrow_used();
        let open = batch.door.open()?;
        // No Python code runs from here to the copy.
        let mut row = Row::default();
        let args = row.add(args.as_ref())?;
        let turn_neck = row.add(neck.as_ref())?;
        let change_focus = row.add(change_focus.as_ref())?;
        let point_to = row.add(point_to.as_ref())?;
        // SAFETY: the places were obtained just now, under the GIL.
        let are_plain = unsafe { copy(&open, row.places, &mut numbers) };
        drop(open);
        Ok(Self {
            numbers,
            are_plain,
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

    /// Whether the threads that copied the numbers found all of them plain.
    pub fn are_plain(&self) -> bool {
        self.are_plain
    }

    /// The commands as the core reads them.
    pub fn commands(&self) -> DiscCommands<'_> {
        let (numbers, codes) = (&*self.numbers, &*self.codes);
        DiscCommands {
            kind: self.kind.input(codes),
            args: match &self.args {
                Some(args) => args.input(numbers),
                None => Input { values: &[0.0], strides: [0; 3] },
            },
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

/// Texts of all players, and how many bytes each has; `None` if the array does not hold text.
fn texts(value: Any<'_, '_>, sizes: [usize; 2]) -> PyResult<Option<(Vec<u8>, usize)>> {
    let array = as_array(value, "say")?;
    if !matches!(array.dtype().kind(), b'S' | b'U') {
        return Ok(None);
    }
    let [worlds, players] = sizes;
    let wrong = |error: PyErr| argument_error("say", error.value(value.py()).to_string());
    let numpy = value.py().import("numpy")?;
    let array = array.call_method1("astype", ("S",)).or_else(|_| {
        // A text has a letter that is not ASCII: the core names its place.
        numpy.getattr("char")?.call_method1("encode", (&array, "utf-8"))
    });
    let array = array.map_err(wrong)?;
    let all = numpy.call_method1("broadcast_to", (array, (worlds, players))).map_err(wrong)?;
    let bytes: Vec<u8> = all.call_method0("tobytes")?.extract()?;
    let width = bytes.len() / (worlds * players).max(1);
    Ok(Some((bytes, width)))
}
