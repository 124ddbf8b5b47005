//! Contacts that couple branches or trees: what touches what.

use super::capsules::{CapsulePairs, PosedCapsule, StrikeOff};
use super::constants::physics;
use super::contact::{Partner, Touch};
use super::geom_pose::geom_pose;
use super::scene::{Fixture, FixtureGroup, Kind, Scene};
use super::sides::{TouchKey, TouchSides};
use super::spheres::{FindPairs, NearPair, SIDE_BY_SIDE, Spheres};
use super::variation::VariedWorld;
use super::view::TreeGeom;
use super::worker::{Group, TreeLane};
use crate::collision::{Collider, PairParams, PairPoints, Pose, collide, contact_frame, filter};
use crate::dynamics::contact_row::ContactRow;
use crate::dynamics::data::TreeData;
use crate::dynamics::ground_params::row_regularizer;
use crate::dynamics::impedance::Impedance;
use crate::dynamics::island::{Island, LowRank};
use crate::dynamics::own::OwnContact;
use crate::dynamics::tree::NONE;
use crate::math::lane::{Lane, Scalar, Single};
use crate::math::point::{add, sub};
use crate::model::{ContactParams, SolverParams};
use std::marker::PhantomData;
use std::ops::Range;

/// What a search needs to know of a block of worlds.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// What all worlds share.
    pub scene: &'a Scene,
    /// How worlds differ; empty if they do not.
    pub varied: &'a [Option<Box<VariedWorld>>],
    /// Index of each world of the block among those of `varied`.
    pub rows: &'a [usize],
}

/// What decides how a geom touches others: its parameters, its shape, and where it is.
type PosedGeom<'a> = (&'a ContactParams, &'a Collider, &'a Pose);

/// Working memory of the search and of the islands.
pub struct Coupling<L: Lane> {
    pub(super) touches: Vec<Touch>,
    /// World, pair and index of each touch, to sort them; then memory for the touches in order.
    order: Vec<(usize, u64, usize)>,
    sorted: Vec<Touch>,
    pub(super) islands: Vec<Island>,
    /// How many of the islands were solved.
    pub(super) solved: usize,
    pub(super) low_rank: LowRank<L>,
    points: PairPoints,
    /// Spheres about the trees of one world, slot by slot, and the geoms whose spheres meet.
    near: (Spheres, Vec<NearPair>),
    /// The capsules about these geoms.
    capsules: Vec<CapsulePairs>,
    /// For each slot of one world, the smallest slot of the island that it is in.
    pub(super) leader: Vec<usize>,
    /// Index of each slot's tree in its island.
    pub(super) member: Vec<usize>,
    /// World of the block and sides of all touches of the previous substep, in their order.
    pub(super) sides: Vec<(usize, TouchSides)>,
}

impl<L: Lane> Coupling<L> {
    /// Memory for blocks of `block` worlds.
    pub fn new(scene: &Scene, block: usize) -> Self {
        let slots = scene.slots.len();
        let largest = scene.kinds.iter().map(|kind| kind.tree.nv).max().unwrap_or_default();
        Self {
            touches: Vec::with_capacity(64 * slots),
            order: Vec::with_capacity(64 * slots),
            sorted: Vec::with_capacity(64 * slots),
            islands: (0..block * slots).map(|_| Island::with_capacity(2 * largest)).collect(),
            solved: 0,
            low_rank: LowRank::with_capacity(slots, largest),
            points: PairPoints::default(),
            near: (Spheres::with_capacity(slots), Vec::with_capacity(64 * slots)),
            capsules: Vec::with_capacity(64 * slots / SIDE_BY_SIDE),
            leader: Vec::with_capacity(slots),
            member: vec![0; slots],
            sides: Vec::with_capacity(64 * slots),
        }
    }

    /// Finds all touches of the block and marks the lanes that take part.
    pub fn find(&mut self, block: Block<'_>, groups: &mut [Group<L>], places: &[TreeLane]) {
        self.touches.clear();
        for group in groups.iter() {
            if group.live != 0 {
                self.find_in_group(block, group);
            }
        }
        let slots = block.scene.slots.len();
        for (world, places) in places.chunks_exact(slots).enumerate() {
            let TreeLane { group, lane } = places[0];
            if groups[group].live >> lane & 1 == 1 {
                self.find_between(block, groups, places, world);
            }
        }
        self.share_out(block.scene, groups, places);
        self.sort();
        self.recall_sides();
        self.hand_to_lanes(block.scene, groups, places);
    }

