//! What was measured.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::processor::Usage;
use crate::watcher::Frame;

/// A cycle, s.
pub const CYCLE: f64 = 0.02;
/// Least height of the torso of a standing T1 or K1, m.
const UPRIGHT: f64 = 0.4;

/// A perception that an agent received.
#[derive(Clone, Copy)]
pub struct Perception {
    pub frame: u64,
    /// Time of arrival, s.
    pub arrival: f64,
    pub bytes: usize,
}

/// All that one agent perceived.
#[derive(Default)]
pub struct Perceptions {
    pub all: Vec<Perception>,
    /// Height of the torso at the end, m.
    pub height: Option<f64>,
}

/// The cycles that are measured.
pub struct Window {
    pub first: u64,
    pub frames: u64,
}

impl Window {
    pub fn last(&self) -> u64 {
        self.first + self.frames
    }

    fn of<'a>(&self, record: &'a Perceptions) -> impl Iterator<Item = &'a Perception> {
        let frames = self.first..=self.last();
        record.all.iter().filter(move |perception| frames.contains(&perception.frame))
    }
}

pub struct Report {
    pub window: Window,
    pub records: Vec<Perceptions>,
    pub frames: Vec<Vec<Frame>>,
    pub usage: Usage,
    pub realtime: bool,
}

impl Report {
    pub fn to_json(&self) -> Value {
        let (begin, end) = self.span();
        let wall = end - begin;
        let heard = self.records.iter().map(|record| self.window.of(record).count()).sum::<usize>();
        let expected = self.records.len() * (self.window.frames as usize + 1);
        let heard_bytes =
            self.records.iter().flat_map(|record| self.window.of(record)).map(|p| p.bytes);
        let seen = self.frames.iter().flatten().filter(|(at, _)| (begin..=end).contains(at));
        let seen: Vec<usize> = seen.map(|&(_, bytes)| bytes).collect();
        let standing = self.records.iter().filter(|r| r.height.is_some_and(|h| h > UPRIGHT));
        let mut report = json!({
            "agents": self.records.len(),
            "monitors": self.frames.len(),
            "cycles": self.window.frames,
            "seconds": wall,
            "cycles_per_second": self.window.frames as f64 / wall,
            "missing_perceptions": expected.saturating_sub(heard),
            "perception_bytes": mean(heard_bytes.sum(), heard),
            "monitor_frames": seen.len(),
            "monitor_frame_bytes": mean(seen.iter().sum(), seen.len()),
            "standing": standing.count(),
            "server_cpu": self.usage.server_share(),
            "clients_cpu": self.usage.clients_share(),
        });
        if self.realtime {
            report["jitter"] = self.jitter();
            report["lateness"] = spread(self.lateness());
        }
        report
    }

    /// Returns when the perceptions of the first and of the last measured cycle had reached all
    /// agents, s.
    fn span(&self) -> (f64, f64) {
        let when = |pick: fn(&[&Perception]) -> Option<f64>| {
            let each = self.records.iter().filter_map(|record| {
                let heard: Vec<_> = self.window.of(record).collect();
                pick(&heard)
            });
            each.fold(f64::NEG_INFINITY, f64::max)
        };
        (when(|all| all.first().map(|p| p.arrival)), when(|all| all.last().map(|p| p.arrival)))
    }

    /// Returns how far the time between consecutive perceptions is from 20 ms: for all agents
    /// together, and for the median agent.
    fn jitter(&self) -> Value {
        let deviations: Vec<Vec<f64>> =
            self.records.iter().map(|record| deviations(self.window.of(record))).collect();
        let mut agents: Vec<Vec<f64>> = deviations.iter().cloned().map(sorted).collect();
        agents.sort_by(|a, b| quantile(a, 0.99).total_cmp(&quantile(b, 0.99)));
        json!({
            "all": spread(deviations.concat()),
            "median_agent": spread(agents.swap_remove(agents.len() / 2)),
        })
    }

    /// Returns how long after the first agent the others receive a cycle's perceptions, s.
    fn lateness(&self) -> Vec<f64> {
        let mut cycles: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
        for perception in self.records.iter().flat_map(|record| self.window.of(record)) {
            cycles.entry(perception.frame).or_default().push(perception.arrival);
        }
        let late = cycles.values().map(|arrivals| {
            let first = arrivals.iter().copied().fold(f64::INFINITY, f64::min);
            arrivals.iter().copied().fold(first, f64::max) - first
        });
        late.collect()
    }
}

fn mean(sum: usize, count: usize) -> f64 {
    sum as f64 / count.max(1) as f64
}

fn deviations<'a>(perceptions: impl Iterator<Item = &'a Perception>) -> Vec<f64> {
    let heard: Vec<_> = perceptions.collect();
    heard.windows(2).map(|pair| (pair[1].arrival - pair[0].arrival - CYCLE).abs()).collect()
}

/// Returns quantiles in ms, of values in s.
fn spread(values: Vec<f64>) -> Value {
    let values = sorted(values);
    let at = |share| 1e3 * quantile(&values, share);
    json!({"p50_ms": at(0.5), "p99_ms": at(0.99), "max_ms": at(1.0)})
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

/// Returns a quantile of sorted values; 0 if there are none.
fn quantile(values: &[f64], share: f64) -> f64 {
    let index = share * values.len().saturating_sub(1) as f64;
    values.get(index.round() as usize).copied().unwrap_or(0.0)
}
