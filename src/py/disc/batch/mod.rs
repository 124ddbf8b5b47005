//! `rcssgym.DiscBatch`.

mod about;
mod arrays;
mod commands;
mod directing;
mod picture;
mod properties;
mod quantity;
mod skills;
mod speech;
mod state;
mod teams;
mod view;

use super::parameters::{player_parameters, player_types, server_parameters, shown_types};
use super::teams::plays_of_worlds;
use crate::Any;
use crate::argument::{copied, flag_or, integer, worlds};
use crate::batch::MAX_THREADS;
use crate::door::{Door, SignalCheck};
use crate::error::OrRaise;
use crate::scratch::Scratch;
use commands::{CommandArguments, CommandNumbers};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rcssgym::batch::MAX_WORLDS;
use rcssgym::batch::disc::{DiscBatch, DiscConfig};
use rcssgym::disc::{Side, TEAM, Teams};
use std::sync::Arc;

const MAX_CYCLES: usize = 1_000_000;

/// Many games of the 2D league, as rcssserver 19 plays it, stepped in parallel.
///
/// ``W`` worlds of ``P`` players, left 1 to ``left``, then right 1 to ``right``. Arrays are float64
/// or int64 in rcssserver's units and signs: m, m/cycle, degrees; x towards the right team's goal,
/// y down, for both teams. Every property returns a fresh array that is yours; :meth:`read` writes
/// into an array you give and :meth:`view` shows the batch's own memory.
///
/// :param num_worlds: 1 to 1,000,000.
/// :param left: players of the left team, 0 to 11.
/// :param right: players of the right team, 0 to 11.
/// :param seed: of everything random, 0 to 2**64 - 1; world ``i`` has ``seed + i``, modulo 2**64,
///     and plays as a :class:`DiscSimulation` with that seed, bit for bit.
/// :param threads: maximum number of worker threads; ``None`` for one per core. Results do not
///     depend on it.
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
///     ``"scripted"`` or a :class:`rcssgym.disc.Scripted`; ``None`` for one that carries out the
///     commands given to :meth:`step`. Either team's may also be a list of these, one per world.
/// :param hearing: players hear each other, for :attr:`heard`, even if they do not sense.
///
/// Worlds begin before the kick-off with everyone beside the pitch. A batch belongs to the process
/// that made it (:class:`ForkError`) and serves one call at a time (:class:`BusyError`). It pickles
/// and copies through :meth:`snapshot`. Invalid arguments raise :class:`ArgumentError`, and nothing
/// has changed then.
#[pyclass(name = "DiscBatch", module = "rcssgym", frozen, subclass, weakref)]
pub struct PyDiscBatch {
    pub(crate) door: Door<DiscBatch>,
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
    hearing: bool,
    /// Copies of the arguments, except the numbers of worlds and players, threads and seed.
    keywords: Py<PyDict>,
}

