//! Compares each stage of a substep with another way to compute its result.

use crate::random::Random;
use nalgebra::{DMatrix, DVector};
use rcssgym::collision::{Collider, ContactPoint, PairPoints, Pose, collide, contact_frame};
use rcssgym::dynamics::contact_row::ContactRow;
use rcssgym::dynamics::coupled::{Crowd, Step, solve_islands};
use rcssgym::dynamics::data::TreeData;
use rcssgym::dynamics::factor::{
    Matrix, Place, add_product, factorize, multiply, solve, solve_down,
};
use rcssgym::dynamics::fill::Fill;
use rcssgym::dynamics::ground::find_ground_contacts;
use rcssgym::dynamics::ground_curvature::add_ground_curvature;
use rcssgym::dynamics::integrate::integrate;
use rcssgym::dynamics::island::{ContactSide, Island, LowRank};
use rcssgym::dynamics::joint_rows::find_limits;
use rcssgym::dynamics::kinematics::{geom_poses, kinematics};
use rcssgym::dynamics::medium::Medium;
use rcssgym::dynamics::newton::newton;
use rcssgym::dynamics::params::Params;
use rcssgym::dynamics::rows::GroundContact;
use rcssgym::dynamics::smooth::{bias_and_mass, body_forces, joint_forces};
use rcssgym::dynamics::tree::Tree;
use rcssgym::math::lane::Single;
use rcssgym::math::spatial::Motion;
use rcssgym::math::vec3::Vec3;
use rcssgym::model::{self, Geom, Model, ROOT_DOFS};
use rcssgym::soccer::{Field, MEDIUM};

type L = Single<false>;

/// One tree, ready for its stages.
struct Subject {
    model: Model,
    tree: Tree,
    params: Params<L>,
    d: TreeData<L>,
}

impl Subject {
    fn new(model: Model, medium: &Medium) -> Self {
        let tree = Tree::new(&model);
        let radius = |geom: &Geom| Collider::new(&geom.shape).unwrap().bounding_radius();
        let radii: Vec<f64> = model.geoms.iter().map(radius).collect();
        let params = Params::new(&model, &radii, medium, &Field::fifa().ground());
        let d = TreeData::new(&model, &tree);
        Self { model, tree, params, d }
    }

    fn of(name: &str) -> Self {
        Self::new(model::load(name).unwrap(), &MEDIUM)
    }

    /// Sets a random pose with the root at this height, and random velocities.
    fn scatter(&mut self, random: &mut Random, height: f64, speed: f64) {
        let d = &mut self.d;
        d.root_pos = Vec3::splat([random.within(-5.0, 5.0), random.within(-5.0, 5.0), height]);
        let quat = random.quaternion();
        let norm = quat.iter().map(|x| x * x).sum::<f64>().sqrt();
        d.root_quat = quat.map(|x| Single(x / norm));
        for q in &mut d.q {
            *q = Single(random.within(-1.5, 1.5));
        }
        for v in &mut d.v {
            *v = Single(random.within(-speed, speed));
        }
        d.root_spin = Vec3::splat(std::array::from_fn(|_| random.within(-speed, speed)));
        for acc in &mut d.qacc {
            *acc = Single(0.0);
        }
        for command in &mut d.command {
            command.torque = Single(random.within(-20.0, 20.0));
        }
    }

    /// Runs the stages up to the constraints for a random pose: in the air in some rounds, deep in
    /// the ground in others, slow and fast in turn.
    fn come_down(&mut self, random: &mut Random, name: &str, round: usize) {
        let height = if name == "ball" { 0.1 } else { random.within(0.0, 0.7) };
        let speed = if round.is_multiple_of(2) { 0.3 } else { 3.0 };
        self.scatter(random, height, speed);
        self.prepare();
    }

    /// Runs the stages up to the forces on bodies.
    fn forces(&mut self) {
        kinematics(&self.tree, &self.params, &mut self.d);
        geom_poses(&self.params, &mut self.d);
        body_forces(&self.tree, &self.params, &mut self.d);
    }

    /// Runs the stages up to the constraints.
    fn prepare(&mut self) {
        self.forces();
        bias_and_mass(&self.tree, &self.params, &mut self.d);
        joint_forces(&self.params, &mut self.d);
        find_limits(&self.params, &mut self.d);
        find_ground_contacts(&self.model, &self.tree, &self.params, true, &mut self.d);
    }

