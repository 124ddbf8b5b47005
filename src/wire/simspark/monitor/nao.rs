//! The Nao as rcssserver3d shows it: one mesh or standard shape for each body, with the names,
//! scales and materials that viewers know. Bodies have rcssserver3d's axes: x to the right, y
//! forward.

use super::shapes::Drawn;
use crate::model::Model;
use crate::soccer::{PlayerId, Side};
use crate::wire::scene_writer::{IDENTITY, Matrix, Shapes};

/// The axes of rcssserver3d's bodies in the axes of ours: x forward, y to the left.
#[rustfmt::skip]
pub(super) const AXES: Matrix = [
    0.0, 1.0, 0.0, 0.0,
    -1.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 1.0, 0.0,
    0.0, 0.0, 0.0, 1.0,
];
/// How the meshes of torso and head are turned in their bodies.
#[rustfmt::skip]
const TURNED: Matrix = [
    -1.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 1.0, 0.0,
    0.0, 1.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 1.0,
];
/// The Nao's bodies that it has once, in rcssserver3d's order.
const TRUNK: [&str; 3] = ["torso", "neck", "head"];
/// The bodies of an arm, likewise; the right arm comes before the left one.
const ARM: [&str; 4] = ["shoulder", "upperarm", "elbow", "lowerarm"];
/// The bodies of a leg, likewise.
const LEG: [&str; 7] = ["hip1", "hip2", "thigh", "shank", "ankle", "foot", "toe"];
/// Scale of a foot that has a toe; it uses the mesh of a whole foot.
const SHORT_FOOT: [f64; 3] = [0.08, 0.062_241, 0.08];
/// Scale of the toe, which uses the same mesh.
const TOE: [f64; 3] = [0.08, 0.022_825_9, 0.04];

const NECK: Drawn = Drawn {
    load: "StdCapsule",
    params: &[0.015, 0.08],
    materials: &["matDarkGrey"],
    ..Drawn::STANDARD
};
/// A body that only connects joints; an ankle has another material.
const JOINT: Drawn =
    Drawn { load: "StdUnitSphere", scale: [0.01; 3], materials: &["matYellow"], ..Drawn::STANDARD };

/// The properties of a model that is a Nao.
pub(super) struct Nao {
    /// Its heterogeneous type, a digit.
    make: &'static str,
    has_toes: bool,
    /// Indices of its bodies in the order in which they are written.
    order: Vec<usize>,
}

impl Nao {
    /// `None` for a model with another name, or with other bodies.
    pub(super) fn of(model: &Model) -> Option<Self> {
        let make = ["nao", "nao1", "nao2", "nao3", "nao4"]
            .iter()
            .position(|name| *name == model.name)
            .and_then(|make| ["0", "1", "2", "3", "4"].get(make))?;
        let find = |name: &str| model.bodies.iter().position(|body| body.name == name);
        let limbs = [(&ARM[..], "r"), (&ARM, "l"), (&LEG, "r"), (&LEG, "l")];
        let limbs = limbs
            .into_iter()
            .flat_map(|(limb, side)| limb.iter().map(move |part| format!("{side}{part}")));
        let names = TRUNK.iter().map(|name| (*name).to_owned()).chain(limbs);
        let order: Vec<usize> = names.filter_map(|name| find(&name)).collect();
        let is_whole = order.first() == Some(&0) && order.len() == model.bodies.len();
        is_whole.then(|| Self { make, has_toes: find("ltoe").is_some(), order })
    }

    /// Returns the indices of its bodies in the order in which they are written, the torso first.
    pub(super) fn order(&self) -> Vec<usize> {
        self.order.clone()
    }

    /// Returns the visible shapes of a body.
    pub(super) fn shapes(&self, body: &str, player: PlayerId) -> Shapes {
        let mut shapes = Shapes::default();
        let team = if player.side == Side::Left { "matLeft" } else { "matRight" };
        let number = format!("matNum{}", player.number);
        let (make, own) = (self.make, format!("matType{}", self.make));
        let mut mesh = |name: &str, scale: [f64; 3], materials: &[&str], pose: &Matrix| {
            // Type 4 has no material of its own.
            let are_there = |name: &&str| !(make == "4" && *name == own);
            let materials: Vec<&str> = materials.iter().copied().filter(are_there).collect();
            let load = format!("models/{name}.obj");
            let drawn = Drawn { load: &load, scale, materials: &materials, ..Drawn::MESH };
            drawn.add(&mut shapes, pose);
        };
        let (side, part) = match body {
            "torso" | "neck" | "head" => ("", body),
            _ => body.split_at(1),
        };
        match part {
            "torso" => {
                let materials = [&number, team, &own, "naowhite"];
                mesh(&format!("naobody{make}"), [0.1; 3], &materials, &TURNED);
            }
            "head" => {
                mesh("naohead", [0.1; 3], &[team, "naoblack", "naogrey", "naowhite"], &TURNED);
            }
            "upperarm" => {
                let name = format!("{body}{make}");
                mesh(&name, [0.07; 3], &[team, &own, "naowhite"], &IDENTITY);
            }
            "lowerarm" => mesh(body, [0.05; 3], &[team, "naowhite"], &IDENTITY),
            "thigh" if side == "r" => {
                mesh(body, [0.07; 3], &[&number, team, "naowhite"], &IDENTITY);
            }
            "thigh" => mesh(body, [0.07; 3], &[team, "naowhite"], &IDENTITY),
            "shank" => {
                let name = format!("{body}{make}");
                mesh(&name, [0.08; 3], &[team, &own, "naowhite"], &IDENTITY);
            }
            "foot" => {
                let scale = if self.has_toes { SHORT_FOOT } else { [0.08; 3] };
                mesh(body, scale, &[team, "naowhite"], &IDENTITY);
            }
            "toe" => mesh(&format!("{side}foot"), TOE, &[team, "naowhite"], &IDENTITY),
            "neck" => NECK.add(&mut shapes, &IDENTITY),
            "ankle" => Drawn { materials: &["matRed"], ..JOINT }.add(&mut shapes, &IDENTITY),
            _ => JOINT.add(&mut shapes, &IDENTITY),
        }
        shapes
    }
}
