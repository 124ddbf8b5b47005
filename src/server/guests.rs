//! Agents that have a robot but have not said who they are: they perceive, but play for no team.

use super::agent::{AgentLink, Said};
use super::dialect::{Senses, Stage};
use crate::action::Action;
use crate::batch::WorldBatch;
use crate::perception::Perceiver;
use crate::soccer::PlayerId;
use crate::wire::{Init, Introduction};

/// An agent with a robot that is not in the game.
pub(super) struct Guest {
    /// Index of the dialect that it speaks.
    pub(super) dialect: usize,
    pub(super) link: AgentLink,
    pub(super) stage: Stage,
    /// Who it says it is; `None` until it does, and again once that was refused.
    pub(super) introduction: Option<Introduction>,
    /// What it asked for together with its introduction or after it: its robot does so when it
    /// joins.
    pub(super) actions: Vec<Action>,
    /// The message about what it perceives in this cycle.
    pub(super) perceptions: String,
    /// Whether it has come in this cycle. If so, it has not yet been sent anything that it could
    /// answer.
    pub(super) is_new: bool,
}

impl Guest {
    pub(super) fn new(dialect: usize, link: AgentLink, stage: Stage) -> Self {
        let (perceptions, actions) = (String::new(), Vec::new());
        Self { dialect, link, stage, introduction: None, actions, perceptions, is_new: true }
    }

    /// Takes note of what its agent says in a cycle.
    pub(super) fn hear(&mut self, mut said: Said) {
        self.introduction = said.introduction.or(self.introduction.take());
        if self.introduction.is_some() {
            self.actions.append(&mut said.actions);
        }
    }

    /// Takes its introduction, if there is one, with the lowest free number if it names none.
    pub(super) fn init(&mut self, batch: &WorldBatch) -> Option<Init> {
        let Introduction { team, number } = self.introduction.take()?;
        let number = number.unwrap_or_else(|| lowest_free(batch, &team));
        Some(Init { model: self.stage.model.clone(), team, number })
    }

    pub(super) fn perceive(&mut self, senses: &mut dyn Senses, perceiver: &mut Perceiver<'_>) {
        senses.write_staged(perceiver, &self.stage, &mut self.perceptions);
        self.stage.cycles += 1;
    }
}

/// Returns the lowest number, starting at 1, that no player of a team has.
fn lowest_free(batch: &WorldBatch, team: &str) -> u32 {
    let side = batch.game(0).ok().and_then(|game| game.game.state.side_of(team));
    let is_free = |number: &u32| {
        side.is_none_or(|side| batch.slot_of(PlayerId { side, number: *number }).is_none())
    };
    // There are fewer players than numbers.
    (1..=99).find(is_free).unwrap_or(99)
}