    /// Sorts touches, whose order must not depend on how lanes were dealt out. It sorts numbers
    /// first, as touches are large.
    fn sort(&mut self) {
        let Self { touches, sorted, order, .. } = self;
        order.clear();
        order.extend(touches.iter().enumerate().map(|(index, t)| (t.world, t.key.pair(), index)));
        order.sort_unstable_by(|&(world, pair, a), &(other_world, other_pair, b)| {
            (world, pair).cmp(&(other_world, other_pair)).then_with(|| {
                let (a, b) = (&touches[a], &touches[b]);
                (a.row.spring.0.total_cmp(&b.row.spring.0))
                    .then(a.point[0].total_cmp(&b.point[0]))
                    .then(a.point[1].total_cmp(&b.point[1]))
            })
        });
        sorted.clear();
        sorted.extend(order.iter().map(|&(_, _, index)| touches[index]));
        std::mem::swap(touches, sorted);
    }

    /// Marks the lanes that islands couple, and decides which touches are for lanes. The other
    /// touches of a coupled tree are for its island, too: in lanes they would fill in the matrix of
    /// the whole group, and they cost less as a few more columns of low rank.
    fn share_out(&mut self, scene: &Scene, groups: &mut [Group<L>], places: &[TreeLane]) {
        let slots = scene.slots.len();
        let place = |touch: &Touch, slot: usize| places[touch.world * slots + slot];
        for touch in self.touches.iter().filter(|touch| !touch.is_within_lane(scene)) {
            let mut mark = |slot: usize| {
                let TreeLane { group, lane } = place(touch, slot);
                groups[group].coupled |= 1 << lane;
            };
            mark(touch.first.0);
            if let Partner::Tree(slot, _) = touch.second {
                mark(slot);
            }
        }
        for touch in &mut self.touches {
            let TreeLane { group, lane } = place(touch, touch.first.0);
            let is_coupled = groups[group].coupled >> lane & 1 == 1;
            touch.is_for_lanes = !is_coupled && touch.is_within_lane(scene);
        }
    }

    /// Gives lanes the contacts that they solve for.
    fn hand_to_lanes(&self, scene: &Scene, groups: &mut [Group<L>], places: &[TreeLane]) {
        for group in groups.iter_mut() {
            group.data.own.clear();
        }
        let slots = scene.slots.len();
        for touch in self.touches.iter().filter(|touch| touch.is_for_lanes) {
            let TreeLane { group, lane } = places[touch.world * slots + touch.first.0];
            let group = &mut groups[group];
            let Kind { model, tree, .. } = &*scene.kinds[group.kind];
            let key = touch.own_key(scene);
            let body = match touch.second {
                Partner::Tree(_, second) => model.geoms[second].body,
                Partner::Fixture(_) | Partner::Ground => NONE,
            };
            let own = &mut group.data.own;
            let slot = own.binary_search_by_key(&key, |contact| contact.key).unwrap_or_else(|at| {
                let bodies = [model.geoms[touch.first.1].body, body];
                own.insert(at, OwnContact::new(tree, key, bodies));
                at
            });
            own[slot].set_lane(lane, touch.point, &touch.row);
            if let Some(pushing) = touch.before {
                own[slot].rows.before.set_lane(lane, pushing);
            }
        }
    }