    /// Returns the mass matrix as a dense matrix.
    fn dense_mass(&self) -> DMatrix<f64> {
        let nv = self.tree.nv;
        let mut dense = DMatrix::zeros(nv, nv);
        for dof in 0..nv {
            let row = &self.d.mass[self.tree.row_range(dof)];
            for (&ancestor, m) in self.tree.columns_of(dof).iter().zip(row) {
                dense[(dof, ancestor)] = m.0;
                dense[(ancestor, dof)] = m.0;
            }
        }
        dense
    }
}

fn numbers(values: &[L]) -> DVector<f64> {
    DVector::from_iterator(values.len(), values.iter().map(|x| x.0))
}

/// Gives one degree of freedom unit acceleration, and every body the acceleration that follows.
fn accelerate(subject: &mut Subject, dof: usize) {
    let Subject { tree, d, .. } = subject;
    for body in 0..tree.nb {
        if !tree.body_dofs[body].contains(&dof) {
            continue;
        }
        let unit = |i: usize| Vec3::splat(std::array::from_fn(|k| f64::from(u8::from(i == k))));
        let motion = match dof {
            0..3 => Motion { ang: Vec3::zero(), lin: unit(dof) },
            3..ROOT_DOFS => Motion { ang: unit(dof - 3), lin: Vec3::zero() },
            _ => d.axis[dof - ROOT_DOFS],
        };
        d.acc[body] = d.acc[body] + motion;
    }
}

#[test]
fn composite_bodies_agree_with_newton_euler() {
    let mut random = Random(1);
    for name in ["T1", "K1", "ant", "ball"] {
        let mut s = Subject::of(name);
        for _ in 0..10 {
            s.scatter(&mut random, 1.0, 5.0);
            s.prepare();
            let mass = s.dense_mass();
            for dof in 0..s.tree.nv {
                let smooth = |s: &mut Subject| {
                    body_forces(&s.tree, &s.params, &mut s.d);
                    bias_and_mass(&s.tree, &s.params, &mut s.d);
                    numbers(&s.d.smooth)
                };
                kinematics(&s.tree, &s.params, &mut s.d);
                let without = smooth(&mut s);
                accelerate(&mut s, dof);
                let mut column = without - smooth(&mut s);
                if let Some(joint) = dof.checked_sub(ROOT_DOFS) {
                    column[dof] += s.model.joints[joint].armature;
                }
                let error = (&column - mass.column(dof)).amax();
                assert!(error < 1e-9 * mass.amax(), "{name}, dof {dof}: {error:e}");
            }
        }
    }
}

#[test]
fn factor_agrees_with_cholesky() {
    let mut random = Random(2);
    for name in ["T1", "K1", "ant", "ball"] {
        let mut s = Subject::of(name);
        s.scatter(&mut random, 1.0, 1.0);
        s.prepare();
        let (dense, nv) = (s.dense_mass(), s.tree.nv);
        let b: Vec<L> = (0..nv).map(|_| Single(random.within(-1.0, 1.0))).collect();

        let mut product = vec![Single(0.0); nv];
        multiply(&s.tree, &s.d.mass, &b, &mut product);
        assert!((numbers(&product) - &dense * numbers(&b)).amax() < 1e-12, "{name}");

        let (mut factor, mut diagonal) = (s.d.factor.clone(), vec![Single(0.0); nv]);
        let mut fill = Fill::new(&s.tree);
        let zeros = vec![Single(0.0); nv];
        let places = vec![Place::Mass; nv];
        let matrix = Matrix { mass: &s.d.mass, ground: &[], diagonal: &zeros, places: &places };
        factorize(&s.tree, matrix, &mut factor, &mut diagonal, &mut fill);
        let (mut x, mut scaled) = (b.clone(), zeros.clone());
        solve(&s.tree, &factor, &diagonal, &fill, &mut x, &mut scaled);
        let wanted = dense.cholesky().unwrap().solve(&numbers(&b));
        let error = (numbers(&x) - &wanted).amax() / wanted.amax();
        assert!(error < 1e-10, "{name}: {error:e}");
    }
}

