//! Shapes that overlap: the depth is that along the normal, and no other direction has a smaller
//! one.

use crate::random::Random;
use rcssgym::collision::{Collider, ContactPoint, PairPoints, Pose, collide};
use rcssgym::model::{self, Shape};

type Test = Result<(), Box<dyn std::error::Error>>;

/// Tolerance for the least depth, m. The search can prove no more.
const LEAST: f64 = 1e-8;
/// Directions on a spiral with which a dense search begins.
const DIRECTIONS: usize = 2000;
/// Steps of the search from the best of them, each in a random direction.
const STEPS: usize = 1500;

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn unit(v: [f64; 3]) -> [f64; 3] {
    let length = dot(v, v).sqrt();
    v.map(|x| x / length)
}

fn rotation(quaternion: [f64; 4]) -> [[f64; 3]; 3] {
    let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [w, x, y, z] = quaternion.map(|q| q / length);
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// Returns a vector in the frame of a pose.
fn local(pose: &Pose, v: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| dot(pose.mat.map(|row| row[i]), v))
}

/// Returns how far a shape reaches along a direction, m.
fn reach(shape: &Shape, pose: &Pose, direction: [f64; 3]) -> f64 {
    let [x, y, z] = local(pose, direction);
    dot(pose.pos, direction)
        + match *shape {
            Shape::Plane { .. } => f64::NAN,
            Shape::Sphere { radius } => radius,
            Shape::Capsule { radius, half_length } => radius + half_length * z.abs(),
            Shape::Cylinder { radius, half_length } => radius * x.hypot(y) + half_length * z.abs(),
            Shape::Box { half } => half[0] * x.abs() + half[1] * y.abs() + half[2] * z.abs(),
            Shape::Convex { ref vertices, .. } => {
                vertices.iter().map(|&v| dot(v, [x, y, z])).fold(f64::MIN, f64::max)
            }
        }
}

/// Returns how far a point is outside of a shape, m; 0 for hulls.
fn outside(shape: &Shape, pose: &Pose, point: [f64; 3]) -> f64 {
    let p = local(pose, std::array::from_fn(|i| point[i] - pose.pos[i]));
    match *shape {
        Shape::Cylinder { radius, half_length } => {
            (p[0].hypot(p[1]) - radius).max(p[2].abs() - half_length)
        }
        Shape::Box { half } => (0..3).map(|i| p[i].abs() - half[i]).fold(f64::MIN, f64::max),
        _ => 0.0,
    }
}

/// Two shapes at their poses.
struct Pair<'a> {
    shapes: [&'a Shape; 2],
    poses: [Pose; 2],
}

impl Pair<'_> {
    /// Returns how far the shapes overlap along a direction from the first to the second, m.
    fn depth(&self, direction: [f64; 3]) -> f64 {
        let back = direction.map(|x| -x);
        reach(self.shapes[0], &self.poses[0], direction)
            + reach(self.shapes[1], &self.poses[1], back)
    }

    /// Returns the least depth over all directions, or a slightly larger one.
    fn dense(&self, random: &mut Random) -> f64 {
        let spiral = (0..DIRECTIONS).map(|i| {
            let z = 1.0 - (2 * i + 1) as f64 / DIRECTIONS as f64;
            let (angle, across) = (i as f64 * 2.4, (1.0 - z * z).sqrt());
            [across * angle.cos(), across * angle.sin(), z]
        });
        let mut best = ([0.0, 0.0, 1.0], f64::INFINITY);
        for direction in spiral {
            let depth = self.depth(direction);
            if depth < best.1 {
                best = (direction, depth);
            }
        }
        let mut step = 0.05;
        for _ in 0..STEPS {
            let direction = unit(best.0.map(|x| x + step * random.within(-1.0, 1.0)));
            let depth = self.depth(direction);
            step *= if depth < best.1 { 1.5 } else { 0.97 };
            if depth < best.1 {
                best = (direction, depth);
            }
            if step < 1e-12 {
                step = 1e-3;
            }
        }
        best.1
    }

    fn points(&self) -> Result<Vec<ContactPoint>, rcssgym::Error> {
        let [a, b] = self.shapes;
        let (a, b) = (Collider::new(a)?, Collider::new(b)?);
        let mut out = PairPoints::default();
        collide(&a, &self.poses[0], &b, &self.poses[1], 0.0, &mut out);
        Ok(out.as_slice().to_vec())
    }
}

/// Returns two shapes that overlap by a chosen depth along a random direction. Half of the pairs
/// are turned by right angles, and some of these by a little more.
fn overlapping<'a>(shapes: [&'a Shape; 2], random: &mut Random) -> Pair<'a> {
    let is_aligned = random.within(0.0, 1.0) < 0.5;
    let turn = |random: &mut Random| {
        if !is_aligned {
            return rotation(random.quaternion());
        }
        let tilt = if random.within(0.0, 1.0) < 0.5 { 0.0 } else { 1e-4 };
        let [w, x, y, z] = random.quaternion().map(|q| tilt * q);
        let turned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 0.0, 0.0]];
        let [i, j, k] = turned[random.within(0.0, 3.99) as usize];
        rotation([1.0 + w, i + x, j + y, k + z])
    };
    let near = |random: &mut Random| std::array::from_fn(|_| random.within(-0.02, 0.02));
    let first = Pose { pos: near(random), mat: turn(random) };
    let second = Pose { pos: [0.0; 3], mat: turn(random) };
    let direction = unit(std::array::from_fn(|_| random.within(-1.0, 1.0)));
    let wanted = 10_f64.powf(random.within(-4.0, -0.9));
    let mut pair = Pair { shapes, poses: [first, second] };
    let way = pair.depth(direction) - wanted;
    pair.poses[1].pos = direction.map(|x| way * x);
    pair
}

