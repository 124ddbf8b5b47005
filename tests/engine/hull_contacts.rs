//! Compares contacts of K1's hulls on the ground with those of MuJoCo 3.5 in
//! `tests/reference/hull_contacts.json`, which `tests/reference/make_hull_contacts.py` writes.

use rcssgym::collision::{Collider, PairPoints, Pose, collide};
use rcssgym::model::{self, Shape};
use serde_json::Value;

type Test = Result<(), Box<dyn std::error::Error>>;

/// K1's hulls in the order of its geoms.
const HULLS: [&str; 6] =
    ["Head_1", "Head_2", "Left_Arm_3", "Left_Arm_4", "Right_Arm_3", "Right_Arm_4"];
/// Largest error of positions and distances, m.
const TOLERANCE: f64 = 1e-9;
const GROUND: Pose =
    Pose { pos: [0.0; 3], mat: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] };

/// Returns position and distance of each contact.
fn contacts(hull: &Collider, pose: &Pose) -> Vec<[f64; 4]> {
    let mut out = PairPoints::default();
    collide(&Collider::Plane, &GROUND, hull, pose, 0.0, &mut out);
    let found = out.as_slice().iter();
    found.map(|point| [point.pos[0], point.pos[1], point.pos[2], point.dist]).collect()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect()
}

fn pose(value: &Value) -> Result<Pose, String> {
    let n: [f64; 12] = numbers(value).try_into().map_err(|_| format!("no pose: {value}"))?;
    Ok(Pose {
        pos: [n[0], n[1], n[2]],
        mat: [[n[3], n[4], n[5]], [n[6], n[7], n[8]], [n[9], n[10], n[11]]],
    })
}

/// Whether the contacts are the same, in any order.
fn same(ours: &[[f64; 4]], theirs: &[Vec<f64>]) -> bool {
    let close =
        |p: &[f64; 4], q: &Vec<f64>| p.iter().zip(q).all(|(a, b)| (a - b).abs() < TOLERANCE);
    ours.len() == theirs.len() && ours.iter().all(|p| theirs.iter().any(|q| close(p, q)))
}

#[test]
fn hulls_rest_on_mujocos_points() -> Test {
    let reference: Value = serde_json::from_str(include_str!("../reference/hull_contacts.json"))?;
    let k1 = model::load("K1")?;
    let hulls: Vec<_> =
        k1.geoms.iter().filter(|geom| matches!(geom.shape, Shape::Convex { .. })).collect();
    assert_eq!(hulls.len(), HULLS.len());
    let (mut all, mut alike) = (0, 0);
    for (name, geom) in HULLS.iter().zip(hulls) {
        let collider = Collider::new(&geom.shape)?;
        let cases = reference[name].as_array().ok_or("no cases")?;
        let before = alike;
        for case in cases {
            let ours = contacts(&collider, &pose(&case["pose"])?);
            let theirs: Vec<_> =
                case["contacts"].as_array().into_iter().flatten().map(numbers).collect();
            assert_eq!(ours.len(), theirs.len(), "{name}: {ours:?} {theirs:?}");
            let depths = (ours[0][3], theirs[0][3]);
            assert!((depths.0 - depths.1).abs() < TOLERANCE, "{name}: {depths:?}");
            alike += usize::from(same(&ours, &theirs));
        }
        all += cases.len();
        println!("{name}: {} of {} cases alike", alike - before, cases.len());
    }
    assert_eq!(all, 6 * 150);
    assert!(alike * 100 >= all * 99, "{alike} of {all} cases alike");
    Ok(())
}
