//! `rcssgym.DiscBatch`.

mod commands;
mod picture;
mod properties;
mod quantity;
mod skills;
mod speech;
mod state;
mod view;

use super::parameters::{player_parameters, player_types, server_parameters, shown_types, table};
use super::teams::plays;
use crate::batch::MAX_WORLDS;
use crate::batch::disc::{DiscBatch, DiscConfig};
use crate::disc::memory::{COLUMNS, OBJECTS};
use crate::disc::{PlayMode, Rules, TEAM, Teams};
use crate::py::Any;
use crate::py::argument::{index, integer, text, texts, type_name, worlds};
use crate::py::door::{Door, SignalCheck};
use crate::py::error::argument_error;
use crate::py::read::write_array;
use crate::py::scratch::Scratch;
use crate::teams::TeamStatistics;
use commands::{CommandArguments, CommandNumbers};
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBool, PyBytes, PyDict, PyTuple};
use std::sync::Arc;

const MAX_THREADS: usize = 1024;
const MAX_CYCLES: usize = 1_000_000;

/// Many games of the 2D league, as rcssserver 19 plays it, stepped in parallel.
///
/// ``W`` worlds of ``P`` players, left 1 to ``left`` before right 1 to ``right``. Arrays are
/// float64 or int64 in rcssserver's units and signs: m, m/cycle, degrees; x to the right team's
/// goal, y down, for both teams. Every property returns a fresh array that is yours; :meth:`read`
/// writes into an array you give and :meth:`view` shows the batch's own memory.
///
/// :param num_worlds: 1 to 1,000,000.
/// :param left: players of the left team, 0 to 11.
/// :param right: players of the right team, 0 to 11.
/// :param seed: of everything random, 0 to 2**64 - 1; world ``i`` has ``seed + i``, modulo 2**64,
///     and plays as a :class:`DiscSimulation` with that seed, bit by bit.
/// :param threads: most worker threads; ``None`` for one per core. Results do not depend on it.
/// :param server_params: rcssserver's ``server::`` parameters that are not at their defaults, by
///     name; ``half_time`` in seconds.
/// :param player_params: its ``player::`` parameters likewise.
/// :param player_types: the 18 player types as mappings of rcssserver's names; ``None`` draws them
///     as rcssserver does with ``player_params["random_seed"]``, which follows from each world's
///     seed if it is negative.
/// :param goalies: whether number 1 is the team's goalie; for both teams, or one for each.
/// :param team_names: names of the left and the right team.
/// :param messages: keep what referees say, for :attr:`messages`.
/// :param sensed: players sense and remember, in version 19 of the protocol, for :attr:`sensed`;
///     games are the same with and without.
/// :param teams: how the left and the right team play by themselves: ``"still"``, ``"random"``,
///     ``"scripted"`` or a :class:`rcssgym.disc.Scripted`; ``None`` for one that does what
///     :meth:`step` is told.
///
/// Worlds begin before the kick-off with everyone beside the pitch. A batch belongs to the process
/// that made it (:class:`ForkError`) and serves one call at a time (:class:`BusyError`). It pickles
/// and copies through :meth:`snapshot`.
#[pyclass(name = "DiscBatch", module = "rcssgym", frozen, subclass, weakref)]
pub struct PyDiscBatch {
    pub(super) door: Door<DiscBatch>,
    numbers: Scratch,
    codes: Scratch<u8>,
    pub(super) num_worlds: usize,
    places: Vec<u8>,
    teams: Teams,
    threads: Option<usize>,
    threads_used: usize,
    seed: u64,
    keeps_messages: bool,
    sensed: bool,
    /// Arguments as given, but for numbers of worlds and players, threads and seed.
    keywords: Py<PyDict>,
}

