//! A task's declaration, made ready to run: one row of cells per environment, and what to do with
//! it before and after the physics.

use super::arguments::Use;
use super::body::{Body, Squad};
pub use super::builder::{Base, Builder};
use super::parts::Parts;
use super::registry::{self, Kind};
use super::row::{Layout, integer, of_flag, of_integer};
use super::rows::{RowsMut, Worth};
use super::seen::Seen;
use super::stream::Stream;
pub use super::together::{Band, Worlds};
use super::view::{Dims, Quantity, View};
use crate::error::{Error, Result};

/// Largest number in an observation.
pub const LARGEST_OBSERVATION: f64 = 10.0;
/// Largest number in an observation of the 2D game: players' numbers go to 11, and distances in
/// keepaway's unit to 14.
pub const LARGEST_IN_2D: f64 = 20.0;

/// Part of an observation: computes numbers from a row's channels.
pub type Observation = Box<dyn Fn(&[f64], &mut [f64]) + Send + Sync>;
/// A number that follows from a row's channels: a term of the reward, or a measure.
pub type Value = Box<dyn Fn(&[f64]) -> f64 + Send + Sync>;
/// A truth value that follows from a row's channels: an end of episodes, or a measure.
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

/// Something that goes on during an episode. Processes run in the order of their declaration.
#[allow(unused_variables, reason = "most processes need only some of it")]
pub trait Process: Send + Sync {
    /// An episode is about to begin: the world has not been placed yet.
    fn forget(&self, row: &mut [f64]) {}

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

    /// [`before`](Self::before) in several environments. Like the methods below, it draws the same
    /// random numbers and gives the same results as in one environment at a time. A process that
    /// has nothing to do overrides it with an empty method.
    fn before_each(&self, band: &mut Band<'_>, worlds: &mut dyn Worlds) {
        for index in 0..band.count() {
            let mut episode = band.episode(index);
            worlds.with(index, &mut |view| self.before(&mut episode, view));
        }
    }

    /// See [`sense`](Self::sense).
    fn sense_each(&self, rows: &mut RowsMut<'_>) {
        rows.each().for_each(|row| self.sense(row));
    }

    /// See [`after`](Self::after).
    fn after_each(&self, band: &mut Band<'_>) {
        (0..band.count()).for_each(|index| self.after(&mut band.episode(index)));
    }

    /// See [`observe`](Self::observe).
    fn observe_each(&self, rows: &mut RowsMut<'_>) {
        rows.each().for_each(|row| self.observe(row));
    }
}

/// What a task declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Declaration {
    /// The robot.
    pub body: Body,
    /// All robots of the world.
    pub squad: Squad,
    /// Where episodes start; each start changes the result of those before it.
    pub start: Vec<Use>,
    /// What goes on during an episode.
    pub processes: Vec<Use>,
    /// Parts of the observation, side by side.
    pub observations: Vec<Use>,
    /// Parts of the privileged observation, which holds what only the simulator knows, side by
    /// side; sensors show them without errors.
    pub privileged: Vec<Use>,
    /// Terms of the reward.
    pub rewards: Vec<Use>,
    /// What to report besides the reward.
    pub measures: Vec<Use>,
    /// Conditions, any of which ends the episode.
    pub ends: Vec<Use>,
}

/// A declaration that has been checked.
pub struct Program {
    /// The robot.
    pub body: Body,
    /// How far training has come, 0 to 1.
    pub progress: f64,
    layout: Layout,
    pub(super) base: Base,
    pub(super) dims: Dims,
    is_in_squad: bool,
    /// Quantities that are read from the world in every step, with the first cell of each.
    pub(super) senses: Vec<(Quantity, usize)>,
    /// Quantities that change only when worlds are drawn, with the first cell of each.
    pub(super) drawn: Vec<(Quantity, usize)>,
    pub(super) seen: Seen,
    perceives: bool,
    pub(super) late: Option<usize>,
    needs_game: bool,
    needs_all_hinges: bool,
    /// First cell of what a robot hears from its teammates.
    words: Option<usize>,
    start: Vec<Start>,
    pub(super) processes: Vec<Box<dyn Process>>,
    pub(super) observations: Parts,
    privileged: Parts,
    pub(super) rewards: Vec<(f64, Box<dyn Worth>)>,
    pub(super) measures: Vec<Measure>,
    pub(super) ends: Vec<Box<dyn Worth>>,
}

