//! `DiscWorld`, on which `rcssgym.DiscSimulation` is built.

use super::answers::Asked;
use super::parameters::{player_parameters, player_types, server_parameters, shown_types, table};
use super::picture::{LookArguments, Wish};
use super::senses::Received;
use super::teams;
use crate::argument::integer;
use crate::error::{BusyError, OrRaise, RcssGymError, argument_error};
use numpy::{PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use rcssgym::disc::{
    Answers, Card, Lot, PLAYERS, Player, PlayerParameters, Rules, ServerParameters, Side, World,
};
use rcssgym::render::disc::{Look, paint};
use rcssgym::teams::{Crew, Play, Statistics, snapshot as saved};
use rcssgym::wire::rcssserver::{coach, player, take_in, trainer, write_full_state};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

/// A 2D game. Players are identified by their places, which count from 0: left 1 to 11, then right
/// 1 to 11.
///
/// Only one call at a time can use it: a `chance` that calls its own simulation gets a `BusyError`.
#[pyclass(name = "DiscWorld", module = "rcssgym._core", frozen)]
pub struct PyDiscWorld(Mutex<DiscWorld>);

/// A game, the function that decides its random draws, and what its players perceived.
pub struct DiscWorld {
    pub world: World,
    chance: Option<Py<PyAny>>,
    /// What players, trainer and coaches perceived or were sent in the last step.
    pub received: Received,
    crew: Crew,
    plays: [Option<Play>; 2],
    seed: u64,
    pub statistics: Statistics,
}

impl PyDiscWorld {
    /// The game, unless another call is using it.
    pub(crate) fn open(&self) -> PyResult<MutexGuard<'_, DiscWorld>> {
        self.0.try_lock().map_err(|closed| match closed {
            TryLockError::WouldBlock => BusyError::new_err(
                "this game is in use by another call that has not returned yet; `chance`, which \
                 is asked in the middle of one, knows no more than its arguments tell",
            ),
            TryLockError::Poisoned(_) => RcssGymError::new_err(
                "an earlier call failed inside the game; it cannot be used any more",
            ),
        })
    }
}

impl DiscWorld {
    /// Whether a Python function decides what the rules draw.
    pub(crate) fn is_asked(&self) -> bool {
        self.chance.is_some()
    }

    /// Runs `act` on the world. If the function that decides random draws fails, the world is
    /// restored to what it was before.
    fn act<T>(
        &mut self,
        py: Python<'_>,
        act: impl FnOnce(&mut World, Option<&mut Asked<'_>>) -> T,
    ) -> PyResult<T> {
        self.world.forget_ended_cycle();
        let Some(chance) = &self.chance else { return Ok(act(&mut self.world, None)) };
        let mut asked = Asked::new(chance.bind(py).clone());
        let before = self.world.clone();
        let result = act(&mut self.world, Some(&mut asked));
        if let Some(error) = asked.error {
            self.world = before;
            return Err(error);
        }
        Ok(result)
    }

    /// The player of a place.
    pub fn player(&self, place: usize) -> PyResult<&Player> {
        self.world.game.players.get(place).ok_or_else(|| {
            argument_error("place", format!("must be from 0 to {}, not {place}", PLAYERS - 1))
        })
    }
}

#[pymethods]
impl PyDiscWorld {
    #[new]
    fn new(
        server_params: &Bound<'_, PyAny>,
        player_params: &Bound<'_, PyAny>,
        types: Option<&Bound<'_, PyAny>>,
        seed: &Bound<'_, PyAny>,
        chance: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let server = server_parameters(server_params)?;
        let player = player_parameters(player_params)?;
        let types = types.map(player_types).transpose()?;
        let seed = integer(seed, "seed", 0..=u64::MAX)?;
        if let Some(chance) = chance.as_ref().filter(|chance| !chance.is_callable()) {
            return Err(argument_error("chance", format!("{chance} cannot be called")));
        }
        let rules = Rules::new(server, player, types, seed).or_raise()?;
        let mut world = World::new(Arc::new(rules), seed);
        world.open_news();
        world.staff_mut();
        Ok(Self(Mutex::new(DiscWorld {
            world,
            chance: chance.map(Bound::unbind),
            received: Received::default(),
            crew: Crew::new([None, None], seed),
            plays: [None, None],
            seed,
            statistics: Statistics::default(),
        })))
    }

    fn join(&self, team: &str, goalie: bool) -> PyResult<usize> {
        self.open()?.world.join(team, goalie).or_raise()
    }

