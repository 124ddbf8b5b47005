//! Where sights come from: an eye that looks at what is asked for, or all that was seen.

use crate::disc::senses::{Eye, LANDMARKS, Seen, SeenLine, SeenPlayer, Sight};
use crate::disc::{PLAYERS, Vec2, ViewWidth};
use arrayvec::ArrayVec;

/// Landmarks that a player finds his place by.
pub(super) const USED: usize = 6;
/// Landmarks found, by index.
pub(super) type Landmarks = ArrayVec<(usize, Seen), USED>;

/// What a player sees at one moment.
pub trait View {
    /// Half the width of the view, rad.
    fn half_width(&self) -> f64;
    /// The nearest landmarks that are seen with their names and distances, not more than 6.
    fn landmarks(&mut self) -> ArrayVec<(usize, Seen), 6>;
    /// The first line, if one is seen.
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

impl View for Eye<'_> {
    fn half_width(&self) -> f64 {
        half_width(self.player.view_width, self.player.synch_see)
    }

    fn landmarks(&mut self) -> Landmarks {
        let mut nearest = ArrayVec::<(f64, usize), USED>::new();
        let (at, ahead) = (self.player.position, Vec2::polar(1.0, self.heading));
        let cos = self.half_width().cos();
        let since = self.version();
        for (index, landmark) in LANDMARKS.iter().enumerate() {
            let gap = landmark.position - at;
            let (far, along) = (gap.length2(), gap.x * ahead.x + gap.y * ahead.y);
            let full = nearest.is_full() && nearest.last().is_some_and(|last| last.0 <= far);
            if full || along < 0.0 || along * along < cos * cos * far || landmark.since > since {
                continue;
            }
            if nearest.is_full() {
                nearest.pop();
            }
            let place = nearest.iter().position(|other| other.0 > far).unwrap_or(nearest.len());
            nearest.insert(place, (far, index));
        }
        let seen = |(_, index)| Some((index, self.landmark(index)?));
        let told = nearest.into_iter().filter_map(seen);
        told.filter(|(_, seen)| !seen.near && seen.distance.is_some()).collect()
    }

    fn line(&mut self) -> Option<SeenLine> {
        self.lines().next()
    }

    fn ball(&mut self) -> Option<Seen> {
        Eye::ball(self)
    }

    fn players(&mut self) -> ArrayVec<SeenPlayer, PLAYERS> {
        (0..PLAYERS).filter_map(|place| self.other(place)).collect()
    }
}

/// All that was seen, with what was felt of the view.
impl View for (&Sight, f64) {
    fn half_width(&self) -> f64 {
        self.1
    }

    fn landmarks(&mut self) -> Landmarks {
        let clear = |seen: &&(usize, Seen)| !seen.1.near && seen.1.distance.is_some();
        let mut all: Vec<_> = self.0.landmarks.iter().filter(clear).copied().collect();
        all.sort_by(|(_, one), (_, other)| {
            let distance = |seen: &Seen| seen.distance.unwrap_or(f64::INFINITY);
            distance(one).total_cmp(&distance(other))
        });
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
