//! Speakers and microphones: what robots say in a cycle is heard at its end.
//!
//! As in rcsssmj 0.2.1: sound gets 6 dB quieter with every doubling of the distance beyond 1 m and
//! has no range. Up to three messages are always heard. If there are more, each is heard with a
//! probability that follows from its loudness relative to that of the third loudest. A robot does
//! not hear itself.

mod hearing;
mod rng;

use super::locations::Locations;
use super::site_frame::local;
use super::truncate::degrees;
use crate::model::Model;
use crate::world::scene::Scene;
use serde::{Deserialize, Serialize};

pub use hearing::Hearing;
pub use rng::AudioRng;

/// Bytes of the longest message that is heard.
pub const MAX_MESSAGE: usize = 10;

/// Suffix of the names of speakers' sites.
const SPEAKER_SUFFIX: &str = "_a-speaker";
/// Suffix of the names of microphones' sites.
const MICROPHONE_SUFFIX: &str = "_a-micro";
/// The microphone that agents hear through.
pub const MICROPHONE: &str = "hear";
/// Number of messages that are always heard.
const ALWAYS_HEARD: usize = 3;
/// Gain per doubling of the distance, dB.
const DECAY: f64 = -6.0;

/// The site of a model's speaker by the name that agents command it by, e.g. `say`.
pub fn speaker(model: &Model, name: &str) -> Option<usize> {
    let is_it = |site: &str| site.strip_suffix(SPEAKER_SUFFIX) == Some(name);
    model.sites.iter().position(|site| is_it(&site.name))
}

/// The speakers of a model by the names that agents command them by.
pub fn speakers(model: &Model) -> impl Iterator<Item = &str> {
    model.sites.iter().filter_map(|site| site.name.strip_suffix(SPEAKER_SUFFIX))
}

/// The microphones of a model by the names that agents know them by.
pub fn microphones(model: &Model) -> impl Iterator<Item = &str> {
    model.sites.iter().filter_map(|site| site.name.strip_suffix(MICROPHONE_SUFFIX))
}

/// Whether a site of this name is a speaker or a microphone.
pub(super) fn is_at(site: &str) -> bool {
    site.ends_with(SPEAKER_SUFFIX) || site.ends_with(MICROPHONE_SUFFIX)
}

/// Something said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Speech {
    slot: usize,
    /// Site of the speaker.
    speaker: usize,
    /// Loudness at 1 m, 1 at most once it is in the air.
    volume: f64,
    message: Vec<u8>,
}

/// What is being said in one world. Sounds come from where their speakers are
/// ([`Locations`]), so only the messages themselves are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Audio {
    /// Commanded in this cycle, in order of slots and sites.
    pending: Vec<Speech>,
    /// Audible in this cycle, in the same order.
    air: Vec<Speech>,
}

/// A message that a robot hears.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    /// Direction from which it comes, whole deg, positive to the left of the microphone.
    pub azimuth: i64,
    /// Slot of the robot that said it. Not reported to agents.
    pub sender: usize,
    /// What it said.
    pub message: Vec<u8>,
}

/// A robot that listens.
#[derive(Clone, Copy, Debug)]
pub struct Listener<'a> {
    /// The bodies of the world.
    pub scene: &'a Scene,
    /// Where speakers and microphones are.
    pub locations: &'a Locations,
    /// The listening robot's slot.
    pub slot: usize,
}

impl Audio {
    /// Commands a speaker, given by slot and [site](speaker), for the coming cycle. What that
    /// speaker was to say before is forgotten; an empty message or one without volume stays
    /// unheard.
    pub fn say(&mut self, slot: usize, speaker: usize, volume: f64, message: &[u8]) {
        let speech = Speech { slot, speaker, volume, message: message.to_vec() };
        match self.pending.binary_search_by_key(&(slot, speaker), |s| (s.slot, s.speaker)) {
            Ok(index) => self.pending[index] = speech,
            Err(index) => self.pending.insert(index, speech),
        }
    }

    /// Must be called once a cycle, after the physics: what was commanded is in the air until the
    /// next cycle.
    pub fn step(&mut self) {
        std::mem::swap(&mut self.air, &mut self.pending);
        self.pending.clear();
        self.air.retain_mut(|speech| {
            let audible = speech.volume > 0.0 && !speech.message.is_empty();
            speech.volume = speech.volume.min(1.0);
            audible
        });
    }

