//! The pitch with its lines, and the sky.
//!
//! Colours and rows of pixels are plain arrays here, since they are not vectors of a space: they
//! are processed number by number, and compiled so that several are processed at a time.

use super::Rgb;
use super::camera::Projection;
use super::patches::{Bar, CHUNK, Patches, Row};
use crate::soccer::{Area, Field};

const LINE: Rgb = [238.0, 240.0, 238.0];
const GRASS: Rgb = [76.0, 138.0, 66.0];
const SURROUNDINGS: Rgb = [62.0, 104.0, 62.0];
const HORIZON: Rgb = [214.0, 226.0, 236.0];
const ZENITH: Rgb = [104.0, 158.0, 214.0];
/// Squares of the grass are one metre wide and differ from it by this fraction, so that one sees
/// distances and speeds.
const SQUARES: f32 = 0.035;
/// Distance at which haze takes half of the colour, m.
const HAZE: f32 = 700.0;

/// Something white on the pitch.
#[derive(Clone, Copy, Debug)]
enum Marking {
    Bar(Bar),
    /// The part of a ring, or of a spot without a hole, that is within a rectangle.
    Ring {
        centre: [f32; 2],
        inner: f32,
        outer: f32,
        within: Bar,
    },
}

/// What can be seen of a field besides its goals.
#[derive(Debug)]
pub(super) struct Ground {
    markings: Vec<Marking>,
    grass: Bar,
}

impl Ground {
    /// Lines are part of the areas they bound, as law 1 says.
    pub(super) fn new(field: &Field) -> Self {
        let width = field.line_width as f32;
        let pitch = bar(&field.area());
        let areas = std::iter::once(pitch).chain(boxes(field)).chain(flat_goals(field));
        let mut markings: Vec<Marking> = areas.flat_map(|area| outline(area, width)).collect();
        let half = width / 2.0;
        let halfway = Bar { min: [-half, pitch.min[1]], max: [half, pitch.max[1]] };
        markings.push(Marking::Bar(halfway));
        let ring = |centre, outer: f32| Marking::Ring {
            centre,
            inner: outer - width,
            outer,
            within: pitch,
        };
        markings.push(ring([0.0; 2], field.circle_radius as f32));
        for x in [pitch.min[0], pitch.max[0]] {
            for y in [pitch.min[1], pitch.max[1]] {
                markings.push(ring([x, y], field.corner_radius as f32));
            }
        }
        let spot = (field.half()[0] - field.penalty_spot) as f32;
        for x in [-spot, 0.0, spot] {
            markings.push(ring([x, 0.0], width));
        }
        if let Some([depth, _]) = field.penalty_area {
            let x = pitch.max[0] - depth as f32;
            let within = Bar { min: [-x, pitch.min[1]], max: [x, pitch.max[1]] };
            let outer = field.circle_radius as f32;
            let arc = |x| Marking::Ring { centre: [x, 0.0], inner: outer - width, outer, within };
            markings.extend([-spot, spot].map(arc));
        }
        let [x, y] = field.half().map(|half| half + field.border);
        let grass = bar(&Area { min: [-x, -y], max: [x, y] });
        Self { markings, grass }
    }

    /// Colours of a row of pixels, of the ground or, above the horizon, of the sky.
    pub(super) fn row(&self, view: &Projection, y: usize, colours: &mut [Rgb]) {
        let middle = y as f32 + 0.5;
        let nearness = view.ground_nearness(middle);
        if nearness <= 0.0 {
            let up = view.ray(view.centre[0], middle).z;
            colours.fill(mix(HORIZON, ZENITH, up.clamp(0.0, 1.0).sqrt()));
            return;
        }
        let depth = 1.0 / nearness;
        let haze = depth / (depth + HAZE);
        for (chunk, colours) in colours.chunks_mut(CHUNK).enumerate() {
            let patches = Patches::new(view, chunk * CHUNK, middle, depth);
            let found = self.colours(&patches);
            for (colour, found) in colours.iter_mut().zip(found) {
                *colour = mix(found, HORIZON, haze);
            }
        }
    }

    fn colours(&self, patches: &Patches) -> [Rgb; CHUNK] {
        let seen = patches.bounds();
        let squares = patches.squares();
        let grass =
            if self.grass.holds(&seen) { [1.0; CHUNK] } else { patches.in_bar(&self.grass) };
        let mut white: Row = [0.0; CHUNK];
        for marking in self.markings.iter().filter(|marking| marking.bounds().meets(&seen)) {
            let shares = self.shares(marking, patches);
            white = std::array::from_fn(|i| white[i].max(shares[i]));
        }
        std::array::from_fn(|i| {
            let green = GRASS.map(|x| x * (1.0 + SQUARES * squares[i]));
            mix(mix(SURROUNDINGS, green, grass[i]), LINE, white[i])
        })
    }

    /// The fraction of each patch that a marking makes white.
    fn shares(&self, marking: &Marking, patches: &Patches) -> Row {
        match *marking {
            Marking::Bar(bar) => patches.in_bar(&bar),
            Marking::Ring { centre, inner, outer, within } => {
                let (ring, within) =
                    (patches.in_ring(centre, inner, outer), patches.in_bar(&within));
                std::array::from_fn(|i| ring[i] * within[i])
            }
        }
    }
}

impl Marking {
    fn bounds(&self) -> Bar {
        match *self {
            Self::Bar(bar) => bar,
            Self::Ring { centre, outer, .. } => {
                Bar { min: centre.map(|x| x - outer), max: centre.map(|x| x + outer) }
            }
        }
    }
}

fn bar(area: &Area) -> Bar {
    Bar { min: area.min.map(|x| x as f32), max: area.max.map(|x| x as f32) }
}

/// Goalie and penalty areas of both sides.
fn boxes(field: &Field) -> impl Iterator<Item = Bar> {
    let goal_line = field.half()[0];
    [Some(field.goalie_area), field.penalty_area].into_iter().flatten().flat_map(
        move |[depth, width]| {
            [-1.0, 1.0].map(|side| {
                let [near, far] = [side * goal_line, side * (goal_line - depth)];
                let [y, x] = [width / 2.0, near.min(far)];
                bar(&Area { min: [x, -y], max: [x + depth, y] })
            })
        },
    )
}

/// The ground of goals that have no posts that stand, as those of the 2D game.
fn flat_goals(field: &Field) -> impl Iterator<Item = Bar> {
    let ([depth, width, height], goal_line) = (field.goal_size, field.half()[0]);
    [-goal_line - depth, goal_line]
        .into_iter()
        .filter(move |_| height == 0.0)
        .map(move |x| bar(&Area { min: [x, -width / 2.0], max: [x + depth, width / 2.0] }))
}

/// The lines within an area that bound it.
fn outline(area: Bar, width: f32) -> [Marking; 4] {
    let Bar { min, max } = area;
    let lines = [
        Bar { max: [min[0] + width, max[1]], ..area },
        Bar { min: [max[0] - width, min[1]], ..area },
        Bar { max: [max[0], min[1] + width], ..area },
        Bar { min: [min[0], max[1] - width], ..area },
    ];
    lines.map(Marking::Bar)
}

fn mix(a: Rgb, b: Rgb, part: f32) -> Rgb {
    std::array::from_fn(|i| a[i] + part * (b[i] - a[i]))
}
