//! Sends messages to one client without ever waiting for it.

use super::queue::{Parcel, Queue};
use super::quota::Permit;
use crate::server::FAREWELL;
use crate::wire::framing;
use std::io::{ErrorKind, IoSlice};
use std::sync::Arc;

use bytes::Bytes;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::mpsc::Receiver;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Messages on their way to a client. Each counts as waiting until it is dropped.
pub(in crate::server) type Queued = Receiver<Parcel<Bytes>>;

/// A socket, and the permit of its connection, which counts as long as the socket is open.
type Socket = Arc<(OwnedWriteHalf, Arc<Permit>)>;

/// A bounded queue in front of a socket. Bytes that the socket accepts immediately are written by
/// the caller's thread; the rest are written by a task.
///
/// Dropping it closes the connection after what is queued has been sent, or [`FAREWELL`] after the
/// end of the session, because a client that does not read must not keep a socket open.
#[derive(Debug)]
pub(in crate::server) struct Outbox {
    queue: Queue<Bytes>,
    socket: Option<Socket>,
}

impl Outbox {
    /// Sends messages with length prefixes until sending fails or `gone` is cancelled, which also
    /// happens when the outbox is dropped; at most `most` messages may wait. What the client has
    /// sent still counts after a failure, so the session goes on until there is no more to read.
    /// Must be called within the runtime.
    pub(in crate::server) fn tcp(
        socket: OwnedWriteHalf,
        most: u32,
        gone: CancellationToken,
        permit: Arc<Permit>,
        tasks: &TaskTracker,
    ) -> Self {
        let socket = Arc::new((socket, permit));
        let (outbox, queued) = Self::queue(most);
        tasks.spawn(write(queued, Arc::clone(&socket), gone));
        Self { socket: Some(socket), ..outbox }
    }

    /// Queues messages that the holder of the receiver sends; at most `most` of them may wait.
    pub(in crate::server) fn queue(most: u32) -> (Self, Queued) {
        let (queue, queued) = Queue::new(most, most);
        (Self { queue, socket: None }, queued)
    }

    /// Returns the number of messages that wait to be sent.
    pub(in crate::server) fn waiting(&self) -> usize {
        self.queue.taken()
    }

    /// Sends a message, now or as soon as the client reads. Returns false, and sends nothing of it,
    /// if too many are already waiting. Must be called from one thread only.
    pub(in crate::server) fn send(&self, message: &[u8]) -> bool {
        let Some(socket) = &self.socket else {
            return self.enqueue(|| Bytes::copy_from_slice(message));
        };
        let Some(prefix) = framing::prefix(message.len()) else { return false };
        let mut written = 0;
        // A message must not overtake one that waits.
        if self.waiting() == 0 {
            let parts = [IoSlice::new(&prefix), IoSlice::new(message)];
            // An error shows again when the task writes.
            written = socket.0.try_write_vectored(&parts).unwrap_or(0);
        }
        let whole = prefix.len() + message.len();
        let rest = || {
            let mut rest = Vec::with_capacity(whole - written);
            rest.extend_from_slice(&prefix[written.min(prefix.len())..]);
            rest.extend_from_slice(&message[written.saturating_sub(prefix.len())..]);
            rest.into()
        };
        written == whole || self.enqueue(rest)
    }

    fn enqueue(&self, bytes: impl FnOnce() -> Bytes) -> bool {
        let Some(room) = self.queue.try_reserve(1) else { return false };
        // A client that is gone gets nothing; its session has ended and informs the cycle.
        self.queue.send(room, bytes());
        true
    }
}

async fn write(mut queued: Queued, socket: Socket, gone: CancellationToken) {
    let all = async {
        while let Some(parcel) = queued.recv().await {
            if write_all(&socket.0, &parcel.content).await.is_err() {
                // This message and those after it keep waiting, as for a client that does not read.
                return gone.cancelled().await;
            }
        }
        gone.cancel();
    };
    let farewell = async {
        gone.cancelled().await;
        tokio::time::sleep(FAREWELL).await;
    };
    tokio::select! {
        () = all => {}
        () = farewell => {}
    }
}

async fn write_all(socket: &OwnedWriteHalf, mut bytes: &[u8]) -> std::io::Result<()> {
    while !bytes.is_empty() {
        socket.writable().await?;
        match socket.try_write(bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_message_waits_until_it_is_done_with() {
        let (outbox, mut queued) = Outbox::queue(3);
        assert!((0..3).all(|_| outbox.send(b"x")));
        assert!(!outbox.send(b"y"), "too many wait");
        let taken = queued.try_recv().unwrap();
        assert!(outbox.waiting() == 3 && !outbox.send(b"y"), "it has not been sent yet");
        drop(taken);
        assert!(outbox.waiting() == 2 && outbox.send(b"y"));
    }
}
