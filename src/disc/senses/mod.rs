//! What players see, hear and feel, as rcssserver 19 reports it, but as numbers. Texts are written
//! in `wire::rcssserver`.
//!
//! [`Senses`] is the lasting state beside a [`Game`]: protocol versions, ears, and when each player
//! sees next. Nothing here changes the game except for the record of what a player felt, and
//! nothing is drawn from the game's generator: every draw is a hash of seed, occasion, observer and
//! object ([`Draws`]). So a game goes on in the same way whether or not somebody looks, and an
//! object is seen in the same way whether or not others are looked at.

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
pub use eye::{Eye, Seen, SeenPlayer};
pub use hearing::{Ear, Heard, Said, Speaker};
pub use landmarks::{LANDMARKS, Landmark};
pub use lines::{LINES, SeenLine};
pub use quantize::MAX_DISTANCE;
pub use sight::Sight;

use super::{Answers, Game, PLAYERS, Rules};
use serde::{Deserialize, Serialize};

/// The newest version of the protocol.
pub const NEWEST: u8 = 19;

/// How one player receives what they sense.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sensorium {
    /// Version of the protocol, 1 to 19.
    pub version: u8,
    /// Whether distances have Gaussian noise instead of steps (`gaussian_see`).
    pub gaussian: bool,
    /// How they hear the left and the right team.
    pub ears: [Ear; 2],
    /// How many whole messages of their own team and of the other one they may still hear.
    pub capacity: [i32; 2],
    /// Ticks since they last saw.
    ticks: u8,
}

/// The lasting state of the senses in a game: plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Senses {
    seed: u64,
    version: u8,
    /// Counter of the occasions for which something is drawn.
    occasion: u64,
    /// Steps since the beginning.
    steps: u32,
    /// By place.
    pub players: [Sensorium; PLAYERS],
    said: Vec<Said>,
}

impl Senses {
    /// The senses of a game that begins, in which all players use one version of the protocol.
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

    /// The version of the protocol that newcomers use.
    pub fn version(&self) -> u8 {
        self.version
    }

    /// Whether all places and versions are valid.
    pub(crate) fn is_possible(&self) -> bool {
        let known = |own: &Sensorium| (1..=NEWEST).contains(&own.version);
        (1..=NEWEST).contains(&self.version)
            && self.players.iter().all(known)
            && self.said.iter().all(|said| usize::from(said.place) < PLAYERS)
    }

    /// The eye with which a player looks at the game now; `answers` is asked for random draws
    /// first.
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

    /// The random draws for a player now; `answers` is asked first.
    pub fn draws<'a>(&self, place: usize, answers: Option<&'a mut dyn Answers>) -> Draws<'a> {
        Draws::new(self.seed, self.occasion, place, answers)
    }

    /// From now on, everything that is seen is drawn anew.
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
