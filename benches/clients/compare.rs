//! Cost of monitors on two ports of one server, measured in turn during the same game.

use std::io::{Error, Result};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::connect;
use crate::options::Options;
use crate::processor::Usage;
use crate::watcher::watch;

/// Time for the server to send the first frames, which are full and are not measured.
const ARRIVAL: Duration = Duration::from_millis(300);

/// What one set of monitors cost.
struct Cost {
    /// Share of a core that the server took.
    server: f64,
    /// Frames and bytes that one monitor received.
    frames: f64,
    bytes: f64,
    wall: f64,
}

/// Measures the server in turn with no monitors, with monitors of one port and with monitors of the
/// other, for `seconds` each and in a different order every round.
pub async fn compare(options: &Options, other: u16, seconds: f64) -> Result<Value> {
    let ports = [None, Some(options.mport), Some(other)];
    let mut costs: [Vec<Cost>; 3] = Default::default();
    for round in 0..options.rounds {
        for turn in 0..ports.len() {
            let index = (round + turn) % ports.len();
            costs[index].push(cost(options, ports[index], seconds).await?);
        }
    }
    let [nobody, one, other] = costs.map(|costs| {
        let figures = costs.iter().map(|cost| {
            json!({
                "server_cpu": cost.server,
                "frames": cost.frames,
                "bytes": cost.bytes,
                "seconds": cost.wall,
            })
        });
        Value::from_iter(figures)
    });
    Ok(json!({"monitors": options.monitors, "nobody": nobody, "one": one, "other": other}))
}

async fn cost(options: &Options, port: Option<u16>, seconds: f64) -> Result<Cost> {
    let clock = Instant::now();
    let (tell_end, end) = tokio::sync::watch::channel(false);
    let mut watchers = JoinSet::new();
    if let Some(port) = port {
        for _ in 0..options.monitors {
            let stream = connect(&options.host, port).await?;
            watchers.spawn(watch(stream, clock, end.clone()));
        }
    }
    sleep(ARRIVAL).await;
    let (begin, mut usage) = (clock.elapsed().as_secs_f64(), Usage::begin(options.pid)?);
    sleep(Duration::from_secs_f64(seconds)).await;
    usage.end()?;
    tell_end.send_replace(true);
    let (mut frames, mut bytes) = (0_usize, 0_usize);
    while let Some(seen) = watchers.join_next().await {
        let seen = seen??;
        let counted = seen.iter().filter(|(at, _)| (begin..begin + usage.wall()).contains(at));
        (frames, bytes) = counted.fold((frames, bytes), |(n, sum), (_, b)| (n + 1, sum + b));
    }
    let server = usage.server_share().ok_or_else(|| Error::other("--compare needs --pid"))?;
    let of_one = |all: usize| all as f64 / options.monitors as f64;
    Ok(Cost { server, frames: of_one(frames), bytes: of_one(bytes), wall: usage.wall() })
}
