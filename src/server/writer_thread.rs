//! A thread that writes a log file, so that a slow disk does not hold up the game.

use super::patience::RunningClock;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::{Builder, JoinHandle, sleep};
use std::time::Duration;

/// Pieces that may wait for the thread: minutes of a game in real time, seconds of a faster one.
pub(super) const BACKLOG: usize = 4096;
/// Time to write what is still waiting when the server ends, or when the game may wait for the
/// disk.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// Time between two checks while waiting for the thread.
pub(super) const POLL: Duration = Duration::from_millis(1);

/// A thread that writes pieces of a file.
#[derive(Debug)]
pub(super) struct WriterThread {
    /// `None` once nothing more is to be written.
    pieces: Option<SyncSender<Vec<u8>>>,
    thread: Option<JoinHandle<()>>,
}

impl WriterThread {
    /// Starts a thread that does `write`, which ends when there are no more pieces; it logs any
    /// problem with the file, and does not panic.
    pub(super) fn start(
        write: impl FnOnce(Receiver<Vec<u8>>) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (pieces, written) = sync_channel(BACKLOG);
        let thread = Builder::new().name("rcssgym-log".to_owned()).spawn(move || write(written))?;
        Ok(Self { pieces: Some(pieces), thread: Some(thread) })
    }

    /// Whether it takes pieces.
    pub(super) fn is_open(&self) -> bool {
        self.pieces.is_some()
    }

    /// Passes on a piece, unless the backlog is full or the thread takes none any more.
    pub(super) fn pass(&self, piece: Vec<u8>) -> Result<(), TrySendError<Vec<u8>>> {
        match &self.pieces {
            Some(pieces) => pieces.try_send(piece),
            None => Err(TrySendError::Disconnected(piece)),
        }
    }

    /// Passes on no more pieces; the thread writes what is left.
    pub(super) fn close(&mut self) {
        self.pieces = None;
    }

    /// Closes it, and waits until all is written, up to [`PATIENCE`]; returns whether it is.
    pub(super) fn end(&mut self) -> bool {
        self.close();
        let mut clock = RunningClock::new();
        let end = clock.now() + PATIENCE;
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            if clock.now() > end {
                return false;
            }
            sleep(POLL);
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        true
    }
}
