//! What robots perceive, in the order in which rcssserver3d reports it, and how they act.

use super::hearing::{Ears, Voices};
use super::layout::{Entry, Layout};
use super::servo::Servo;
use super::sight::{Eye, Landmarks};
use super::{makes, pass};
use crate::action::Action;
use crate::batch::{ContactForce, WorldBatch};
use crate::math::point::{add_scaled, rotate_back, scale, sub};
use crate::math::splitmix::SplitMix64;
use crate::model::Model;
use crate::perception::audio::MAX_MESSAGE;
use crate::perception::{Locations, Perceiver, RobotMarkers};
use crate::server::dialect::{Messages, Senses, Stage};
use crate::soccer::{Arena, BALL, Command, PlayerId, SUBSTEPS, Side};
use crate::wire::simspark::perception as wire;
use crate::wire::simspark::words::{PLAY_MODES, play_mode_number};
use crate::world::scene::Scene;
use std::collections::HashMap;
use std::sync::Arc;

/// Cycles between two messages with vision.
const VISION_INTERVAL: u64 = 3;
/// Bounds of the errors of beams, m and rad.
const BEAM_ERROR: [f64; 2] = [0.05, 10.0 * std::f64::consts::PI / 180.0];
/// How far the first places are from the lines, m.
const MARGIN: f64 = 0.8;
/// How far they are from each other, m.
const SPACING: f64 = 1.2;
/// Position and axes of an agent's eye before it plays: rcssserver3d creates a robot there, 1 m
/// from the centre and 1.5 m above the ground, facing the line on the left.
const STAGE_EYE: ([f64; 3], [[f64; 3]; 3]) =
    ([0.0, -1.0, 1.655], [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);

/// A robot in the game.
struct Body {
    /// Which type of Nao it is; `None` for other robots.
    make: Option<u32>,
    /// Cycles in which its agent has been sent its perceptions.
    cycles: u64,
    layout: Arc<Layout>,
    servo: Servo,
    ears: Ears,
    /// Whether its agent knows its number and side.
    is_told: bool,
    /// Index of its place in the row in which its team's robots start.
    place: u32,
    /// Whether it has been put there. Its agent may have moved it since.
    is_placed: bool,
}

/// What is kept from cycle to cycle.
#[derive(Default)]
pub(super) struct AgentSenses {
    bodies: HashMap<PlayerId, Body>,
    layouts: HashMap<String, Arc<Layout>>,
    /// What can be seen of an arena.
    landmarks: Option<(Arc<Arena>, Landmarks)>,
    contacts: Vec<ContactForce>,
    locations: Locations,
    voices: Voices,
}

impl Senses for AgentSenses {
    fn prepare(&mut self, batch: &mut WorldBatch) -> crate::Result<()> {
        let arena = batch.arena();
        let is_old = |(known, _): &(Arc<Arena>, Landmarks)| !Arc::ptr_eq(known, arena);
        if self.landmarks.as_ref().is_none_or(is_old) {
            self.landmarks = Some((Arc::clone(arena), Landmarks::new(arena.field())));
        }
        self.contacts.clear();
        if !self.bodies.is_empty() {
            batch.feel();
            self.contacts.extend(batch.felt(0));
        }
        Ok(())
    }

    fn refusal(&self, side: Side, stage: &Stage) -> Option<String> {
        let team = self.bodies.iter().filter(|(other, _)| other.side == side);
        let makes = team.filter_map(|(_, body)| body.make);
        nao_type(&stage.model, stage.make).and_then(|make| makes::refusal(makes, make))
    }

    fn joined(&mut self, player: PlayerId, model: &Model, stage: Option<&Stage>) {
        let (make, cycles) = stage.map_or((0, 0), |stage| (stage.make, stage.cycles));
        let layout = self.layout(model);
        let servo = Servo::new(model, make);
        let team = || self.bodies.iter().filter(|(other, _)| other.side == player.side);
        let is_free = |place: &u32| team().all(|(_, body)| body.place != *place);
        let place = (0..).find(is_free).unwrap_or(0);
        let ears = Ears::default();
        let (is_told, is_placed) = (false, false);
        let make = nao_type(&model.name, make);
        let body = Body { make, cycles, layout, servo, ears, is_told, place, is_placed };
        self.bodies.insert(player, body);
    }

    fn left(&mut self, player: PlayerId) {
        self.bodies.remove(&player);
    }

    fn control(&mut self, batch: &WorldBatch, player: PlayerId, asked: Vec<Action>) -> Vec<Action> {
        let (Some(body), Some(slot)) = (self.bodies.get_mut(&player), batch.slot_of(player)) else {
            return asked;
        };
        let Ok(view) = batch.world(0) else { return asked };
        let is_beaming = batch.game(0).is_ok_and(|game| game.game.is_beaming_allowed());
        let mut actions = Vec::with_capacity(asked.len() + batch.shared_model(slot).motors.len());
        if !std::mem::replace(&mut body.is_placed, true) && is_beaming {
            actions.push(first_place(batch, body.place));
        }
        for action in asked {
            match action {
                Action::Motor { motor, command } => body.servo.turn(motor, command[1]),
                Action::Beam { position, yaw } => {
                    actions.push(beam(batch, player, position, yaw));
                    if is_beaming {
                        body.servo.straighten();
                    }
                }
                Action::Say { speaker, volume, message } => {
                    self.voices.say(player, slot, message.clone());
                    // Robots of another dialect hear it if it is short enough for them.
                    if message.len() <= MAX_MESSAGE {
                        actions.push(Action::Say { speaker, volume, message });
                    }
                }
            }
        }
        let coordinates = &view.observed[view.scene.slots[slot].qpos.clone()];
        let time = batch.timestep() * SUBSTEPS as f64;
        let commands = body.servo.commands(coordinates, time).enumerate();
        actions.extend(commands.map(|(motor, command)| Action::Motor { motor, command }));
        actions
    }

    fn pass(&mut self, batch: &WorldBatch, player: PlayerId) -> Result<Command, String> {
        pass::pass(batch, player)
    }

    fn write_staged(&mut self, perceiver: &mut Perceiver<'_>, stage: &Stage, out: &mut String) {
        out.clear();
        write_beginning(out, perceiver, None);
        wire::write_gyro(out, [0.0; 3]);
        wire::write_accelerometer(out, [0.0; 3]);
        // The robots of clients are loaded before the first cycle.
        let Ok(model) = crate::model::load_shared(&stage.model) else { return };
        let layout = self.layout(&model);
        let mut eye = stage
            .cycles
            .is_multiple_of(VISION_INTERVAL)
            .then(|| Eye::new(STAGE_EYE, perceiver.senses.seed, perceiver.frame, None));
        for (index, entry) in layout.entries.iter().enumerate() {
            if index == layout.head {
                self.write_vision(out, perceiver, eye.as_mut());
            }
            if let Entry::Joint { name, .. } = entry {
                wire::write_joint(out, name, 0.0);
            }
        }
    }

    fn write(&mut self, perceiver: &mut Perceiver<'_>, mut messages: Messages<'_>) {
        let bodies = &self.bodies;
        self.voices.locate(perceiver.table.robots());
        self.voices.listen_around(perceiver, |player| bodies.contains_key(&player));
        self.locations.update(&perceiver.view, perceiver.table, &perceiver.senses);
        for robot in perceiver.table.robots() {
            if let Some(out) = messages.remove(&robot.player) {
                self.write_robot(out, perceiver, robot);
            }
        }
        self.voices.clear();
    }
}

impl AgentSenses {
    fn layout(&mut self, model: &Model) -> Arc<Layout> {
        let known = self.layouts.entry(model.name.clone());
        Arc::clone(known.or_insert_with(|| Arc::new(Layout::new(model))))
    }

    fn write_robot(&mut self, out: &mut String, perceiver: &Perceiver<'_>, robot: &RobotMarkers) {
        let &RobotMarkers { slot, player, .. } = robot;
        let Perceiver { view, state, senses, frame, table, .. } = perceiver;
        let Some(body) = self.bodies.get_mut(&player) else { return };
        out.clear();
        let identity = (!body.is_told).then(|| (player.number, player.side.name()));
        body.is_told = true;
        write_beginning(out, perceiver, identity);
        let game = (view, &state.team_names, state.play_time());
        self.voices.write(out, &mut body.ears, (player, slot), game);
        let (layout, sensors) = (Arc::clone(&body.layout), view.sensors(slot));
        if let Some(at) = layout.gyro {
            let rates = turned(&sensors[at..]).map(f64::to_degrees);
            wire::write_gyro(out, rates);
        }
        if let Some(at) = layout.accelerometer {
            wire::write_accelerometer(out, turned(&sensors[at..]));
        }
        // The first message with vision was sent in the first cycle of the scene.
        let looks = body.cycles.is_multiple_of(VISION_INTERVAL);
        body.cycles += 1;
        let mut eye = table.camera(slot).filter(|_| looks).map(|camera| {
            let pose = self.locations.site(view.scene, slot, camera);
            Eye::new((pose.pos, pose.mat), senses.seed, *frame, Some(player))
        });
        for (index, entry) in layout.entries.iter().enumerate() {
            if index == layout.head {
                self.write_vision(out, perceiver, eye.as_mut());
            }
            match *entry {
                Entry::Joint { ref name, at } => {
                    wire::write_joint(out, name, sensors[at].to_degrees());
                }
                Entry::Foot { name, body } => self.write_foot(out, view.scene, slot, name, body),
            }
        }
    }
    /// What an eye sees, if there is one: landmarks, the ball, robots, lines.
    fn write_vision(&self, out: &mut String, perceiver: &Perceiver<'_>, eye: Option<&mut Eye>) {
        let (Some(eye), Some((_, landmarks))) = (eye, &self.landmarks) else { return };
        let Perceiver { view, state, table, .. } = perceiver;
        wire::write_vision(out, |out| {
            for &(name, point) in &landmarks.points {
                if let Some(polar) = eye.point(point) {
                    wire::write_point(out, name, polar);
                }
            }
            if let Some(polar) = eye.point(view.root_position(BALL)) {
                wire::write_point(out, "B", polar);
            }
            for RobotMarkers { player, markers, .. } in table.robots() {
                let part = |marker: usize| {
                    let polar = eye.point(self.locations.marker(marker))?;
                    Some((part_name(&table.names()[marker]), polar))
                };
                let mut parts: Vec<_> = markers.clone().filter_map(part).collect();
                if parts.is_empty() {
                    continue;
                }
                parts.sort_by_key(|(name, _)| rank(name));
                let team = state.team_name(player.side).unwrap_or_default();
                wire::write_player(out, team, player.number, parts.into_iter());
            }
            for &line in &landmarks.lines {
                if let Some(ends) = eye.line(line) {
                    wire::write_line(out, ends);
                }
            }
        });
    }

    /// Writes the force on a foot, if anything touches it: the sum of all contact forces, at their
    /// mean position weighted by force.
    fn write_foot(&self, out: &mut String, scene: &Scene, slot: usize, name: &str, body: usize) {
        let model = scene.model(slot);
        let is_foot = |side: Option<(usize, usize)>| {
            side.is_some_and(|(of, geom)| of == slot && model.geoms[geom].body == body)
        };
        let (mut weight, mut centre, mut force) = (0.0, [0.0; 3], [0.0; 3]);
        let mut count = 0;
        for contact in &self.contacts {
            let sign = match contact.sides.map(is_foot) {
                [true, false] => -1.0,
                [false, true] => 1.0,
                _ => continue,
            };
            let share = contact.force.iter().map(|f| f * f).sum::<f64>().sqrt();
            count += 1;
            weight += share;
            centre = add_scaled(centre, contact.position, share);
            force = add_scaled(force, contact.force, sign);
        }
        // A contact that is about to open may have no force.
        if count == 0 || weight == 0.0 {
            return;
        }
        let foot = self.locations.poses(slot).body(body);
        let centre = rotate_back(&foot.mat, sub(scale(centre, 1.0 / weight), foot.pos));
        let force = rotate_back(&foot.mat, force);
        wire::write_foot_force(out, name, turned(&centre), turned(&force));
    }
}

/// Returns the type of a Nao; `None` for other robots.
fn nao_type(model: &str, make: u32) -> Option<u32> {
    model.starts_with("nao").then_some(make)
}

/// Writes the time and the game state, with which all messages begin.
fn write_beginning(
    out: &mut String,
    perceiver: &Perceiver<'_>,
    identity: Option<wire::Identity<'_>>,
) {
    let Perceiver { view, state, .. } = perceiver;
    wire::write_time(out, view.time);
    let mode = PLAY_MODES[play_mode_number(state)];
    wire::write_game_state(out, identity, state.score, state.play_time(), mode);
}

/// Converts a vector from the frame of one of our bodies (ahead, left, up) to SimSpark's frame
/// (right, ahead, up).
fn turned(vector: &[f64]) -> [f64; 3] {
    match *vector {
        [ahead, left, up, ..] => [-left, ahead, up],
        _ => [0.0; 3],
    }
}

/// The parts of robots that SimSpark's agents know, in the order in which they are reported.
const PARTS: [&str; 5] = ["head", "rlowerarm", "llowerarm", "rfoot", "lfoot"];

/// The name of a part for SimSpark's agents: an ant, of which only the torso is seen, shows a head.
fn part_name(part: &str) -> &'static str {
    PARTS.into_iter().find(|known| *known == part).unwrap_or(PARTS[0])
}