    /// Geoms of other trees that touch the tree of a slot, in a world of the block, among the
    /// touches just found.
    pub fn touching(&self, world: usize, watched: usize) -> impl Iterator<Item = TreeGeom> + '_ {
        self.touches.iter().filter(move |touch| touch.world == world).filter_map(move |touch| {
            let Partner::Tree(slot, geom) = touch.second else { return None };
            match touch.first {
                (first, _) if first == watched && slot != watched => Some(TreeGeom { slot, geom }),
                (first, geom) if slot == watched && first != watched => {
                    Some(TreeGeom { slot: first, geom })
                }
                _ => None,
            }
        })
    }

    /// Finds contacts of trees with themselves, and of hulls with the ground.
    fn find_in_group(&mut self, block: Block<'_>, group: &Group<L>) {
        let scene = block.scene;
        let kind = &scene.kinds[group.kind];
        let d = &group.data;
        for &(index, lanes) in &group.close {
            let pair = &kind.self_pairs[index];
            let mut lanes = lanes;
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let [a, b] = pair.geoms;
                let colliders = [&kind.colliders[a], &kind.colliders[b]];
                let poses = [a, b].map(|geom| geom_pose(d, geom, lane, [0.0; 3], colliders));
                let (world, slot) = group.members[lane];
                collide(
                    colliders[0],
                    &poses[0],
                    colliders[1],
                    &poses[1],
                    pair.params.margin,
                    &mut self.points,
                );
                if !self.points.is_empty() {
                    let partner = Partner::Tree(slot, b);
                    self.add_points(block, world, (slot, a), partner, &pair.params);
                }
            }
        }
        for &geom in &kind.ground_hulls {
            let params =
                PairParams::mix(&scene.ground.geom.contact, &kind.model.geoms[geom].contact);
            let bound = kind.radii[geom] + params.margin;
            for (lane, &(world, slot)) in group.members.iter().enumerate() {
                let height = d.root_pos.z.lane(lane) + d.geom_pos[geom].z.lane(lane);
                if group.live >> lane & 1 == 1 && height < bound {
                    self.fixed_pair(block, kind, d, lane, (world, slot, geom), Partner::Ground);
                }
            }
        }
    }

    /// Finds contacts of trees with each other and with fixtures, in one world.
    fn find_between(
        &mut self,
        block: Block<'_>,
        groups: &[Group<L>],
        places: &[TreeLane],
        world: usize,
    ) {
        let scene = block.scene;
        self.surround(scene, groups, places);
        for (slot, place) in places.iter().enumerate() {
            for FixtureGroup { bounds, fixtures } in &scene.fixture_groups {
                if self.near.0.meets(slot, bounds) {
                    self.tree_with_fixtures(block, groups, *place, (world, slot), fixtures.clone());
                }
            }
        }
        if !self.near.0.are_coupled() {
            return;
        }
        L::run(FindPairs::<L>(PhantomData), &mut self.near);
        self.strike_off(scene, groups, places);
        for index in 0..self.near.1.len() {
            self.geom_with_geom(block, groups, places, world, self.near.1[index]);
        }
    }

    /// Puts spheres about the geoms of the trees of a world that can reach something.
    #[inline(always)]
    fn surround(&mut self, scene: &Scene, groups: &[Group<L>], places: &[TreeLane]) {
        let spheres = &mut self.near.0;
        spheres.begin(places.iter().zip(&scene.slots).map(|(&TreeLane { group, lane }, slot)| {
            (groups[group].data.root_position(lane), scene.kinds[slot.kind].reach)
        }));
        for (slot, &TreeLane { group, lane }) in places.iter().enumerate() {
            if spheres.reaches(slot, scene.fixture_groups.iter().map(|group| group.bounds)) {
                let kind = &scene.kinds[groups[group].kind];
                let radii = kind.radii.iter().zip(&kind.model.geoms);
                let radii = radii.map(|(radius, geom)| radius + geom.contact.margin);
                let centres = groups[group].data.geom_pos.iter().map(|pos| pos.lane(lane));
                spheres.add_geoms(slot, centres.zip(radii));
            }
        }
    }

    /// Removes pairs of near geoms whose capsules are apart.
    fn strike_off(&mut self, scene: &Scene, groups: &[Group<L>], places: &[TreeLane]) {
        let (spheres, pairs) = &mut self.near;
        let posed = |slot: usize, geom: usize| {
            let TreeLane { group, lane } = places[slot];
            let shape = scene.kinds[groups[group].kind].capsules[geom];
            let frame = &groups[group].data.geom_rot[geom];
            let axis = [&frame.x, &frame.y, &frame.z][shape.axis].lane(lane);
            PosedCapsule { shape, centre: spheres.centre(slot, geom), axis }
        };
        // The last of them may hold earlier pairs beyond its own, which nothing reads.
        self.capsules.resize(pairs.len().div_ceil(SIDE_BY_SIDE), CapsulePairs::NONE);
        for (near, capsules) in pairs.chunks(SIDE_BY_SIDE).zip(&mut self.capsules) {
            for (k, NearPair { trees: [a, b], geoms: [i, j] }) in near.iter().enumerate() {
                capsules.set(k, [posed(*a, *i), posed(*b, *j)]);
            }
        }
        L::run(StrikeOff(PhantomData::<(&(), L)>), &mut (&self.capsules, pairs));
    }

    fn tree_with_fixtures(
        &mut self,
        block: Block<'_>,
        groups: &[Group<L>],
        place: TreeLane,
        (world, slot): (usize, usize),
        fixtures: Range<usize>,
    ) {
        let scene = block.scene;
        let kind = &scene.kinds[scene.slots[slot].kind];
        let d = &groups[place.group].data;
        let root = d.root_position(place.lane);
        for geom in 0..kind.radii.len() {
            let centre = add(root, d.geom_pos[geom].lane(place.lane));
            let reach = kind.radii[geom] + kind.model.geoms[geom].contact.margin;
            for index in fixtures.clone() {
                let Fixture { aabb, geom: fixed, .. } = &scene.fixtures[index];
                let reach = reach + fixed.contact.margin;
                if aabb.distance_squared(centre) < reach * reach {
                    let partner = Partner::Fixture(index);
                    self.fixed_pair(block, kind, d, place.lane, (world, slot, geom), partner);
                }
            }
        }
    }

    /// Adds the contacts of a tree's geom with something that never moves.
    fn fixed_pair(
        &mut self,
        block: Block<'_>,
        kind: &Kind,
        d: &TreeData<L>,
        lane: usize,
        (world, slot, geom): (usize, usize, usize),
        partner: Partner,
    ) {
        let fixture = match partner {
            Partner::Fixture(index) => &block.scene.fixtures[index],
            _ => &block.scene.ground,
        };
        let own = &kind.model.geoms[geom];
        if !filter(own, &fixture.geom) {
            return;
        }
        let root = d.root_position(lane);
        let collider = &kind.colliders[geom];
        let pose = geom_pose(d, geom, lane, [0.0; 3], [collider, &fixture.collider]);
        let fixed = Pose { pos: sub(fixture.pose.pos, root), mat: fixture.pose.mat };
        let geoms =
            [(&own.contact, collider, &pose), (&fixture.geom.contact, &fixture.collider, &fixed)];
        self.meet(block, world, (slot, geom), partner, geoms);
    }

    fn geom_with_geom(
        &mut self,
        block: Block<'_>,
        groups: &[Group<L>],
        places: &[TreeLane],
        world: usize,
        NearPair { trees: [a, b], geoms: [i, j] }: NearPair,
    ) {
        let scene = block.scene;
        let [kind_a, kind_b] = [a, b].map(|s| &scene.kinds[scene.slots[s].kind]);
        let (own, other) = (&kind_a.model.geoms[i], &kind_b.model.geoms[j]);
        if !filter(own, other) {
            return;
        }
        let [data_a, data_b] = [a, b].map(|s| &groups[places[s].group].data);
        let (lane_a, lane_b) = (places[a].lane, places[b].lane);
        let apart = sub(data_b.root_position(lane_b), data_a.root_position(lane_a));
        let colliders = [&kind_a.colliders[i], &kind_b.colliders[j]];
        let pose_a = geom_pose(data_a, i, lane_a, [0.0; 3], colliders);
        let pose_b = geom_pose(data_b, j, lane_b, apart, colliders);
        let geoms =
            [(&own.contact, colliders[0], &pose_a), (&other.contact, colliders[1], &pose_b)];
        self.meet(block, world, (a, i), Partner::Tree(b, j), geoms);
    }

    /// Adds the contacts of two geoms, given by parameters, shape and pose of each.
    #[inline(always)]
    fn meet(
        &mut self,
        block: Block<'_>,
        world: usize,
        first: (usize, usize),
        second: Partner,
        [(own, collider, pose), (other, other_collider, other_pose)]: [PosedGeom<'_>; 2],
    ) {
        let margin = PairParams::mixed_margin(own, other);
        // MuJoCo has goals first, which matters where edges of two boxes cross.
        let is_swapped = matches!(second, Partner::Fixture(_));
        let (mut a, mut b) = ((collider, pose), (other_collider, other_pose));
        if is_swapped {
            (a, b) = (b, a);
        }
        collide(a.0, a.1, b.0, b.1, margin, &mut self.points);
        if is_swapped {
            self.points.flip();
        }
        // Most near pairs do not touch; only the margin is mixed for them.
        if !self.points.is_empty() {
            self.add_points(block, world, first, second, &PairParams::mix(own, other));
        }
    }

    /// Turns the points just found into touches.
    fn add_points(
        &mut self,
        Block { scene, varied, rows }: Block<'_>,
        world: usize,
        first: (usize, usize),
        second: Partner,
        params: &PairParams,
    ) {
        let physics = physics(varied, rows[world]);
        let params = physics.map_or(*params, |physics| params.varied(&physics.contacts));
        let weight = |(slot, geom): (usize, usize)| {
            let model = scene.model(slot);
            let body = model.geoms[geom].body;
            physics.map_or(model.bodies[body].invweight0[0], |p| p.weights[slot][body])
        };
        let invweight = match second {
            Partner::Tree(slot, geom) => weight(first) + weight((slot, geom)),
            Partner::Fixture(_) | Partner::Ground => weight(first),
        };
        let solver = SolverParams { solref: params.solref, solimp: params.solimp };
        let impedance = Impedance::<Scalar>::new(&solver, scene.medium.timestep);
        let condim = usize::from(params.condim);
        let scale = row_regularizer(condim, params.friction[0], invweight);
        let margin = params.include_margin();
        for point in self.points.as_slice().iter().filter(|p| p.dist < margin) {
            let (d, spring) = impedance.row(Single(point.dist - margin), Single(scale), true);
            self.touches.push(Touch {
                world,
                first,
                second,
                point: point.pos,
                dist: point.dist,
                row: ContactRow {
                    condim,
                    frame: contact_frame(point.normal, point.tangent),
                    friction: params.friction.map(Single),
                    d,
                    damping: impedance.b,
                    spring,
                },
                key: TouchKey::new(first, second),
                before: None,
                is_for_lanes: false,
            });
        }
    }
}
