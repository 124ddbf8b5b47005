//! What a step tells, as columns: one for each term of the reward and each measure.

use super::Episodes;
use crate::batch::WorldBatch;
use rayon::prelude::*;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Rows that a thread turns into columns at a time.
const SHARE: usize = 256;
/// Numbers that a cache line holds.
const LINE: usize = 8;

impl WorldBatch {
    /// What the last step or evaluation told, (terms of the reward, then measures, W, A), worked
    /// out by the threads of the batch.
    pub fn told_columns(&self, episodes: &Episodes) -> Vec<f64> {
        let begin = Instant::now();
        let rows = episodes.told();
        let count = self.num_worlds() * episodes.agents();
        let width = rows.len() / count.max(1);
        let mut columns = vec![0.0; rows.len()];
        let mut shares: Vec<Vec<&mut [f64]>> =
            (0..count).step_by(SHARE).map(|_| Vec::with_capacity(width)).collect();
        for column in columns.chunks_mut(count.max(1)) {
            for (share, part) in shares.iter_mut().zip(column.chunks_mut(SHARE)) {
                share.push(part);
            }
        }
        let shares = shares.iter_mut().zip(rows.chunks((SHARE * width).max(1)));
        match &self.pool {
            Some(pool) if count > SHARE => pool.install(|| {
                shares.par_bridge().for_each(|(share, rows)| transpose(rows, share));
            }),
            _ => shares.for_each(|(share, rows)| transpose(rows, share)),
        }
        episodes.clock.span.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
        columns
    }
}

/// Writes rows to columns, a cache line of each after the other.
pub fn transpose(rows: &[f64], columns: &mut [&mut [f64]]) {
    let width = columns.len();
    let count = rows.len() / width.max(1);
    for first in (0..count).step_by(LINE) {
        let few = LINE.min(count - first);
        for (index, column) in columns.iter_mut().enumerate() {
            for (place, out) in column[first..first + few].iter_mut().enumerate() {
                *out = rows[(first + place) * width + index];
            }
        }
    }
}
