//! What all worlds of a batch share: models, fixed geoms, who plays where.

use super::field::Field;
use super::pairs::{SelfPair, self_pairs};
use super::player::{PlayerId, Side};
use crate::collision::{Aabb, Collider, Pose};
use crate::dynamics::params::{Medium, rotation};
use crate::dynamics::touch::TouchSensor;
use crate::dynamics::tree::Tree;
use crate::error::Result;
use crate::model::{Geom, Model};
use std::ops::Range;
use std::sync::Arc;

/// rcsssmj's surroundings.
pub const MEDIUM: Medium =
    Medium { timestep: 0.005, gravity: -9.81, density: 1.2, viscosity: 0.00002 };

/// A model prepared for simulation.
#[derive(Debug)]
pub struct Kind {
    /// What was loaded.
    pub model: Arc<Model>,
    /// Its bodies and dofs in the order of the algorithms.
    pub tree: Tree,
    /// One for each geom.
    pub colliders: Vec<Collider>,
    /// Radius about each geom's origin.
    pub radii: Vec<f64>,
    /// Pairs of geoms that may meet within one tree.
    pub self_pairs: Vec<SelfPair>,
    /// Geoms that meet the ground other than in closed form.
    pub ground_hulls: Vec<usize>,
    /// Numbers that all sensors yield.
    pub sensor_len: usize,
    /// Those that feel contacts.
    pub touch_sensors: Vec<TouchSensor>,
}

impl Kind {
    fn new(model: Arc<Model>) -> Result<Self> {
        let colliders =
            model.geoms.iter().map(|g| Collider::new(&g.shape)).collect::<Result<Vec<_>>>()?;
        let hulls = colliders.iter().enumerate();
        let ground_hulls =
            hulls.filter(|(_, c)| matches!(c, Collider::Hull(_))).map(|(i, _)| i).collect();
        Ok(Self {
            tree: Tree::new(&model),
            radii: colliders.iter().map(Collider::bounding_radius).collect(),
            self_pairs: self_pairs(&model),
            ground_hulls,
            sensor_len: model.sensors.iter().map(|s| s.kind.dim()).sum(),
            touch_sensors: TouchSensor::of_model(&model)?,
            colliders,
            model,
        })
    }
}

/// A fixed geom of the scene.
#[derive(Debug)]
pub struct Fixture {
    /// Shape, pose in the world and contact parameters.
    pub geom: Geom,
    /// The shape, ready to collide.
    pub collider: Collider,
    /// Pose in the world.
    pub pose: Pose,
    /// Bounds in the world.
    pub aabb: Aabb,
}

impl Fixture {
    fn new(geom: Geom) -> Result<Self> {
        let collider = Collider::new(&geom.shape)?;
        let pose = Pose { pos: geom.pos, mat: rotation(geom.quat) };
        let aabb = Aabb::of(&collider, &pose);
        Ok(Self { geom, collider, pose, aabb })
    }
}

/// A robot and who it is.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What it is made of.
    pub model: Arc<Model>,
    /// Whose number it wears.
    pub player: PlayerId,
}

/// One tree's place in a world: the ball, or a robot.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Index into `Scene::kinds`.
    pub kind: usize,
    /// Who it is; `None` for the ball.
    pub player: Option<PlayerId>,
    /// Prefix of its geoms' names, e.g. `r-1-3-`.
    pub prefix: String,
    /// Its part of a world's position coordinates.
    pub qpos: Range<usize>,
    /// Its part of a world's velocities.
    pub qvel: Range<usize>,
    /// Its part of a world's commands.
    pub motors: Range<usize>,
    /// Its part of a world's sensor readings.
    pub sensors: Range<usize>,
}

impl Slot {
    /// The place behind `last`.
    fn after(last: Option<&Self>, index: usize, kind: &Kind, player: Option<PlayerId>) -> Self {
        let after = |end: Option<usize>, len: usize| {
            let start = end.unwrap_or(0);
            start..start + len
        };
        Self {
            kind: index,
            player,
            prefix: player.map(PlayerId::prefix).unwrap_or_default(),
            qpos: after(last.map(|s| s.qpos.end), kind.model.nq()),
            qvel: after(last.map(|s| s.qvel.end), kind.model.nv()),
            motors: after(last.map(|s| s.motors.end), kind.model.motors.len()),
            sensors: after(last.map(|s| s.sensors.end), kind.sensor_len),
        }
    }
}

