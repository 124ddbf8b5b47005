//! One game that somebody owns.

use super::{Answers, Game, Message, Rules, Senses, Side, Stadium};
use crate::error::{Error, Result};
use std::sync::Arc;

/// A game, its rules, and what the referee has said.
#[derive(Clone, Debug)]
pub struct World {
    rules: Arc<Rules>,
    names: [String; 2],
    /// The state.
    pub game: Game,
    /// What the referee has said since somebody last cleared it.
    pub messages: Vec<Message>,
    /// What lasts of the players' senses; none while nobody asks what they sense.
    pub senses: Option<Box<Senses>>,
}

impl World {
    /// An empty pitch before the kick-off.
    pub fn new(rules: Arc<Rules>, seed: u64) -> Self {
        let game = Game::new(&rules, seed);
        Self { rules, names: Default::default(), game, messages: Vec::new(), senses: None }
    }

    /// Parameters and types.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Another state of the same rules; nothing that was said is kept.
    pub(super) fn set_state(&mut self, names: [String; 2], game: Game) {
        (self.names, self.game) = (names, game);
        self.messages.clear();
    }

    /// The teams' names, left and right; empty while there is no such team.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// The side of the team of a name.
    pub fn side_named(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| !name.is_empty() && self.names[side.index()] == name)
    }

    /// A player joins the team of a name, the first team on the left: the place he gets.
    ///
    /// # Errors
    /// A name that is none, a third team, a full team, a second goalie.
    pub fn join(&mut self, team: &str, goalie: bool) -> Result<usize> {
        let named = |byte: u8| byte.is_ascii_alphanumeric() || b"+-_".contains(&byte);
        if !(1..=15).contains(&team.len()) || !team.bytes().all(named) {
            let message = format!("a team is named by 1 to 15 of A-Z a-z 0-9 + - _, not {team:?}");
            return Err(Error::argument("team", message));
        }
        let free = || Side::BOTH.into_iter().find(|side| self.names[side.index()].is_empty());
        let Some(side) = self.side_named(team).or_else(free) else {
            let [left, right] = &self.names;
            let message = format!("{left:?} and {right:?} play; there is no place for {team:?}");
            return Err(Error::argument("team", message));
        };
        let Some(place) = self.stadium().join(side, goalie) else {
            let what = if goalie { "has a goalie, or 11 players" } else { "has 11 players" };
            return Err(Error::argument("team", format!("{team:?} {what}")));
        };
        team.clone_into(&mut self.names[side.index()]);
        Ok(place)
    }

    /// Where things happen; what the rules draw is drawn.
    pub fn stadium(&mut self) -> Stadium<'_> {
        self.stadium_with(None)
    }

    /// Where things happen; a caller decides what the rules draw.
    pub fn stadium_with<'a, 'b: 'a>(
        &'a mut self,
        answers: Option<&'a mut (dyn Answers + 'b)>,
    ) -> Stadium<'a> {
        let answers = answers.map(|answers| answers as &mut dyn Answers);
        Stadium { rules: &self.rules, game: &mut self.game, answers, messages: &mut self.messages }
    }
}