/// A number that is reported besides the reward.
pub(super) struct Measure {
    /// Factor on the number; 1 for a truth value.
    pub weight: f64,
    pub number: Box<dyn Worth>,
    is_flag: bool,
}

impl Measure {
    fn new(usage: &Use, builder: &mut Builder<'_>) -> Result<Self> {
        let kinds = [Kind::Value, Kind::Condition];
        let is_flag = registry::find(&usage.term, &kinds)?.kind() == Kind::Condition;
        Ok(match is_flag {
            true => Self { weight: 1.0, number: registry::condition(usage, builder)?, is_flag },
            false => {
                Self { weight: usage.weight, number: registry::value(usage, builder)?, is_flag }
            }
        })
    }
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
        // Processes come first, since they keep the channels that terms read.
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
        let measures = declaration.measures.iter();
        let measures =
            measures.map(|usage| Measure::new(usage, &mut builder)).collect::<Result<Vec<_>>>()?;
        let ends = declaration.ends.iter();
        let ends =
            ends.map(|usage| registry::condition(usage, &mut builder)).collect::<Result<_>>()?;
        privileged.place("privileged", &mut builder);
        observations.place("observation", &mut builder);
        let Builder { layout, base, dims, senses, seen, perceives, .. } = builder;
        let Builder { late, errors, needs_game, needs_all_hinges, words, .. } = builder;
        let (drawn, senses): (Vec<_>, _) =
            senses.into_iter().partition(|(quantity, _)| quantity.is_drawn());
        Ok(Self {
            body: body.clone(),
            progress,
            layout,
            base,
            dims,
            is_in_squad: !declaration.squad.bodies.is_empty(),
            senses,
            drawn,
            seen: Seen::new(seen, dims, perceives, errors),
            perceives,
            late,
            needs_game,
            needs_all_hinges,
            words,
            start,
            processes,
            observations,
            privileged,
            rewards,
            measures,
            ends,
        })
    }

    /// Checks that programs can take the place of others: with the same channels, and as many terms
    /// and measures.
    ///
    /// # Errors
    /// [`Error::Argument`] that names the first difference.
    pub fn check_successors(now: &[Self], next: &[Self]) -> Result<()> {
        let difference = if now.len() == next.len() {
            now.iter().zip(next).find_map(|(now, next)| now.difference(next))
        } else {
            Some(format!("programs of {} robots, must be {}", next.len(), now.len()))
        };
        let message = "declares other channels or terms than when the episodes were made";
        difference.map_or(Ok(()), |difference| {
            Err(Error::argument("terms", format!("{message}: {difference}")))
        })
    }

    /// The first difference of another program's channels, or of the number of its terms and
    /// measures, in words.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let (must, count) = (self.num_reported(), other.num_reported());
        other.layout.difference(&self.layout).or_else(|| {
            (count != must).then(|| format!("{count} rewards and measures, must be {must}"))
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

    /// How wide each part of the privileged observation is.
    pub fn privileged_widths(&self) -> impl Iterator<Item = usize> {
        self.privileged.widths()
    }

    /// How wide the observation is.
    pub fn width(&self) -> usize {
        self.observations.width()
    }

    /// How wide the privileged observation is.
    pub fn num_privileged(&self) -> usize {
        self.privileged.width()
    }

    /// How many terms the reward has.
    pub fn num_rewards(&self) -> usize {
        self.rewards.len()
    }

    /// Number of terms of the reward and of measures together.
    pub fn num_reported(&self) -> usize {
        self.rewards.len() + self.measures.len()
    }

    /// Whether anything needs a referee.
    pub fn needs_game(&self) -> bool {
        let senses = self.senses.iter().any(|(quantity, _)| quantity.is_of_game());
        self.needs_game || self.perceives() || senses
    }

    /// Whether the start needs robots whose hinges all have motors.
    pub fn needs_all_hinges(&self) -> bool {
        self.needs_all_hinges
    }

    /// Whether it is one of several robots.
    pub fn is_in_squad(&self) -> bool {
        self.is_in_squad
    }

    /// Whether all or some of the senses are those that messages report.
    pub fn perceives(&self) -> bool {
        self.perceives || self.words.is_some()
    }

    /// The counts that the widths of the robot's quantities depend on.
    pub fn dims(&self) -> Dims {
        self.dims
    }

    /// Whether anything reads the poses of feet.
    pub fn needs_feet(&self) -> bool {
        self.senses.iter().any(|&(quantity, _)| quantity == Quantity::Feet)
    }

    /// Which measures are truth values.
    pub fn flags(&self) -> impl ExactSizeIterator<Item = bool> {
        self.measures.iter().map(|measure| measure.is_flag)
    }

    // --- an episode

    /// Forgets what the start of the next episode sets only in some tasks; comes before
    /// [`start`](Self::start).
    pub fn forget(&self, row: &mut [f64]) {
        self.processes.iter().for_each(|process| process.forget(row));
    }

    /// Changes coordinates to those in which an episode starts.
    pub fn start(&self, row: &mut [f64], stream: &mut Stream, qpos: &mut [f64]) {
        let mut episode = Episode { row, stream, progress: self.progress };
        for start in &self.start {
            start(&mut episode, qpos);
        }
    }

    /// Begins an episode in a world that has been placed.
    pub fn begin(&self, row: &mut [f64], stream: &mut Stream, view: &mut dyn View) {
        let numbers = self.body.numbers();
        for start in [self.base.action, self.base.previous, self.base.applied] {
            row[start..start + numbers].fill(0.0);
        }
        self.note(row, false);
        row[self.base.age] = of_integer(0);
        let mut episode = Episode { row, stream, progress: self.progress };
        for process in &self.processes {
            process.reset(&mut episode, view);
        }
    }

    /// Does what comes before the physics: runs the processes, and commands the motors with the
    /// action that `act` writes.
    pub fn before(
        &self,
        row: &mut [f64],
        stream: &mut Stream,
        act: impl FnOnce(&mut [f64]),
        view: &mut dyn View,
    ) {
        let mut episode = Episode { row, stream, progress: self.progress };
        for process in &self.processes {
            process.before(&mut episode, view);
        }
        self.act(row, act, view);
    }

    /// The action that takes effect in this step.
    pub fn applied<'a>(&self, row: &'a [f64]) -> &'a [f64] {
        &row[self.base.applied..][..self.body.numbers()]
    }

    /// Notes for a player of the 2D game whether they could not do what their action says.
    pub fn note(&self, row: &mut [f64], in_vain: bool) {
        if self.body.is_disc {
            row[self.base.in_vain] = of_flag(in_vain);
        }
    }

    /// Reads the world.
    pub fn sense(&self, row: &mut [f64], view: &mut (impl View + ?Sized)) {
        for &(quantity, cell) in self.senses.iter().chain(&self.drawn) {
            view.read(quantity, &mut row[cell..cell + quantity.width(self.dims)]);
        }
        for process in &self.processes {
            process.sense(row);
        }
    }

    /// Does what comes after the physics.
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
        self.seen.show(row, view);
        if let Some(words) = self.words {
            let width = Quantity::Words.width(self.dims);
            view.perceive(Quantity::Words, &mut row[words..words + width]);
        }
        for process in &self.processes {
            process.observe(row);
        }
        self.observations.fill(row)
    }

    /// Fills the row's cells of the privileged observation, and returns them.
    pub fn observe_privileged<'a>(&self, row: &'a mut [f64]) -> &'a [f64] {
        self.privileged.fill(row)
    }

    /// Passes the terms of the reward and then the measures to `report`; measures that are truth
    /// values are 0 or 1. Returns the sum of the terms.
    pub fn judge(&self, row: &[f64], mut report: impl FnMut(f64)) -> f64 {
        let mut total = 0.0;
        for (weight, value) in &self.rewards {
            // Adding zero makes zeros positive.
            let number = weight * value.one(row) + 0.0;
            total += number;
            report(number);
        }
        for measure in &self.measures {
            report(measure.weight * measure.number.one(row));
        }
        total
    }

    /// Whether anything ends the episode.
    pub fn is_over(&self, row: &[f64]) -> bool {
        self.ends.iter().any(|end| end.one(row) > 0.0)
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
