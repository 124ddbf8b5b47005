//! Races to a ball that is kicked somewhere.

use super::roll::{MOST, Roll};
use crate::disc::Vec2;
use crate::teams::overview::{Overview, Seen};
use crate::teams::runner::{NEVER, Runner};

/// Cycles for which a player who lies on the ground is ignored.
const FROZEN: u32 = 5;

/// A player, with how far they get in the cycles to come.
pub(super) struct Racer<'a> {
    seen: &'a Seen,
    /// Where they are after each cycle if they do nothing.
    at: [Vec2; MOST + 1],
    /// The square of the distance from there at which they can play the ball.
    free2: [f64; MOST + 1],
    reach: f64,
    /// The first cycle in which they may play it.
    from: u32,
}

impl<'a> Racer<'a> {
    /// A player who can play the ball from a distance of `reach`, m.
    pub fn new(seen: &'a Seen, reach: f64) -> Self {
        let (at, mut free2) = seen.runner.ahead(&seen.stance);
        free2.iter_mut().for_each(|free| *free = (*free + reach).powi(2));
        Self { seen, at, free2, reach, from: if seen.is_frozen { FROZEN } else { 1 } }
    }

    /// The first cycle, up to `last`, in which they get to a ball; [`NEVER`] if there is none.
    pub fn meets(&self, roll: &Roll, last: u32) -> u32 {
        for cycle in self.from..=last.min(roll.last) {
            let index = cycle as usize;
            let gap = roll.at(index) - self.at[index];
            let distance2 = gap.length2();
            if distance2 > self.free2[index] {
                continue;
            }
            let turns = self.seen.stance.turns_to(gap, distance2);
            let is_near = distance2 <= self.reach * self.reach;
            if is_near || (cycle >= turns && distance2 <= self.free2[(cycle - turns) as usize]) {
                return cycle;
            }
        }
        NEVER
    }
}

/// The opponents who were seen no more than `age` cycles ago.
pub(super) fn opponents<'a>(view: &'a Overview, age: u16) -> Vec<Racer<'a>> {
    let racer = |seen: &'a Seen| {
        let reach = if seen.is_goalie { Runner::catch(view.rules) } else { seen.runner.reach };
        Racer::new(seen, reach)
    };
    view.theirs.iter().flatten().filter(|seen| seen.age <= age).map(racer).collect()
}
