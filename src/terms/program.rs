//! A task's declaration, made ready to run: one row of cells an environment, and what to do with
//! it before and after the physics.

use super::arguments::{Arguments, Use};
use super::body::{Body, Squad};
use super::parts::Parts;
use super::registry::{self, Kind};
use super::row::{CellKind, Layout, flag, integer, of_integer};
use super::stream::Stream;
use super::view::{Dims, Quantity, View};
use crate::error::{Error, Result};

/// Largest number in an observation.
pub const LARGEST_OBSERVATION: f64 = 10.0;

/// Senses that may err: angles, speeds, gyro, orientation.
const ERRING: usize = 4;

/// Part of an observation: a row's channels to numbers.
pub type Observation = Box<dyn Fn(&[f64], &mut [f64]) + Send + Sync>;
/// A number that follows from a row's channels: a term of the reward, or a measure.
pub type Value = Box<dyn Fn(&[f64]) -> f64 + Send + Sync>;
/// A truth that follows from a row's channels: an end of episodes, or a measure.
pub type Condition = Box<dyn Fn(&[f64]) -> bool + Send + Sync>;
/// Changes the coordinates in which an episode starts, and perhaps channels.
pub type Start = Box<dyn Fn(&mut Episode<'_>, &mut [f64]) + Send + Sync>;

/// What a process may change.
pub struct Episode<'a> {
    /// The environment's cells.
    pub row: &'a mut [f64],
    /// Its random numbers.
    pub stream: &'a mut Stream,
    /// How far training has come, 0 to 1.
    pub progress: f64,
}

/// What goes on during an episode. Processes run in the order of their declaration.
#[allow(unused_variables, reason = "most processes need only some of it")]
pub trait Process: Send + Sync {
    /// An episode begins: the world has been placed.
    fn reset(&self, episode: &mut Episode<'_>, view: &mut dyn View) {}

    /// A step begins: the action has not been taken yet.
    fn before(&self, episode: &mut Episode<'_>, view: &mut dyn View) {}

    /// The world has been read, after a step or after a reset.
    fn sense(&self, row: &mut [f64]) {}

    /// The world has moved and has been read.
    fn after(&self, episode: &mut Episode<'_>) {}

    /// Senses have been read, and an observation will be made of them; perhaps again and again
    /// from the same world.
    fn observe(&self, row: &mut [f64]) {}
}

/// First cells of the channels that every task has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// Steps since the episode began.
    pub age: usize,
    /// What the policy did last (J).
    pub action: usize,
    /// What it did before (J).
    pub previous: usize,
    /// What of it has taken effect (J).
    pub applied: usize,
    /// Joint angles (J), rad; so below, as [`Quantity`] has them.
    pub angles: usize,
    /// Joint speeds.
    pub speeds: usize,
    /// Gyro.
    pub gyro: usize,
    /// Orientation of the torso.
    pub quaternion: usize,
    /// Position of the torso.
    pub position: usize,
    /// Velocity of the torso.
    pub velocity: usize,
    /// Position of the ball.
    pub ball: usize,
    /// Velocity of the ball.
    pub ball_velocity: usize,
    /// Angles as sensors show them; so below.
    pub seen_angles: usize,
    /// Speeds.
    pub seen_speeds: usize,
    /// Gyro.
    pub seen_gyro: usize,
    /// Orientation.
    pub seen_quaternion: usize,
}

impl Base {
    /// The same for those whose senses do not err.
    fn as_it_is(self) -> Self {
        let Self { angles, speeds, gyro, quaternion, .. } = self;
        Self {
            seen_angles: angles,
            seen_speeds: speeds,
            seen_gyro: gyro,
            seen_quaternion: quaternion,
            ..self
        }
    }
}

/// Lays out rows while terms are made.
pub struct Builder<'a> {
    /// The robot.
    pub body: &'a Body,
    /// Who else is there.
    pub squad: &'a Squad,
    /// How many there are of what it is told.
    pub dims: Dims,
    /// The channels so far.
    pub layout: Layout,
    /// Those that every task has.
    pub base: Base,
    /// What is read from the world, and into which cells.
    senses: Vec<(Quantity, usize)>,
    /// What is observed as sensors show it: what it is, where it is as it is, and as it is shown.
    seen: Vec<(Quantity, usize, usize)>,
    /// Are the senses those of messages?
    pub perceives: bool,
    /// Are terms made for those whose senses do not err?
    is_exact: bool,
    /// Cell that says whether actions take effect one step late.
    pub late: Option<usize>,
    /// First cell of errors of the senses: angles, speeds, gyro, orientation.
    pub errors: Option<usize>,
    /// Does a process ask a referee?
    pub needs_game: bool,
}

impl<'a> Builder<'a> {
    fn new(body: &'a Body, squad: &'a Squad) -> Self {
        let (mut layout, joints) = (Layout::default(), body.joints());
        let age = layout.add("age", CellKind::Integer, 1);
        let mut real = |name, width| layout.add(name, CellKind::Real, width);
        let base = Base {
            age,
            action: real("action", joints),
            previous: real("previous_action", joints),
            applied: real("applied_action", joints),
            angles: real("angles", joints),
            speeds: real("speeds", joints),
            gyro: real("gyro", 3),
            quaternion: real("quaternion", 4),
            position: real("position", 3),
            velocity: real("velocity", 6),
            ball: real("ball_position", 3),
            ball_velocity: real("ball_velocity", 6),
            seen_angles: real("seen_angles", joints),
            seen_speeds: real("seen_speeds", joints),
            seen_gyro: real("seen_gyro", 3),
            seen_quaternion: real("seen_quaternion", 4),
        };
        let senses = vec![
            (Quantity::JointAngles, base.angles),
            (Quantity::JointSpeeds, base.speeds),
            (Quantity::Gyro, base.gyro),
            (Quantity::Orientation, base.quaternion),
            (Quantity::Position, base.position),
            (Quantity::Velocity, base.velocity),
            (Quantity::BallPosition, base.ball),
            (Quantity::BallVelocity, base.ball_velocity),
        ];
        let seen = vec![
            (Quantity::JointAngles, base.angles, base.seen_angles),
            (Quantity::JointSpeeds, base.speeds, base.seen_speeds),
            (Quantity::Gyro, base.gyro, base.seen_gyro),
            (Quantity::Orientation, base.quaternion, base.seen_quaternion),
        ];
        Self {
            body,
            squad,
            dims: squad.dims(joints),
            layout,
            base,
            senses,
            seen,
            perceives: false,
            is_exact: false,
            late: None,
            errors: None,
            needs_game: false,
        }
    }