/// Returns a cylinder, box or hull of a limb's size, or a thin one.
fn shape(random: &mut Random) -> Shape {
    let thin = if random.within(0.0, 1.0) < 0.1 { 0.01 } else { 1.0 };
    let size: [f64; 3] = std::array::from_fn(|_| random.within(0.02, 0.1));
    match random.within(0.0, 3.0) as usize {
        0 => Shape::Cylinder { radius: thin * size[0], half_length: size[1] },
        1 => Shape::Box { half: [thin * size[0], size[1], size[2]] },
        _ => {
            let corners = 4 + random.within(0.0, 17.0).powi(2) as usize;
            let vertex = |random: &mut Random| {
                let v = unit(std::array::from_fn(|_| random.within(-1.0, 1.0)));
                std::array::from_fn(|i| size[i] * v[i])
            };
            let vertices: Vec<[f64; 3]> = (0..corners).map(|_| vertex(random)).collect();
            Shape::Convex { vertices: vertices.into(), faces: [].into() }
        }
    }
}

/// Checks a pair, and returns whether it overlaps.
fn check(pair: &Pair<'_>, random: &mut Random) -> Result<bool, rcssgym::Error> {
    let found = pair.points()?;
    let Some(point) = found.iter().min_by(|p, q| p.dist.total_cmp(&q.dist)) else {
        let least = pair.dense(random);
        assert!(least < LEAST, "{:?} {:?}: {least} not found", pair.shapes, pair.poses);
        return Ok(false);
    };
    let along_normal = pair.depth(point.normal);
    assert!((along_normal + point.dist).abs() < 1e-12, "{:?} {point:?}", pair.shapes);
    let least = pair.dense(random);
    assert!(
        -point.dist < least + LEAST,
        "{:?} {:?}: {point:?}, but {least}",
        pair.shapes,
        pair.poses
    );
    for (shape, (pose, side)) in pair.shapes.iter().zip(pair.poses.iter().zip([-0.5, 0.5])) {
        let deepest = std::array::from_fn(|i| point.pos[i] + side * point.dist * point.normal[i]);
        let off = outside(shape, pose, deepest);
        assert!(off < LEAST, "{shape:?} {pose:?}: {point:?} is {off} outside");
    }
    Ok(true)
}

#[test]
fn depths_are_the_least_ones() -> Test {
    let mut random = Random(14);
    let mut overlaps = 0;
    for _ in 0..700 {
        let (a, b) = (shape(&mut random), shape(&mut random));
        // two boxes report the points of faces, not the least depth
        if !matches!((&a, &b), (Shape::Box { .. }, Shape::Box { .. })) {
            let pair = overlapping([&a, &b], &mut random);
            overlaps += usize::from(check(&pair, &mut random)?);
        }
    }
    assert!(overlaps > 150, "{overlaps}");
    Ok(())
}

#[test]
fn limbs_of_a_k1_overlap_by_the_least_depth() -> Test {
    let k1 = model::load("K1")?;
    let is_limb = |shape: &Shape| match shape {
        Shape::Convex { vertices, .. } => vertices.len() < 1000,
        shape => matches!(shape, Shape::Cylinder { .. }),
    };
    let limbs: Vec<&Shape> =
        k1.geoms.iter().map(|geom| &geom.shape).filter(|s| is_limb(s)).collect();
    let mut random = Random(15);
    let mut overlaps = 0;
    for round in 0..100 {
        let a = limbs[round % limbs.len()];
        let b = limbs[random.within(0.0, limbs.len() as f64 - 0.01) as usize];
        let pair = overlapping([a, b], &mut random);
        overlaps += usize::from(check(&pair, &mut random)?);
    }
    assert!(overlaps > 25, "{overlaps}");
    Ok(())
}

#[test]
fn coaxial_cylinders_part_sideways_or_along() -> Test {
    let upright = |z| Pose { pos: [0.0, 0.0, z], mat: rotation([1.0, 0.0, 0.0, 0.0]) };
    let long = Shape::Cylinder { radius: 0.03, half_length: 0.2 };
    let flat = Shape::Cylinder { radius: 0.2, half_length: 0.03 };
    for (shape, depth) in [(&long, 0.06), (&flat, 0.06)] {
        let pair = Pair { shapes: [shape, shape], poses: [upright(0.0), upright(0.0)] };
        let found = pair.points()?;
        assert_eq!(found.len(), 1);
        assert!((found[0].dist + depth).abs() < 1e-4, "{:?}", found[0]);
    }
    Ok(())
}
