//! Which two spots, one after the other, let a third kick be the fastest.

use super::super::angle;
use super::super::kick_rate::{fastest_push, rate_of};
use super::spots::{SPOTS, places};
use crate::disc::Rules;
use std::sync::OnceLock;

/// Directions that the last kick may have, from the body.
const DIRECTIONS: usize = 72;
/// Pairs that are kept for each of them.
const KEPT: usize = 256;
/// Speeds that are the same, m/cycle.
const SAME: f64 = 1e-3;

/// For each direction, pairs of spots, the best first.
struct Pairs([Vec<[u8; 2]>; DIRECTIONS]);

/// The table of the rules that it stands in, made when it is first asked for.
#[derive(Clone, Default)]
pub(crate) struct KickTable(std::sync::Arc<OnceLock<Pairs>>);

impl std::fmt::Debug for KickTable {
    /// Says nothing of whether it has been made: digests of rules are of what they show.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("KickTable")
    }
}

impl PartialEq for KickTable {
    /// It follows from the rules.
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

/// As type 0 kicks, with the least reach that types have.
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