    /// A channel of real numbers.
    pub fn real(&mut self, name: &'static str, width: usize) -> usize {
        self.layout.add(name, CellKind::Real, width)
    }

    /// A counter.
    pub fn integer(&mut self, name: &'static str) -> usize {
        self.layout.add(name, CellKind::Integer, 1)
    }

    /// A truth value.
    pub fn flag(&mut self, name: &'static str) -> usize {
        self.layout.add(name, CellKind::Flag, 1)
    }

    /// A channel that is read from the world.
    pub fn sense(&mut self, name: &'static str, quantity: Quantity) -> usize {
        let cell = self.real(name, quantity.width(self.dims));
        if !self.senses.contains(&(quantity, cell)) {
            self.senses.push((quantity, cell));
        }
        cell
    }

    /// A channel that is observed as sensors show it; `name` is that of the quantity as it is.
    pub fn see(
        &mut self,
        name: &'static str,
        seen_name: &'static str,
        quantity: Quantity,
    ) -> usize {
        let from = self.sense(name, quantity);
        if self.is_exact {
            return from;
        }
        let to = self.real(seen_name, quantity.width(self.dims));
        if !self.seen.contains(&(quantity, from, to)) {
            self.seen.push((quantity, from, to));
        }
        to
    }

    /// A channel that messages tell.
    ///
    /// # Errors
    /// [`Error::Argument`] without the process `perception`.
    pub fn perceive(
        &mut self,
        arguments: &Arguments<'_>,
        name: &'static str,
        quantity: Quantity,
    ) -> Result<usize> {
        if !self.perceives {
            return Err(arguments.fail("needs the process 'perception' before it"));
        }
        let cell = self.real(name, quantity.width(self.dims));
        if !self.seen.contains(&(quantity, cell, cell)) {
            self.seen.push((quantity, cell, cell));
        }
        Ok(cell)
    }

    /// A channel that a process of the declaration keeps.
    ///
    /// # Errors
    /// [`Error::Argument`] if none does.
    pub fn kept(&self, arguments: &Arguments<'_>, name: &str, process: &str) -> Result<usize> {
        let channel = self.layout.find(name).map(|channel| channel.cells.start);
        channel.ok_or_else(|| arguments.fail(format!("needs the process '{process}'")))
    }
}

/// What a task declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The robot.
    pub body: Body,
    /// Who else is in the world.
    pub squad: Squad,
    /// Where episodes start; each changes what those before it have made.
    pub start: Vec<Use>,
    /// What goes on during an episode.
    pub processes: Vec<Use>,
    /// Parts of the observation, side by side.
    pub observations: Vec<Use>,
    /// Parts of what only the simulator knows, side by side; sensors show them as they are.
    pub privileged: Vec<Use>,
    /// Terms of the reward.
    pub rewards: Vec<Use>,
    /// What else to tell.
    pub measures: Vec<Use>,
    /// Any of these ends the episode.
    pub ends: Vec<Use>,
}

