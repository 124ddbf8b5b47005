//! Names of players and their parts as Python strings, made once per roster.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rcssgym::action::NamedActuator;
use rcssgym::batch::WorldBatch;
use rcssgym::model::{Model, SensorKind};
use rcssgym::perception::MarkerTable;
use rcssgym::perception::audio::microphones;
use rcssgym::soccer::PlayerId;
use std::collections::HashMap;

/// Names that depend on a roster.
pub struct Names {
    /// By slot, the ball's first and empty.
    pub robots: Vec<RobotNames>,
    /// Names of perceptions.
    pub perceptions: PerceptionNames,
}

impl Names {
    /// The names of a batch's players.
    pub fn new(py: Python<'_>, batch: &WorldBatch) -> PyResult<Self> {
        let robots = batch
            .roster()
            .into_iter()
            .map(|robot| RobotNames::new(py, &robot.model, Some(robot.player)));
        let ball = RobotNames::default();
        Ok(Self {
            robots: std::iter::once(ball).chain(robots).collect(),
            perceptions: PerceptionNames::new(py, batch.markers()),
        })
    }

    /// Notes under which names of their teams players play: those who have just joined, and those
    /// who were there before, even if the teams have been renamed since.
    pub fn name_teams(&mut self, py: Python<'_>, joined: &[(PlayerId, String)], before: &Self) {
        for robot in &mut self.robots {
            let new = joined.iter().find(|(player, _)| Some(*player) == robot.player);
            let old = || before.robots.iter().find(|old| old.player == robot.player);
            robot.team = match new {
                Some((_, team)) => Some(PyString::intern(py, team).unbind()),
                None => old().and_then(|old| Some(old.team.as_ref()?.clone_ref(py))),
            };
        }
    }
}

/// Names of one robot.
#[derive(Default)]
pub struct RobotNames {
    /// The player to whom they belong.
    pub player: Option<PlayerId>,
    /// The name that the team had when the player joined; `None` in a batch, whose teams keep their
    /// names.
    pub team: Option<Py<PyString>>,
    /// Actuators by their names with the player's prefix.
    pub actuators: HashMap<String, NamedActuator>,
    /// Sensors in the model's order.
    pub sensors: Vec<Py<PyString>>,
    /// Joints in the order of the sensors of their angles.
    pub joints: Vec<Py<PyString>>,
    /// The microphone, if it has one.
    pub microphone: Option<Py<PyString>>,
}

impl RobotNames {
    /// The names of a robot; `player` gives actuators their prefix.
    pub fn new(py: Python<'_>, model: &Model, player: Option<PlayerId>) -> Self {
        let prefix = player.map(PlayerId::prefix).unwrap_or_default();
        let string = |name: &str| PyString::intern(py, name).unbind();
        let microphone = microphones(model).next();
        let actuators =
            NamedActuator::all(model).map(|(name, actuator)| (format!("{prefix}{name}"), actuator));
        let is_angle = |kind| matches!(kind, SensorKind::JointPos(_));
        let joints = model.sensors.iter().filter(|sensor| is_angle(sensor.kind));
        Self {
            player,
            team: None,
            actuators: actuators.collect(),
            sensors: model.sensors.iter().map(|sensor| string(&sensor.name)).collect(),
            joints: joints.map(|sensor| string(&sensor.name)).collect(),
            microphone: microphone.map(string),
        }
    }

    /// A fresh list of the joints' names.
    pub fn joint_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.joints.iter().map(|name| name.bind(py)))
    }
}

/// Names that perceptions carry.
pub struct PerceptionNames {
    /// `now`
    pub time: Py<PyString>,
    /// `See`
    pub vision: Py<PyString>,
    /// Markers in the order of the [`MarkerTable`].
    pub markers: Vec<Py<PyString>>,
}

impl PerceptionNames {
    /// The names of a table's markers.
    pub fn new(py: Python<'_>, markers: &MarkerTable) -> Self {
        let string = |name: &str| PyString::intern(py, name).unbind();
        Self {
            time: string("now"),
            vision: string("See"),
            markers: markers.names().iter().map(|name| string(name)).collect(),
        }
    }
}
