//! What all players of a game sense after a step, and what they make of it.

use super::memory::{Minds, View};
use super::senses::{BodySense, Heard, NEWEST, Senses, Sight};
use super::{Answers, PLAYERS, World};
use std::sync::Arc;

/// What a player has sensed in a cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Perception {
    /// What they feel.
    pub body: BodySense,
    /// What they hear of other players and themselves.
    pub heard: Vec<Heard>,
    /// What they see, if they see in this cycle. If they see more than once, this is what they see
    /// last.
    pub sight: Option<Sight>,
}

impl World {
    /// From now on, players sense in this version of the protocol, with random draws from this
    /// seed. With `remember`, they also remember. Starting with version 18, they see in step with
    /// the cycle.
    pub fn open_senses(&mut self, seed: u64, version: u8, remember: bool) {
        self.senses = Some(Box::new(Senses::new(self.rules(), seed, version)));
        self.minds = remember.then(|| Box::new(Minds::new(&self.game)));
        for place in 0..PLAYERS {
            if self.game.players[place].connected {
                self.welcome(place, version);
            }
        }
    }

    /// Sets the version of the protocol that a player uses.
    pub fn welcome(&mut self, place: usize, version: u8) {
        let Some(senses) = &mut self.senses else { return };
        senses.players[place].version = version.clamp(1, NEWEST);
        if version >= 18 {
            self.game.players[place].synch_see = true;
        }
    }

    /// Called after a step: every player feels, sees if it is time, and remembers. Does nothing
    /// without senses.
    pub fn sense(&mut self) {
        if self.senses.is_none() {
            return;
        }
        let rules = Arc::clone(self.rules());
        let Some(senses) = &mut self.senses else { return };
        self.heard.clear();
        senses.step(&rules);
        for place in 0..PLAYERS {
            let player = &self.game.players[place];
            if !player.connected {
                continue;
            }
            if !senses.said().is_empty() {
                let heard = senses.hear(&rules, &self.game, place, None);
                self.heard.extend(heard.into_iter().map(|heard| (place as u8, heard)));
            }
            let Some(minds) = &mut self.minds else {
                senses.cycle(player, place);
                continue;
            };
            if let Some(next) = self.game.players.get(place + 1) {
                minds.prefetch(place + 1, senses.will_see(next, place + 1));
            }
            let body = BodySense::of(&self.game, place);
            minds.feel(&rules, player, place, &body, &senses.draws(place, None));
            if senses.cycle(player, place) > 0 {
                let mut eye = senses.eye(&rules, &self.game, place, None);
                minds.memories[place].see(&rules, &mut eye);
            }
        }
        senses.silence();
        BodySense::forget(&mut self.game);
    }

    /// Does the same as [`sense`](Self::sense) and returns what every player has sensed, by place.
    /// `answers` is asked for random draws first. Returns an empty list without senses.
    pub fn perceive(&mut self, mut answers: Option<&mut dyn Answers>) -> Vec<Option<Perception>> {
        let rules = Arc::clone(self.rules());
        let Some(senses) = &mut self.senses else { return Vec::new() };
        self.heard.clear();
        senses.step(&rules);
        let mut perceptions = Vec::with_capacity(PLAYERS);
        for place in 0..PLAYERS {
            let player = &self.game.players[place];
            if !player.connected {
                perceptions.push(None);
                continue;
            }
            let is_asked = answers.is_some();
            let body = BodySense::of(&self.game, place);
            if let Some(minds) = &mut self.minds {
                minds.feel(&rules, player, place, &body, &senses.draws(place, None));
            }
            let heard = senses.hear(&rules, &self.game, place, again(&mut answers));
            self.heard.extend(heard.iter().map(|heard| (place as u8, heard.clone())));
            let sees = senses.cycle(player, place) > 0;
            let sight =
                sees.then(|| senses.eye(&rules, &self.game, place, again(&mut answers)).look());
            if let (Some(minds), Some(sight)) = (&mut self.minds, &sight) {
                let mut eye = senses.eye(&rules, &self.game, place, None);
                let memory = &mut minds.memories[place];
                if is_asked {
                    // Only this sight contains the answers.
                    let half_width = eye.half_width();
                    memory.see(&rules, &mut (sight, half_width));
                } else {
                    memory.see(&rules, &mut eye);
                }
            }
            perceptions.push(Some(Perception { body, heard, sight }));
        }
        senses.silence();
        BodySense::forget(&mut self.game);
        perceptions
    }
}

/// Reborrows the answers.
fn again<'a>(answers: &'a mut Option<&mut dyn Answers>) -> Option<&'a mut dyn Answers> {
    answers.as_mut().map(|asked| &mut **asked as &mut dyn Answers)
}
