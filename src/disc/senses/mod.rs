//! What players see, hear and feel, as rcssserver 19 tells them, as numbers; texts are written in
//! `wire::rcssserver`.
//!
//! [`Senses`] is what lasts beside a [`Game`]: protocol versions, ears, when somebody
//! sees next. Nothing here changes the game but what a player felt, and nothing is drawn from its
//! generator: every draw is a hash of seed, occasion, observer and object ([`Draws`]). So a game
//! goes on alike whether somebody looks or not, and an object is seen alike whether the others are
//! looked at or not.

mod body;
pub(super) mod direction;
mod draws;
mod eye;
mod glances;
mod hearing;
mod landmarks;
mod lines;
mod quantize;
mod sight;
mod timing;

pub use body::{ArmSense, BodySense, Collisions};
pub use draws::Draws;
pub use eye::{Eye, MAX_DISTANCE, Seen, SeenPlayer};
pub use hearing::{Ear, Heard, Said, Speaker};
pub use landmarks::{LANDMARKS, Landmark};
pub use lines::{LINES, SeenLine};
pub use sight::Sight;

use super::{Answers, Game, PLAYERS, Rules};
use serde::{Deserialize, Serialize};

/// The newest version of the protocol.
pub const NEWEST: u8 = 19;

/// How one player gets what he senses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sensorium {
    /// Version of the protocol, 1 to 19.
    pub version: u8,
    /// Whether distances have Gaussian noise instead of steps (`gaussian_see`).
    pub gaussian: bool,
    /// How he hears the left and the right team.
    pub ears: [Ear; 2],
    /// How many whole messages of his own team and of the other one he may still hear.
    pub capacity: [i32; 2],
    /// Ticks since he last saw.
    ticks: u8,
}

/// What lasts of the senses in a game: plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Senses {
    seed: u64,
    version: u8,
    /// Counts what is drawn for.
    occasion: u64,
    /// Steps since the beginning.
    steps: u32,
    /// By place.
    pub players: [Sensorium; PLAYERS],
    said: Vec<Said>,
}

impl Senses {
    /// Those of a game that begins: every player of one version of the protocol.
    pub fn new(rules: &Rules, seed: u64, version: u8) -> Self {
        let player = Sensorium {
            version: version.clamp(1, NEWEST),
            gaussian: false,
            ears: [Ear::default(); 2],
            capacity: [rules.server.hear_max; 2],
            ticks: 0,
        };
        Self {
            seed,
            version: player.version,
            occasion: 0,
            steps: 0,
            players: [player; PLAYERS],
            said: Vec::new(),
        }
    }

    /// The version of the protocol that newcomers speak.
    pub fn version(&self) -> u8 {
        self.version
    }

    /// Whether places are places and versions are versions.
    pub(crate) fn is_possible(&self) -> bool {
        let known = |own: &Sensorium| (1..=NEWEST).contains(&own.version);
        (1..=NEWEST).contains(&self.version)
            && self.players.iter().all(known)
            && self.said.iter().all(|said| usize::from(said.place) < PLAYERS)
    }

    /// How a player looks at the game now; lots are asked of `answers` first.
    pub fn eye<'a>(
        &self,
        rules: &'a Rules,
        game: &'a Game,
        place: usize,
        answers: Option<&'a mut dyn Answers>,
    ) -> Eye<'a> {
        let draws = self.draws(place, answers);
        Eye::new(rules, game, place, &self.players[place], draws)
    }

    /// What is drawn for a player now; `answers` is asked first.
    pub fn draws<'a>(&self, place: usize, answers: Option<&'a mut dyn Answers>) -> Draws<'a> {
        Draws::new(self.seed, self.occasion, place, answers)
    }

    /// From now on what is seen is drawn anew.
    pub fn look_again(&mut self) {
        self.occasion += 1;
    }

    /// A step has ended: ears recover, and everything is drawn anew.
    pub fn step(&mut self, rules: &Rules) {
        self.steps = self.steps.wrapping_add(1);
        self.occasion += 1;
        let (more, most) = (rules.server.hear_inc, rules.server.hear_max);
        for capacity in self.players.iter_mut().flat_map(|player| &mut player.capacity) {
            *capacity = capacity.saturating_add(more).min(most);
        }
    }
}