#[pymethods]
impl PyDiscBatch {
    #[new]
    #[pyo3(
        signature = (
            num_worlds, left=None, right=None, seed=None, threads=None, *, server_params=None,
            player_params=None, player_types=None, goalies=None, team_names=None, messages=false,
            sensed=false, teams=None
        ),
        text_signature = "(num_worlds, left=11, right=11, seed=0, threads=None, *, \
            server_params=None, player_params=None, player_types=None, goalies=True, \
            team_names=('left', 'right'), messages=False, \
            sensed=False, teams=(None, None))"
    )]
    #[allow(clippy::too_many_arguments)]
    fn new<'py>(
        num_worlds: Any<'_, 'py>,
        left: Option<Any<'_, 'py>>,
        right: Option<Any<'_, 'py>>,
        seed: Option<Any<'_, 'py>>,
        threads: Option<Any<'_, 'py>>,
        server_params: Option<Any<'_, 'py>>,
        player_params: Option<Any<'_, 'py>>,
        player_types: Option<Any<'_, 'py>>,
        goalies: Option<Any<'_, 'py>>,
        team_names: Option<Any<'_, 'py>>,
        messages: bool,
        sensed: bool,
        teams: Option<Any<'_, 'py>>,
    ) -> PyResult<Self> {
        let py = num_worlds.py();
        let num_worlds = integer(num_worlds, "num_worlds", 1..=MAX_WORLDS)?;
        let size = |value: Option<Any<'_, 'py>>, name| {
            value.map_or(Ok(TEAM), |size| integer(size, name, 0..=TEAM))
        };
        let sizes = [size(left, "left")?, size(right, "right")?];
        let seed = seed.map_or(Ok(0), |seed| integer(seed, "seed", 0..=u64::MAX))?;
        let threads =
            threads.map(|count| integer(count, "threads", 1..=MAX_THREADS)).transpose()?;
        let keywords = PyDict::new(py);
        for (name, value) in [
            ("server_params", server_params),
            ("player_params", player_params),
            ("goalies", goalies),
            ("team_names", team_names),
            ("teams", teams),
        ] {
            value.map_or(Ok(()), |value| keywords.set_item(name, value))?;
        }
        keywords.set_item("messages", messages)?;
        keywords.set_item("sensed", sensed)?;
        let none = PyDict::new(py).into_any();
        let server = server_parameters(server_params.unwrap_or(&none))?;
        let player = player_parameters(player_params.unwrap_or(&none))?;
        let types = player_types.map(self::player_types).transpose()?;
        if let Some(types) = &types {
            // As read: what was given may have been an iterator.
            keywords.set_item("player_types", shown_types(py, types)?)?;
        }
        let plays = plays(teams)?;
        let teams = self::teams(sizes, goalies, team_names)?;
        let config = DiscConfig {
            num_worlds,
            teams: teams.clone(),
            server: Arc::new(server),
            player,
            types,
            threads,
            seed,
            messages,
            sensed,
            plays,
        };
        let batch = py.detach(|| DiscBatch::new(config))?;
        Ok(Self {
            num_worlds,
            places: batch.places().to_vec(),
            teams,
            threads,
            threads_used: batch.threads(),
            seed,
            keeps_messages: messages,
            sensed,
            keywords: keywords.unbind(),
            numbers: Scratch::default(),
            codes: Scratch::default(),
            door: Door::new(batch),
        })
    }

    /// Gives players their commands and plays one cycle.
    ///
    /// :param kind: what each body does ``(W, P)``, codes of :class:`rcssgym.disc.BodyCommand`.
    /// :param args: what that takes ``(W, P, 2)``, or ``(W, P, 4)`` where there are ``LEGS``;
    ///     numbers that a command does not take are ignored.
    /// :param turn_neck: degrees ``(W, P)``; ``nan`` for those who do not.
    /// :param change_view: ``(W, P)``: 0 nothing, 1 narrow, 2 normal, 3 wide; 4 to 6 likewise with
    ///     low quality.
    /// :param change_focus: by how much, m and degrees ``(W, P, 2)``; ``nan`` for those who do not.
    /// :param pointto: distance in m and direction from the head in degrees ``(W, P, 2)``; ``nan``
    ///     for those who do not.
    /// :param pointto_off: ``(W, P)``: who points no more.
    /// :param attentionto: ``(W, P)``: the player listened to, -1 nobody, -2 no command.
    /// :param say: ``(W, P)``: who has said something; only counted.
    /// :param worlds: those that are played, distinct indices or a mask ``(W,)``; ``None`` for all.
    ///
    /// All are numbers or arrays that broadcast; rows of other worlds are not looked at, nor what
    /// they tell players whose team plays by itself. Commands act in the order of the players, after
    /// those of such teams. Copies the numbers and releases the GIL: the arrays may
    /// change meanwhile.
    #[pyo3(
        signature = (
            kind, args=None, *, turn_neck=None, change_view=None, change_focus=None, pointto=None,
            pointto_off=None, attentionto=None, say=None, worlds=None
        )
    )]
    #[allow(clippy::too_many_arguments)]
    fn step<'py>(
        &self,
        py: Python<'py>,
        kind: Any<'_, 'py>,
        args: Option<Any<'_, 'py>>,
        turn_neck: Option<Any<'_, 'py>>,
        change_view: Option<Any<'_, 'py>>,
        change_focus: Option<Any<'_, 'py>>,
        pointto: Option<Any<'_, 'py>>,
        pointto_off: Option<Any<'_, 'py>>,
        attentionto: Option<Any<'_, 'py>>,
        say: Option<Any<'_, 'py>>,
        worlds: Option<Any<'_, 'py>>,
    ) -> PyResult<()> {
        let arguments = CommandArguments {
            kind,
            args,
            turn_neck,
            change_view,
            change_focus,
            pointto,
            pointto_off,
            attentionto,
            say,
        };
        let active = self.active(worlds)?;
        let numbers = CommandNumbers::new(self, &arguments)?;
        let commands = numbers.commands();
        Ok(self.door.detached(py, |batch| batch.step(&commands, active.as_deref()))??)
    }

    /// Plays cycles in which nobody does anything but the teams that play by themselves.
    ///
    /// :param cycles: 0 to 1,000,000.
    /// :param worlds: those that are played, distinct indices or a mask ``(W,)``; ``None`` for all.
    ///
    /// Ctrl-C stops all worlds after the same cycle and raises ``KeyboardInterrupt``; the batch
    /// stays usable.
    #[pyo3(
        signature = (cycles=None, worlds=None),
        text_signature = "($self, cycles=1, worlds=None)"
    )]
    fn advance(
        &self,
        py: Python<'_>,
        cycles: Option<Any<'_, '_>>,
        worlds: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let cycles = cycles.map_or(Ok(1), |count| integer(count, "cycles", 0..=MAX_CYCLES))?;
        let active = self.active(worlds)?;
        let mut signals = SignalCheck::new();
        let interrupted = &mut || signals.interrupted();
        self.door.detached(py, |batch| batch.advance(cycles, active.as_deref(), interrupted))??;
        signals.finish()
    }

    /// The array ``name``, any property that is one, written to ``out`` if given: a C-contiguous,
    /// writable array of the same shape and type.
    #[pyo3(signature = (name, out=None))]
    fn read<'py>(
        &self,
        py: Python<'py>,
        name: Any<'_, 'py>,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let name = text(name, "name")?;
        if let Some(quantity) = quantity::real(&name) {
            return Ok(self.array(py, quantity, out)?.into_any());
        }
        if let Some(quantity) = quantity::whole(&name) {
            return Ok(self.array(py, quantity, out)?.into_any());
        }
        if name == "sensed" {
            return Ok(self.known(py, out)?.into_any());
        }
        if name == "statistics" {
            return Ok(self.counted(py, out)?.into_any());
        }
        let reals = quantity::REALS.map(|quantity| quantity.name).join(", ");
        let sensed = if self.sensed { ", sensed" } else { "" };
        let wholes = quantity::WHOLES.map(|quantity| quantity.name).join(", ");
        let message =
            format!("unknown array '{name}'; there are {reals}, {wholes}, statistics{sensed}");
        Err(argument_error("name", message))
    }

    /// The batch's own memory: a read-only array with gaps, no copy, of ``"ball_position"``,
    /// ``"ball_velocity"`` ``(W, 2)``, ``"position"``, ``"velocity"`` ``(W, 22, 2)``,
    /// ``"stamina"``, ``"effort"``, ``"recovery"`` or ``"capacity"`` ``(W, 22)``.
    ///
    /// Of players it shows all 22 places, left 1 to 11 before right 1 to 11, also those that nobody
    /// has. It stays valid, also after the batch is gone, and shows every later change. Do not read
    /// it while another thread steps.
    fn view<'py>(
        this: &Bound<'py, Self>,
        name: Any<'_, 'py>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let name = text(name, "name")?;
        let batch = this.get().door.open()?;
        // SAFETY: a batch never moves its worlds, and it lives as long as `this`.
        let array = unsafe { view::view(this.clone().into_any(), &batch, &name) };
        array.unwrap_or_else(|| {
            let names = view::VIEWS.join(", ");
            let message = format!("unknown array '{name}'; there are {names}");
            Err(argument_error("name", message))
        })
    }

    /// Takes worlds back to their begin: everyone beside the pitch, before the kick-off. Player
    /// types stay.
    ///
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    /// :param seeds: of all that is random from now on, one for each of them; ``None`` for those
    ///     that they began with.
    #[pyo3(signature = (worlds=None, seeds=None))]
    fn reset(
        &self,
        py: Python<'_>,
        worlds: Option<Any<'_, '_>>,
        seeds: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.num_worlds)?;
        let seeds = seeds.map(self::seeds).transpose()?;
        Ok(self.door.detached(py, |batch| batch.reset(&worlds, seeds.as_deref()))??)
    }

    /// Starts games, or the half that comes, as the trainer's ``(start)`` does.
    #[pyo3(signature = (worlds=None))]
    fn start(&self, py: Python<'_>, worlds: Option<Any<'_, '_>>) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.num_worlds)?;
        Ok(self.door.detached(py, |batch| batch.start(&worlds))??)
    }

    /// Changes the play mode, as the trainer's ``(change_mode ...)`` does.
    ///
    /// :param mode: a name, as ``"play_on"``.
    /// :param worlds: distinct indices, or a mask ``(W,)``; ``None`` for all.
    #[pyo3(signature = (mode, worlds=None))]
    fn change_mode(
        &self,
        py: Python<'_>,
        mode: Any<'_, '_>,
        worlds: Option<Any<'_, '_>>,
    ) -> PyResult<()> {
        let name = text(mode, "mode")?;
        let mode = PlayMode::named(&name)
            .ok_or_else(|| argument_error("mode", format!("there is no play mode '{name}'")))?;
        let worlds = self::worlds(worlds, self.num_worlds)?;
        Ok(self.door.detached(py, |batch| batch.change_mode(&worlds, mode))??)
    }

    /// Gives everyone stamina, effort, recovery and capacity as at the start.
    #[pyo3(signature = (worlds=None))]
    fn recover(&self, py: Python<'_>, worlds: Option<Any<'_, '_>>) -> PyResult<()> {
        let worlds = self::worlds(worlds, self.num_worlds)?;
        Ok(self.door.detached(py, |batch| batch.recover(&worlds))??)
    }

    /// Everything that changes as bytes, from which :meth:`restore` continues bit by bit.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.door.detached(py, |batch| batch.snapshot())??;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Takes the state from bytes that a batch of the same worlds, teams, parameters and player
    /// types gave.
    ///
    /// Raises :class:`SnapshotError` if they are truncated, damaged or of another batch or version.
    #[pyo3(signature = (snapshot, /))]
    fn restore(&self, py: Python<'_>, snapshot: Any<'_, '_>) -> PyResult<()> {
        let bytes: PyBackedBytes = snapshot.extract().map_err(|_| {
            let kind = type_name(snapshot);
            argument_error("snapshot", format!("must be bytes, not {kind}"))
        })?;
        Ok(self.door.detached(py, |batch| batch.restore(&bytes))??)
    }

    /// All ``server::`` parameters, by name.
    #[getter]
    fn server_params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let rules = self.rules(0)?;
        let names = crate::disc::ServerParameters::NAMES;
        table(py, names, |name| rules.server.get(name))
    }

    /// The 18 player types of a world: what they differ in, by rcssserver's names.
    #[pyo3(signature = (world=None), text_signature = "($self, world=0)")]
    fn player_types<'py>(
        &self,
        py: Python<'py>,
        world: Option<Any<'_, 'py>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let world = world.map_or(Ok(0), |world| index(world, "world", self.num_worlds))?;
        shown_types(py, &self.rules(world)?.types)
    }

    /// Bytes that each world takes: what changes in it, and the player types that it has of its
    /// own; 0 where all worlds share them.
    #[getter]
    fn world_bytes(&self) -> PyResult<(usize, usize)> {
        Ok(self.door.open()?.world_bytes().into())
    }

    fn __len__(&self) -> usize {
        self.num_worlds
    }

    fn __repr__(this: &Bound<'_, Self>) -> PyResult<String> {
        let batch = this.get();
        let [left, right] = batch.teams.sizes;
        Ok(format!(
            "{}(num_worlds={}, left={left}, right={right}, seed={}, threads={})",
            this.get_type().name()?,
            batch.num_worlds,
            batch.seed,
            batch.threads_used
        ))
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let [left, right] = self.teams.sizes;
        let keywords = self.keywords.bind(py).copy()?;
        keywords.set_item("threads", self.threads)?;
        keywords.set_item("seed", self.seed)?;
        Ok(((self.num_worlds, left, right).into_pyobject(py)?, keywords))
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.snapshot(py)
    }

    fn __setstate__(&self, py: Python<'_>, snapshot: Any<'_, '_>) -> PyResult<()> {
        self.restore(py, snapshot)
    }
}

