//! Perceptions as Python objects.

use super::PySoccerWorld;
use super::names::{Names, RobotNames};
use crate::error::OrRaise;
use crate::perceptions as objects;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use rcssgym::perception::audio::Heard;
use rcssgym::perception::{
    Detection, Joints, Perceiver, RobotMarkers, Seen, SensorRef, Sighting, Visitor, Workspace,
};
use rcssgym::soccer::{BALL, GameState, Side};
use std::sync::PoisonError;

type Object<'py> = Bound<'py, PyAny>;

/// What robots of one world perceive, as a list for each in rcsssmj's order: only the robot in
/// `slot`, or all. `vision` says whether cameras deliver; `None` for every second frame.
pub fn lists<'py>(
    py: Python<'py>,
    mut perceiver: Perceiver<'_>,
    workspace: &mut Workspace,
    names: &Names,
    slot: Option<usize>,
    vision: Option<bool>,
) -> PyResult<Vec<Bound<'py, PyList>>> {
    let teams = perceiver.state.team_names.each_ref();
    let teams = teams.map(|name| name.as_ref().map(|name| PyString::intern(py, name)));
    let (common, lists) = (Vec::new(), Vec::new());
    let mut lister = Lister { py, names, wanted: slot, slot: BALL, teams, common, lists };
    perceiver.walk(perceiver.has_vision(vision), workspace, &mut lister)?;
    Ok(lister.lists)
}

/// Makes lists of objects.
struct Lister<'a, 'py> {
    py: Python<'py>,
    names: &'a Names,
    /// The only slot that is wanted; `None` for all.
    wanted: Option<usize>,
    /// The slot of the robot that is being visited.
    slot: usize,
    teams: [Option<Bound<'py, PyString>>; 2],
    /// Perceptions with which every list begins.
    common: Vec<Object<'py>>,
    /// Lists of the robots visited so far.
    lists: Vec<Bound<'py, PyList>>,
}

impl<'a, 'py> Lister<'a, 'py> {
    fn robot_names(&self) -> &'a RobotNames {
        &self.names.robots[self.slot]
    }

    fn sensor(&self, sensor: SensorRef<'_>) -> &'a Bound<'py, PyString> {
        self.robot_names().sensors[sensor.index].bind(self.py)
    }

    fn add(&mut self, perception: Object<'py>) -> PyResult<()> {
        match self.lists.last() {
            Some(list) => list.append(perception),
            None => {
                self.common.push(perception);
                Ok(())
            }
        }
    }

    fn detection(&self, detection: &Detection) -> PyResult<Object<'py>> {
        let &Detection { marker, azimuth, inclination, distance } = detection;
        let name = self.names.perceptions.markers[marker as usize].bind(self.py);
        objects::object_detection(name, azimuth, inclination, distance)
    }

    fn sighting(&self, sighting: Sighting<'_>) -> PyResult<Object<'py>> {
        match sighting {
            Sighting::Object(detection) => self.detection(detection),
            Sighting::Robot { slot, player, parts } => {
                let parts = parts.iter().map(|part| self.detection(part));
                let parts = PyList::new(self.py, parts.collect::<PyResult<Vec<_>>>()?)?;
                let nobody = PyString::intern(self.py, "");
                let joined = self.names.robots[slot].team.as_ref().map(|team| team.bind(self.py));
                let team = joined.or(self.teams[player.side.index()].as_ref()).unwrap_or(&nobody);
                objects::agent_detection(team, i64::from(player.number), parts)
            }
        }
    }
}

impl Visitor for Lister<'_, '_> {
    type Error = PyErr;

    fn time(&mut self, time: f64) -> PyResult<()> {
        let name = self.names.perceptions.time.bind(self.py);
        self.add(objects::time(name, [time])?)
    }

    fn game_state(&mut self, state: &GameState) -> PyResult<()> {
        let mode = PyString::intern(self.py, state.play_mode().name());
        let teams = self.teams.each_ref().map(Option::as_ref);
        let scores = Side::BOTH.map(|side| state.score[side.index()]);
        let time = state.play_time();
        self.add(match state.play_time_is_whole() {
            true => objects::game_state(time as i64, &mode, teams, scores)?,
            false => objects::game_state(time, &mode, teams, scores)?,
        })
    }

    fn robot(&mut self, robot: &RobotMarkers) -> PyResult<bool> {
        if self.wanted.is_some_and(|slot| slot != robot.slot) {
            return Ok(false);
        }
        self.slot = robot.slot;
        self.lists.push(PyList::new(self.py, &self.common)?);
        Ok(true)
    }

    fn orientation(&mut self, sensor: SensorRef<'_>, quat: [f64; 4]) -> PyResult<()> {
        self.add(objects::orientation(self.sensor(sensor), quat)?)
    }

    fn position(&mut self, sensor: SensorRef<'_>, pos: [f64; 3]) -> PyResult<()> {
        self.add(objects::position(self.sensor(sensor), pos)?)
    }

    fn gyro(&mut self, sensor: SensorRef<'_>, rates: [f64; 3]) -> PyResult<()> {
        self.add(objects::gyro(self.sensor(sensor), rates)?)
    }

    fn accelerometer(&mut self, sensor: SensorRef<'_>, acc: [f64; 3]) -> PyResult<()> {
        self.add(objects::accelerometer(self.sensor(sensor), acc)?)
    }

    fn touch(&mut self, sensor: SensorRef<'_>, force: i64) -> PyResult<()> {
        self.add(objects::touch(self.sensor(sensor), [force])?)
    }

    fn joints(&mut self, joints: Joints<'_>) -> PyResult<()> {
        if joints.angles.is_empty() {
            return Ok(());
        }
        let values = [joints.angles, joints.speeds];
        let [angles, speeds] = values.map(|values| PyArray1::from_slice(self.py, values));
        self.add(objects::joints(&self.robot_names().joint_list(self.py)?, angles, speeds)?)
    }

    fn microphone(&mut self, heard: &[Heard]) -> PyResult<()> {
        let (py, Some(name)) = (self.py, &self.robot_names().microphone) else { return Ok(()) };
        let azimuths = PyArray1::from_iter(py, heard.iter().map(|heard| heard.azimuth));
        let messages = heard.iter().map(|heard| PyBytes::new(py, &heard.message));
        let messages = PyList::new(py, messages.collect::<Vec<_>>())?;
        self.add(objects::microphone(name.bind(py), azimuths, messages)?)
    }

    fn vision(&mut self, seen: Seen<'_>) -> PyResult<()> {
        let objects = PyList::empty(self.py);
        for sighting in seen.sightings() {
            objects.append(self.sighting(sighting)?)?;
        }
        self.add(objects::vision(self.names.perceptions.vision.bind(self.py), objects)?)
    }
}

#[pymethods]
impl PySoccerWorld {
    /// Perceptions of all players, the left team first, each in order of joining.
    fn perceive<'py>(&self, py: Python<'py>, vision: Option<bool>) -> PyResult<Bound<'py, PyList>> {
        let mut batch = self.door.open()?;
        let mut workspace = self.workspace.lock().unwrap_or_else(PoisonError::into_inner);
        let mut perceiver = batch.perceiver(0).or_raise()?;
        perceiver.hearing.listen_again();
        PyList::new(py, lists(py, perceiver, &mut workspace, &self.names(), None, vision)?)
    }
}