/// Rank of a robot's part in the order in which its visible parts are reported.
fn rank(part: &str) -> usize {
    PARTS.iter().position(|known| *known == part).unwrap_or(PARTS.len())
}

/// The place of a robot that has just joined a team: in a row along the goal line, starting on the
/// left team's left, facing the other goal.
fn first_place(batch: &WorldBatch, place: u32) -> Action {
    let [half_length, half_width] = batch.arena().field().half();
    let y = half_width - MARGIN - SPACING * f64::from(place);
    Action::Beam { position: [MARGIN - half_length, y.max(-half_width)], yaw: 0.0 }
}

/// Returns the beam that is performed: limited to the team's own half of the field, and with an
/// error.
fn beam(batch: &WorldBatch, player: PlayerId, [x, y]: [f64; 2], yaw: f64) -> Action {
    let [half_length, half_width] = batch.arena().field().half();
    let frame = batch.game(0).map_or(0, |game| game.frame);
    let key = 2 * u64::from(player.number) + player.side.index() as u64;
    let mut errors = SplitMix64::of_keys(&[batch.seed(), frame, key, 0xbea3]);
    let mut error = |most: f64| errors.uniform([-most, most]);
    let [place, turn] = BEAM_ERROR;
    let x = (x.clamp(-half_length, 0.0) + error(place)).min(0.0);
    // The right team has its own y to the left of its direction of play.
    let y = -player.side.sign() * (y.clamp(-half_width, half_width) + error(place));
    Action::Beam { position: [x, y], yaw: yaw + error(turn) }
}
