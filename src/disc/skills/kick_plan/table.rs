//! Which two successive spots allow the fastest third kick.

use super::super::angle;
use super::super::kick_rate::{fastest_push, rate_of};
use super::spots::{SPOTS, places};
use crate::disc::Rules;
use std::sync::OnceLock;

/// Number of directions of the last kick, relative to the body.
const DIRECTIONS: usize = 72;
/// Pairs that are kept for each direction.
const KEPT: usize = 256;
/// Speeds are compared after rounding to this, m/cycle.
const SAME: f64 = 1e-3;

/// For each direction, pairs of spots, the best first.
struct Pairs([Vec<[u8; 2]>; DIRECTIONS]);

/// The table of the rules that contain it, computed on first use.
#[derive(Clone, Default)]
pub(crate) struct KickTable(std::sync::Arc<OnceLock<Pairs>>);

impl std::fmt::Debug for KickTable {
    /// Does not show whether the table has been computed, since digests of rules cover what this
    /// shows.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("KickTable")
    }
}

impl PartialEq for KickTable {
    /// Always equal, as the table follows from the rules.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl KickTable {
    /// The pairs for a last kick in a direction from the body, degrees.
    pub(super) fn pairs(&self, rules: &Rules, direction: f64) -> &[[u8; 2]] {
        let Pairs(pairs) = self.0.get_or_init(|| {
            Pairs(std::array::from_fn(|index| {
                sorted(rules, -180.0 + 360.0 / DIRECTIONS as f64 * index as f64)
            }))
        });
        let step = (direction + 180.0) * DIRECTIONS as f64 / 360.0;
        &pairs[step.round_ties_even() as usize % DIRECTIONS]
    }
}

/// The best pairs for the kicks of type 0, with the least reach that types can have.
fn sorted(rules: &Rules, direction: f64) -> Vec<[u8; 2]> {
    let (server, own) = (&rules.server, &rules.types[0]);
    let all: Vec<_> = places(server, own, rules.player.kickable_margin_delta_min)
        .map(|(distance, direction)| {
            (angle::polar(distance, direction), rate_of(server, own, distance, direction))
        })
        .collect();
    let mut pairs = Vec::with_capacity(SPOTS * SPOTS);
    for (first, &(from, _)) in all.iter().enumerate() {
        for (second, &(to, rate)) in all.iter().enumerate() {
            let velocity = to - from;
            let most = (server.maxpower * rate).min(server.ball_accel_max);
            let fastest = fastest_push(server, velocity, direction, most).unwrap_or_default();
            let power = (fastest - velocity).length() / rate;
            let speed = (fastest.length() / SAME).round() as i64;
            pairs.push((-speed, power, [first as u8, second as u8]));
        }
    }
    pairs.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    pairs.into_iter().take(KEPT).map(|(.., pair)| pair).collect()
}
