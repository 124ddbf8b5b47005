//! Sources of sights: an eye that looks only for what is requested, or everything that was seen.

use super::nearest::{Search, USED};
use crate::disc::senses::{Eye, Seen, SeenLine, SeenPlayer, Sight};
use crate::disc::{PLAYERS, ViewWidth};
use arrayvec::ArrayVec;
use std::sync::LazyLock;

/// Landmarks found: index, distance in m, direction from the head in degrees; the nearest first.
pub(super) type Landmarks = ArrayVec<(usize, f64, i32), USED>;

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
    /// Puts other players into an empty list.
    fn players(&mut self, seen: &mut ArrayVec<SeenPlayer, PLAYERS>);
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

/// The cosine of half a view's width; those of the usual widths are cached.
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
        let nearest = Search { at, ahead, cos: cosine(self.half_width()) }.nearest();
        self.landmark_places(&nearest).into_iter().collect()
    }

    fn line(&mut self) -> Option<SeenLine> {
        self.first_line()
    }

    fn ball(&mut self) -> Option<Seen> {
        Eye::ball(self)
    }

    fn players(&mut self, seen: &mut ArrayVec<SeenPlayer, PLAYERS>) {
        self.others(seen);
    }
}

/// Everything that was seen, with half the width of the view.
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

    fn players(&mut self, seen: &mut ArrayVec<SeenPlayer, PLAYERS>) {
        seen.extend(self.0.players.iter().take(PLAYERS).copied());
    }
}
