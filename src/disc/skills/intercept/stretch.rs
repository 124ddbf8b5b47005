//! How far players run from a standstill, at full power.

use super::NEVER;
use crate::disc::{PlayerType, Rules, ServerParameters, TYPES};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// Cycles after which nobody gets faster any more.
const CYCLES: usize = 50;
/// A player who gains less speed than this in a cycle counts as being at top speed, m/cycle.
const SETTLED: f64 = 1e-5;
/// A distance counts as run if no more than this is missing, m.
const AS_GOOD: f64 = 0.001;

/// How far a player of a type runs from a standstill at full power, by number of cycles, until they
/// are at top speed.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    /// Distances after 0, 1, ... cycles, m.
    far: Box<[f64]>,
    /// The speed at the end, m/cycle.
    fastest: f64,
    /// The figures from which this was computed.
    figures: Figures,
}

/// The figures of a type that decide how they run: acceleration, decay of speed, top speed.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Figures([f64; 3]);

impl Figures {
    fn of(server: &ServerParameters, own: &PlayerType) -> Self {
        let push = own.effort_max * server.max_dash_power * own.dash_power_rate;
        Self([push.min(server.player_accel_max), own.player_decay, own.player_speed_max])
    }
}

impl Stretch {
    fn of(figures: Figures) -> Self {
        let Figures([push, decay, most]) = figures;
        let (mut far, mut speed) = (Vec::with_capacity(CYCLES + 1), 0.0_f64);
        let mut there = 0.0;
        far.push(there);
        for _ in 0..CYCLES {
            let before = speed;
            speed = (speed * decay + push).min(most);
            there += speed;
            far.push(there);
            if speed - before < SETTLED {
                break;
            }
        }
        Self { far: far.into(), fastest: speed, figures }
    }

    /// Whether they run so far in this many cycles.
    pub(super) fn reaches(&self, distance: f64, cycles: u32) -> bool {
        if distance <= AS_GOOD {
            return true;
        }
        let (last, end) = self.last();
        let far = match self.far.get(cycles as usize) {
            Some(far) => *far,
            None => end + (f64::from(cycles) - last) * self.fastest,
        };
        far >= distance - AS_GOOD
    }

    /// Cycles that they need to run so far; at most [`NEVER`].
    pub(super) fn cycles_to(&self, distance: f64) -> u32 {
        if distance <= AS_GOOD {
            return 0;
        }
        if let Some(cycles) = self.far.iter().skip(1).position(|far| *far >= distance - AS_GOOD) {
            return cycles as u32 + 1;
        }
        let (last, end) = self.last();
        let more = ((distance - AS_GOOD - end) / self.fastest).ceil();
        (last + more).min(f64::from(NEVER)) as u32
    }

    /// The last cycle in the table, and the distance run by then.
    fn last(&self) -> (f64, f64) {
        let last = self.far.len() - 1;
        (last as f64, self.far[last])
    }
}

/// How the player types of the rules that contain this table run, computed on first use.
#[derive(Clone, Default)]
pub(crate) struct RunTable(Arc<OnceLock<[Stretch; TYPES]>>);

impl PartialEq for RunTable {
    /// Always equal, as the table follows from the rules.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Rules {
    /// How a player of a type runs.
    pub(crate) fn stretch(&self, own: &PlayerType) -> Cow<'_, Stretch> {
        let figures = Figures::of(&self.server, own);
        let all = self.run_table.0.get_or_init(|| {
            self.types.each_ref().map(|own| Stretch::of(Figures::of(&self.server, own)))
        });
        // Most types are the rules' own, and their address gives their index.
        let first = (&raw const self.types[0]).addr();
        let index = (&raw const *own).addr().wrapping_sub(first) / size_of::<PlayerType>();
        match all.get(index).filter(|known| known.figures == figures) {
            Some(known) => Cow::Borrowed(known),
            None => Cow::Owned(Stretch::of(figures)),
        }
    }
}

/// Cycles that a player of a type needs to run so far from a standstill, at full power; at most
/// [`NEVER`].
pub(crate) fn cycles_to_run(rules: &Rules, own: &PlayerType, distance: f64) -> u32 {
    rules.stretch(own).cycles_to(distance)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{AS_GOOD, Figures, Stretch};
    use crate::disc::{PlayerParameters, Rules, ServerParameters};
    use std::borrow::Cow;

    #[test]
    fn types_are_found_by_their_place_and_others_worked_out() {
        let (server, player) = (ServerParameters::default(), PlayerParameters::default());
        let rules = Rules::new(server, player, None, 1).unwrap();
        for own in &rules.types {
            let (kept, copied) = (rules.stretch(own), rules.stretch(&{ *own }).into_owned());
            assert!(matches!(kept, Cow::Borrowed(_)));
            assert_eq!(kept.far, copied.far);
            let mut slow = *own;
            slow.player_speed_max *= 0.5;
            assert!(rules.stretch(&slow).fastest < kept.fastest);
        }
    }

    #[test]
    fn cycles_are_the_first_that_reach() {
        let rules =
            Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 1).unwrap();
        for own in &rules.types {
            let stretch = Stretch::of(Figures::of(&rules.server, own));
            for tenths in 0..900 {
                let distance = f64::from(tenths) * 0.1 + 2.0 * AS_GOOD;
                let cycles = stretch.cycles_to(distance);
                assert!(stretch.reaches(distance, cycles), "{distance} m in {cycles}");
                assert!(!stretch.reaches(distance, cycles - 1), "{distance} m before {cycles}");
            }
        }
    }
}