impl PyDiscBatch {
    /// A quantity in `out` or in a fresh array.
    fn array<'py, T: numpy::Element>(
        &self,
        py: Python<'py>,
        quantity: quantity::Quantity<T>,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
        let batch = self.door.open()?;
        write_array(py, &quantity.shape(&batch), out, |out| quantity.fill(&batch, out))
    }

    /// What all players know.
    pub(super) fn known<'py>(
        &self,
        py: Python<'py>,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        if !self.sensed {
            let message = "a batch made with sensed=True has this array, this one has not";
            return Err(argument_error("sensed", message.to_owned()));
        }
        let batch = self.door.open()?;
        let places = batch.places();
        let shape = [self.num_worlds, places.len(), OBJECTS, COLUMNS.len()];
        let row = OBJECTS * COLUMNS.len();
        write_array(py, &shape, out, |out: &mut [f64]| {
            let worlds = out.chunks_exact_mut((row * places.len()).max(1));
            for (world, out) in batch.worlds().iter().zip(worlds) {
                let Some(minds) = &world.minds else { continue };
                for (&place, out) in places.iter().zip(out.chunks_exact_mut(row)) {
                    minds.write_row(place.into(), out);
                }
            }
        })
    }

    /// What teams have done.
    pub(super) fn counted<'py>(
        &self,
        py: Python<'py>,
        out: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let batch = self.door.open()?;
        let names = TeamStatistics::NAMES.len();
        write_array(py, &[self.num_worlds, 2, names], out, |out: &mut [i64]| {
            let teams = batch.statistics().flat_map(|own| own.teams);
            for (team, out) in teams.zip(out.chunks_exact_mut(names)) {
                for (number, out) in team.numbers().zip(out) {
                    *out = number.into();
                }
            }
        })
    }

    fn rules(&self, world: usize) -> PyResult<Arc<Rules>> {
        Ok(Arc::clone(self.door.open()?.worlds()[world].rules()))
    }

    /// A mask of the worlds that are asked for; `None` for all.
    fn active(&self, worlds: Option<Any<'_, '_>>) -> PyResult<Option<Vec<bool>>> {
        let Some(worlds) = worlds else { return Ok(None) };
        let mut mask = vec![false; self.num_worlds];
        for world in self::worlds(Some(worlds), self.num_worlds)? {
            mask[world] = true;
        }
        Ok(Some(mask))
    }

    /// A player as messages name it.
    fn player_name(&self, player: usize) -> String {
        let place = usize::from(self.places[player]);
        let side = if place < TEAM { "left" } else { "right" };
        format!("player {player} ({side} {})", place % TEAM + 1)
    }
}

