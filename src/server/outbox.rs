//! What is sent to one client, without ever waiting for it.

use super::FAREWELL;
use super::places::Place;
use crate::wire::framing;
use std::io::IoSlice;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// A queue in front of a socket. What the socket takes at once is written at once, by the caller's
/// thread; the rest by a task.
///
/// Dropping it closes the connection after what is queued has been sent, or [`FAREWELL`] after the
/// end of the session: who does not read must not keep a socket.
#[derive(Debug)]
pub(super) struct Outbox {
    queue: mpsc::UnboundedSender<Bytes>,
    waiting: Arc<AtomicUsize>,
    socket: Option<Arc<(OwnedWriteHalf, Arc<Place>)>>,
}

impl Outbox {
    /// Sends frames with a length in front until that fails or `gone` is cancelled, which it is
    /// when the outbox is dropped. What the client has sent still counts after a failure, so the
    /// session goes on until there is no more to read. To be called within the runtime. The
    /// connection's place is kept as long as its socket is open.
    pub(super) fn tcp(
        socket: OwnedWriteHalf,
        gone: CancellationToken,
        place: Arc<Place>,
        tasks: &TaskTracker,
    ) -> Self {
        let socket = Arc::new((socket, place));
        let (outbox, queued) = Self::queue();
        tasks.spawn(write(queued, Arc::clone(&socket), gone));
        Self { socket: Some(socket), ..outbox }
    }

    /// Queues messages for somebody else who sends them.
    pub(super) fn queue() -> (Self, Queued) {
        let (queue, messages) = mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let queued = Queued { messages, waiting: Arc::clone(&waiting) };
        (Self { queue, waiting, socket: None }, queued)
    }

    /// Messages that wait to be sent.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }

    /// Sends a message, now or as soon as the client reads. To be called from one thread only.
    pub(super) fn send(&self, message: &[u8]) {
        let Some(socket) = &self.socket else {
            return self.enqueue(Bytes::copy_from_slice(message));
        };
        let Some(prefix) = framing::prefix(message.len()) else { return };
        let mut written = 0;
        // Behind a message that waits, this one has to wait, too.
        if self.waiting() == 0 {
            let parts = [IoSlice::new(&prefix), IoSlice::new(message)];
            // An error shows again when the task writes.
            written = socket.0.try_write_vectored(&parts).unwrap_or(0);
        }
        let whole = prefix.len() + message.len();
        if written < whole {
            let mut rest = Vec::with_capacity(whole - written);
            rest.extend_from_slice(&prefix[written.min(prefix.len())..]);
            rest.extend_from_slice(&message[written.saturating_sub(prefix.len())..]);
            self.enqueue(rest.into());
        }
    }

    fn enqueue(&self, bytes: Bytes) {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        // A client that is gone gets nothing; its session has ended and tells the cycle.
        let _ = self.queue.send(bytes);
    }
}

/// The messages of an [`Outbox`], for who sends them.
#[derive(Debug)]
pub(super) struct Queued {
    messages: mpsc::UnboundedReceiver<Bytes>,
    waiting: Arc<AtomicUsize>,
}

impl Queued {
    /// The next message, which waits until it is [`Self::sent`]; `None` when there will be none.
    pub(super) async fn next(&mut self) -> Option<Bytes> {
        self.messages.recv().await
    }

    /// A message that is there already.
    pub(super) fn take(&mut self) -> Option<Bytes> {
        self.messages.try_recv().ok()
    }

    /// A message has been sent.
    pub(super) fn sent(&self) {
        self.waiting.fetch_sub(1, Ordering::AcqRel);
    }
}

async fn write(
    mut queued: Queued,
    socket: Arc<(OwnedWriteHalf, Arc<Place>)>,
    gone: CancellationToken,
) {
    let all = async {
        while let Some(bytes) = queued.next().await {
            if write_all(&socket.0, &bytes).await.is_err() {
                return;
            }
            queued.sent();
        }
        gone.cancel();
    };
    let patience = async {
        gone.cancelled().await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        () = all => {}
        () = patience => {}
    }
}

async fn write_all(socket: &OwnedWriteHalf, mut bytes: &[u8]) -> std::io::Result<()> {
    while !bytes.is_empty() {
        socket.writable().await?;
        match socket.try_write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