#[test]
fn factor_takes_entries_between_branches() {
    let mut random = Random(5);
    for round in 0..200 {
        let mut s = Subject::of(["T1", "K1", "ant"][round % 3]);
        s.scatter(&mut random, 1.0, 1.0);
        s.prepare();
        let (mut dense, nv) = (s.dense_mass(), s.tree.nv);
        let (mut factor, mut fill) = (s.d.mass.clone(), Fill::new(&s.tree));
        let mut pairs = Vec::new();
        for _ in 0..1 + round % 4 {
            let bodies = [(); 2].map(|()| random.bits() as usize % s.tree.nb);
            let [a, b] = [bodies[0].min(bodies[1]), bodies[0].max(bodies[1])];
            let (a, b) = (&s.tree.body_dofs[a], &s.tree.body_dofs[b]);
            let shared = a.iter().zip(b).take_while(|(p, q)| p == q).count();
            fill.couple(&a[shared..], &b[shared..]);
            pairs.push((&a[shared..], &b[shared..]));
        }
        fill.complete(&s.tree);
        for (a, b) in pairs {
            let j = |_: &usize| random.within(-1.0, 1.0);
            let row: Vec<(usize, f64)> =
                a.iter().chain(b).copied().zip(a.iter().chain(b).map(j)).collect();
            for &(p, x) in &row {
                for &(q, y) in row.iter().filter(|(q, _)| *q <= p) {
                    dense[(p, q)] += x * y;
                    if p != q {
                        dense[(q, p)] += x * y;
                    }
                    match s.tree.columns_of(p).iter().position(|&dof| dof == q) {
                        Some(depth) => factor[s.tree.row[p] + depth] += Single(x * y),
                        None => *fill.entry_mut(p, q) += Single(x * y),
                    }
                }
            }
        }
        let b: Vec<L> = (0..nv).map(|_| Single(random.within(-1.0, 1.0))).collect();
        let (mut x, mut diagonal) = (b.clone(), vec![Single(0.0); nv]);
        let (zeros, places) = (diagonal.clone(), vec![Place::Factor; nv]);
        let matrix = Matrix { mass: &s.d.mass, ground: &[], diagonal: &zeros, places: &places };
        factorize(&s.tree, matrix, &mut factor, &mut diagonal, &mut fill);
        solve(&s.tree, &factor, &diagonal, &fill, &mut x, &mut zeros.clone());
        let wanted = dense.cholesky().unwrap().solve(&numbers(&b));
        let error = (numbers(&x) - &wanted).amax() / wanted.amax();
        assert!(error < 1e-9, "round {round}: {error:e}");

        let (mut half, mut scaled, mut sum) = (b.clone(), zeros.clone(), b.clone());
        solve_down(&s.tree, &factor, &diagonal, &fill, &mut half, &mut scaled);
        add_product(&s.tree, &factor, &diagonal, &fill, &half, &mut sum, &mut scaled);
        let error = (numbers(&sum) - 2.0 * numbers(&b)).amax() / numbers(&b).amax();
        assert!(error < 1e-9, "round {round}: {error:e} with half of it taken back");
    }
}

/// One tree that forms a lane group of its own.
struct Alone<'a> {
    subject: &'a Subject,
    d: TreeData<L>,
}

impl Crowd<L> for Alone<'_> {
    fn step(&mut self, step: Step) {
        if step.concerns(&self.d) {
            step.take(&self.subject.tree, &self.subject.params, &mut self.d);
        }
    }

    fn moves(&self) -> bool {
        self.d.exchange.moving != 0
    }

    fn group(&mut self, _index: usize) -> (&Tree, &mut TreeData<L>) {
        (&self.subject.tree, &mut self.d)
    }
}

/// Contacts with the ground give the same result whether lanes solve for all of them, or an island
/// solves for one, three or all of them.
#[test]
fn lanes_and_islands_solve_alike() {
    let mut random = Random(3);
    let mut touched = 0;
    for name in ["T1", "K1", "ant", "ball"] {
        let mut s = Subject::of(name);
        for round in 0..60 {
            s.come_down(&mut random, name, round);
            touched += s.d.ground_count;
            let mut lanes = s.d.clone();
            newton(&s.tree, &s.params, true, &mut lanes);
            let wanted = numbers(&lanes.qacc);
            for taken in [1, 3, usize::MAX] {
                let kept = s.d.ground_count.saturating_sub(taken);
                let mut alone = Alone { subject: &s, d: s.d.clone() };
                let mut island = Island::default();
                let member = island.add_tree(&s.tree, &s.d, 0, 0);
                for contact in &s.d.ground[kept..s.d.ground_count] {
                    let params = &s.params.ground[contact.geom];
                    let Some(row) = ContactRow::of_ground(contact, params, 0) else { continue };
                    let (body, point) = (contact.body, contact.point.lane(0));
                    let side = ContactSide { member, tree: &s.tree, body, point };
                    island.add_contact(None, Some(side), &row);
                }
                alone.d.ground_count = kept;
                alone.d.exchange.coupled = 1;
                let mut low_rank = LowRank::with_capacity(1, s.tree.nv);
                solve_islands(&mut [island], &mut low_rank, &mut alone);
                let found = numbers(&alone.d.qacc);
                let error = (&found - &wanted).amax() / wanted.amax().max(1.0);
                assert!(error < 1e-8, "{name}, round {round}, {kept} kept: {error:e}");
            }
        }
    }
    assert!(touched > 200, "only {touched} contacts");
}

