//! Where the quantities that a robot's terms read lie in the rows of its world.

use super::feet::Chains;
use crate::batch::WorldBatch;
use crate::batch::game::WorldGame;
use crate::batch::talk::text;
use crate::error::{Error, Result};
use crate::model::{Model, SensorKind};
use crate::perception::audio::speaker;
use crate::soccer::{BALL, Side};
use crate::terms::Program;

/// The speaker of robots.
const SPEAKER: &str = "say";
/// How loud it is.
const LOUD: f64 = 1.0;

/// Where the quantities that a robot's terms read lie in a world's rows.
pub struct RobotMap {
    /// Its index among the robots of the world.
    pub(super) agent: usize,
    pub(super) side: Side,
    /// Robots of its team by number, without itself, and then those of the other team.
    pub(super) others: Vec<usize>,
    /// Markers of what it looks for: see `Quantity::Sights`; empty if it does not perceive.
    pub(super) sights: Vec<usize>,
    /// Joint that each motor moves.
    pub(super) joints: Vec<usize>,
    /// Whether motors move all joints of the robot, in their order.
    pub(super) is_in_order: bool,
    /// First value of the gyro among a world's sensors.
    pub(super) gyro: Option<usize>,
    /// First value of the accelerometer among them.
    pub(super) accelerometer: Option<usize>,
    /// The site with which it says what its action says.
    speaker: Option<usize>,
    pub(super) feet: Chains,
    pub(super) coords: usize,
    pub(super) dofs: usize,
    pub(super) motors: usize,
    /// Widths of a world's rows.
    pub(super) widths: Widths,
}

/// Widths of a world's rows in each array.
pub(super) struct Widths {
    pub(super) coords: usize,
    pub(super) dofs: usize,
    pub(super) sensors: usize,
    pub(super) motors: usize,
}

/// The bodies that are feet.
fn feet(model: &Model, names: &[String]) -> Result<Vec<usize>> {
    let bodies = names.iter().map(|name| {
        let body = model.bodies.iter().position(|body| body.name == *name);
        let message = || format!("{} has no body {name:?} to be a foot", model.name);
        body.ok_or_else(|| Error::argument("robot", message()))
    });
    bodies.collect()
}

/// Checks that the hinges that motors move are those that the setup names, since starts bend them.
pub(super) fn check_hinges(model: &Model, moved: &[usize], program: &Program) -> Result<()> {
    let (name, declared, all) = (&model.name, &program.body.hinges, model.joints.len());
    if *declared != moved {
        let message = format!("{declared:?}, but the motors of {name} move {moved:?}");
        return Err(Error::argument("hinges", message));
    }
    if program.needs_all_hinges() && moved.len() < all {
        let motors = moved.len();
        let message = format!("{name} has {motors} motors for {all} hinges; the start needs all");
        return Err(Error::argument("robot", message));
    }
    Ok(())
}

/// Returns the first value of the first sensor that is wanted, among those of the robot.
fn first_sensor(model: &Model, is_wanted: fn(SensorKind) -> bool) -> Option<usize> {
    let mut offset = 0;
    for sensor in &model.sensors {
        if is_wanted(sensor.kind) {
            return Some(offset);
        }
        offset += sensor.kind.dim();
    }
    None
}

/// Returns the site with which a robot speaks, if it has one.
fn speaker_of(model: &Model, program: &Program) -> Result<Option<usize>> {
    let found = speaker(model, SPEAKER);
    if program.body.words > 0 && found.is_none() {
        let message = format!("{} has no speaker {SPEAKER:?}", model.name);
        return Err(Error::argument("say", message));
    }
    Ok(found)
}

impl RobotMap {
    /// Says what its action says.
    pub(super) fn speak(&self, program: &Program, row: &[f64], game: Option<&mut WorldGame>) {
        let spoken = &program.applied(row)[program.body.joints()..];
        let teams = [1 + program.dims().mates, program.dims().opponents];
        let said = text(spoken, teams);
        if let (Some(text), Some(speaker), Some(game)) = (said, self.speaker, game) {
            game.audio.say(slot_of(self.agent), speaker, LOUD, text.as_bytes());
        }
    }

