//! A monitor that reads and counts.

use std::io::Result;
use std::time::Instant;

use tokio::io::BufReader;
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::message::read;

/// When a frame arrived, s, and its length in bytes.
pub type Frame = (f64, usize);

/// Reads frames until `end` is true.
pub async fn watch(
    stream: TcpStream,
    clock: Instant,
    mut end: watch::Receiver<bool>,
) -> Result<Vec<Frame>> {
    let mut stream = BufReader::with_capacity(1 << 16, stream);
    let (mut frames, mut buffer) = (Vec::new(), Vec::new());
    loop {
        tokio::select! {
            done = read(&mut stream, &mut buffer) => done?,
            _ = end.wait_for(|end| *end) => return Ok(frames),
        }
        frames.push((clock.elapsed().as_secs_f64(), buffer.len()));
    }
}
