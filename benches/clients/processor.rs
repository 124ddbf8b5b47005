//! Processor time of processes, as Linux reports it.

use std::fs::{read_dir, read_to_string};
use std::io::{Error, Result};
use std::path::Path;
use std::time::Instant;

/// Seconds of processor time that the server and these clients have used since `begin`.
pub struct Usage {
    pid: Option<u32>,
    begin: Instant,
    server: f64,
    clients: f64,
    wall: f64,
}

impl Usage {
    pub fn begin(pid: Option<u32>) -> Result<Self> {
        let (server, clients) = (of_server(pid)?, seconds("self")?);
        Ok(Self { pid, begin: Instant::now(), server, clients, wall: 0.0 })
    }

    pub fn end(&mut self) -> Result<()> {
        self.wall = self.begin.elapsed().as_secs_f64();
        self.server = of_server(self.pid)? - self.server;
        self.clients = seconds("self")? - self.clients;
        Ok(())
    }

    /// Returns the wall time from begin to end, s.
    pub fn wall(&self) -> f64 {
        self.wall
    }

    /// Share of one core that the server took.
    pub fn server_share(&self) -> Option<f64> {
        self.pid.map(|_| self.server / self.wall)
    }

    /// Share of one core that these clients took.
    pub fn clients_share(&self) -> f64 {
        self.clients / self.wall
    }
}

fn of_server(pid: Option<u32>) -> Result<f64> {
    pid.map_or(Ok(0.0), |pid| seconds(&pid.to_string()))
}

/// Returns the processor time of a process in user and kernel mode, s: the sum over its current
/// threads. Threads that have ended are left out.
///
/// `/proc/PID/stat` counts in ticks of 10 ms, which is too coarse for one monitor.
fn seconds(process: &str) -> Result<f64> {
    let folder = format!("/proc/{process}/task");
    let mut all = 0.0;
    for thread in read_dir(&folder).map_err(|error| about(&folder, error))? {
        all += of_thread(&thread?.path().join("schedstat"))?;
    }
    Ok(all)
}

/// The first number of a thread's `schedstat` is its time on a processor, ns.
fn of_thread(place: &Path) -> Result<f64> {
    let text = match read_to_string(place) {
        Ok(text) => text,
        // The thread has ended since the folder was read.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0.0),
        Err(error) => return Err(about(&place.display().to_string(), error)),
    };
    let time = text.split_ascii_whitespace().next().and_then(|time| time.parse::<f64>().ok());
    time.map(|time| time * 1e-9)
        .ok_or_else(|| Error::other(format!("{}: no processor time in '{text}'", place.display())))
}

fn about(place: &str, error: Error) -> Error {
    Error::new(error.kind(), format!("{place}: {error}"))
}
