//! Game logs of rcssserver: as numpy arrays for `rcssgym.disc.read_log`, and written for
//! `rcssgym.disc.GameLogWriter`.

use super::disc::PyDiscWorld;
use super::error::{LogError, argument_error};
use numpy::{PyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rcssgym::disc::PLAYERS;
use rcssgym::wire::rcg::{self, Line, PlayerShow, Reader, Show, Version, Writer};
use rcssgym::wire::rcl;
use std::borrow::Cow;

/// Columns of all steps, step after step, and in a step player after player.
#[derive(Default)]
struct Columns {
    cycle: Vec<i64>,
    mode: Vec<i64>,
    score: Vec<i64>,
    penalties: Vec<i64>,
    ball: Vec<f64>,
    type_id: Vec<i64>,
    state: Vec<i64>,
    motion: Vec<f64>,
    body: Vec<f64>,
    neck: Vec<f64>,
    pointed: Vec<f64>,
    high_quality: Vec<bool>,
    view_width: Vec<f64>,
    focus: Vec<f64>,
    stamina: Vec<f64>,
    attention: Vec<i64>,
    counts: Vec<i64>,
}

impl Columns {
    fn add(&mut self, show: &Show) {
        self.cycle.push(show.cycle.into());
        self.ball.extend(show.ball);
        for player in &show.players {
            self.add_player(player);
        }
    }

    fn add_player(&mut self, player: &PlayerShow) {
        let unknown = [f64::NAN; 2];
        self.type_id.push(player.type_id.into());
        self.state.push(player.state.into());
        self.motion.extend(player.motion);
        self.body.push(player.body);
        self.neck.push(player.neck);
        self.pointed.extend(player.pointed.unwrap_or(unknown));
        self.high_quality.push(player.high_quality);
        self.view_width.push(player.view_width);
        self.focus.extend(player.focus.unwrap_or(unknown));
        let capacity = player.capacity.unwrap_or(f64::NAN);
        self.stamina.extend([player.stamina, player.effort, player.recovery, capacity]);
        self.attention.push(player.attention.map_or(-1, i64::from));
        self.counts.extend(player.counts.map(i64::from));
    }
}

/// A game log that is read in pieces.
#[pyclass(name = "GameLogReader", module = "rcssgym._core")]
#[derive(Default)]
pub struct PyGameLogReader {
    reader: Reader,
    columns: Columns,
    /// Play mode as of the lines read so far.
    mode: i64,
    score: [i64; 2],
    penalties: [i64; 4],
    names: [String; 2],
    parameters: Vec<(String, Vec<(String, String)>)>,
    messages: Vec<(u32, u8, String)>,
}

impl PyGameLogReader {
    fn take(&mut self, line: Line) {
        match line {
            Line::Parameters(word, values) => self.parameters.push((word, values)),
            Line::PlayMode(_, mode) => self.mode = mode.number().into(),
            Line::Team { names, goals, penalties, .. } => {
                self.names = names;
                self.score = goals.map(i64::from);
                let [[scored, missed], [other_scored, other_missed]] = penalties;
                self.penalties = [scored, missed, other_scored, other_missed].map(i64::from);
            }
            Line::Show(show) => {
                self.columns.mode.push(self.mode);
                self.columns.score.extend(self.score);
                self.columns.penalties.extend(self.penalties);
                self.columns.add(&show);
            }
            Line::Message(cycle, board, text) => self.messages.push((cycle, board, text)),
        }
    }
}

#[pymethods]
impl PyGameLogReader {
    #[new]
    fn new() -> Self {
        Self { mode: 1, ..Self::default() }
    }

    /// Read the lines that end in a piece of the log.
    fn feed(&mut self, piece: &[u8]) -> PyResult<()> {
        let mut lines = Vec::new();
        let result = self.reader.feed(piece, |line| lines.push(line));
        lines.into_iter().for_each(|line| self.take(line));
        result.map_err(|error| LogError::new_err(error.to_string()))
    }

    /// Read what is left at the end.
    fn finish(&mut self) -> PyResult<()> {
        let mut lines = Vec::new();
        let result = self.reader.finish(|line| lines.push(line));
        lines.into_iter().for_each(|line| self.take(line));
        result.map_err(|error| LogError::new_err(error.to_string()))
    }

    /// Version of the log; 0 until it is known.
    #[getter]
    fn version(&self) -> i8 {
        self.reader.version().map_or(0, |version| version.number())
    }

    /// Names of the teams.
    #[getter]
    fn names(&self) -> [String; 2] {
        self.names.clone()
    }

    /// Parameters and player types: word, names and values.
    #[getter]
    fn parameters(&self) -> Vec<(String, Vec<(String, String)>)> {
        self.parameters.clone()
    }

    /// Messages: clock, board, text.
    #[getter]
    fn messages(&self) -> Vec<(u32, u8, String)> {
        self.messages.clone()
    }

    /// Returns all steps as arrays and forgets them.
    fn take_arrays<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = std::mem::take(&mut self.columns);
        let steps = columns.cycle.len();
        let arrays = PyDict::new(py);
        let set = |name: &str, values: Vec<f64>, shape: &[usize]| {
            arrays.set_item(name, shaped(py, values, steps, shape)?)
        };
        set("ball", columns.ball, &[4])?;
        set("motion", columns.motion, &[PLAYERS, 4])?;
        set("body", columns.body, &[PLAYERS])?;
        set("neck", columns.neck, &[PLAYERS])?;
        set("pointed", columns.pointed, &[PLAYERS, 2])?;
        set("view_width", columns.view_width, &[PLAYERS])?;
        set("focus", columns.focus, &[PLAYERS, 2])?;
        set("stamina", columns.stamina, &[PLAYERS, 4])?;
        let set = |name: &str, values: Vec<i64>, shape: &[usize]| {
            arrays.set_item(name, shaped(py, values, steps, shape)?)
        };
        set("cycle", columns.cycle, &[])?;
        set("mode", columns.mode, &[])?;
        set("score", columns.score, &[2])?;
        set("penalties", columns.penalties, &[2, 2])?;
        set("type_id", columns.type_id, &[PLAYERS])?;
        set("state", columns.state, &[PLAYERS])?;
        set("attention", columns.attention, &[PLAYERS])?;
        set("counts", columns.counts, &[PLAYERS, 12])?;
        let high = shaped(py, columns.high_quality, steps, &[PLAYERS])?;
        arrays.set_item("high_quality", high)?;
        Ok(arrays)
    }
}