#[test]
fn what_the_ground_adds_to_the_matrix_is_kept_only_while_no_row_flips() {
    let mut random = Random(4);
    let mut added = 0;
    for name in ["T1", "K1", "ant", "ball"] {
        let mut s = Subject::of(name);
        for round in 0..100 {
            s.come_down(&mut random, name, round);
            newton(&s.tree, &s.params, true, &mut s.d);
            let kept = s.d.solver.clone();
            s.d.solver.stale.fill(true);
            add_ground_curvature(&s.tree, &s.params.ground, &mut s.d);
            let anew = &s.d.solver;
            assert_eq!(kept.ground_places, anew.ground_places, "{name}, round {round}");
            for dof in (0..s.tree.nv).filter(|dof| anew.ground_places[*dof] == Place::Ground) {
                let row = |matrix: &[L]| numbers(&matrix[s.tree.row_range(dof)]);
                let (kept, anew) = (row(&kept.ground_matrix), row(&anew.ground_matrix));
                assert_eq!(kept, anew, "{name}, round {round}, dof {dof}");
                added += 1;
            }
        }
    }
    assert!(added > 1000, "only {added} rows");
}

/// One body with every shape whose contacts with the ground have a closed form.
const SHAPES: &str = r#"<mujoco model="shapes"><worldbody><body name="root"><freejoint/>
<geom type="sphere" size="0.1" pos="0.1 0 0" margin="0.02"/>
<geom type="capsule" size="0.05 0.2" quat="1 0.3 -0.2 0.5" margin="0.01"/>
<geom type="box" size="0.1 0.15 0.2" quat="0.3 1 0.1 -0.2" margin="0.03"/>
<geom type="cylinder" size="0.1 0.2" quat="0.9 -0.3 0.7 0.1"/>
</body></worldbody></mujoco>"#;

/// Asserts that one of the points is this contact; the points are in another order.
fn assert_alike(found: &GroundContact<L>, root: [f64; 3], points: &[ContactPoint]) {
    let point = found.point.lane(0);
    let error = |wanted: &ContactPoint| {
        let apart = (0..3).map(|i| (root[i] + point[i] - wanted.pos[i]).abs());
        apart.fold((found.dist.0 - wanted.dist).abs(), f64::max)
    };
    let nearest = points.iter().min_by(|a, b| error(a).total_cmp(&error(b))).unwrap();
    assert!(error(nearest) < 1e-12, "{found:?}, {points:?}");
    // The tangents are equal up to quarter turns, which leave the friction pyramid unchanged.
    let [_, [x, y, _], _] = contact_frame(nearest.normal, nearest.tangent);
    let [cos, sin] = found.heading.map(|h| h.0);
    let (along, across) = (cos * x + sin * y, cos * y - sin * x);
    assert!((along * across).abs() < 1e-9, "{found:?}, {nearest:?}");
}

