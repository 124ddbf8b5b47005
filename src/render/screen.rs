//! Pictures of shapes that the caller supplies: those of [`exhibit`](super::exhibit), or others
//! that are made of pieces.

use super::camera::{Camera, Size};
use super::canvas::Ink;
use super::exhibit::{Fixture, Piece, Surface};
use super::ground::Ground;
use super::mesh::{Mesh, Vertex};
use super::occluder::Occluder;
use super::painter::{Brush, Placement};
use super::part::{Part, PartColour};
use crate::error::{Error, Result};
use crate::soccer::{Field, Side};

/// Something that moves: its kind, its team, and further pieces that it wears.
#[derive(Clone, Copy, Debug)]
pub struct Figure<'a> {
    /// Index of its kind.
    pub kind: usize,
    /// Number of bodies of that kind.
    pub bodies: usize,
    /// Its team.
    pub side: Option<Side>,
    /// Further pieces that it wears, such as its number.
    pub numbers: &'a [Piece],
}

/// Draws figures on a pitch.
#[derive(Debug)]
pub struct Screen {
    ground: Ground,
    fixtures: Vec<(Mesh, Ink)>,
    kinds: Vec<Vec<Part>>,
    /// Kind, number of bodies, team and further parts of each.
    figures: Vec<(usize, usize, Option<Side>, Vec<Part>)>,
    brush: Brush,
    occluders: Vec<Occluder>,
}

impl Screen {
    /// Prepares the shapes.
    pub fn new(
        field: &Field,
        kinds: &[&[Piece]],
        figures: &[Figure<'_>],
        fixtures: &[Fixture],
    ) -> Self {
        let fixtures = fixtures.iter().map(|fixture| {
            let colour = fixture.colour.map(f32::from);
            let ink = if fixture.is_net { Ink::Net(colour) } else { Ink::Solid(colour) };
            (mesh(&fixture.surface), ink)
        });
        let figures = figures.iter().map(|figure| {
            let numbers = figure.numbers.iter().map(part).collect();
            (figure.kind, figure.bodies, figure.side, numbers)
        });
        Self {
            ground: Ground::new(field),
            fixtures: fixtures.collect(),
            kinds: kinds.iter().map(|pieces| pieces.iter().map(part).collect()).collect(),
            figures: figures.collect(),
            brush: Brush::default(),
            occluders: Vec::new(),
        }
    }

    /// Draws the figures to `out`: rows from top to bottom of pixels of red, green and blue.
    /// `poses` has position and quaternion wxyz of all their bodies.
    ///
    /// # Errors
    /// [`Error::Argument`] for an `out` of another length than [`Size::bytes`].
    pub fn paint(
        &mut self,
        poses: &[[f32; 7]],
        camera: &Camera,
        size: Size,
        out: &mut [u8],
    ) -> Result<()> {
        if out.len() != size.bytes() {
            let message = format!("{} bytes where {} are needed", out.len(), size.bytes());
            return Err(Error::argument("out", message));
        }
        let view = camera.view(size);
        self.brush.clear(&view, size);
        self.occluders.clear();
        for (mesh, ink) in &self.fixtures {
            self.brush.draw(&view, mesh, &Placement::in_world(&view), *ink, true);
        }
        let mut first = 0;
        for (kind, bodies, side, numbers) in &self.figures {
            let parts = self.kinds.get(*kind).into_iter().flatten();
            for part in parts.chain(numbers) {
                let Some(pose) = poses.get(first + part.body) else { continue };
                let (position, matrix) = placed(pose);
                let placement = Placement::new(&view, position, matrix);
                let ink = Ink::Solid(part.paint.colour(*side));
                self.brush.draw(&view, &part.mesh, &placement, ink, part.is_solid);
                self.occluders.extend(part.bulks.iter().filter_map(|bulk| {
                    let centre = placement.matrix * bulk.centre + placement.position;
                    bulk.occluder(centre + view.position.cast::<f32>(), &view, size)
                }));
            }
            first += bodies;
        }
        self.brush.develop(&self.ground, &self.occluders, &view, out);
        Ok(())
    }
}

fn placed(pose: &[f32; 7]) -> ([f64; 3], [[f64; 3]; 3]) {
    let [x, y, z, rest @ ..] = pose.map(f64::from);
    ([x, y, z], crate::dynamics::params::rotation(rest))
}

fn mesh(surface: &Surface) -> Mesh {
    let vertices = surface
        .vertices
        .iter()
        .map(|&[x, y, z, u, v, w]| Vertex { position: [x, y, z].into(), normal: [u, v, w].into() });
    Mesh { vertices: vertices.collect(), faces: surface.faces.clone() }
}

fn part(piece: &Piece) -> Part {
    let paint = match piece.colour {
        None => PartColour::Team,
        Some(colour) => PartColour::Plain(colour.map(f32::from)),
    };
    let mesh = mesh(&piece.surface);
    match piece.is_solid {
        true => Part::new(piece.body, mesh, paint),
        false => Part::flat(piece.body, mesh, paint),
    }
}
