//! One game that somebody owns.

use super::{Answers, Game, Message, Room, Rules};
use std::sync::Arc;

/// A game, its rules, and what the referee has said.
#[derive(Clone, Debug)]
pub struct World {
    rules: Arc<Rules>,
    /// The state.
    pub game: Game,
    /// What the referee has said since somebody last cleared it.
    pub messages: Vec<Message>,
}

impl World {
    /// An empty pitch before the kick-off.
    pub fn new(rules: Arc<Rules>, seed: u64) -> Self {
        let game = Game::new(&rules, seed);
        Self { rules, game, messages: Vec::new() }
    }

    /// Parameters and types.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Where things happen; what the rules draw is drawn.
    pub fn room(&mut self) -> Room<'_> {
        self.room_with(None)
    }

    /// Where things happen; a caller decides what the rules draw.
    pub fn room_with<'a>(&'a mut self, answers: Option<&'a mut dyn Answers>) -> Room<'a> {
        Room { rules: &self.rules, game: &mut self.game, answers, messages: &mut self.messages }
    }
}
