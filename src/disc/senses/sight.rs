//! All that a player sees at one moment.

use super::{Eye, LANDMARKS, Seen, SeenLine, SeenPlayer};
use arrayvec::ArrayVec;

/// What a player sees, in the order in which it is reported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// Landmarks, by their indices.
    pub landmarks: Vec<(usize, Seen)>,
    /// The ball.
    pub ball: Option<Seen>,
    /// Other players: left 1 to 11, then right, even if that cannot be made out.
    pub players: Vec<SeenPlayer>,
    /// Lines.
    pub lines: Vec<SeenLine>,
}

impl Eye<'_> {
    /// Looks at everything. Before version 3, players see nothing at all.
    pub fn look(&mut self) -> Sight {
        let mut sight = Sight::default();
        if self.version() < 3 {
            return sight;
        }
        for index in 0..LANDMARKS.len() {
            sight.landmarks.extend(self.landmark(index).map(|seen| (index, seen)));
        }
        sight.ball = self.ball();
        let mut players = ArrayVec::new();
        self.others(&mut players);
        sight.players = players.to_vec();
        sight.lines = self.lines().collect();
        sight
    }
}