    fn send(&self, py: Python<'_>, place: usize, message: &str) -> PyResult<String> {
        let mut game = self.open()?;
        game.player(place)?;
        game.act(py, |world, asked| {
            let mut reply = String::new();
            let asked = asked.map(|asked| asked as _);
            player::answer(world, asked, place, message.as_bytes(), &mut reply);
            reply
        })
    }

    fn trainer(&self, py: Python<'_>, message: &str) -> PyResult<String> {
        self.open()?.act(py, |world, asked| {
            trainer::answer(world, asked.map(|asked| asked as _), message.as_bytes())
        })
    }

    fn coach(&self, py: Python<'_>, team: &str, message: &str) -> PyResult<String> {
        let mut game = self.open()?;
        let Some(side) = game.world.side_named(team) else {
            return Err(argument_error("team", format!("there is no team {team:?}")));
        };
        game.act(py, |world, _| coach::answer(world, side, message.as_bytes()))
    }

    /// Checks that a team can play in this way.
    fn check_play(&self, play: &Bound<'_, PyAny>) -> PyResult<()> {
        let play = teams::play(play, "play")?;
        if self.open()?.world.minds.is_none() && play.is_some_and(|play| play.is_sensed()) {
            let what = "a team that plays by what it senses needs a simulation with senses";
            return Err(argument_error("play", what));
        }
        Ok(())
    }

    /// Sets how a side's team plays by itself from now on.
    fn set_play(&self, side: usize, play: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_play(play)?;
        let play = teams::play(play, "play")?;
        let mut game = self.open()?;
        let Some(own) = game.plays.get_mut(side) else {
            return Err(argument_error("side", format!("must be 0 or 1, not {side}")));
        };
        *own = play;
        game.crew = Crew::new(game.plays.clone(), game.seed);
        Ok(())
    }

    /// The statistics of both teams, by name.
    #[getter]
    fn statistics<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        teams::shown_statistics(py, &self.open()?.statistics)
    }

    fn step(&self, py: Python<'_>) -> PyResult<()> {
        let mut game = self.open()?;
        let mut crew = game.crew.clone();
        game.received = game.act(py, |world, mut asked| {
            let answers = asked.as_mut().map(|asked| &mut **asked as &mut dyn Answers);
            crew.act(world, answers);
            let answers = asked.as_mut().map(|asked| &mut **asked as &mut dyn Answers);
            world.step(answers);
            let mut received = Received::news(world);
            if world.senses.is_some() {
                received.full_states = full_states(world);
                received.perceptions = world.perceive(asked.map(|asked| asked as _));
                take_in(world);
            }
            crew.listen(world);
            received
        })?;
        game.crew = crew;
        let DiscWorld { world, statistics, .. } = &mut *game;
        statistics.observe(world.rules(), &world.game);
        world.end_cycle();
        Ok(())
    }

    #[getter]
    fn cycle(&self) -> PyResult<u32> {
        Ok(self.open()?.world.game.cycle)
    }

    #[getter]
    fn stopped(&self) -> PyResult<u32> {
        Ok(self.open()?.world.game.stopped)
    }

