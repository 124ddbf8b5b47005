//! What players hear of each other.

use super::quantize::{rounded_degrees, truncated_degrees};
use super::{Draws, Senses};
use crate::disc::angle::normalize;
use crate::disc::{Answers, Game, Lot, PLAYERS, Rules, Side};
use serde::{Deserialize, Serialize};

/// How a player hears a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ear {
    /// Whether they hear whole messages.
    pub complete: bool,
    /// Whether they hear who has spoken, for messages beyond their capacity.
    pub partial: bool,
}

impl Default for Ear {
    fn default() -> Self {
        Self { complete: true, partial: false }
    }
}

/// A message that was said and not yet heard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The place of the speaker.
    pub place: u8,
    /// The text.
    pub text: String,
    /// The places that it reached, as bits.
    pub reached: u32,
}

/// Who speaks, as far as a listener knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// The listener themselves.
    Own,
    /// A teammate, by their number.
    TeamMate(u8),
    /// Somebody of the other team.
    Opponent,
}

/// A message that a player hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// Who speaks.
    pub speaker: Speaker,
    /// Direction of the speaker from the listener's body, degrees; `None` for the listener's own
    /// messages and for partial ones.
    pub direction: Option<i32>,
    /// The text; `None` for partial messages.
    pub text: Option<String>,
}

impl Senses {
    /// A player says something; players who are near enough and listen at all may hear it.
    pub fn say(&mut self, rules: &Rules, game: &Game, place: usize, text: &str) {
        let speaker = &game.players[place];
        let far = rules.server.audio_cut_dist;
        let mut reached = 0;
        for (other, listener) in game.players.iter().enumerate() {
            let ear = self.players[other].ears[speaker.side.index()];
            let near = (speaker.position - listener.position).length2() <= far * far;
            let hears = other == place || near && (ear.complete || ear.partial);
            reached |= u32::from(listener.connected && hears) << other;
        }
        self.said.push(Said { place: place as u8, text: text.to_owned(), reached });
    }

    /// What players have said and nobody has heard yet.
    pub fn said(&self) -> &[Said] {
        &self.said
    }

    /// Clears what was said, after everybody has heard it.
    pub fn silence(&mut self) {
        self.said.clear();
    }

    /// Opens or closes a player's ears for one side or both; `complete` chooses whole messages,
    /// partial ones, or both. Before version 8, players hear whole messages of both sides, whatever
    /// they ask for.
    pub fn set_ear(&mut self, place: usize, on: bool, side: Option<Side>, complete: Option<bool>) {
        let own = &mut self.players[place];
        if own.version < 8 {
            return;
        }
        for ear in Side::BOTH.into_iter().filter(|own| side.is_none_or(|side| side == *own)) {
            let ear = &mut own.ears[ear.index()];
            if complete != Some(false) {
                ear.complete = on;
            }
            if complete != Some(true) {
                ear.partial = on;
            }
        }
    }

    /// What a player hears of all that was said: their own messages, then those of others in random
    /// order, with those of the player they attend to first. Whole messages use up their capacity.
    pub fn hear(
        &mut self,
        rules: &Rules,
        game: &Game,
        place: usize,
        answers: Option<&mut dyn Answers>,
    ) -> Vec<Heard> {
        if self.said.iter().all(|said| said.reached >> place & 1 == 0) {
            return Vec::new();
        }
        let is_own = |said: &&Said| usize::from(said.place) == place;
        let own = self.said.iter().filter(is_own).map(|said| Heard {
            speaker: Speaker::Own,
            direction: None,
            text: Some(said.text.clone()),
        });
        let mut heard: Vec<_> = own.collect();
        let reaches = |said: &&Said| !is_own(said) && said.reached >> place & 1 == 1;
        let mut others: Vec<_> = self.said.iter().filter(reaches).cloned().collect();
        // Sorted by speaker, as rcssserver keeps them.
        others.sort_by_key(|said| said.place);
        let mut draws = Draws::new(self.seed, self.occasion, place, answers);
        let attended = game.players[place].attention;
        for round in 0.. {
            let of_attended = |said: &Said| Some(said.place) == attended;
            let first: Vec<_> = (0..others.len()).filter(|&i| of_attended(&others[i])).collect();
            let among = if first.is_empty() { (0..others.len()).collect() } else { first };
            let chosen = match among.len() {
                0 => break,
                1 => 0,
                count => draws.choice(Lot::Heard, round, count),
            };
            let said = others.remove(among[chosen]);
            heard.extend(self.hear_one(rules, game, place, said));
        }
        heard
    }

    /// What a player hears at once of the message that was said last: versions before 8 do not wait
    /// for the end of the cycle.
    pub fn hear_at_once(&mut self, rules: &Rules, game: &Game, place: usize) -> Option<Heard> {
        let last = self.said.last_mut().filter(|said| said.reached >> place & 1 == 1)?;
        last.reached &= !(1 << place);
        let said = last.clone();
        if usize::from(said.place) == place {
            return Some(Heard { speaker: Speaker::Own, direction: None, text: Some(said.text) });
        }
        self.hear_one(rules, game, place, said)
    }

    fn hear_one(&mut self, rules: &Rules, game: &Game, place: usize, said: Said) -> Option<Heard> {
        let (listener, speaker) = (&game.players[place], &game.players[usize::from(said.place)]);
        let own = &mut self.players[place];
        let mate = listener.side == speaker.side;
        let capacity = &mut own.capacity[usize::from(!mate)];
        let ear = own.ears[speaker.side.index()];
        let who = if mate { Speaker::TeamMate(speaker.unum) } else { Speaker::Opponent };
        if *capacity < rules.server.hear_decay {
            let partial = ear.partial && own.version >= 8;
            return partial.then_some(Heard { speaker: who, direction: None, text: None });
        }
        if !ear.complete && own.version >= 8 {
            return None;
        }
        *capacity -= rules.server.hear_decay;
        let way = (speaker.position - listener.position).direction() - listener.body;
        let degrees = if own.version == 7 { rounded_degrees } else { truncated_degrees };
        let direction = Some(degrees(normalize(way)));
        Some(Heard { speaker: who, direction, text: Some(said.text) })
    }
}

const _: () = assert!(PLAYERS <= 32, "places are bits");