/// A declaration that has been checked.
pub struct Program {
    /// The robot.
    pub body: Body,
    /// How far training has come, 0 to 1.
    pub progress: f64,
    layout: Layout,
    base: Base,
    dims: Dims,
    is_in_squad: bool,
    senses: Vec<(Quantity, usize)>,
    seen: Vec<(Quantity, usize, usize)>,
    perceives: bool,
    late: Option<usize>,
    errors: Option<usize>,
    needs_game: bool,
    start: Vec<Start>,
    processes: Vec<Box<dyn Process>>,
    observations: Parts,
    privileged: Parts,
    rewards: Vec<(f64, Value)>,
    measures: Vec<(f64, Measure)>,
    ends: Vec<Condition>,
}

enum Measure {
    Number(Value),
    Flag(Condition),
}

impl Program {
    /// Makes all terms of a declaration.
    ///
    /// # Errors
    /// [`Error::Argument`] for a term that does not exist or is of another kind, and for
    /// parameters that it does not take, lacks or cannot use.
    pub fn new(declaration: &Declaration, progress: f64) -> Result<Self> {
        let body = &declaration.body;
        body.check()?;
        declaration.squad.check(body)?;
        let mut builder = Builder::new(body, &declaration.squad);
        // Processes keep the channels that terms read.
        let processes = registry::processes(&declaration.processes, &mut builder)?;
        let start = registry::starts(&declaration.start, &mut builder)?;
        let mut observations = Parts::new(&declaration.observations, &mut builder)?;
        let as_seen = builder.base;
        (builder.base, builder.is_exact) = (as_seen.as_it_is(), true);
        let mut privileged = Parts::new(&declaration.privileged, &mut builder)?;
        (builder.base, builder.is_exact) = (as_seen, false);
        let mut rewards = Vec::new();
        for usage in &declaration.rewards {
            rewards.push((usage.weight, registry::value(usage, &mut builder)?));
        }
        let mut measures = Vec::new();
        for usage in &declaration.measures {
            let term = match registry::find(&usage.term, &[Kind::Value, Kind::Condition])?.kind() {
                Kind::Condition => Measure::Flag(registry::condition(usage, &mut builder)?),
                _ => Measure::Number(registry::value(usage, &mut builder)?),
            };
            measures.push((usage.weight, term));
        }
        let ends = declaration.ends.iter();
        let ends =
            ends.map(|usage| registry::condition(usage, &mut builder)).collect::<Result<_>>()?;
        privileged.place("privileged", &mut builder);
        observations.place("observation", &mut builder);
        let Builder { layout, base, dims, senses, seen, perceives, .. } = builder;
        let Builder { late, errors, needs_game, .. } = builder;
        Ok(Self {
            body: body.clone(),
            progress,
            layout,
            base,
            dims,
            is_in_squad: !declaration.squad.bodies.is_empty(),
            senses,
            seen,
            perceives,
            late,
            errors,
            needs_game,
            start,
            processes,
            observations,
            privileged,
            rewards,
            measures,
            ends,
        })
    }

    /// Where the channels of a row lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How wide each part of the observation is.
    pub fn widths(&self) -> impl Iterator<Item = usize> {
        self.observations.widths()
    }

    /// How wide each part is of what only the simulator knows.
    pub fn privileged_widths(&self) -> impl Iterator<Item = usize> {
        self.privileged.widths()
    }

    /// How wide the observation is.
    pub fn width(&self) -> usize {
        self.observations.width()
    }

    /// How many numbers only the simulator knows.
    pub fn num_privileged(&self) -> usize {
        self.privileged.width()
    }

    /// How many terms the reward has.
    pub fn num_rewards(&self) -> usize {
        self.rewards.len()
    }

    /// Does anything ask a referee?
    pub fn needs_game(&self) -> bool {
        let senses = self.senses.iter().any(|(quantity, _)| quantity.is_of_game());
        self.needs_game || self.perceives || senses
    }

    /// Is it one of several robots?
    pub fn is_in_squad(&self) -> bool {
        self.is_in_squad
    }

    /// Are the senses those of messages?
    pub fn perceives(&self) -> bool {
        self.perceives
    }

    /// How many there are of what it is told.
    pub fn dims(&self) -> Dims {
        self.dims
    }

    /// Does anything look at feet?
    pub fn needs_feet(&self) -> bool {
        self.senses.iter().any(|&(quantity, _)| quantity == Quantity::Feet)
    }

    /// Which measures are truth values.
    pub fn flags(&self) -> impl ExactSizeIterator<Item = bool> {
        self.measures.iter().map(|(_, measure)| matches!(measure, Measure::Flag(_)))
    }

    // --- an episode