/// Values as an array that has this shape for each step.
fn shaped<'py, T: numpy::Element>(
    py: Python<'py>,
    values: Vec<T>,
    steps: usize,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArray<T, numpy::IxDyn>>> {
    let shape: Vec<usize> = std::iter::once(steps).chain(shape.iter().copied()).collect();
    PyArray1::from_vec(py, values).reshape(shape)
}

/// Writes the log of a game. Methods return bytes to append to the file.
#[pyclass(name = "GameLogWriter", module = "rcssgym._core")]
pub struct PyGameLogWriter {
    writer: Writer,
    head: Vec<u8>,
}

#[pymethods]
impl PyGameLogWriter {
    /// `begun` is the time of day, as `2026-11-22T09:54:02+0000`.
    #[new]
    fn new(world: &PyDiscWorld, version: i32, begun: &str) -> PyResult<Self> {
        let Some(version) = Version::numbered(version) else {
            return Err(argument_error("version", format!("must be 1 to 6 or -1, not {version}")));
        };
        let mut head = Vec::new();
        let writer = Writer::new(version, world.open()?.world.rules(), begun, &mut head);
        Ok(Self { writer, head })
    }

    /// The head of the log.
    #[getter]
    fn head(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.head)
    }

    /// What the last step has changed.
    fn step(&mut self, world: &PyDiscWorld) -> PyResult<Cow<'static, [u8]>> {
        let mut out = Vec::new();
        self.writer.step(&world.open()?.world, &mut out);
        Ok(Cow::Owned(out))
    }

    /// The end of the log; `time` as `YYYYMMDDhhmm`.
    fn finish(&self, world: &PyDiscWorld, time: &str) -> PyResult<Cow<'static, [u8]>> {
        let mut out = Vec::new();
        let game = world.open()?;
        let result = rcg::result(&game.world, &Default::default());
        self.writer.finish(&game.world, &result, time, &mut out);
        Ok(Cow::Owned(out))
    }
}

/// A command log that is read in pieces.
#[pyclass(name = "CommandLogReader", module = "rcssgym._core")]
#[derive(Default)]
pub struct PyCommandLogReader {
    reader: rcl::Reader,
    entries: Vec<(u32, u32, Option<String>, String)>,
}

#[pymethods]
impl PyCommandLogReader {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Read the lines that end in a piece of the log.
    fn feed(&mut self, piece: &[u8]) -> PyResult<()> {
        let entries = &mut self.entries;
        let result = self.reader.feed(piece, |entry| entries.push(row(entry)));
        result.map_err(|error| LogError::new_err(error.to_string()))
    }

    /// Read what is left at the end.
    fn finish(&mut self) -> PyResult<()> {
        let entries = &mut self.entries;
        let result = self.reader.finish(|entry| entries.push(row(entry)));
        result.map_err(|error| LogError::new_err(error.to_string()))
    }

    /// Returns everything that was read, as cycle, stopped, sender and text, and forgets it.
    fn take(&mut self) -> Vec<(u32, u32, Option<String>, String)> {
        std::mem::take(&mut self.entries)
    }
}

fn row(entry: rcl::Entry) -> (u32, u32, Option<String>, String) {
    (entry.cycle, entry.stopped, entry.sender, entry.text)
}

/// A line of a command log: what was received from a sender, or said by the referee if there is no
/// sender.
#[pyfunction]
pub fn command_log_line(cycle: u32, stopped: u32, sender: Option<&str>, text: &str) -> String {
    let (clock, mut line) = ((cycle, stopped), String::new());
    match sender {
        Some(sender) => rcl::write_received(clock, sender, text, &mut line),
        None => rcl::write_referee(clock, text, &mut line),
    }
    line
}
