//! Who hears what in SimSpark: of what others say, a robot hears one message of a teammate and one
//! of an opponent every other cycle.

use crate::perception::{Perceiver, RobotMarkers};
use crate::soccer::{PlayerId, Side};
use crate::wire::simspark::agent::LONGEST_SAY;
use crate::wire::simspark::perception::write_hear;
use crate::world::WorldRef;

/// What a message takes from the listener's capacity, which is also its maximum; the capacity
/// regains 1 per cycle.
const COST: u8 = 2;
/// How far a voice carries, m.
const RANGE: f64 = 50.0;

/// Something said.
pub(super) struct Speech {
    speaker: PlayerId,
    slot: usize,
    message: Vec<u8>,
}

/// What was said in a cycle, in the order in which it came.
#[derive(Default)]
pub(super) struct Voices(Vec<Speech>);

/// A robot's remaining hearing capacity for teammates and for opponents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ears([u8; 2]);

impl Default for Ears {
    fn default() -> Self {
        Self([COST; 2])
    }
}

impl Voices {
    pub(super) fn say(&mut self, speaker: PlayerId, slot: usize, message: Vec<u8>) {
        self.0.push(Speech { speaker, slot, message });
    }

    /// Adds the messages of robots whose agents speak another dialect, as far as they are text.
    pub(super) fn listen_around(
        &mut self,
        perceiver: &Perceiver<'_>,
        own: impl Fn(PlayerId) -> bool,
    ) {
        for (slot, message) in perceiver.hearing.audio.in_air() {
            let speaker = perceiver.table.robots().iter().find(|robot| robot.slot == slot);
            let is_word = |byte: &u8| byte.is_ascii_graphic() && !b"()".contains(byte);
            let fits = (1..=LONGEST_SAY).contains(&message.len()) && message.iter().all(is_word);
            if let Some(speaker) = speaker.filter(|speaker| fits && !own(speaker.player)) {
                self.say(speaker.player, slot, message.to_vec());
            }
        }
    }

    /// Looks up the speakers' slots again, since robots may have left; speakers that have left are
    /// not heard.
    pub(super) fn locate(&mut self, robots: &[RobotMarkers]) {
        self.0.retain_mut(|speech| {
            let robot = robots.iter().find(|robot| robot.player == speech.speaker);
            robot.is_some_and(|robot| {
                speech.slot = robot.slot;
                true
            })
        });
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends what a robot hears in this cycle: itself, then a teammate, then an opponent.
    pub(super) fn write(
        &self,
        out: &mut String,
        ears: &mut Ears,
        (listener, slot): (PlayerId, usize),
        (view, teams, time): (&WorldRef<'_>, &[Option<String>; 2], f64),
    ) {
        let Ears(capacities) = ears;
        for capacity in capacities.iter_mut() {
            *capacity = COST.min(*capacity + 1);
        }
        let team = |side: Side| teams[side.index()].as_deref().unwrap_or_default();
        // If a robot says several messages in a cycle, it hears its own last one; the others hear
        // the first.
        if let Some(own) = self.0.iter().rfind(|speech| speech.speaker == listener) {
            write_hear(out, team(listener.side), time, None, &own.message);
        }
        let here = view.root_position(slot);
        for (capacity, is_mate) in capacities.iter_mut().zip([true, false]) {
            let heard = self.0.iter().find(|speech| {
                let there = view.root_position(speech.slot);
                speech.speaker != listener
                    && (speech.speaker.side == listener.side) == is_mate
                    && distance(here, there) <= RANGE
            });
            let Some(speech) = heard.filter(|_| *capacity >= COST) else { continue };
            *capacity -= COST;
            let direction = direction(here, view.root_position(speech.slot), listener.side);
            write_hear(out, team(speech.speaker.side), time, Some(direction), &speech.message);
        }
    }
}

fn distance(from: [f64; 3], to: [f64; 3]) -> f64 {
    (0..3).map(|i| (to[i] - from[i]).powi(2)).sum::<f64>().sqrt()
}

/// The angle from a team's direction of play to a place, deg: it does not depend on the heading.
fn direction(from: [f64; 3], to: [f64; 3], side: Side) -> f64 {
    // The right team plays to the left.
    let sign = -side.sign();
    (sign * (to[1] - from[1])).atan2(sign * (to[0] - from[0])).to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places and angles from a recording of rcssserver3d 0.7.3, whose beams have an error.
    #[test]
    fn directions_are_those_of_the_field() {
        let (one, two, three) = ([-3.5, 1.25, 0.4], [-2.0, 0.5, 0.4], [2.0, -0.5, 0.4]);
        for (from, to, side, recorded) in [
            (one, two, Side::Left, -26.60),
            (two, one, Side::Left, 153.40),
            (one, three, Side::Left, -17.62),
            (three, one, Side::Right, -17.62),
            (two, three, Side::Left, -14.18),
        ] {
            assert!((direction(from, to, side) - recorded).abs() < 1.0);
        }
    }
}
