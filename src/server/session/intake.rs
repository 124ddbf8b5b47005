//! A client's requests on their way from its session to the cycle.
//!
//! A session takes room before it decodes a message, and the cycle gives the room back. So whatever
//! a client sends, good or bad, it costs the others no more time per cycle than its room allows.

use super::queue::{Parcel, Queue, Room};
use std::vec;
use tokio::sync::mpsc::Receiver;
use tokio_util::sync::CancellationToken;

/// How much of one client may wait for the cycle. The rest of a client's messages are read later.
#[derive(Clone, Copy, Debug)]
pub(in crate::server) struct Capacity {
    /// Messages.
    pub(in crate::server) messages: u32,
    /// Bytes of all of them together; a message that is longer waits alone.
    pub(in crate::server) bytes: u32,
}

/// The session's end of the queue.
#[derive(Debug)]
pub(in crate::server) struct Intake<T> {
    queue: Queue<T>,
    gone: CancellationToken,
}

impl<T> Intake<T> {
    /// Both ends; nothing more is taken in once `gone` is cancelled.
    pub(in crate::server) fn new(
        capacity: Capacity,
        gone: CancellationToken,
    ) -> (Self, Receiver<Parcel<T>>) {
        // A message takes at least its equal share of the bytes, however short it is.
        let (queue, parcels) = Queue::new(capacity.messages, capacity.bytes);
        (Self { queue, gone }, parcels)
    }

    /// Waits for the room that a message of `length` bytes takes; `None` when the session is over.
    pub(in crate::server) async fn room(&self, length: usize) -> Option<Room> {
        tokio::select! {
            () = self.gone.cancelled() => None,
            room = self.queue.reserve(length) => room,
        }
    }

    /// Hands over what a message asks for; returns false when the cycle no longer takes anything
    /// from this client.
    pub(in crate::server) fn hand_over(&self, room: Room, content: T) -> bool {
        self.queue.send(room, content)
    }
}

/// The cycle's end of the queue, for messages with several requests, which the cycle takes one by
/// one.
#[derive(Debug)]
pub(in crate::server) struct Requests<R> {
    parcels: Receiver<Parcel<vec::IntoIter<R>>>,
    /// The message of which some requests have been taken.
    current: Option<Parcel<vec::IntoIter<R>>>,
}

impl<R> Requests<R> {
    /// Returns both ends, as [`Intake::new`] does.
    pub(in crate::server) fn new(
        capacity: Capacity,
        gone: CancellationToken,
    ) -> (Intake<vec::IntoIter<R>>, Self) {
        let (intake, parcels) = Intake::new(capacity, gone);
        (intake, Self { parcels, current: None })
    }

    /// Whether there is no request now.
    pub(in crate::server) fn is_empty(&self) -> bool {
        let is_left = self.current.as_ref().is_some_and(|parcel| parcel.content.len() > 0);
        !is_left && self.parcels.is_empty()
    }

    /// Whether there is no request, and there will never be one.
    pub(in crate::server) fn is_over(&self) -> bool {
        self.parcels.is_closed() && self.is_empty()
    }

    /// Takes the requests that are there now, at most `most`. Those that arrive meanwhile are left
    /// for the next time, since they could keep this from ending.
    pub(in crate::server) fn take(&mut self, most: usize, mut each: impl FnMut(R)) {
        let (mut left, mut messages) = (most, self.parcels.len());
        while left > 0 {
            match self.current.as_mut().and_then(|parcel| parcel.content.next()) {
                Some(request) => {
                    each(request);
                    left -= 1;
                }
                None if messages > 0 => {
                    messages -= 1;
                    self.current = self.parcels.try_recv().ok();
                }
                None => {
                    self.current = None;
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    const CAPACITY: Capacity = Capacity { messages: 4, bytes: 100 };

    /// Sends a message if there is room.
    fn send(intake: &Intake<vec::IntoIter<u8>>, length: usize, content: &[u8]) -> bool {
        let room = intake.room(length).now_or_never().flatten();
        room.is_some_and(|room| intake.hand_over(room, Vec::from(content).into_iter()))
    }

    fn take(requests: &mut Requests<u8>, most: usize) -> Vec<u8> {
        let mut taken = Vec::new();
        requests.take(most, |request| taken.push(request));
        taken
    }

    #[test]
    fn room_is_for_so_many_messages_and_bytes() {
        let (intake, mut requests) = Requests::new(CAPACITY, CancellationToken::new());
        for (lengths, fit) in [
            (&[0, 0, 0, 0, 0][..], 4),
            (&[60, 40, 1], 2),
            (&[50, 51], 1),
            (&[1000, 0], 1),
            (&[0, 1000], 1),
        ] {
            let sent = lengths.iter().filter(|length| send(&intake, **length, &[])).count();
            assert_eq!(sent, fit, "{lengths:?}");
            assert_eq!(take(&mut requests, 1), [0; 0]);
            assert!(requests.is_empty() && !requests.is_over());
        }
    }

    #[test]
    fn requests_are_taken_in_order_and_hold_their_room() {
        let (intake, mut requests) = Requests::new(CAPACITY, CancellationToken::new());
        assert!(send(&intake, 100, &[1, 2, 3]));
        assert_eq!(take(&mut requests, 2), [1, 2]);
        assert!(!send(&intake, 0, &[]), "its message has not been done with");
        assert_eq!(take(&mut requests, 2), [3]);
        assert!(send(&intake, 0, &[]) && send(&intake, 0, &[4]) && send(&intake, 0, &[5]));
        drop(intake);
        assert!(!requests.is_over());
        assert_eq!(take(&mut requests, 10), [4, 5]);
        assert!(requests.is_over());
    }

    #[test]
    fn nobody_waits_for_room_when_the_session_is_over() {
        let gone = CancellationToken::new();
        let (intake, requests) = Requests::<u8>::new(CAPACITY, gone.clone());
        assert!(send(&intake, 1000, &[1]));
        gone.cancel();
        assert!(intake.room(1).now_or_never().unwrap().is_none());
        drop(requests);
        let (intake, requests) = Requests::<u8>::new(CAPACITY, CancellationToken::new());
        drop(requests);
        assert!(!send(&intake, 1, &[1]), "nobody wants it");
    }
}