    /// Changes coordinates to those in which an episode starts.
    pub fn start(&self, row: &mut [f64], stream: &mut Stream, qpos: &mut [f64]) {
        let mut episode = Episode { row, stream, progress: self.progress };
        for start in &self.start {
            start(&mut episode, qpos);
        }
    }

    /// Begins an episode in a world that has been placed.
    pub fn begin(&self, row: &mut [f64], stream: &mut Stream, view: &mut dyn View) {
        let joints = self.body.joints();
        for start in [self.base.action, self.base.previous, self.base.applied] {
            row[start..start + joints].fill(0.0);
        }
        row[self.base.age] = of_integer(0);
        let mut episode = Episode { row, stream, progress: self.progress };
        for process in &self.processes {
            process.reset(&mut episode, view);
        }
    }

    /// What comes before the physics: processes, and the action, which commands the motors.
    pub fn before(
        &self,
        row: &mut [f64],
        stream: &mut Stream,
        action: &[f64],
        view: &mut dyn View,
    ) {
        let mut episode = Episode { row, stream, progress: self.progress };
        for process in &self.processes {
            process.before(&mut episode, view);
        }
        let joints = self.body.joints();
        row.copy_within(self.base.action..self.base.action + joints, self.base.previous);
        row[self.base.action..][..joints].copy_from_slice(action);
        let motors = self.body.motors();
        row[self.base.action + motors..self.base.action + joints].fill(0.0);
        let is_late = self.late.is_some_and(|late| flag(row[late]));
        let from = if is_late { self.base.previous } else { self.base.action };
        row.copy_within(from..from + joints, self.base.applied);
        let applied = &row[self.base.applied..][..joints];
        for (motor, command) in view.commands().chunks_exact_mut(5).enumerate().take(motors) {
            command.copy_from_slice(&self.body.command(motor, applied[motor]));
        }
    }

    /// Reads the world.
    pub fn sense(&self, row: &mut [f64], view: &mut (impl View + ?Sized)) {
        for &(quantity, cell) in &self.senses {
            view.read(quantity, &mut row[cell..cell + quantity.width(self.dims)]);
        }
        for process in &self.processes {
            process.sense(row);
        }
    }

    /// What comes after the physics.
    pub fn after(&self, row: &mut [f64], stream: &mut Stream, view: &mut (impl View + ?Sized)) {
        self.sense(row, view);
        row[self.base.age] = of_integer(integer(row[self.base.age]).wrapping_add(1));
        let mut episode = Episode { row, stream, progress: self.progress };
        for process in &self.processes {
            process.after(&mut episode);
        }
    }

    /// Fills the row's cells of the observation, and returns them.
    pub fn observe<'a>(&self, row: &'a mut [f64], view: &mut (impl View + ?Sized)) -> &'a [f64] {
        let mut error = self.errors;
        for (index, &(quantity, from, to)) in self.seen.iter().enumerate() {
            let width = quantity.width(self.dims);
            if self.perceives {
                view.perceive(quantity, &mut row[to..to + width]);
            } else {
                row.copy_within(from..from + width, to);
                view.add_noise(quantity, &mut row[to..to + width]);
            }
            if let (Some(first), true) = (&mut error, index < ERRING) {
                for i in 0..width {
                    row[to + i] += row[*first + i];
                }
                *first += width;
            }
        }
        for process in &self.processes {
            process.observe(row);
        }
        self.observations.fill(row)
    }

    /// Fills the row's cells of what only the simulator knows, and returns them.
    pub fn observe_privileged<'a>(&self, row: &'a mut [f64]) -> &'a [f64] {
        self.privileged.fill(row)
    }

    /// Writes terms of the reward; returns their sum.
    pub fn rewards(&self, row: &[f64], out: &mut [f64]) -> f64 {
        let mut total = 0.0;
        for ((weight, value), out) in self.rewards.iter().zip(out) {
            // Adding zero makes zeros positive.
            *out = weight * value(row) + 0.0;
            total += *out;
        }
        total
    }

    /// Writes measures; truth values are 0 or 1.
    pub fn measures(&self, row: &[f64], out: &mut [f64]) {
        for ((weight, measure), out) in self.measures.iter().zip(out) {
            *out = match measure {
                Measure::Number(value) => weight * value(row),
                Measure::Flag(condition) => f64::from(u8::from(condition(row))),
            };
        }
    }

    /// Does anything end the episode?
    pub fn is_over(&self, row: &[f64]) -> bool {
        self.ends.iter().any(|end| end(row))
    }

    /// Checks that a row's cells may be used as they are.
    ///
    /// # Errors
    /// [`Error::Argument`] for another number of cells.
    pub fn check_rows(&self, cells: usize, worlds: usize) -> Result<()> {
        let wanted = worlds * self.layout.width();
        if cells == wanted {
            return Ok(());
        }
        Err(Error::argument("cells", format!("{cells} cells, must be {wanted}")))
    }
}
