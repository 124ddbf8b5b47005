//! What stands around the ball and the players and never moves: the first 35 nodes of a scene.
//!
//! Their order, files and materials are those of rcssserver3d; trainers know the ball as node 35.

use super::shapes::{Drawn, in_pose};
use super::write_pose;
use crate::math::quaternion;
use crate::soccer::{Field, Side};
use crate::wire::scene_writer::{IDENTITY, Matrix, Shapes, matrix};

/// Nodes that rcssserver3d has for its rules, at the origin and empty.
const EMPTY: usize = 21;
/// How much larger than the inside of the goal its mesh file is drawn, m.
const GOAL_FRAME: f64 = 0.08;
/// Size of the field in its mesh file, m.
const FIELD_FILE: [f64; 2] = [12.0, 8.0];
/// Distance of the walls from the goal lines, and their thickness, m.
const WALL: [f64; 2] = [10.0, 1.0];

/// In mesh files the y axis points upwards.
#[rustfmt::skip]
const Y_UP: Matrix = [
    -1.0, 0.0, 0.0, 0.0,
    0.0, 0.0, 1.0, 0.0,
    0.0, 1.0, 0.0, 0.0,
    0.0, 0.0, 0.0, 1.0,
];

/// The nodes before the ball.
pub fn scenery(field: &Field) -> Shapes {
    let mut out = Shapes::default();
    light(&mut out, [-10.0, 10.0, 10.0], "0.8 0.8 0.8 1");
    light(&mut out, [10.0, -10.0, 10.0], "0 0 0 1");
    let [length, width, _] = field.size;
    let ground = Drawn {
        load: "models/naosoccerfield.obj",
        scale: [length / FIELD_FILE[0], 1.0, width / FIELD_FILE[1]],
        materials: &["None_rcs-naofield.png"],
        ..Drawn::MESH
    };
    node(&mut out, &Y_UP, |out| ground.add(out, &IDENTITY));
    let sky = [1, 2, 3, 4, 5, 6].map(|side| format!("Material_skyrender_000{side}.tif"));
    let sky = Drawn {
        load: "models/skybox.obj",
        scale: [10.0; 3],
        materials: &sky.each_ref().map(String::as_str),
        ..Drawn::MESH
    };
    node(&mut out, &Y_UP, |out| sky.add(out, &IDENTITY));
    Side::BOTH.into_iter().for_each(|side| goal(&mut out, field, side));
    walls(&mut out, length);
    let [x, y] = field.half();
    for corner in [[-x, y], [-x, -y], [x, y], [x, -y]] {
        node(&mut out, &at([corner[0], corner[1], 0.0]), |_| ());
    }
    (0..EMPTY).for_each(|_| node(&mut out, &IDENTITY, |_| ()));
    out
}

/// A node with a pose, even if that is the origin's.
fn node(shapes: &mut Shapes, pose: &Matrix, add: impl FnOnce(&mut Shapes)) {
    shapes.full.push_str("(nd TRF ");
    write_pose(&mut shapes.full, pose);
    shapes.diff.push_str("(nd");
    shapes.news.push_str("(nd");
    add(shapes);
    for text in [&mut shapes.full, &mut shapes.diff, &mut shapes.news] {
        text.push(')');
    }
}

fn at(pos: [f64; 3]) -> Matrix {
    matrix(pos, quaternion::IDENTITY)
}

fn light(out: &mut Shapes, pos: [f64; 3], ambient: &str) {
    node(out, &at(pos), |out| {
        out.full.push_str("(nd Light (setDiffuse 1 1 1 1) (setAmbient ");
        out.full.push_str(ambient);
        out.full.push_str(") (setSpecular 0.1 0.1 0.1 1))");
        out.diff.push_str("(nd)");
        out.news.push_str("(nd)");
    });
}

/// Adds a goal, with its walls and posts relative to its centre; the right goal is rotated.
fn goal(out: &mut Shapes, field: &Field, side: Side) {
    let [depth, width, height] = field.goal_size;
    let x = side.sign() * (field.half()[0] + depth / 2.0);
    let (load, colour, quat) = match side {
        Side::Left => ("models/leftsoccergoal.obj", "yellow", quaternion::IDENTITY),
        Side::Right => ("models/rightsoccergoal.obj", "sky-blue", [0.0, 0.0, 0.0, 1.0]),
    };
    let net = Drawn {
        load,
        scale: [width, height, depth].map(|size| size + GOAL_FRAME),
        materials: &["naogoalnet", colour],
        is_transparent: true,
        ..Drawn::MESH
    };
    let half = GOAL_FRAME / 4.0;
    let (front, side_wall, post) = (depth / 2.0, width / 2.0 + half, width / 2.0);
    // In the file the y axis points upwards and the x axis across.
    #[rustfmt::skip]
    let file = [
        0.0, 0.0, 1.0, front,
        1.0, 0.0, 0.0, 0.0,
        0.0, 1.0, 0.0, -height / 2.0,
        0.0, 0.0, 0.0, 1.0,
    ];
    node(out, &matrix([x, 0.0, height / 2.0], quat), |out| {
        in_pose(out, &file, |out| net.add(out, &IDENTITY));
        for pos in [
            [0.0, -side_wall, 0.0],
            [0.0, side_wall, 0.0],
            [half - front, 0.0, 0.0],
            [0.0, 0.0, height / 2.0 + half],
            [front, post, height / 2.0],
            [front, -post, height / 2.0],
        ] {
            node(out, &at(pos), |_| ());
        }
    });
}

/// Four walls in a square far outside.
fn walls(out: &mut Shapes, length: f64) {
    let [distance, thick] = WALL;
    let half = length / 2.0 + distance;
    let inner = half - 0.01;
    for (x, y, size) in [
        (-inner, 0.0, [thick, 2.0 * half + thick, thick]),
        (inner, 0.0, [thick, 2.0 * half + thick, thick]),
        (0.0, half, [2.0 * inner + thick, thick, thick]),
        (0.0, -half, [2.0 * inner + thick, thick, thick]),
    ] {
        let wall =
            Drawn { load: "StdUnitBox", scale: size, materials: &["matGrey"], ..Drawn::STANDARD };
        node(out, &at([x, y, 0.0]), |out| wall.add(out, &IDENTITY));
    }
}
