//! What the coach of a team has told its players.

use crate::advice::{Directives, RuleBase, Situation, Unums};
use crate::disc::skills::WorldModel;
use crate::disc::{Game, Rules, Side, TEAM};
use crate::wire::clang;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a team has been told by its coach, and what its rules refer back to.
#[derive(Clone, Debug, Default)]
pub(super) struct CoachAdvice {
    base: Arc<RuleBase>,
    owners: Owners,
}

/// The players of ours and of theirs who owned the ball a cycle earlier, as each of our players
/// knows it, by number. The first entry also serves for the game as it is.
type Owners = [[Unums; 2]; TEAM];

/// The coach's advice as plain data: equivalent messages, and when they are heard.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct CoachAdviceState {
    messages: Vec<(i64, String)>,
    owners: Owners,
}

impl CoachAdvice {
    /// Returns what a team has been told that has heard these messages before the game.
    pub fn from_the_start(messages: &[clang::Message]) -> Self {
        let mut advice = Self::default();
        for message in messages {
            advice.follow(message, 0);
        }
        advice
    }

    /// Makes the players hear their coach. A message that cannot be read or names rules that they
    /// do not know changes nothing, as with players on the network.
    pub fn hear(&mut self, text: &str, cycle: u32) {
        if let Ok(message) = clang::read_back(text) {
            self.follow(&message, i64::from(cycle));
        }
    }

    fn follow(&mut self, message: &clang::Message, time: i64) -> bool {
        Arc::make_mut(&mut self.base).hear(message, time).is_ok()
    }

    /// Whether there is no advice to follow.
    pub fn is_empty(&self) -> bool {
        self.base.is_empty()
    }

    /// Writes the directives that apply in the game as it is.
    pub fn of_game(&mut self, rules: &Rules, game: &Game, side: Side, to: &mut Directives) {
        let before = Situation { owners: self.owners[0], ..Situation::default() };
        let now = Situation::of_disc(rules, game, side, Some(&before));
        self.base.directives(&now, to);
        self.owners[0] = now.owners;
    }

    /// Writes the directives that apply in the game as one of the players knows it.
    pub fn of_model(&mut self, world: &WorldModel, game: &Game, to: &mut Directives) {
        let Some(owners) = self.owners.get_mut(usize::from(world.me.unum) - 1) else { return };
        let now = Situation::of_model(world, game, *owners);
        self.base.directives(&now, to);
        *owners = now.owners;
    }

    /// Returns all mutable state.
    pub fn state(&self) -> CoachAdviceState {
        let texts = self.base.messages().into_iter().map(|(time, message)| (time, message.text()));
        CoachAdviceState { messages: texts.collect(), owners: self.owners }
    }
}

impl CoachAdviceState {
    /// Returns the advice that has this state; `None` if no advice can.
    pub fn restored(&self) -> Option<CoachAdvice> {
        let mut advice = CoachAdvice { owners: self.owners, ..CoachAdvice::default() };
        for (time, text) in &self.messages {
            let message = clang::read_back(text).ok()?;
            advice.follow(&message, *time).then_some(())?;
        }
        Some(advice)
    }
}