#[test]
fn ground_contacts_agree_with_collisions() {
    let mut s = Subject::new(model::parse(SHAPES, "shapes.xml").unwrap(), &MEDIUM);
    let ground = Collider::new(&Field::fifa().ground().shape).unwrap();
    let flat = Pose { pos: [0.0; 3], mat: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };
    let (mut random, mut compared) = (Random(4), [0; 4]);
    for _ in 0..2_000 {
        let height = random.within(-0.05, 0.35);
        s.scatter(&mut random, height, 1.0);
        s.prepare();
        let root = s.d.root_pos.lane(0);
        for (index, geom) in s.tree.ground_geoms.iter().enumerate() {
            let shape = &s.model.geoms[geom.geom];
            let centre = s.d.geom_pos[geom.geom].lane(0);
            let pos = std::array::from_fn(|i| root[i] + centre[i]);
            let pose = Pose { pos, mat: s.d.geom_rot[geom.geom].lane(0) };
            let mut points = PairPoints::default();
            let own = Collider::new(&shape.shape).unwrap();
            collide(&ground, &flat, &own, &pose, shape.contact.margin, &mut points);

            let found: Vec<_> =
                s.d.ground[..s.d.ground_count].iter().filter(|c| c.geom == index).collect();
            let wanted = points.as_slice();
            assert_eq!(found.len(), wanted.len(), "geom {index} at {pose:?}");
            compared[geom.geom] += found.len();
            for found in found {
                assert_alike(found, root, wanted);
            }
        }
    }
    assert!(compared.iter().all(|&n| n > 500), "{compared:?}");
}

/// Returns momentum, angular momentum about the centre of mass, and energy.
fn conserved(s: &mut Subject, gravity: f64) -> [f64; 7] {
    s.forces();
    let (d, mut energy) = (&s.d, 0.0);
    let (mut mass, mut moment, mut p, mut spin) = (0.0, [0.0; 3], [0.0; 3], [0.0; 3]);
    for body in 0..s.tree.nb {
        let momentum = d.inertia[body].mul_motion(d.vel[body]);
        energy += 0.5 * d.vel[body].dot(momentum).0;
        mass += d.inertia[body].mass.0;
        let (m, lin, ang) =
            (d.inertia[body].moment.lane(0), momentum.lin.lane(0), momentum.ang.lane(0));
        for i in 0..3 {
            moment[i] += m[i];
            p[i] += lin[i];
            spin[i] += ang[i];
        }
    }
    let c = moment.map(|m| m / mass);
    energy -= gravity * (mass * d.root_pos.z.0 + moment[2]);
    let spin = [
        spin[0] - (c[1] * p[2] - c[2] * p[1]),
        spin[1] - (c[2] * p[0] - c[0] * p[2]),
        spin[2] - (c[0] * p[1] - c[1] * p[0]),
    ];
    [p[0], p[1], p[2], spin[0], spin[1], spin[2], energy]
}

/// Returns the largest relative changes of momentum, angular momentum and energy in half a second
/// of free fall.
fn drift(timestep: f64) -> [f64; 3] {
    let medium = Medium { timestep, density: 0.0, viscosity: 0.0, ..MEDIUM };
    let mut model = model::load("T1").unwrap();
    for joint in &mut model.joints {
        (joint.damping, joint.frictionloss, joint.armature) = (0.0, 0.0, 0.0);
        joint.range = None;
    }
    let mut s = Subject::new(model, &medium);
    s.scatter(&mut Random(6), 20.0, 0.5);
    for command in &mut s.d.command {
        command.torque = Single(0.0);
    }
    let start = conserved(&mut s, medium.gravity);
    let steps = (0.5 / timestep).round() as usize;
    for _ in 0..steps {
        s.prepare();
        newton(&s.tree, &s.params, true, &mut s.d);
        integrate(&s.tree, &s.params, &mut s.d);
    }
    let end = conserved(&mut s, medium.gravity);
    let mass: f64 = s.model.bodies.iter().map(|body| body.mass).sum();
    let fallen = [0.0, 0.0, mass * medium.gravity * timestep * steps as f64];
    let norm = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let momentum: Vec<f64> = (0..3).map(|i| end[i] - start[i] - fallen[i]).collect();
    let spin: Vec<f64> = (3..6).map(|i| end[i] - start[i]).collect();
    [
        norm(&momentum) / norm(&start[..3]),
        norm(&spin) / norm(&start[3..6]),
        ((end[6] - start[6]) / start[6]).abs(),
    ]
}

#[test]
fn free_fall_keeps_momentum_and_energy_to_first_order() {
    let (coarse, fine) = (drift(1e-4), drift(5e-5));
    for (name, (coarse, fine)) in ["momentum", "spin", "energy"].iter().zip(coarse.iter().zip(fine))
    {
        assert!(*coarse < 1e-2, "{name}: {coarse:e}");
        let order = (coarse / fine).log2();
        assert!(
            fine < 1e-9 || (0.8..1.3).contains(&order),
            "{name}: {coarse:e}, {fine:e}, {order}"
        );
    }
}
