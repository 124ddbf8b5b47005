//! Contacts against MuJoCo 3.5: `tests/reference/collisions.json`, written by
//! `tests/reference/make_collisions.py`.

use rcssgym::collision::{Collider, PairParams, PairPoints, Pose, collide, contact_frame};
use rcssgym::model::{ContactParams, Shape, SolverParams};
use serde_json::Value;

type Test = Result<(), Box<dyn std::error::Error>>;

/// Pairs with closed forms: everything agrees to rounding.
const CLOSED: f64 = 1e-12;
/// Other pairs: distance (m) and normal (rad) of the deepest point.
const CONVEX: (f64, f64) = (1e-5, 1e-3);

fn reference() -> Result<Value, Box<dyn std::error::Error>> {
    Ok(serde_json::from_str(include_str!("reference/collisions.json"))?)
}

fn list<'a>(value: &'a Value, key: &str) -> Result<&'a [Value], String> {
    value[key].as_array().map(Vec::as_slice).ok_or(format!("no list {key}"))
}

fn numbers<const N: usize>(value: &Value) -> Result<[f64; N], String> {
    let values: Vec<f64> = value.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    values.try_into().map_err(|_| format!("not {N} numbers: {value}"))
}

fn number(value: &Value) -> Result<f64, String> {
    value.as_f64().ok_or(format!("not a number: {value}"))
}

fn shape(value: &Value) -> Result<Shape, String> {
    let size = &value["size"];
    Ok(match value["kind"].as_str() {
        Some("plane") => Shape::Plane { half_x: 1.0, half_y: 1.0 },
        Some("sphere") => Shape::Sphere { radius: number(&size[0])? },
        Some("capsule") => {
            Shape::Capsule { radius: number(&size[0])?, half_length: number(&size[1])? }
        }
        Some("cylinder") => {
            Shape::Cylinder { radius: number(&size[0])?, half_length: number(&size[1])? }
        }
        Some("box") => Shape::Box { half: numbers(size)? },
        Some("hull") => {
            let vertices: Result<Vec<[f64; 3]>, _> =
                list(value, "size")?.iter().map(numbers).collect();
            Shape::Convex { vertices: vertices?.into() }
        }
        other => return Err(format!("unknown kind {other:?}")),
    })
}

fn pose(value: &Value) -> Result<Pose, String> {
    let n: [f64; 12] = numbers(value)?;
    Ok(Pose {
        pos: [n[0], n[1], n[2]],
        mat: [[n[3], n[4], n[5]], [n[6], n[7], n[8]], [n[9], n[10], n[11]]],
    })
}

/// Position, normal, first tangent, distance.
type Contact = ([f64; 3], [f64; 3], [f64; 3], f64);

fn expected(case: &Value) -> Result<Vec<Contact>, String> {
    let unpack = |n: [f64; 10]| {
        ([n[0], n[1], n[2]], [n[3], n[4], n[5]], [n[6], n[7], n[8]], n[9])
    };
    list(case, "contacts")?.iter().map(|c| Ok(unpack(numbers(c)?))).collect()
}

fn found(a: (&Collider, &Pose), b: (&Collider, &Pose), margin: f64) -> Vec<Contact> {
    let mut out = PairPoints::default();
    collide(a.0, a.1, b.0, b.1, margin, &mut out);
    let frame = |p: &rcssgym::collision::ContactPoint| contact_frame(p.normal, p.tangent);
    out.as_slice().iter().map(|p| (p.pos, p.normal, frame(p)[1], p.dist)).collect()
}

fn gap(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f64::max)
}

fn angle(a: [f64; 3], b: [f64; 3]) -> f64 {
    let dot: f64 = (0..3).map(|i| a[i] * b[i]).sum();
    let cross: f64 = (0..3)
        .map(|i| (a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]).powi(2))
        .sum();
    cross.sqrt().atan2(dot)
}

fn is_closed(a: &str, b: &str) -> bool {
    match (a, b) {
        (_, "hull") | ("capsule" | "cylinder", "cylinder") | ("cylinder", "box") => false,
        _ => true,
    }
}

