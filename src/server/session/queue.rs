//! A bounded queue whose messages take up room until they have been processed, not only until they
//! are taken out of it.

use std::sync::Arc;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Room for one message.
pub(super) type Room = OwnedSemaphorePermit;

/// A message. It takes its room until it is dropped.
#[derive(Debug)]
pub(in crate::server) struct Parcel<T> {
    pub(in crate::server) content: T,
    pub(in crate::server) _room: Room,
}

/// The sending end.
#[derive(Debug)]
pub(super) struct Queue<T> {
    channel: Sender<Parcel<T>>,
    free: Arc<Semaphore>,
    /// Units of room, free or taken.
    room: u32,
    /// Minimum number of units that a message takes, so that the channel always has a slot for a
    /// message for which there is room.
    least: u32,
}

impl<T> Queue<T> {
    /// Returns both ends of a queue for `messages` messages, at least one, which share `room` units
    /// of room.
    pub(super) fn new(messages: u32, room: u32) -> (Self, Receiver<Parcel<T>>) {
        let (channel, parcels) = mpsc::channel(messages as usize);
        let free = Arc::new(Semaphore::new(room as usize));
        (Self { channel, free, room, least: room.div_ceil(messages) }, parcels)
    }

    /// Units of room that are taken.
    pub(super) fn taken(&self) -> usize {
        (self.room as usize).saturating_sub(self.free.available_permits())
    }

    /// Waits for room; a message that needs more than the whole room takes all of it.
    pub(super) async fn reserve(&self, units: usize) -> Option<Room> {
        Arc::clone(&self.free).acquire_many_owned(self.share(units)).await.ok()
    }

    /// Takes room if there is enough.
    pub(super) fn try_reserve(&self, units: usize) -> Option<Room> {
        Arc::clone(&self.free).try_acquire_many_owned(self.share(units)).ok()
    }

    fn share(&self, units: usize) -> u32 {
        u32::try_from(units).unwrap_or(u32::MAX).clamp(self.least, self.room)
    }

    /// Sends a message for which there is room; false when the receiving end is gone.
    pub(super) fn send(&self, room: Room, content: T) -> bool {
        self.channel.try_send(Parcel { content, _room: room }).is_ok()
    }
}
