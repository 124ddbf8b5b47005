//! Processor time of processes, as Linux tells it.

use std::io::{Error, Result};
use std::time::Instant;

/// Seconds a tick of `/proc/PID/stat`; 100 a second on all Linux that there is.
const TICK: f64 = 0.01;

/// Shares of one core that the server and these clients take between begin and end.
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

    pub fn server_share(&self) -> Option<f64> {
        self.pid.map(|_| self.server / self.wall)
    }

    pub fn clients_share(&self) -> f64 {
        self.clients / self.wall
    }
}

fn of_server(pid: Option<u32>) -> Result<f64> {
    pid.map_or(Ok(0.0), |pid| seconds(&pid.to_string()))
}

/// Processor time of all threads of a process so far, in user and kernel mode.
fn seconds(process: &str) -> Result<f64> {
    let place = format!("/proc/{process}/stat");
    let text = std::fs::read_to_string(&place)
        .map_err(|error| Error::new(error.kind(), format!("{place}: {error}")))?;
    // The name, second in the line, is in parentheses and may contain anything.
    let fields = text.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
    let ticks = fields.skip(11).take(2).map(|field| field.parse::<f64>());
    ticks
        .sum::<std::result::Result<f64, _>>()
        .map(|ticks| ticks * TICK)
        .map_err(|_| Error::other(format!("{place}: no processor time in '{text}'")))
}
