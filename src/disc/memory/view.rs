//! Where sights come from: an eye that looks at what is asked for, or all that was seen.

use crate::disc::senses::{Eye, LANDMARKS, Seen, SeenLine, SeenPlayer, Sight};
use crate::disc::{PLAYERS, Vec2, ViewWidth};
use crate::math::lane::Kernel;
use crate::math::wide::with_widest;
use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// Landmarks that a player finds his place by.
pub(super) const USED: usize = 6;
/// Landmarks found: index, distance in m, direction from the head in degrees; the nearest first.
pub(super) type Landmarks = ArrayVec<(usize, f64, i32), USED>;

/// Coordinates of landmarks, in arrays that compilers make vectors of.
static X: [f64; LANDMARKS.len()] = column(0);
static Y: [f64; LANDMARKS.len()] = column(1);

const fn column(axis: usize) -> [f64; LANDMARKS.len()] {
    let mut column = [0.0; LANDMARKS.len()];
    let mut index = 0;
    while index < LANDMARKS.len() {
        let Vec2 { x, y } = LANDMARKS[index].position;
        column[index] = if axis == 0 { x } else { y };
        index += 1;
    }
    column
}

/// What a player sees at one moment.
pub trait View {
    /// Half the width of the view, rad.
    fn half_width(&self) -> f64;
    /// The nearest landmarks that are seen with their names and distances, not more than 6: index,
    /// distance in m, direction from the head in degrees.
    fn landmarks(&mut self) -> ArrayVec<(usize, f64, i32), 6>;
    /// The first line, if one is seen; perhaps without its distance.
    fn line(&mut self) -> Option<SeenLine>;
    /// The ball.
    fn ball(&mut self) -> Option<Seen>;
    /// Other players.
    fn players(&mut self) -> ArrayVec<SeenPlayer, PLAYERS>;
}

/// Half a view's width in rad.
pub(super) fn half_width(width: ViewWidth, synch: bool) -> f64 {
    let degrees: f64 = match (width, synch) {
        (ViewWidth::Narrow, false) => 22.5,
        (ViewWidth::Normal, false) => 45.0,
        (ViewWidth::Narrow, true) => 30.0,
        (ViewWidth::Normal, true) => 60.0,
        (ViewWidth::Wide, _) => 90.0,
    };
    degrees.to_radians()
}

/// How far landmarks are that may be seen, squared.
struct Distances {
    at: Vec2,
    ahead: Vec2,
    /// The square of the cosine of half the width of the view.
    cos2: f64,
}

impl Kernel for Distances {
    type Data = [f64; LANDMARKS.len()];
    type Output = ();

    #[inline(always)]
    fn run(self, far: &mut Self::Data) {
        for (far, (x, y)) in far.iter_mut().zip(X.iter().zip(&Y)) {
            let (x, y) = (x - self.at.x, y - self.at.y);
            let (length2, along) = (x * x + y * y, x * self.ahead.x + y * self.ahead.y);
            let seen = (along >= 0.0) & (along * along > self.cos2 * length2);
            *far = if seen { length2 } else { f64::INFINITY };
        }
    }
}

/// The cosine of half a view's width; those of the usual widths are kept.
pub(super) fn cosine(half_width: f64) -> f64 {
    use ViewWidth::{Narrow, Normal, Wide};
    static KEPT: LazyLock<[(f64, f64); 5]> = LazyLock::new(|| {
        let usual =
            [(Narrow, true), (Normal, true), (Wide, true), (Narrow, false), (Normal, false)];
        usual.map(|(width, synch)| {
            let half = self::half_width(width, synch);
            (half, half.cos())
        })
    });
    let found = KEPT.iter().find(|(kept, _)| *kept == half_width);
    found.map_or_else(|| half_width.cos(), |(_, cosine)| *cosine)
}

impl View for Eye<'_> {
    fn half_width(&self) -> f64 {
        half_width(self.player.view_width, self.player.synch_see)
    }

    fn landmarks(&mut self) -> Landmarks {
        let (at, ahead) = (self.player.position, self.ahead());
        let cos = cosine(self.half_width());
        let mut far = [f64::INFINITY; LANDMARKS.len()];
        with_widest(Distances { at, ahead, cos2: cos * cos }, &mut far);
        let mut nearest = ArrayVec::<(f64, usize), USED>::new();
        let mut limit = f64::INFINITY;
        for (index, &far) in far.iter().enumerate() {
            if far >= limit {
                continue;
            }
            if nearest.is_full() {
                nearest.pop();
            }
            let place = nearest.iter().position(|other| other.0 > far).unwrap_or(nearest.len());
            nearest.insert(place, (far, index));
            if let (true, Some(last)) = (nearest.is_full(), nearest.last()) {
                limit = last.0;
            }
        }
        let seen = |(_, index)| {
            let (distance, direction) = self.landmark_place(index)?;
            Some((index, distance, direction))
        };
        nearest.into_iter().filter_map(seen).collect()
    }

    fn line(&mut self) -> Option<SeenLine> {
        self.first_line()
    }

    fn ball(&mut self) -> Option<Seen> {
        Eye::ball(self)
    }

    fn players(&mut self) -> ArrayVec<SeenPlayer, PLAYERS> {
        let glances = self.glances();
        (0..PLAYERS).filter_map(|place| self.other(place, &glances)).collect()
    }
}

/// All that was seen, with what was felt of the view.
impl View for (&Sight, f64) {
    fn half_width(&self) -> f64 {
        self.1
    }

    fn landmarks(&mut self) -> Landmarks {
        let clear = |&(index, seen): &(usize, Seen)| {
            let distance = seen.distance.filter(|_| !seen.near)?;
            Some((index, distance, seen.direction))
        };
        let mut all: Vec<_> = self.0.landmarks.iter().filter_map(clear).collect();
        all.sort_by(|(_, one, _), (_, other, _)| one.total_cmp(other));
        all.into_iter().take(USED).collect()
    }

    fn line(&mut self) -> Option<SeenLine> {
        self.0.lines.first().copied()
    }

    fn ball(&mut self) -> Option<Seen> {
        self.0.ball
    }

    fn players(&mut self) -> ArrayVec<SeenPlayer, PLAYERS> {
        self.0.players.iter().take(PLAYERS).copied().collect()
    }
}