    pub(super) fn new(batch: &WorldBatch, program: &Program, agent: usize) -> Result<Self> {
        let (scene, model) = (batch.scene(), batch.robot_model(agent));
        if model.motors.len() != program.body.motors() {
            let (motors, joints) = (model.motors.len(), program.body.motors());
            let message = format!("{} has {motors} motors, its setup {joints} joints", model.name);
            return Err(Error::argument("robot", message));
        }
        if program.needs_game() && !batch.has_games() {
            return Err(Error::argument("terms", "ask a referee, but the task has no rules"));
        }
        let slot = &scene.slots[slot_of(agent)];
        let feet = if program.needs_feet() { feet(model, &program.body.feet)? } else { Vec::new() };
        let first = |is_wanted: fn(SensorKind) -> bool| {
            first_sensor(model, is_wanted).map(|offset| slot.sensors.start + offset)
        };
        let (left, robots) = (batch.num_left(), batch.num_robots());
        let (side, own, theirs) = match agent < left {
            true => (Side::Left, 0..left, left..robots),
            false => (Side::Right, left..robots, 0..left),
        };
        let others: Vec<usize> = own.filter(|&other| other != agent).chain(theirs).collect();
        if others.len() != program.dims().others() {
            let (there, expected) = (others.len(), program.dims().others());
            let message = format!("{there} other robots, but the program is for {expected}");
            return Err(Error::argument("worlds", message));
        }
        let sights = match program.perceives() {
            true => sights(batch, side, &others)?,
            false => Vec::new(),
        };
        let joints: Vec<usize> = model.motors.iter().map(|motor| motor.joint).collect();
        check_hinges(model, &joints, program)?;
        Ok(Self {
            agent,
            side,
            others,
            sights,
            is_in_order: joints.iter().copied().eq(0..joints.len()),
            joints,
            gyro: first(|kind| matches!(kind, SensorKind::Gyro(_))),
            accelerometer: first(|kind| matches!(kind, SensorKind::Accelerometer(_))),
            speaker: speaker_of(model, program)?,
            feet: Chains::new(model, &feet)?,
            coords: slot.qpos.start,
            dofs: slot.qvel.start,
            motors: slot.motors.start,
            widths: Widths {
                coords: scene.nq(),
                dofs: scene.nv(),
                sensors: scene.ns(),
                motors: scene.nu(),
            },
        })
    }
}

/// Slot of a robot.
pub(super) fn slot_of(agent: usize) -> usize {
    BALL + 1 + agent
}

/// Tops of the goal posts: left goal's, right goal's, in each the one with positive y first.
const POSTS: [&str; 4] = ["g_lup", "g_llp", "g_rup", "g_rlp"];

/// Markers of ball, other robots and posts, as a robot of a side looks for them.
fn sights(batch: &WorldBatch, side: Side, others: &[usize]) -> Result<Vec<usize>> {
    let table = batch.markers();
    let named = |wanted: &str| {
        let found = table.names().iter().position(|name| name == wanted);
        found.ok_or_else(|| Error::argument("field", format!("has no marker '{wanted}'")))
    };
    let mut markers = vec![named("B")?];
    for &other in others {
        let robot = table.robots().iter().find(|robot| robot.slot == slot_of(other));
        let own = robot.map_or(0..0, |robot| robot.markers.clone());
        // Players are seen by their heads, robots without one by their first marker.
        let head = own.clone().find(|&marker| table.names()[marker] == "head");
        markers.push(head.or_else(|| own.clone().next()).ok_or_else(|| {
            let message = format!("nothing of robot {other} can be seen: it has no vismarker");
            Error::argument("robots", message)
        })?);
    }
    let mut posts = POSTS;
    if side == Side::Right {
        // Turned by half a turn, their upper post is our lower one.
        posts.reverse();
    }
    for post in posts {
        markers.push(named(post)?);
    }
    Ok(markers)
}