    #[getter]
    fn play_mode(&self) -> PyResult<&'static str> {
        Ok(self.open()?.world.game.mode.name())
    }

    #[getter]
    fn score(&self) -> PyResult<(u32, u32)> {
        let [left, right] = self.open()?.world.game.score;
        Ok((left.goals, right.goals))
    }

    #[getter]
    fn penalties(&self) -> PyResult<(u32, u32, u32, u32)> {
        let [l, r] = self.open()?.world.game.score;
        Ok((l.penalties_scored, l.penalties_missed, r.penalties_scored, r.penalties_missed))
    }

    #[getter]
    fn ball(&self) -> PyResult<(f64, f64, f64, f64)> {
        let ball = self.open()?.world.game.ball;
        Ok((ball.position.x, ball.position.y, ball.velocity.x, ball.velocity.y))
    }

    #[getter]
    fn messages(&self) -> PyResult<Vec<String>> {
        Ok(self.open()?.world.messages.iter().map(ToString::to_string).collect())
    }

    #[getter]
    fn names(&self) -> PyResult<(String, String)> {
        let [left, right] = self.open()?.world.names().clone();
        Ok((left, right))
    }

    /// Places in the order of joining.
    #[getter]
    fn places(&self) -> PyResult<Vec<usize>> {
        let game = self.open()?;
        let players = &game.world.game.players;
        let mut places: Vec<_> = (0..PLAYERS).filter(|&place| players[place].joined).collect();
        places.sort_by_key(|&place| players[place].order);
        Ok(places)
    }

    /// x, y, vx, vy, body, neck (degrees), stamina, effort, recovery, capacity.
    fn state(&self, place: usize) -> PyResult<[f64; 10]> {
        let game = self.open()?;
        let player = game.player(place)?;
        let (p, v) = (player.position, player.velocity);
        let (body, neck) = (player.body.to_degrees(), player.neck.to_degrees());
        let [s, e] = [player.stamina, player.effort];
        Ok([p.x, p.y, v.x, v.y, body, neck, s, e, player.recovery, player.capacity])
    }

    fn flags(&self, place: usize) -> PyResult<u32> {
        Ok(self.open()?.player(place)?.shown)
    }

    fn card(&self, place: usize) -> PyResult<&'static str> {
        Ok(match self.open()?.player(place)?.card {
            Card::None => "none",
            Card::Yellow => "yellow",
            Card::Red => "red",
        })
    }

    fn type_id(&self, place: usize) -> PyResult<u8> {
        Ok(self.open()?.player(place)?.type_id)
    }

    fn is_goalie(&self, place: usize) -> PyResult<bool> {
        Ok(self.open()?.player(place)?.goalie)
    }

    fn is_connected(&self, place: usize) -> PyResult<bool> {
        Ok(self.open()?.player(place)?.connected)
    }

    #[getter]
    fn server_params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let game = self.open()?;
        let server = &game.world.rules().server;
        table(py, ServerParameters::NAMES, |name| server.get(name))
    }

    #[getter]
    fn player_params<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let game = self.open()?;
        let player = &game.world.rules().player;
        table(py, PlayerParameters::NAMES, |name| player.get(name))
    }

    #[getter]
    fn player_types<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        shown_types(py, &self.open()?.world.rules().types)
    }

    #[pyo3(
        signature = (
            width, height, view, board, numbers, stamina, view_cones, trail, drawings
        )
    )]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn render<'py>(
        &self,
        py: Python<'py>,
        width: &Bound<'py, PyAny>,
        height: &Bound<'py, PyAny>,
        view: Option<&Bound<'py, PyAny>>,
        board: &Bound<'py, PyAny>,
        numbers: &Bound<'py, PyAny>,
        stamina: &Bound<'py, PyAny>,
        view_cones: &Bound<'py, PyAny>,
        trail: Option<&Bound<'py, PyAny>>,
        drawings: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let arguments = LookArguments {
            width: Some(width),
            height: Some(height),
            view,
            board: Some(board),
            numbers: Some(numbers),
            stamina: Some(stamina),
            view_cones: Some(view_cones),
            trail,
            drawings: Some(drawings),
        };
        let wish = Wish::new(&arguments, None)?;
        let shape = [wish.size.height(), wish.size.width(), 3];
        let picture = PyArray3::zeros(py, shape, false);
        let mut writer = picture.readwrite();
        let out = writer.as_slice_mut()?;
        let trail = wish.trails.first().map_or(&[][..], Vec::as_slice);
        let (look, size) = (Look { trail, ..wish.look() }, wish.size);
        let game = self.open()?;
        let world = &game.world;
        py.detach(|| paint(world, &look, size, out)).or_raise()?;
        drop(writer);
        Ok(picture)
    }

    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let game = self.open()?;
        let bytes = match game.plays.iter().any(Option::is_some) {
            true => saved::snapshot(&game.world, &game.crew, &game.statistics).or_raise()?,
            false => game.world.snapshot().or_raise()?,
        };
        Ok(PyBytes::new(py, &bytes))
    }

    fn restore(&self, snapshot: &[u8]) -> PyResult<()> {
        let mut game = self.open()?;
        let DiscWorld { world, crew, statistics, plays, .. } = &mut *game;
        if plays.iter().any(Option::is_some) {
            return saved::restore(snapshot, world, crew, statistics).or_raise();
        }
        world.restore(snapshot).or_raise()?;
        *statistics = Statistics::default();
        Ok(())
    }

    /// The kinds of random draws for which `chance` is called.
    #[classattr]
    fn lots() -> Vec<&'static str> {
        Lot::ALL.iter().map(|lot| lot.name()).collect()
    }
}

/// Full states of the players whose team receives them, by place.
fn full_states(world: &World) -> Vec<String> {
    let (server, Some(senses)) = (&world.rules().server, &world.senses) else { return Vec::new() };
    let of = |(place, player): (usize, &Player)| {
        let is_full =
            if player.side == Side::Left { server.fullstate_l } else { server.fullstate_r };
        let mut state = String::new();
        if is_full && player.connected {
            write_full_state(&world.game, place, senses.players[place].version, &mut state);
        }
        state
    };
    world.game.players.iter().enumerate().map(of).collect()
}
