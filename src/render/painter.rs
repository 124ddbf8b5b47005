//! One world, one picture.

use super::camera::{Camera, Projection, Size};
use super::canvas::{Canvas, Corner, Ink};
use super::ground::Ground;
use super::mesh::Mesh;
use super::occluder::Occluder;
use super::part::Part;
use super::parts;
use super::{SUN, Vector};
use crate::error::{Error, Result};
use crate::soccer::Arena;
use crate::world::Poses;
use nalgebra::Matrix3;

/// Ambient light.
const AMBIENT: f32 = 0.58;
/// Additional light from above.
const SKYLIGHT: f32 = 0.12;
/// Light from the sun.
const SUNLIGHT: f32 = 0.38;

/// Draws worlds of one arena; keeps their shapes, and its canvas, from picture to picture.
#[derive(Debug)]
pub struct Painter {
    ground: Ground,
    goals: Vec<(Mesh, Ink)>,
    /// Parts of each kind of tree.
    parts: Vec<Vec<Part>>,
    /// Further parts that each tree wears.
    numbers: Vec<Vec<Part>>,
    brush: Brush,
    occluders: Vec<Occluder>,
    poses: Poses,
}

impl Painter {
    /// Prepares the shapes of an arena.
    ///
    /// # Errors
    /// [`Error::Argument`] for a shape that is only seen and has no hull.
    pub fn new(arena: &Arena) -> Result<Self> {
        let parts = parts::of_kinds(arena.scene())?;
        Ok(Self {
            ground: Ground::new(arena.field()),
            goals: parts::of_goals(arena.scene())?,
            numbers: parts::of_numbers(arena, &parts),
            parts,
            brush: Brush::default(),
            occluders: Vec::new(),
            poses: Poses::default(),
        })
    }

    /// Draws a world of the arena that this was made for, at coordinates `qpos` `(nq,)`, to `out`:
    /// rows from top to bottom of pixels of red, green and blue. Without a camera one is chosen
    /// that follows the robot, or the ball where there are none or several.
    ///
    /// # Errors
    /// [`Error::Argument`] if `out` has another length than [`Size::bytes`]; nothing is drawn then.
    pub fn paint(
        &mut self,
        arena: &Arena,
        qpos: &[f64],
        camera: Option<&Camera>,
        size: Size,
        out: &mut [u8],
    ) -> Result<()> {
        if out.len() != size.bytes() {
            let message = format!("{} bytes where {} are needed", out.len(), size.bytes());
            return Err(Error::argument("out", message));
        }
        let camera = camera.copied().unwrap_or_else(|| Camera::of_arena(arena, qpos));
        let view = camera.view(size);
        self.brush.clear(&view, size);
        self.occluders.clear();
        for (mesh, ink) in &self.goals {
            self.brush.draw(&view, mesh, &Placement::in_world(&view), *ink, true);
        }
        let scene = arena.scene();
        let slots = scene.slots.iter().zip(&self.numbers);
        for (index, (slot, numbers)) in slots.enumerate() {
            let side = arena.player(index).map(|player| player.side);
            self.poses.update(scene.kinds[slot.kind].model.as_ref(), &qpos[slot.qpos.clone()]);
            for part in self.parts[slot.kind].iter().chain(numbers) {
                let body = self.poses.body(part.body);
                let ink = Ink::Solid(part.paint.colour(side));
                let placement = Placement::new(&view, body.pos, body.mat);
                self.brush.draw(&view, &part.mesh, &placement, ink, part.is_solid);
                self.occluders.extend(part.bulks.iter().filter_map(|bulk| {
                    let centre = placement.matrix * bulk.centre + placement.position;
                    bulk.occluder(centre + view.position.cast::<f32>(), &view, size)
                }));
            }
        }
        self.brush.develop(&self.ground, &self.occluders, &view, out);
        Ok(())
    }
}

/// Where a mesh is: relative to the camera, along the axes of the world.
pub(super) struct Placement {
    pub(super) position: Vector,
    pub(super) matrix: Matrix3<f32>,
}

impl Placement {
    pub(super) fn new(view: &Projection, position: [f64; 3], matrix: [[f64; 3]; 3]) -> Self {
        // The difference in double precision, so that nothing jitters far from the centre.
        let position = (nalgebra::Vector3::from(position) - view.position).cast();
        let matrix = Matrix3::from_fn(|row, column| matrix[row][column] as f32);
        Self { position, matrix }
    }

    pub(super) fn in_world(view: &Projection) -> Self {
        Self::new(view, [0.0; 3], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    }
}

/// Puts meshes on a canvas.
#[derive(Debug, Default)]
pub(super) struct Brush {
    canvas: Canvas,
    /// Corners of the current mesh, and where their shadows fall.
    corners: Vec<Corner>,
    shadows: Vec<Corner>,
}

impl Brush {
    /// An empty picture.
    pub(super) fn clear(&mut self, view: &Projection, size: Size) {
        self.canvas.clear(view, size);
    }

    /// The picture `(height, width, 3)`.
    pub(super) fn develop(
        &self,
        ground: &Ground,
        occluders: &[Occluder],
        view: &Projection,
        out: &mut [u8],
    ) {
        self.canvas.develop(ground, occluders, view, out);
    }

    pub(super) fn draw(
        &mut self,
        view: &Projection,
        mesh: &Mesh,
        placement: &Placement,
        ink: Ink,
        is_solid: bool,
    ) {
        let sun = Vector::from(SUN);
        let camera_height = view.position[2] as f32;
        self.corners.clear();
        self.shadows.clear();
        for vertex in &mesh.vertices {
            let point = placement.matrix * vertex.position + placement.position;
            let normal = placement.matrix * vertex.normal;
            let light = AMBIENT + SKYLIGHT * normal.z + SUNLIGHT * normal.dot(&sun).max(0.0);
            self.corners.push(Corner { seen: view.turn(point), light });
            let height = (point.z + camera_height).max(0.0);
            let shadow = point - sun * (height / sun.z);
            self.shadows.push(Corner { seen: view.turn(shadow), light: 0.0 });
        }
        let throws_shadow = is_solid && matches!(ink, Ink::Solid(_));
        for face in &mesh.faces {
            let of = |corners: &[Corner]| face.map(|corner| corners[corner as usize]);
            self.canvas.triangle(of(&self.corners), ink);
            if throws_shadow {
                // The shadow of a face that the sun sees shows its front to a camera above the
                // ground.
                self.canvas.triangle(of(&self.shadows), Ink::Shadow);
            }
        }
    }
}