#[pymethods]
impl PyDiscBatch {
    #[new]
    #[pyo3(
        signature = (
            num_worlds, left=None, right=None, seed=None, threads=None, *, server_params=None,
            player_params=None, player_types=None, goalies=None, team_names=None, messages=None,
            sensed=None, teams=None, hearing=None
        ),
        text_signature = "(num_worlds, left=11, right=11, seed=0, threads=None, *, \
            server_params=None, player_params=None, player_types=None, goalies=True, \
            team_names=('left', 'right'), messages=False, \
            sensed=False, teams=(None, None), hearing=False)"
    )]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
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
        messages: Option<Any<'_, 'py>>,
        sensed: Option<Any<'_, 'py>>,
        teams: Option<Any<'_, 'py>>,
        hearing: Option<Any<'_, 'py>>,
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
        let messages = flag_or(messages, "messages", false)?;
        let sensed = flag_or(sensed, "sensed", false)?;
        let hearing = flag_or(hearing, "hearing", false)?;
        let keywords = copies(
            py,
            [
                ("server_params", server_params),
                ("player_params", player_params),
                ("goalies", goalies),
                ("team_names", team_names),
                ("teams", teams),
            ],
            [("messages", messages), ("sensed", sensed), ("hearing", hearing)],
        )?;
        let none = PyDict::new(py).into_any();
        let server = server_parameters(server_params.unwrap_or(&none))?;
        let player = player_parameters(player_params.unwrap_or(&none))?;
        let types = player_types.map(self::player_types).transpose()?;
        if let Some(types) = &types {
            // Kept as read, because the argument may have been an iterator.
            keywords.set_item("player_types", shown_types(py, types)?)?;
        }
        let plays = plays_of_worlds(teams, num_worlds)?;
        let is_alike = plays.each_ref().map(|plays| plays.len() == 1);
        let first = plays.each_ref().map(|plays| plays.first().cloned().flatten());
        let teams = teams::read(sizes, goalies, team_names)?;
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
            hearing,
            plays: first,
        };
        let mut batch = py.detach(|| DiscBatch::new(config)).or_raise()?;
        for side in Side::BOTH.into_iter().filter(|side| !is_alike[side.index()]) {
            for (world, play) in plays[side.index()].iter().enumerate() {
                batch.set_play(world, side, play.clone()).or_raise()?;
            }
        }
        Ok(Self {
            num_worlds,
            places: batch.places().to_vec(),
            teams,
            threads,
            threads_used: batch.threads(),
            seed,
            keeps_messages: messages,
            sensed,
            hearing,
            keywords: keywords.unbind(),
            numbers: Scratch::default(),
            codes: Scratch::default(),
            door: Door::new(batch),
        })
    }

    /// Gives players their commands and plays one cycle.
    ///
    /// :param kind: what each body does ``(W, P)``, codes of :class:`rcssgym.disc.BodyCommand`.
    /// :param args: arguments of these commands ``(W, P, 2)``, or ``(W, P, 4)`` if ``LEGS`` is
    ///     among them; numbers that a command does not take are ignored.
    /// :param turn_neck: degrees ``(W, P)``; ``nan`` for players who do not turn it.
    /// :param change_view: ``(W, P)``: 0 no command, 1 narrow, 2 normal, 3 wide; 4 to 6 likewise
    ///     with low quality.
    /// :param change_focus: by how much, in m and degrees ``(W, P, 2)``; ``nan`` for players who do
    ///     not change it.
    /// :param pointto: distance in m and direction from the head in degrees ``(W, P, 2)``; ``nan``
    ///     for players who do not point.
    /// :param pointto_off: ``(W, P)``: whether players stop pointing.
    /// :param attentionto: ``(W, P)``: the player to listen to; -1 nobody, -2 no command.
    /// :param say: ``(W, P)``: what players say, an array of text, empty for nothing; a text longer
    ///     than ``say_msg_size`` is not said. Or an array of 0 and 1: whether players say something
    ///     whose content does not matter and which is only counted.
    /// :param worlds: the worlds to play: distinct indices or a mask ``(W,)``; ``None`` for all.
    ///
    /// All are numbers or arrays that broadcast. Rows of other worlds are ignored, and so are
    /// commands for players whose team plays by itself. Commands take effect in the order of the
    /// players, after those of such teams. Copies the numbers and releases the GIL: the arrays may
    /// change meanwhile.
    #[pyo3(
        signature = (
            kind, args=None, *, turn_neck=None, change_view=None, change_focus=None, pointto=None,
            pointto_off=None, attentionto=None, say=None, worlds=None
        )
    )]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
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
        let (commands, are_plain) = (numbers.commands(), numbers.are_plain());
        let active = active.as_deref();
        self.door.attempt(py, |batch| batch.step_seen(&commands, active, are_plain))
    }

    /// Plays cycles in which only the teams that play by themselves do anything.
    ///
    /// :param cycles: 0 to 1,000,000.
    /// :param worlds: the worlds to play: distinct indices or a mask ``(W,)``; ``None`` for all.
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
        self.door.attempt(py, |batch| batch.advance(cycles, active.as_deref(), interrupted))?;
        signals.finish()
    }
}

impl PyDiscBatch {
    /// A mask of the requested worlds; `None` for all.
    fn active(&self, worlds: Option<Any<'_, '_>>) -> PyResult<Option<Vec<bool>>> {
        let Some(worlds) = worlds else { return Ok(None) };
        let mut mask = vec![false; self.num_worlds];
        for world in self::worlds(Some(worlds), self.num_worlds)? {
            mask[world] = true;
        }
        Ok(Some(mask))
    }

    /// The name of a player in error messages.
    fn player_name(&self, player: usize) -> String {
        let place = usize::from(self.places[player]);
        let side = if place < TEAM { "left" } else { "right" };
        format!("player {player} ({side} {})", place % TEAM + 1)
    }
}

/// Copies of arguments, so that nobody else can change them.
fn copies<'py, const N: usize, const M: usize>(
    py: Python<'py>,
    values: [(&str, Option<Any<'_, 'py>>); N],
    flags: [(&str, bool); M],
) -> PyResult<Bound<'py, PyDict>> {
    let keywords = PyDict::new(py);
    for (name, value) in values {
        value.map_or(Ok(()), |value| keywords.set_item(name, copied(value, name)?))?;
    }
    flags.into_iter().try_for_each(|(name, flag)| keywords.set_item(name, flag))?;
    Ok(keywords)
}
