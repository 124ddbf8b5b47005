//! The game in a `rcssgym.WorldBatch`: actions, perceptions and arrays.

use super::acting::{actions_of, listed};
use super::names::Names;
use super::sensing::lists;
use crate::Any;
use crate::argument::{flag, index};
use crate::batch::PyWorldBatch;
use crate::error::{OrRaise, argument_error};
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rcssgym::batch::{Perceived, WorldBatch};
use rcssgym::perception::Workspace;
use rcssgym::soccer::{Foul, FoulEvent};

/// World, simulation time, play time, team id, number, foul.
type WorldFoulEvent = (usize, f64, f64, usize, u32, usize);

/// Additional data of a batch with games.
pub struct Played {
    names: Names,
}

impl Played {
    /// Names teams and players; `None` where no games are played.
    pub fn new(
        py: Python<'_>,
        batch: &mut WorldBatch,
        team_names: Option<Any<'_, '_>>,
    ) -> PyResult<Option<Self>> {
        if !batch.has_games() {
            return Ok(None);
        }
        let teams = team_names.map_or(Ok(["left".to_owned(), "right".to_owned()]), two_names)?;
        batch.name_teams(&teams);
        Ok(Some(Self { names: Names::new(py, batch)? }))
    }
}

fn two_names(value: Any<'_, '_>) -> PyResult<[String; 2]> {
    let names: Option<[String; 2]> = value.extract().ok();
    names.filter(|[left, right]| left != right).ok_or_else(|| {
        argument_error("team_names", format!("must be two different names, not {value}"))
    })
}

impl PyWorldBatch {
    /// The additional data of a batch with games; an error if no games are played.
    pub fn played(&self) -> PyResult<&Played> {
        self.game.as_ref().ok_or_else(|| {
            argument_error("rules", "this batch was made without rules, so no game is on")
        })
    }
}

#[pymethods]
impl PyWorldBatch {
    /// Sets the actions of one robot, which are performed before every step, after that step's
    /// commands, until others are set.
    ///
    /// :param actions: objects of :mod:`rcssgym.actions`.
    ///
    /// Raises :class:`ArgumentError` for an unknown actuator or one of another player, a number
    /// that is not finite or a message of more than 10 bytes; the old actions then stay.
    fn act(&self, world: Any<'_, '_>, robot: Any<'_, '_>, actions: Any<'_, '_>) -> PyResult<()> {
        let world = index(world, "world", self.layout.worlds)?;
        let robot = index(robot, "robot", self.layout.robots.len())?;
        let names = &self.played()?.names.robots[robot + 1];
        let actions = actions_of(names, &listed(actions)?)?.ok_or_else(|| {
            let known = "MotorAction, SpeakerAction and BeamAction";
            argument_error("actions", format!("worlds of a batch know {known} only"))
        })?;
        self.door.open()?.act(world, robot, actions).or_raise()
    }

