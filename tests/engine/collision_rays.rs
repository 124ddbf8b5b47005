//! Rays enter shapes at their surfaces.

use crate::random::Random;
use rcssgym::collision::{Collider, Pose, entry};
use rcssgym::model::Shape;

type Point = [f64; 3];

fn shapes() -> Vec<Shape> {
    let corner = |i: usize, half: Point| -> Point {
        std::array::from_fn(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] })
    };
    let half = [0.1, 0.25, 0.4];
    vec![
        Shape::Sphere { radius: 0.3 },
        Shape::Capsule { radius: 0.1, half_length: 0.3 },
        Shape::Cylinder { radius: 0.05, half_length: 1.83 },
        Shape::Cylinder { radius: 0.5, half_length: 0.05 },
        Shape::Box { half },
        Shape::Convex {
            vertices: (0..8).map(|i| corner(i, half)).collect(),
            faces: [[0u32; 3]; 0].into(),
        },
    ]
}

/// Whether a point, in the shape's frame, is inside.
fn holds(shape: &Shape, [x, y, z]: Point) -> bool {
    let across = x.hypot(y);
    match *shape {
        Shape::Sphere { radius } => across.hypot(z) <= radius,
        Shape::Capsule { radius, half_length } => {
            across.hypot((z.abs() - half_length).max(0.0)) <= radius
        }
        Shape::Cylinder { radius, half_length } => across <= radius && z.abs() <= half_length,
        _ => x.abs() <= 0.1 && y.abs() <= 0.25 && z.abs() <= 0.4,
    }
}

fn point(random: &mut Random, reach: f64) -> Point {
    std::array::from_fn(|_| random.within(-reach, reach))
}

/// Returns a random point inside the shape.
fn inner(random: &mut Random, shape: &Shape) -> Point {
    loop {
        let point = [random.within(-0.5, 0.5), random.within(-0.5, 0.5), random.within(-1.9, 1.9)];
        if holds(shape, point) {
            return point;
        }
    }
}

fn pose(random: &mut Random) -> Pose {
    let q = random.quaternion();
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [w, x, y, z] = q.map(|x| x / norm);
    Pose {
        pos: point(random, 5.0),
        mat: [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ],
    }
}

fn to_world(pose: &Pose, point: Point) -> Point {
    std::array::from_fn(|i| pose.pos[i] + (0..3).map(|j| pose.mat[i][j] * point[j]).sum::<f64>())
}

fn length(from: Point, to: Point) -> f64 {
    (0..3).map(|i| (to[i] - from[i]).powi(2)).sum::<f64>().sqrt()
}

fn along(from: Point, to: Point, distance: f64) -> Point {
    let part = distance / length(from, to);
    std::array::from_fn(|i| from[i] + (to[i] - from[i]) * part)
}

#[test]
fn a_line_to_a_point_inside_enters_at_the_surface() {
    let mut random = Random(1);
    for shape in shapes() {
        let collider = Collider::new(&shape).unwrap();
        for _ in 0..2000 {
            let (inside, pose) = (inner(&mut random, &shape), pose(&mut random));
            let outside = point(&mut random, 20.0);
            if holds(&shape, outside) {
                continue;
            }
            let [from, to] = [outside, inside].map(|point| to_world(&pose, point));
            let distance = entry(&collider, &pose, from, to).expect("the line ends inside");
            let before = along(outside, inside, distance - 1e-6);
            let after = along(outside, inside, distance + 1e-6);
            assert!(!holds(&shape, before), "{shape:?}: {outside:?} to {inside:?}: {distance}");
            assert!(
                holds(&shape, after) || length(outside, inside) < distance + 1e-6,
                "{shape:?}: {outside:?} to {inside:?}: {distance}"
            );
            assert_eq!(entry(&collider, &pose, to, from), Some(0.0), "{shape:?} from {inside:?}");
            let away = to_world(&pose, along(outside, inside, -3.0));
            assert_eq!(entry(&collider, &pose, from, away), None, "{shape:?}: away");
        }
    }
}

#[test]
fn a_line_that_ends_before_a_shape_or_misses_it_does_not_enter() {
    let mut random = Random(2);
    for shape in shapes() {
        let collider = Collider::new(&shape).unwrap();
        let mut misses = 0;
        for _ in 0..3000 {
            let (from, to) = (point(&mut random, 2.0), point(&mut random, 2.0));
            let pose = pose(&mut random);
            let steps = (0..=400).map(|i| f64::from(i) / 400.0);
            let mut touched = steps.map(|part| {
                let grown: Point = std::array::from_fn(|i| from[i] + part * (to[i] - from[i]));
                holds(&shape, grown)
            });
            let entered = entry(&collider, &pose, to_world(&pose, from), to_world(&pose, to));
            if touched.any(|touched| touched) {
                assert!(entered.is_some(), "{shape:?}: {from:?} to {to:?}");
            } else if let Some(distance) = entered {
                // the line grazes the shape between two of the steps
                let near = along(from, to, distance + 1e-7);
                let shell =
                    (-3..=3).any(|i| holds(&shape, near.map(|x| x * (1.0 - 1e-4 * f64::from(i)))));
                assert!(shell, "{shape:?}: {from:?} to {to:?} at {distance}");
            } else {
                misses += 1;
            }
        }
        assert!(misses > 1000, "{shape:?}: {misses}");
    }
}

#[test]
fn planes_and_points_that_coincide_are_never_entered() {
    let pose = Pose { pos: [0.0; 3], mat: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };
    let plane = Collider::new(&Shape::Plane { half_x: 1.0, half_y: 1.0 }).unwrap();
    assert_eq!(entry(&plane, &pose, [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]), None);
    let ball = Collider::new(&Shape::Sphere { radius: 1.0 }).unwrap();
    assert_eq!(entry(&ball, &pose, [0.1; 3], [0.1; 3]), None);
    assert_eq!(entry(&ball, &pose, [f64::NAN; 3], [0.1; 3]), None);
}