/// Runs `check` on every case of the pairs that `select` picks.
fn each_case(
    select: impl Fn(&str, &str) -> bool,
    mut check: impl FnMut(&str, usize, &[Contact], &[Contact]),
) -> Test {
    let reference = reference()?;
    let margin = number(&reference["margin"])?;
    for pair in list(&reference, "pairs")? {
        let kinds = [&pair["a"]["kind"], &pair["b"]["kind"]].map(|k| k.as_str().unwrap_or(""));
        if !select(kinds[0], kinds[1]) {
            continue;
        }
        let name = kinds.join("-");
        let a = Collider::new(&shape(&pair["a"])?)?;
        let b = Collider::new(&shape(&pair["b"])?)?;
        for (index, case) in list(pair, "cases")?.iter().enumerate() {
            let poses = [pose(&case["poses"][0])?, pose(&case["poses"][1])?];
            let ours = found((&a, &poses[0]), (&b, &poses[1]), margin);
            check(&name, index, &ours, &expected(case)?);
        }
    }
    Ok(())
}

#[test]
fn closed_forms_report_the_same_points() -> Test {
    let mut cases = 0;
    each_case(is_closed, |name, index, ours, theirs| {
        assert_eq!(ours.len(), theirs.len(), "{name} {index}: {ours:?} {theirs:?}");
        for (p, q) in ours.iter().zip(theirs) {
            let error = gap(p.0, q.0).max(gap(p.1, q.1)).max(gap(p.2, q.2)).max((p.3 - q.3).abs());
            assert!(error < CLOSED, "{name} {index}: {error:e} {p:?} {q:?}");
        }
        cases += 1;
    })?;
    assert_eq!(cases, 11 * 40);
    Ok(())
}

fn deepest(contacts: &[Contact]) -> Option<&Contact> {
    contacts.iter().min_by(|p, q| p.3.total_cmp(&q.3))
}

#[test]
fn convex_pairs_agree_on_the_deepest_point() -> Test {
    let mut cases = 0;
    each_case(
        |a, b| !is_closed(a, b),
        |name, index, ours, theirs| {
            cases += 1;
            let (Some(p), Some(q)) = (deepest(ours), deepest(theirs)) else {
                assert_eq!(ours.len(), theirs.len(), "{name} {index}");
                return;
            };
            assert!((p.3 - q.3).abs() < CONVEX.0, "{name} {index}: {p:?} {q:?}");
            assert!(angle(p.1, q.1) < CONVEX.1, "{name} {index}: {p:?} {q:?}");
        },
    )?;
    assert_eq!(cases, 9 * 40);
    Ok(())
}

#[test]
fn parameters_mix_alike() -> Test {
    for case in list(&reference()?, "mixing")? {
        let mixed = PairParams::mix(&params(&case["a"])?, &params(&case["b"])?);
        let theirs = &case["mixed"];
        assert_eq!(f64::from(mixed.condim), number(&theirs["condim"])?);
        let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| (x - y).abs() < CLOSED);
        assert!(close(&mixed.friction, &numbers::<5>(&theirs["friction"])?), "{case} {mixed:?}");
        assert!(close(&mixed.solref, &numbers::<2>(&theirs["solref"])?), "{case} {mixed:?}");
        assert!(close(&mixed.solimp, &numbers::<5>(&theirs["solimp"])?), "{case} {mixed:?}");
        let include = number(&theirs["include_margin"])?;
        assert!((mixed.include_margin() - include).abs() < CLOSED, "{case} {mixed:?}");
    }
    Ok(())
}

fn params(value: &Value) -> Result<ContactParams, String> {
    Ok(ContactParams {
        condim: number(&value["condim"])? as u8,
        priority: number(&value["priority"])? as i32,
        friction: numbers(&value["friction"])?,
        solver: SolverParams { solref: numbers(&value["solref"])?, solimp: numbers(&value["solimp"])? },
        solmix: number(&value["solmix"])?,
        margin: number(&value["margin"])?,
        gap: number(&value["gap"])?,
        ..ContactParams::default()
    })
}