    /// What one robot perceives now, as a list of objects of :mod:`rcssgym.perceptions`.
    ///
    /// :param vision: whether it sees; ``None`` for every second step.
    #[pyo3(signature = (world, robot, vision=None))]
    fn perceptions<'py>(
        &self,
        py: Python<'py>,
        world: Any<'_, 'py>,
        robot: Any<'_, 'py>,
        vision: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let world = index(world, "world", self.layout.worlds)?;
        let robot = index(robot, "robot", self.layout.robots.len())?;
        let vision = vision.map(|vision| flag(vision, "vision")).transpose()?;
        let names = &self.played()?.names;
        let mut batch = self.door.open()?;
        let (perceiver, slot) = (batch.perceiver(world).or_raise()?, Some(robot + 1));
        let mut lists = lists(py, perceiver, &mut Workspace::default(), names, slot, vision)?;
        lists.pop().ok_or_else(|| argument_error("robot", format!("{robot} is nobody's")))
    }

    /// What all robots of all worlds perceive now, as :class:`Perceptions`: arrays in the units of
    /// the perception objects, and truncated as they are.
    ///
    /// :param vision: whether they see; ``None`` for every second step of each world.
    #[pyo3(signature = (vision=None))]
    fn perceive<'py>(
        &self,
        py: Python<'py>,
        vision: Option<Any<'_, 'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let vision = vision.map(|vision| flag(vision, "vision")).transpose()?;
        let played = self.played()?;
        let perceived = self.door.attempt(py, |engine| engine.perceive(vision))?;
        let arrays = arrays(py, perceived)?;
        arrays.set_item("play_time", self.play_time(py)?)?;
        arrays.set_item("play_mode", self.play_mode(py)?)?;
        arrays.set_item("score", self.score(py)?)?;
        arrays.set_item("marker_names", self.marker_names(py)?)?;
        let joints = played.names.robots[1..].iter().map(|robot| robot.joint_list(py));
        arrays.set_item("joint_names", joints.collect::<PyResult<Vec<_>>>()?)?;
        py.import("rcssgym.perceived")?.getattr("Perceptions")?.call((), Some(&arrays))
    }

    /// All visible markers ``(M,)`` in the order of :meth:`perceive`: robot or ``None``, and name.
    #[getter]
    fn marker_names(&self, py: Python<'_>) -> PyResult<Vec<(Option<usize>, Py<PyAny>)>> {
        let names = &self.played()?.names.perceptions.markers;
        let batch = self.door.open()?;
        let table = batch.markers();
        let owner = |marker: usize| {
            let mut robots = table.robots().iter();
            robots.find(|robot| robot.markers.contains(&marker)).map(|robot| robot.slot - 1)
        };
        let names = names.iter().enumerate();
        Ok(names.map(|(marker, name)| (owner(marker), name.clone_ref(py).into_any())).collect())
    }

    /// Play modes ``(W,)``: indices into ``list(PlayMode)``.
    #[getter]
    fn play_mode<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let batch = self.games()?;
        let games = (0..self.layout.worlds).map(|world| batch.game(world));
        let modes = games.map(|game| Ok(game?.game.state.play_mode().index() as i64));
        Ok(PyArray1::from_vec(py, modes.collect::<rcssgym::Result<_>>().or_raise()?))
    }

    /// Time played ``(W,)``, s.
    #[getter]
    fn play_time<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let batch = self.games()?;
        let games = (0..self.layout.worlds).map(|world| batch.game(world));
        let times = games.map(|game| Ok(game?.game.state.play_time()));
        Ok(PyArray1::from_vec(py, times.collect::<rcssgym::Result<_>>().or_raise()?))
    }

    /// Goals ``(W, 2)``, left and right.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let batch = self.games()?;
        let mut scores = Vec::with_capacity(2 * self.layout.worlds);
        for world in 0..self.layout.worlds {
            scores.extend(batch.game(world).or_raise()?.game.state.score);
        }
        array(py, scores, &[self.layout.worlds, 2])
    }

    /// Steps made ``(W,)`` since each world's reset.
    #[getter]
    fn frame<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let batch = self.games()?;
        let games = (0..self.layout.worlds).map(|world| batch.game(world));
        let frames = games.map(|game| Ok(game?.frame as i64));
        Ok(PyArray1::from_vec(py, frames.collect::<rcssgym::Result<_>>().or_raise()?))
    }

    /// Fouls of every robot since its world's reset ``(W, R, 11)``, by kind of :class:`Foul`.
    #[getter]
    fn fouls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<i64>>> {
        let batch = self.games()?;
        let (worlds, robots) = (self.layout.worlds, self.layout.robots.len());
        let mut counts = Vec::with_capacity(worlds * robots * Foul::ALL.len());
        for world in 0..worlds {
            let game = batch.game(world).or_raise()?;
            for slot in 1..=robots {
                counts.extend(game.foul_counts(slot).iter().map(|&count| i64::from(count)));
            }
        }
        array(py, counts, &[worlds, robots, Foul::ALL.len()])
    }

    /// All fouls since the last call, world by world, oldest first: a list of pairs of a world and
    /// a :class:`FoulEvent`.
    fn take_foul_events<'py>(&self, py: Python<'py>) -> PyResult<Vec<(usize, Bound<'py, PyAny>)>> {
        let mut batch = self.games()?;
        let mut found: Vec<WorldFoulEvent> = Vec::new();
        for world in 0..self.layout.worlds {
            let events = batch.game_mut(world).or_raise()?.game.take_events();
            found.extend(events.into_iter().map(|FoulEvent { time, play_time, player, foul }| {
                (world, time, play_time, player.side.index(), player.number, foul.index())
            }));
        }
        drop(batch);
        let event = py.import("rcssgym.soccer.referee")?.getattr("FoulEvent")?;
        let event = |(world, a, b, c, d, e): WorldFoulEvent| {
            Ok((world, event.call_method1("from_numbers", (a, b, c, d, e))?))
        };
        found.into_iter().map(event).collect()
    }
}

impl PyWorldBatch {
    /// The engine, if games are played.
    fn games(&self) -> PyResult<std::sync::MutexGuard<'_, std::mem::ManuallyDrop<WorldBatch>>> {
        self.played()?;
        self.door.open()
    }
}

fn array<'py, T: Element>(
    py: Python<'py>,
    values: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    PyArray1::from_vec(py, values).reshape(shape.to_vec())
}

fn arrays<'py>(py: Python<'py>, perceived: Perceived) -> PyResult<Bound<'py, PyDict>> {
    let Perceived { sizes, .. } = perceived;
    let (w, r, m) = (sizes.worlds, sizes.robots, sizes.markers);
    let dict = PyDict::new(py);
    dict.set_item("time", array(py, perceived.time, &[w])?)?;
    dict.set_item("orientation", array(py, perceived.orientation, &[w, r, 4])?)?;
    dict.set_item("position", array(py, perceived.position, &[w, r, 3])?)?;
    dict.set_item("gyro", array(py, perceived.gyro, &[w, r, 3])?)?;
    dict.set_item("accelerometer", array(py, perceived.accelerometer, &[w, r, 3])?)?;
    dict.set_item("joint_axs", array(py, perceived.joint_angles, &[w, r, sizes.joints])?)?;
    dict.set_item("joint_vxs", array(py, perceived.joint_speeds, &[w, r, sizes.joints])?)?;
    dict.set_item("touch", array(py, perceived.touch, &[w, r, sizes.touches])?)?;
    dict.set_item("has_vision", array(py, perceived.has_vision, &[w])?)?;
    dict.set_item("vision", array(py, perceived.vision, &[w, r, m, 3])?)?;
    dict.set_item("vision_mask", array(py, perceived.seen, &[w, r, m])?)?;
    dict.set_item("heard", array(py, perceived.heard, &[w, r, r])?)?;
    dict.set_item("azimuths", array(py, perceived.sound_azimuth, &[w, r, r])?)?;
    dict.set_item(
        "messages",
        array(py, perceived.message, &[w, r, r, rcssgym::perception::audio::MAX_MESSAGE])?,
    )?;
    dict.set_item("message_lengths", array(py, perceived.message_length, &[w, r, r])?)?;
    Ok(dict)
}
