//! What a snapshot records about its batch: named numbers, all of which must be the same in the
//! batch where it is restored.

use super::super::WorldBatch;
use super::checksum::checksum;
use crate::error::{Error, Result};
use crate::math::precision::Precision;
use crate::world::state::State;
use serde::Serialize;

/// Names with numbers: counts as they are, everything else as the checksum of its serialization.
pub(super) type Identity = Vec<(String, u64)>;

/// Number of worlds.
const WORLDS: &str = "number of worlds";
/// Bits of the floating-point numbers in computations.
const PRECISION: &str = "precision";

/// The identity of a batch.
pub(super) fn identity(batch: &WorldBatch) -> Result<Identity> {
    let scene = batch.arena.scene();
    let mut parts = vec![
        (WORLDS.to_owned(), batch.num_worlds() as u64),
        (PRECISION.to_owned(), bits(batch.precision)),
        ("field".to_owned(), digest(batch.arena.field())?),
    ];
    if let Some(config) = &batch.config {
        parts.push(("rules".to_owned(), digest(config)?));
    }
    // Robots often share a model, so each model is digested once.
    let kinds = scene.kinds.iter().map(|kind| digest(&*kind.model)).collect::<Result<Vec<_>>>()?;
    for slot in &scene.slots {
        let owner = if slot.prefix.is_empty() { "ball" } else { slot.prefix.trim_end_matches('-') };
        parts.push((format!("model of {owner}"), kinds[slot.kind]));
    }
    for (name, array) in arrays(&batch.state) {
        parts.push((format!("length of {name}"), array.len() as u64));
    }
    Ok(parts)
}

/// Fails unless a snapshot's identity is that of the batch.
pub(super) fn check(found: &Identity, own: &Identity) -> Result<()> {
    let number = |parts: &Identity, name: &str| {
        parts.iter().find(|(other, _)| other == name).map(|(_, number)| *number)
    };
    for (name, _) in own.iter().chain(found) {
        let (there, here) = (number(found, name), number(own, name));
        let message = match (there, here) {
            (Some(there), Some(here)) if there == here => continue,
            (Some(there), Some(here)) if name == WORLDS => {
                format!("of {there} worlds, here are {here}")
            }
            (Some(there), Some(here)) if name == PRECISION => {
                let [there, here] = [there, here].map(precision);
                format!("of a batch in {there} precision, this one is in {here}")
            }
            (Some(_), Some(_)) => format!("of a batch that differs from this one in its {name}"),
            (None, _) => format!("of a batch without {name}, unlike this one"),
            (_, None) => format!("of a batch with {name}, unlike this one"),
        };
        return Err(Error::Snapshot(message));
    }
    // Every name must be there once, in the order in which it was written.
    if found == own { Ok(()) } else { Err(Error::Snapshot("of another kind of batch".to_owned())) }
}

fn bits(precision: Precision) -> u64 {
    match precision {
        Precision::F64 => 64,
        Precision::F32 => 32,
    }
}

fn precision(bits: u64) -> &'static str {
    Precision::ALL.into_iter().find(|p| self::bits(*p) == bits).map_or("another", Precision::name)
}

fn digest(part: &impl Serialize) -> Result<u64> {
    let bytes = postcard::to_stdvec(part)
        .map_err(|error| Error::Snapshot(format!("cannot be written: {error}")))?;
    Ok(checksum(&bytes))
}

/// The arrays of numbers in a snapshot, in its order.
pub(super) fn arrays(state: &State) -> impl Iterator<Item = (&'static str, &Vec<f64>)> {
    let State { qpos, qvel, warmstart, command, sensors, time, observed, .. } = state;
    let observed = observed.iter().flat_map(|seen| {
        [
            ("observed qpos", &seen.qpos),
            ("observed roots", &seen.roots),
            ("previous roots", &seen.previous),
        ]
    });
    let own = [
        ("qpos", qpos),
        ("qvel", qvel),
        ("warmstart", warmstart),
        ("command", command),
        ("sensors", sensors),
        ("time", time),
    ];
    own.into_iter().chain(observed)
}

/// The same arrays, for writing.
pub(super) fn arrays_mut(state: &mut State) -> impl Iterator<Item = &mut Vec<f64>> {
    let State { qpos, qvel, warmstart, command, sensors, time, observed, .. } = state;
    let observed = observed.iter_mut().flat_map(|o| [&mut o.qpos, &mut o.roots, &mut o.previous]);
    [qpos, qvel, warmstart, command, sensors, time].into_iter().chain(observed)
}