/// Sizes, goalies and names of the teams.
fn teams(
    sizes: [usize; 2],
    goalies: Option<Any<'_, '_>>,
    names: Option<Any<'_, '_>>,
) -> PyResult<Teams> {
    let goalies = match goalies {
        None => [true; 2],
        Some(both) if both.is_instance_of::<PyBool>() => [both.extract()?; 2],
        Some(pair) => pair.extract::<[bool; 2]>().map_err(|_| {
            argument_error("goalies", format!("must be a boolean or two of them, not {pair}"))
        })?,
    };
    let names = match names {
        None => ["left".to_owned(), "right".to_owned()],
        Some(names) => {
            let given = texts(names, "team_names")?;
            <[String; 2]>::try_from(given).map_err(|given| {
                argument_error("team_names", format!("must be two names, not {}", given.len()))
            })?
        }
    };
    for name in &names {
        crate::disc::check_team_name("team_names", name)?;
    }
    if names[0] == names[1] {
        let message = format!("both are {:?}", names[0]);
        return Err(argument_error("team_names", message));
    }
    let mut names = names;
    for (name, size) in names.iter_mut().zip(sizes) {
        if size == 0 {
            name.clear();
        }
    }
    Ok(Teams { sizes, goalies, names: Arc::new(names) })
}

/// Seeds, such as a list of integers.
fn seeds(value: Any<'_, '_>) -> PyResult<Vec<u64>> {
    let items = value.try_iter().map_err(|_| {
        argument_error("seeds", format!("must be integers, not {}", type_name(value)))
    })?;
    items.map(|item| integer(&item?, "seeds", 0..=u64::MAX)).collect()
}
