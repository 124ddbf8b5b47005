//! What all worlds of a batch share: models, fixed geoms, a slot for each tree.

use super::capsules::Capsule;
use super::pairs::{SelfPair, self_pairs};
use super::reach::{reach, reach_of_sites};
use crate::collision::{Aabb, Collider, Pose};
use crate::dynamics::medium::Medium;
use crate::dynamics::params::rotation;
use crate::dynamics::touch::TouchSensor;
use crate::dynamics::tree::Tree;
use crate::error::{Error, Result};
use crate::math::MAX_VALUE;
use crate::model::{Geom, Model, ROOT_COORDS, ROOT_DOFS};
use std::ops::Range;
use std::sync::Arc;

/// A model prepared for simulation.
#[derive(Debug)]
pub struct Kind {
    /// What was loaded.
    pub model: Arc<Model>,
    /// Its bodies and degrees of freedom, in the order in which the algorithms visit them.
    pub tree: Tree,
    /// One for each geom.
    pub colliders: Vec<Collider>,
    /// Radius of the sphere about each geom's origin that encloses the geom, m.
    pub radii: Vec<f64>,
    /// How far from the root's origin its geoms can be with their margins, m, however it bends.
    pub reach: f64,
    /// The capsule about each geom.
    pub capsules: Vec<Capsule>,
    /// Pairs of geoms that may meet within one tree.
    pub self_pairs: Vec<SelfPair>,
    /// Geoms whose contacts with the ground are not found in closed form.
    pub ground_hulls: Vec<usize>,
    /// Number of values of all sensors.
    pub sensor_len: usize,
    /// The sensors that feel contacts.
    pub touch_sensors: Vec<TouchSensor>,
}