/// The immutable part of a batch.
#[derive(Debug)]
pub struct Scene {
    /// Field of play.
    pub field: Field,
    /// Time step, gravity and air.
    pub medium: Medium,
    /// The ball and the models of the robots, each once.
    pub kinds: Vec<Arc<Kind>>,
    /// The ball, then the robots in order of joining.
    pub slots: Vec<Slot>,
    /// The pitch.
    pub ground: Fixture,
    /// Goals: posts, bars and nets.
    pub fixtures: Vec<Fixture>,
    /// Bounds of each goal.
    pub goals: [(Aabb, Range<usize>); 2],
}

impl Scene {
    /// Builds the scene; fails where a shape of a model cannot collide. Robots of equal models
    /// share a kind, and so lanes; kinds that `known` has already are taken from there.
    pub fn new(
        field: Field,
        ball: &Arc<Model>,
        robots: &[Entrant],
        known: &[Arc<Kind>],
    ) -> Result<Self> {
        let mut kinds: Vec<Arc<Kind>> = Vec::new();
        let mut slots: Vec<Slot> = Vec::new();
        let robots = robots.iter().map(|robot| (&robot.model, Some(robot.player)));
        for (model, player) in std::iter::once((ball, None)).chain(robots) {
            let same =
                |kind: &&Arc<Kind>| Arc::ptr_eq(&kind.model, model) || *kind.model == **model;
            let kind = match kinds.iter().position(|kind| same(&kind)) {
                Some(kind) => kind,
                None => {
                    kinds.push(match known.iter().find(same) {
                        Some(kind) => Arc::clone(kind),
                        None => Arc::new(Kind::new(Arc::clone(model))?),
                    });
                    kinds.len() - 1
                }
            };
            slots.push(Slot::after(slots.last(), kind, &kinds[kind], player));
        }
        let fixtures = field.goals().into_iter().map(Fixture::new).collect::<Result<Vec<_>>>()?;
        let half = fixtures.len() / 2;
        let goals = [0..half, half..fixtures.len()]
            .map(|range| (union(fixtures[range.clone()].iter().map(|f| f.aabb)), range));
        Ok(Self {
            medium: MEDIUM,
            kinds,
            slots,
            ground: Fixture::new(field.pitch())?,
            field,
            fixtures,
            goals,
        })
    }

    /// What a slot's tree is made of.
    pub fn model(&self, slot: usize) -> &Arc<Model> {
        &self.kinds[self.slots[slot].kind].model
    }

    /// Slots of a side's robots, in order of joining.
    pub fn team(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        let member = move |slot: &Slot| slot.player.is_some_and(|player| player.side == side);
        self.slots.iter().enumerate().filter(move |(_, slot)| member(slot)).map(|(i, _)| i)
    }

    /// The slot of a player.
    pub fn slot_of(&self, player: PlayerId) -> Option<usize> {
        self.slots.iter().position(|slot| slot.player == Some(player))
    }

    /// Position coordinates of a world.
    pub fn nq(&self) -> usize {
        self.slots.last().map_or(0, |s| s.qpos.end)
    }

    /// Degrees of freedom of a world.
    pub fn nv(&self) -> usize {
        self.slots.last().map_or(0, |s| s.qvel.end)
    }

    /// Motors of a world.
    pub fn nu(&self) -> usize {
        self.slots.last().map_or(0, |s| s.motors.end)
    }

    /// Sensor readings of a world.
    pub fn ns(&self) -> usize {
        self.slots.last().map_or(0, |s| s.sensors.end)
    }
}

fn union(boxes: impl Iterator<Item = Aabb>) -> Aabb {
    let nothing = Aabb { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };
    boxes.fold(nothing, |a, b| Aabb {
        min: std::array::from_fn(|i| a.min[i].min(b.min[i])),
        max: std::array::from_fn(|i| a.max[i].max(b.max[i])),
    })
}
