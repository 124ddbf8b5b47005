//! Perceptions as Python objects.

use super::PySoccerWorld;
use super::names::{Names, PerceptionNames, RobotNames};
use crate::batch::{Heard, Perceiver};
use crate::perception::truncate::time;
use crate::perception::{Body, Detection, Locations, Sensed, Sighting, sightings};
use crate::py::perceptions as objects;
use crate::soccer::{GameState, Side};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use std::sync::PoisonError;

type Object<'py> = Bound<'py, PyAny>;

/// Perceptions of one world while they are made.
pub struct Sensing<'a, 'py> {
    py: Python<'py>,
    perceiver: Perceiver<'a>,
    names: &'a PerceptionNames,
    teams: [Option<Bound<'py, PyString>>; 2],
    /// The same for everybody.
    common: [Object<'py>; 2],
    /// Where everything is, if somebody looks or listens.
    locations: Option<&'a Locations>,
    vision: bool,
}

impl<'a, 'py> Sensing<'a, 'py> {
    /// Begins with a world. `vision`: whether cameras deliver; `None` for every second frame.
    pub fn new(
        py: Python<'py>,
        perceiver: Perceiver<'a>,
        names: &'a PerceptionNames,
        locations: &'a mut Locations,
        vision: Option<bool>,
    ) -> PyResult<Self> {
        let vision = vision.unwrap_or_else(|| perceiver.has_vision());
        let is_asked = vision || !perceiver.game.audio.is_silent();
        if is_asked {
            locations.update(&perceiver.view, perceiver.table, &perceiver.senses);
        }
        let state = &perceiver.game.game.state;
        let teams = Side::BOTH.map(|side| state.team_name(side).map(|n| PyString::intern(py, n)));
        let now = objects::time(names.time.bind(py), [time(perceiver.view.time)])?;
        let common = [now, game_state(py, state, &teams)?];
        let locations = is_asked.then_some(&*locations);
        Ok(Self { py, perceiver, names, teams, common, locations, vision })
    }

    /// What the robot in a slot perceives, in rcsssmj's order.
    pub fn of(
        &mut self,
        slot: usize,
        names: &RobotNames,
        seen: &mut Vec<Detection>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = self.py;
        let perceptions = PyList::new(py, &self.common)?;
        self.feel(slot, names, &perceptions)?;
        if let (Some(locations), Some(name)) = (self.locations, &names.microphone)
            && let Some(Some(heard)) = self.perceiver.hear(locations).get(slot)
        {
            perceptions.append(microphone(py, name.bind(py), heard)?)?;
        }
        if let (true, Some(locations)) = (self.vision, self.locations)
            && self.perceiver.look(locations, slot, seen)
        {
            perceptions.append(self.see(seen)?)?;
        }
        Ok(perceptions)
    }

    fn feel(&self, slot: usize, names: &RobotNames, into: &Bound<'py, PyList>) -> PyResult<()> {
        let (py, view) = (self.py, &self.perceiver.view);
        let body = Body::new(view.scene.model(slot), view.sensors(slot));
        let (mut angles, mut speeds) = (Vec::new(), Vec::new());
        for (reading, name) in body.readings().zip(&names.sensors) {
            let name = name.bind(py);
            into.append(match reading.value {
                Sensed::Orientation(quat) => objects::orientation(name, quat)?,
                Sensed::Position(pos) => objects::position(name, pos)?,
                Sensed::Gyro(rates) => objects::gyro(name, rates)?,
                Sensed::Accelerometer(acc) => objects::accelerometer(name, acc)?,
                Sensed::Touch(active) => objects::touch(name, [active])?,
                Sensed::JointAngle(angle) => {
                    angles.push(angle);
                    continue;
                }
                Sensed::JointSpeed(speed) => {
                    speeds.push(speed);
                    continue;
                }
            })?;
        }
        if angles.is_empty() {
            return Ok(());
        }
        let [angles, speeds] = [angles, speeds].map(|values| PyArray1::from_vec(py, values));
        into.append(objects::joints(&names.joint_list(py)?, angles, speeds)?)
    }

    fn see(&self, seen: &[Detection]) -> PyResult<Object<'py>> {
        let py = self.py;
        let objects = PyList::empty(py);
        for sighting in sightings(self.perceiver.table, seen) {
            objects.append(match sighting {
                Sighting::Object(detection) => self.detection(detection)?,
                Sighting::Robot { player, parts, .. } => {
                    let parts = parts.iter().map(|part| self.detection(part));
                    let parts = PyList::new(py, parts.collect::<PyResult<Vec<_>>>()?)?;
                    let nobody = PyString::intern(py, "");
                    let team = self.teams[player.side.index()].as_ref().unwrap_or(&nobody);
                    objects::agent_detection(team, i64::from(player.number), parts)?
                }
            })?;
        }
        objects::vision(self.names.vision.bind(py), objects)
    }

    fn detection(&self, detection: &Detection) -> PyResult<Object<'py>> {
        let &Detection { marker, azimuth, inclination, distance } = detection;
        let name = self.names.markers[marker as usize].bind(self.py);
        objects::object_detection(name, azimuth, inclination, distance)
    }
}

fn game_state<'py>(
    py: Python<'py>,
    state: &GameState,
    teams: &[Option<Bound<'py, PyString>>; 2],
) -> PyResult<Object<'py>> {
    let mode = PyString::intern(py, state.play_mode().name());
    let teams = [teams[0].as_ref(), teams[1].as_ref()];
    let scores = Side::BOTH.map(|side| state.score[side.index()]);
    match state.play_time_is_whole() {
        true => objects::game_state(state.play_time() as i64, &mode, teams, scores),
        false => objects::game_state(state.play_time(), &mode, teams, scores),
    }
}

fn microphone<'py>(
    py: Python<'py>,
    name: &Bound<'py, PyString>,
    heard: &[Heard],
) -> PyResult<Object<'py>> {
    let azimuths = PyArray1::from_iter(py, heard.iter().map(|heard| heard.azimuth));
    let messages = heard.iter().map(|heard| PyBytes::new(py, &heard.message));
    objects::microphone(name, azimuths, PyList::new(py, messages.collect::<Vec<_>>())?)
}

#[pymethods]
impl PySoccerWorld {
    /// Perceptions of all players, the left team first, each in order of joining.
    fn perceive<'py>(&self, py: Python<'py>, vision: Option<bool>) -> PyResult<Bound<'py, PyList>> {
        let mut batch = self.door.open()?;
        let mut locations = self.locations.lock().unwrap_or_else(PoisonError::into_inner);
        let names: &Names = &self.names();
        let slots: Vec<usize> = batch.markers().robots().iter().map(|robot| robot.slot).collect();
        let perceiver = batch.perceiver(0)?;
        perceiver.game.listen_again();
        let mut sensing = Sensing::new(py, perceiver, &names.perceptions, &mut locations, vision)?;
        let mut seen = Vec::new();
        let all = slots.iter().map(|&slot| sensing.of(slot, &names.robots[slot], &mut seen));
        PyList::new(py, all.collect::<PyResult<Vec<_>>>()?)
    }
}