impl Kind {
    fn new(model: Arc<Model>) -> Result<Self> {
        let colliders =
            model.geoms.iter().map(|g| Collider::new(&g.shape)).collect::<Result<Vec<_>>>()?;
        let hulls = colliders.iter().enumerate();
        let ground_hulls =
            hulls.filter(|(_, c)| matches!(c, Collider::Hull(_))).map(|(i, _)| i).collect();
        let radii: Vec<f64> = colliders.iter().map(Collider::bounding_radius).collect();
        let farthest = reach(&model, &radii);
        for (what, farthest) in [("geoms", farthest), ("sites", reach_of_sites(&model))] {
            if farthest > MAX_VALUE {
                let name = &model.name;
                let message = format!(
                    "{what} of '{name}' are up to {farthest:?} m from its root, \
                     more than {MAX_VALUE:e} m"
                );
                return Err(Error::argument("model", message));
            }
        }
        Ok(Self {
            tree: Tree::new(&model),
            reach: farthest,
            capsules: colliders
                .iter()
                .zip(&model.geoms)
                .map(|(collider, geom)| Capsule::about(collider, geom.contact.margin))
                .collect(),
            self_pairs: self_pairs(&model, &radii),
            radii,
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

/// Fixed geoms near each other; what is far from their common bounds touches none of them.
#[derive(Debug)]
pub struct FixtureGroup {
    /// Bounds in the world, with margins.
    pub bounds: Aabb,
    /// Part of `Scene::fixtures`.
    pub fixtures: Range<usize>,
}

impl FixtureGroup {
    /// A group of the fixtures of a list, starting at `first`.
    fn from(first: usize, all: &[Fixture]) -> Self {
        let grown = |fixture: &Fixture| fixture.aabb.grown(fixture.geom.contact.margin);
        let bounds = union(all[first..].iter().map(grown));
        Self { bounds, fixtures: first..all.len() }
    }
}

/// What a scene is made of.
#[derive(Clone, Debug)]
pub struct SceneSpec {
    /// Time step, gravity and air.
    pub medium: Medium,
    /// What everything falls on.
    pub ground: Geom,
    /// Geoms that never move, in groups of geoms that are close together.
    pub fixtures: Vec<Vec<Geom>>,
    /// The trees that move, at least one; the slot of each is its index here.
    pub trees: Vec<TreeSpec>,
    /// The slot whose touches with other trees are noted.
    pub watched: Option<usize>,
}

/// One tree of a scene.
#[derive(Clone, Debug)]
pub struct TreeSpec {
    /// Its model.
    pub model: Arc<Model>,
    /// Prefix of the names of its parts.
    pub prefix: String,
    /// Whether it is drawn anew, and pushed, where worlds differ.
    pub varies: bool,
}

/// One tree's parts of a world's rows.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Index into `Scene::kinds`.
    pub kind: usize,
    /// Prefix of the names of its parts, e.g. `r-1-3-`.
    pub prefix: String,
    /// Whether it is drawn anew, and pushed, where worlds differ.
    pub varies: bool,
    /// Its part of a world's position coordinates.
    pub qpos: Range<usize>,
    /// Its part of a world's velocities.
    pub qvel: Range<usize>,
    /// Its part of a world's commands.
    pub motors: Range<usize>,
    /// Its part of a world's sensor readings.
    pub sensors: Range<usize>,
    /// Its part of a world's slots for contacts with the ground.
    pub ground: Range<usize>,
}

impl Slot {
    /// The slot after `last`.
    fn after(last: Option<&Self>, index: usize, kind: &Kind, spec: TreeSpec) -> Self {
        let after = |end: Option<usize>, len: usize| {
            let start = end.unwrap_or(0);
            start..start + len
        };
        Self {
            kind: index,
            prefix: spec.prefix,
            varies: spec.varies,
            qpos: after(last.map(|s| s.qpos.end), kind.model.nq()),
            qvel: after(last.map(|s| s.qvel.end), kind.model.nv()),
            motors: after(last.map(|s| s.motors.end), kind.model.motors.len()),
            sensors: after(last.map(|s| s.sensors.end), kind.sensor_len),
            ground: after(last.map(|s| s.ground.end), kind.tree.ground_slots),
        }
    }

    /// Its hinges' part of a world's velocities.
    pub fn hinges(&self) -> Range<usize> {
        self.qvel.start + ROOT_DOFS..self.qvel.end
    }
}

/// The immutable part of a batch.
#[derive(Debug)]
pub struct Scene {
    /// Time step, gravity and air.
    pub medium: Medium,
    /// The models of the trees, each once.
    pub kinds: Vec<Arc<Kind>>,
    /// One for each tree.
    pub slots: Vec<Slot>,
    /// What everything falls on.
    pub ground: Fixture,
    /// What never moves, group by group.
    pub fixtures: Vec<Fixture>,
    /// Which fixtures are close together.
    pub fixture_groups: Vec<FixtureGroup>,
    /// The slot whose touches with other trees are noted.
    pub watched: Option<usize>,
}

impl Scene {
    /// Builds the scene. Trees of equal models share a kind, and therefore lanes. Kinds that are in
    /// `known` already are taken from there.
    ///
    /// # Errors
    /// [`Error::Argument`] for no tree at all, a watched slot that does not exist, or a shape that
    /// cannot collide.
    pub fn new(spec: SceneSpec, known: &[Arc<Kind>]) -> Result<Self> {
        let count = spec.trees.len();
        if count == 0 {
            return Err(Error::argument("trees", "there is none"));
        }
        if let Some(watched) = spec.watched.filter(|slot| *slot >= count) {
            let message = format!("slot {watched} is not there, there are {count}");
            return Err(Error::argument("watched", message));
        }
        let mut kinds: Vec<Arc<Kind>> = Vec::new();
        let mut slots: Vec<Slot> = Vec::new();
        for tree in spec.trees {
            let model = &tree.model;
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
            slots.push(Slot::after(slots.last(), kind, &kinds[kind], tree));
        }
        let (mut fixtures, mut fixture_groups) = (Vec::new(), Vec::new());
        for group in spec.fixtures {
            let first = fixtures.len();
            for geom in group {
                fixtures.push(Fixture::new(geom)?);
            }
            fixture_groups.push(FixtureGroup::from(first, &fixtures));
        }
        Ok(Self {
            medium: spec.medium,
            kinds,
            slots,
            ground: Fixture::new(spec.ground)?,
            fixtures,
            fixture_groups,
            watched: spec.watched,
        })
    }

    /// The model of a slot's tree.
    pub fn model(&self, slot: usize) -> &Arc<Model> {
        &self.kinds[self.slots[slot].kind].model
    }

    /// Slots of the trees that are drawn anew, and pushed, where worlds differ.
    pub fn varying(&self) -> impl Iterator<Item = usize> + '_ {
        self.slots.iter().enumerate().filter(|(_, slot)| slot.varies).map(|(index, _)| index)
    }

    /// Position coordinates of a world with every tree in its model's pose, (nq,).
    pub fn reference_qpos(&self) -> Vec<f64> {
        let mut qpos = vec![0.0; self.nq()];
        for slot in &self.slots {
            let model = &self.kinds[slot.kind].model;
            let out = &mut qpos[slot.qpos.clone()];
            let root = &model.bodies[0];
            out[..3].copy_from_slice(&root.pos);
            out[3..ROOT_COORDS].copy_from_slice(&root.quat);
            for (q, joint) in out[ROOT_COORDS..].iter_mut().zip(&model.joints) {
                *q = joint.reference;
            }
        }
        qpos
    }

    /// Position coordinates of a world.
    pub fn nq(&self) -> usize {
        self.slots.last().map_or(0, |s| s.qpos.end)
    }

    /// Degrees of freedom of a world.
    pub fn nv(&self) -> usize {
        self.slots.last().map_or(0, |s| s.qvel.end)
    }

    /// Largest number of contacts with the ground that lanes find in a world.
    pub fn ground_slots(&self) -> usize {
        self.slots.last().map_or(0, |s| s.ground.end)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Shape, load};

    #[test]
    fn bounds_of_fixtures_hold_their_margins() {
        let mut geom = load("ball").unwrap().geoms[0].clone();
        (geom.shape, geom.pos) = (Shape::Sphere { radius: 0.5 }, [1.0, 2.0, 3.0]);
        geom.contact.margin = 0.25;
        let bounds = FixtureGroup::from(0, &[Fixture::new(geom).unwrap()]).bounds;
        let beside = |x: f64| [1.0, 2.0, 3.0].map(|at| at + x);
        assert_eq!(bounds, Aabb { min: beside(-0.75), max: beside(0.75) });
        assert_eq!(bounds.distance_squared([1.0, 2.0, 4.75]), 1.0);
    }
}