    /// Whether nothing is in the air. Then nobody's microphone reports.
    pub fn is_silent(&self) -> bool {
        self.air.is_empty()
    }

    /// Who says what in this cycle, by slot.
    pub fn in_air(&self) -> impl Iterator<Item = (usize, &[u8])> {
        self.air.iter().map(|speech| (speech.slot, speech.message.as_slice()))
    }

    /// Whether all messages belong to speakers of this scene.
    pub fn fits(&self, scene: &Scene) -> bool {
        let fits = |speech: &Speech| {
            let slot = scene.slots.get(speech.slot);
            slot.is_some_and(|slot| speech.speaker < scene.kinds[slot.kind].model.sites.len())
        };
        self.pending.iter().chain(&self.air).all(fits)
    }

    /// After robots have joined or left: `old_slots[new slot]` is the slot before, `None` for a new
    /// robot. What robots have said that have left is dropped.
    pub fn change_roster(&mut self, old_slots: &[Option<usize>]) {
        for speeches in [&mut self.pending, &mut self.air] {
            speeches.retain_mut(|speech| {
                let slot = old_slots.iter().position(|&old| old == Some(speech.slot));
                speech.slot = slot.unwrap_or(speech.slot);
                slot.is_some()
            });
            speeches.sort_by_key(|speech| (speech.slot, speech.speaker));
        }
    }

    /// What a robot hears in this cycle, in order of the senders' slots; `None` if its microphone
    /// does not report at all: if nothing is in the air, or it has none. Random numbers are drawn
    /// only if there are too many messages, so this must be called for robots in rcsssmj's order
    /// ([`MarkerTable::robots`](super::MarkerTable::robots)).
    pub fn hear(&self, listener: &Listener, random: &mut AudioRng) -> Option<Vec<Heard>> {
        if self.air.is_empty() {
            return None;
        }
        let arrivals = self.arrivals(listener)?;
        let floor = noise_floor(&arrivals);
        let mut heard = Vec::new();
        for arrival in arrivals {
            let gets_through = floor.is_none_or(|floor| random.uniform() < chance(&arrival, floor));
            let Speech { slot: sender, ref message, .. } = *arrival.speech;
            if gets_through && sender != listener.slot && fits(message) {
                let message = message.clone();
                heard.push(Heard { azimuth: arrival.azimuth, sender, message });
            }
        }
        Some(heard)
    }

    /// Everything in the air as it arrives at a robot's microphone.
    fn arrivals(&self, listener: &Listener) -> Option<Vec<Arrival<'_>>> {
        let Listener { scene, locations, slot } = *listener;
        let sites = &scene.model(slot).sites;
        let microphone = sites
            .iter()
            .position(|site| site.name.strip_suffix(MICROPHONE_SUFFIX) == Some(MICROPHONE))?;
        let microphone = locations.site(scene, slot, microphone);
        let arrive = |speech| {
            let &Speech { slot, speaker, volume, .. } = speech;
            let [x, y, z] = local(&microphone, locations.site(scene, slot, speaker).pos);
            let distance = ((x * x + y * y) + z * z).sqrt();
            let gain = distance.max(1.0).log2() * DECAY / 20.0;
            let azimuth = degrees(y.atan2(x)) as i64;
            Arrival { speech, azimuth, loudness: volume * 10f64.powf(gain) }
        };
        Some(self.air.iter().map(arrive).collect())
    }
}

/// A message at a microphone.
struct Arrival<'a> {
    speech: &'a Speech,
    /// deg
    azimuth: i64,
    loudness: f64,
}

fn fits(message: &[u8]) -> bool {
    message.len() <= MAX_MESSAGE
}

/// Loudness of the third loudest message that is short enough, if there are more than three.
fn noise_floor(arrivals: &[Arrival]) -> Option<f64> {
    let fitting = arrivals.iter().filter(|arrival| fits(&arrival.speech.message));
    let mut loudness: Vec<f64> = fitting.map(|arrival| arrival.loudness).collect();
    if loudness.len() <= ALWAYS_HEARD {
        return None;
    }
    loudness.sort_unstable_by(|a, b| b.total_cmp(a));
    Some(loudness[ALWAYS_HEARD - 1])
}

/// Probability that a message is heard: 1 from the floor upwards.
fn chance(arrival: &Arrival, floor: f64) -> f64 {
    let ratio = arrival.loudness * (std::f64::consts::E - 1.0) / floor;
    (ratio + 1.0).ln().clamp(0.0, 1.0)
}
