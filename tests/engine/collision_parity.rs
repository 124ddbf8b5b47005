//! Compares contacts with those of MuJoCo 3.5 in `tests/reference/collisions.json`, which
//! `tests/reference/make_collisions.py` writes.

use crate::collisions::{Contact, Pair, reference};
use rcssgym::collision::{Collider, PairParams, PairPoints, collide, contact_frame};

type Test = Result<(), Box<dyn std::error::Error>>;

/// Tolerance for pairs with a closed form, which agree up to rounding.
const CLOSED: f64 = 1e-12;
/// Tolerance for other pairs: distance of the deepest point, m.
const CONVEX_DISTANCE: f64 = 1e-5;
/// Tolerance for other pairs: angle between the normals of the deepest point, rad.
const CONVEX_NORMAL: f64 = 1e-3;

fn is_closed(pair: &Pair) -> bool {
    let [a, b] = pair.kinds.each_ref().map(String::as_str);
    !matches!((a, b), (_, "hull") | ("capsule" | "cylinder", "cylinder") | ("cylinder", "box"))
}

/// One case: its name, our contacts and MuJoCo's.
type Compared = (String, Vec<Contact>, Vec<Contact>);

/// Returns every case of the pairs that `select` picks.
fn cases(select: impl Fn(&Pair) -> bool) -> Result<Vec<Compared>, Box<dyn std::error::Error>> {
    let reference = reference()?;
    let mut cases = Vec::new();
    for pair in reference.pairs.iter().filter(|pair| select(pair)) {
        let (a, b) = (Collider::new(&pair.shapes[0])?, Collider::new(&pair.shapes[1])?);
        for (index, case) in pair.cases.iter().enumerate() {
            let mut out = PairPoints::default();
            collide(&a, &case.poses[0], &b, &case.poses[1], reference.margin, &mut out);
            let ours = out.as_slice().iter().map(|point| {
                let [normal, tangent, _] = contact_frame(point.normal, point.tangent);
                Contact { pos: point.pos, normal, tangent, dist: point.dist }
            });
            cases.push((format!("{} {index}", pair.name()), ours.collect(), case.contacts.clone()));
        }
    }
    Ok(cases)
}

/// Returns the largest difference between numbers of two contacts.
fn difference(p: &Contact, q: &Contact) -> f64 {
    let gap = |a: [f64; 3], b: [f64; 3]| (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f64::max);
    gap(p.pos, q.pos)
        .max(gap(p.normal, q.normal))
        .max(gap(p.tangent, q.tangent))
        .max((p.dist - q.dist).abs())
}

fn angle(a: [f64; 3], b: [f64; 3]) -> f64 {
    let chord: f64 = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum();
    2.0 * (0.5 * chord.sqrt()).min(1.0).asin()
}

fn deepest(contacts: &[Contact]) -> Option<&Contact> {
    contacts.iter().min_by(|p, q| p.dist.total_cmp(&q.dist))
}

#[test]
fn closed_forms_report_the_same_points() -> Test {
    let cases = cases(is_closed)?;
    assert_eq!(cases.len(), 11 * 40);
    for (name, ours, theirs) in &cases {
        assert_eq!(ours.len(), theirs.len(), "{name}: {ours:?} {theirs:?}");
        for (p, q) in ours.iter().zip(theirs) {
            assert!(difference(p, q) < CLOSED, "{name}: {p:?} {q:?}");
        }
    }
    Ok(())
}

#[test]
fn convex_pairs_agree_on_the_deepest_point() -> Test {
    let cases = cases(|pair| !is_closed(pair))?;
    assert_eq!(cases.len(), 9 * 40);
    for (name, ours, theirs) in &cases {
        match (deepest(ours), deepest(theirs)) {
            (Some(p), Some(q)) => {
                assert!((p.dist - q.dist).abs() < CONVEX_DISTANCE, "{name}: {p:?} {q:?}");
                assert!(angle(p.normal, q.normal) < CONVEX_NORMAL, "{name}: {p:?} {q:?}");
            }
            (p, q) => assert!(p.is_none() && q.is_none(), "{name}: {p:?} {q:?}"),
        }
    }
    Ok(())
}

#[test]
fn parameters_mix_alike() -> Test {
    let close = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(x, y)| (x - y).abs() < CLOSED);
    let cases = reference()?.mixing;
    assert_eq!(cases.len(), 40);
    for case in &cases {
        let mixed = PairParams::mix(&case.geoms[0], &case.geoms[1]);
        assert_eq!(mixed.condim, case.condim, "{mixed:?}");
        assert!(close(&mixed.friction, &case.friction), "{mixed:?}");
        assert!(close(&mixed.solref, &case.solver.solref), "{mixed:?}");
        assert!(close(&mixed.solimp, &case.solver.solimp), "{mixed:?}");
        assert!(close(&[mixed.include_margin()], &[case.include_margin]), "{mixed:?}");
    }
    Ok(())
}
