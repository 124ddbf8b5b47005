//! What stands around the pitch: floors and goals.

use super::shapes::add_shape;
use crate::math::quaternion;
use crate::model::Shape;
use crate::soccer::{Arena, Field};
use crate::wire::scene_writer::{Paint, Shapes};

/// A body that never moves: its position in the world (m), and its shapes.
pub struct FixedBody {
    pub pos: [f64; 3],
    pub shapes: Shapes,
}

const FLOOR: Paint<'_> = Paint::Colour([0.2, 0.5, 0.2, 1.0]);
const FRAME: Paint<'_> = Paint::Colour([0.8, 0.8, 0.8, 1.0]);
const NET: Paint<'_> = Paint::Colour([1.0, 1.0, 1.0, 0.2]);
/// Minimum half width of a floor, m.
const LEAST_FLOOR: f64 = 1.0;
/// Otherwise it is this fraction of half the field.
const FLOOR_SHARE: f64 = 0.05;

/// Returns floors, then goals, in rcsssmj's order. The pitch, a plane at the origin, is left out
/// because viewers draw it themselves.
pub fn fixed_bodies(arena: &Arena) -> Vec<FixedBody> {
    floors(arena.field()).into_iter().chain(goals(arena)).collect()
}

/// Strips of floor beside each line: left, right, top, bottom.
fn floors(field: &Field) -> [FixedBody; 4] {
    let [x, y] = field.half();
    let [wide, high] = [x, y].map(|half| (half * FLOOR_SHARE).max(LEAST_FLOOR));
    let beside = Shape::Plane { half_x: wide, half_y: y };
    let along = Shape::Plane { half_x: x + wide * 2.0, half_y: high };
    [
        floor([-x, 0.0, 0.0], [0.0 - wide, 0.0, 0.0], &beside),
        floor([x, 0.0, 0.0], [wide, 0.0, 0.0], &beside),
        floor([0.0, y, 0.0], [0.0, high, 0.0], &along),
        floor([0.0, -y, 0.0], [0.0, 0.0 - high, 0.0], &along),
    ]
}

fn floor(pos: [f64; 3], offset: [f64; 3], shape: &Shape) -> FixedBody {
    let mut shapes = Shapes::default();
    add_shape(&mut shapes, shape, (offset, quaternion::IDENTITY), true, FLOOR);
    FixedBody { pos, shapes }
}

fn goals(arena: &Arena) -> impl Iterator<Item = FixedBody> {
    let [half_x, _] = arena.field().half();
    let scene = arena.scene();
    scene.fixture_groups.iter().zip([-half_x, half_x]).map(|(goal, x)| {
        let mut shapes = Shapes::default();
        for fixture in &scene.fixtures[goal.fixtures.clone()] {
            let [px, py, pz] = fixture.geom.pos;
            let paint = if fixture.geom.name.ends_with("-net") { NET } else { FRAME };
            let pose = ([px - x, py, pz], fixture.geom.quat);
            add_shape(&mut shapes, &fixture.geom.shape, pose, true, paint);
        }
        FixedBody { pos: [x, 0.0, 0.0], shapes }
    })
}
