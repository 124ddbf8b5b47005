//! What is drawn over pictures about one robot: what it sees, the forces on it, its joint angles.

use super::delta::{Pose, Shot};
use super::scenery::{Scenery, Tree};
use crate::render::{Camera, Caption, Size, Stroke};
use crate::soccer::Side;
use nalgebra::{Quaternion, UnitQuaternion};
use serde_json::Value;

/// Height of a robot's eyes above its root, m.
const EYES: f64 = 0.4;
/// Length of an arrow per newton, m/N, as on the page.
const SCALE: f64 = 0.0015;
/// Greatest length of an arrow, m, as on the page.
const LONGEST: f64 = 1.5;
const YELLOW: [f32; 3] = [255.0, 227.0, 110.0];
const RED: [f32; 3] = [255.0, 77.0, 94.0];

/// What is drawn over pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlays {
    /// The points at which the robot sees something.
    pub sight: bool,
    /// The forces on it.
    pub forces: bool,
    /// The angles of its joints.
    pub joints: bool,
}

impl Overlays {
    /// Whether anything is drawn.
    pub fn any(self) -> bool {
        self.sight || self.forces || self.joints
    }

    /// Adds the contents of the shot's insight to a caption.
    pub(super) fn add(self, shot: &Shot<'_>, camera: &Camera, size: Size, caption: &mut Caption) {
        let Ok(insight) = serde_json::from_str::<Value>(shot.insight) else { return };
        let Some(tree) = robot(shot.scenery, &insight) else { return };
        let first = shot.scenery.first(tree);
        let root = shot.poses.get(first).copied().unwrap_or_default();
        let eyes = [f64::from(root[0]), f64::from(root[1]), f64::from(root[2]) + EYES];
        let mut stroke = |ends: [[f64; 3]; 2], rgb, alpha, has_dot| {
            if let [Some(from), Some(to)] = ends.map(|end| camera.pixel(end, size)) {
                caption.strokes.push(Stroke { ends: [from, to], rgb, alpha, has_dot });
            }
        };
        if self.sight {
            for seen in points(&insight["seen"]) {
                stroke([eyes, seen], YELLOW, 0.35, true);
            }
        }
        if self.forces {
            for push in insight["pushes"].as_array().into_iter().flatten() {
                if let [place, force] = points(push)[..] {
                    let newtons = force.iter().map(|part| part * part).sum::<f64>().sqrt();
                    let scale =
                        if newtons > 0.0 { (SCALE * newtons).min(LONGEST) / newtons } else { 0.0 };
                    let to = std::array::from_fn(|axis| place[axis] + scale * force[axis]);
                    stroke([place, to], RED, 1.0, false);
                }
            }
        }
        if self.joints {
            let model = shot.scenery.trees[tree].model;
            let hinges = shot.scenery.joints.get(model).and_then(Value::as_array);
            let hinges = hinges.into_iter().flatten();
            caption.angles.extend(hinges.filter_map(|hinge| angle(hinge, first, shot.poses)));
        }
    }
}

/// The tree that an insight is about.
fn robot(scenery: &Scenery, insight: &Value) -> Option<usize> {
    let (team, number) = (insight["team"].as_u64()?, insight["number"].as_u64()?);
    scenery.trees.iter().position(|tree: &Tree| {
        tree.side.map(Side::index) == Some(team as usize)
            && tree.number.map(u64::from) == Some(number)
    })
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let values: Vec<_> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
    values.try_into().ok()
}

fn points(value: &Value) -> Vec<[f64; 3]> {
    value.as_array().into_iter().flatten().filter_map(numbers).collect()
}

/// Returns the name and the angle of a hinge, rad: how far its body is turned about its axis from
/// its rest orientation.
fn angle(hinge: &Value, first: usize, poses: &[Pose]) -> Option<(String, f64)> {
    let turn = |body: u64| {
        let [w, x, y, z] = poses.get(first + body as usize)?.last_chunk::<4>()?.map(f64::from);
        Some(UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z)))
    };
    let [w, x, y, z] = numbers(&hinge["rest"])?;
    let rest = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
    let parent = turn(hinge["parent"].as_u64().unwrap_or(0))?;
    let moved = (parent * rest).inverse() * turn(hinge["body"].as_u64()?)?;
    let [a, b, c]: [f64; 3] = numbers(&hinge["axis"])?;
    let along = moved.i * a + moved.j * b + moved.k * c;
    let turned = 2.0 * along.atan2(moved.w);
    let name = hinge["name"].as_str()?.to_owned();
    Some((name, hinge["reference"].as_f64().unwrap_or(0.0) + turned.sin().atan2(turned.cos())))
}
