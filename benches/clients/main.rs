//! Loads a server with agents and monitors, and reports how it copes as one line of JSON.
//!
//!     cargo bench --bench clients -- --aport 60000 --mport 60001 --agents 14 --cycles 2000
//!
//! Agents join one after the other, half of them in each team, take their places and then answer
//! every perception with the same commands for all motors, with which a robot stands. Monitors read
//! frames and count them. Once all have joined and `--settle` more cycles have passed, `--cycles`
//! cycles are measured: how fast they follow each other, how regularly perceptions arrive, and how
//! much processor time the process `--pid` and these clients take. All clients run on one thread,
//! and all messages are built beforehand, so that the server is what is measured. With `--swing`,
//! agents swing the motors of the legs, so that robots fall and struggle on the ground.
//!
//! With `--compare PORT`, the same game goes on while nobody, `--monitors` monitors of `--mport`
//! and as many of `PORT` watch in turn, for `--cycles` cycles each and `--rounds` times. The report
//! says what each of the three cost the server.

mod compare;
mod message;
mod options;
mod player;
mod processor;
mod report;
mod watcher;

use std::io::{Error, Result};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use compare::compare;
use message::Motion;
use options::Options;
use player::Player;
use processor::Usage;
use report::{CYCLE, Perceptions, Report, Window};
use watcher::watch;

/// Time limit of a run.
const PATIENCE: Duration = Duration::from_secs(600);

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if arguments.is_empty() {
        println!("{}", options::USAGE);
        return Ok(());
    }
    let options = Options::read(&arguments).map_err(Error::other)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let report = runtime.block_on(async { timeout(PATIENCE, run(options)).await? })?;
    println!("{report}");
    Ok(())
}

async fn run(options: Options) -> Result<Value> {
    match options.compare {
        Some(other) => compare_ports(&options, other).await,
        None => Ok(load(options).await?.to_json()),
    }
}

/// Lets agents play while monitors of two ports watch in turn.
async fn compare_ports(options: &Options, other: u16) -> Result<Value> {
    let (tell_last, last) = tokio::sync::watch::channel(None);
    let mut players = join(options, Instant::now(), &last).await?.0;
    sleep(Duration::from_secs_f64(CYCLE * options.settle as f64)).await;
    let report = compare(options, other, CYCLE * options.cycles as f64).await?;
    tell_last.send_replace(Some(0));
    while let Some(record) = players.join_next().await {
        record??;
    }
    Ok(report)
}

/// Lets all agents join, and returns the cycle of the last one's first perception.
async fn join(
    options: &Options,
    clock: Instant,
    last: &tokio::sync::watch::Receiver<Option<u64>>,
) -> Result<(JoinSet<Result<Perceptions>>, u64)> {
    let motion =
        Motion::new(&options.robot, options.swing, options.simspark).map_err(Error::other)?;
    let mut players = JoinSet::new();
    let mut first = 0;
    for index in 0..options.agents {
        let stream = connect(&options.host, options.aport).await?;
        let seat = message::Seat::of(index, options.agents);
        let join =
            Player::join(stream, &options.robot, options.simspark, seat, motion.clone(), clock);
        let (player, frame) = join.await?;
        first = frame;
        players.spawn(player.play(last.clone()));
    }
    Ok((players, first))
}

/// Joins, measures and leaves.
async fn load(options: Options) -> Result<Report> {
    let clock = Instant::now();
    let mut watchers = JoinSet::new();
    let (tell_end, end) = tokio::sync::watch::channel(false);
    for _ in 0..options.monitors {
        let stream = connect(&options.host, options.mport).await?;
        watchers.spawn(watch(stream, clock, end.clone()));
    }
    let (tell_last, last) = tokio::sync::watch::channel(None);
    let (mut players, first) = join(&options, clock, &last).await?;
    let window = Window { first: first + options.settle, frames: options.cycles };
    tell_last.send_replace(Some(window.last()));
    let mut usage = Usage::begin(options.pid)?;
    let mut records: Vec<Perceptions> = Vec::with_capacity(options.agents);
    while let Some(record) = players.join_next().await {
        records.push(record??);
    }
    usage.end()?;
    tell_end.send_replace(true);
    let mut frames = Vec::with_capacity(options.monitors);
    while let Some(seen) = watchers.join_next().await {
        frames.push(seen??);
    }
    Ok(Report { window, records, frames, usage, realtime: options.realtime })
}

async fn connect(host: &str, port: u16) -> Result<TcpStream> {
    let stream = TcpStream::connect((host, port)).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}
