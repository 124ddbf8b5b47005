//! How many may be connected at a time: of all, and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The places for one kind of client. Clones are the same places.
#[derive(Clone, Debug)]
pub(super) struct Places {
    most: usize,
    /// `None` for no limit but that of all.
    most_per_address: Option<usize>,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// Addresses without connections are not kept.
    by_address: HashMap<IpAddr, Count>,
    /// Has the log been told that there is no place left at all?
    is_full_told: bool,
}

#[derive(Debug, Default)]
struct Count {
    taken: usize,
    is_told: bool,
}

/// One of the connections that may be there at a time, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    address: IpAddr,
    taken: Arc<Mutex<Taken>>,
}

/// Why there is no place, and whether this is new since somebody got one.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There are as many as there may be.
    Full { most: usize, is_new: bool },
    /// As many as may be from this address are from there.
    FullOf { most: usize, is_new: bool },
}

impl Places {
    /// `most_per_address` 0 is no limit.
    pub(super) fn new(most: usize, most_per_address: usize) -> Self {
        let most_per_address = (most_per_address > 0).then_some(most_per_address);
        Self { most, most_per_address, taken: Arc::default() }
    }

    /// Takes a place for a connection from an address.
    pub(super) fn take(&self, from: IpAddr) -> Result<Place, Refusal> {
        let address = from.to_canonical();
        let mut taken = lock(&self.taken);
        if let Some(most) = self.most_per_address
            && let Some(count) = taken.by_address.get_mut(&address)
            && count.taken >= most
        {
            let is_new = !std::mem::replace(&mut count.is_told, true);
            return Err(Refusal::FullOf { most, is_new });
        }
        if taken.all >= self.most {
            let is_new = !std::mem::replace(&mut taken.is_full_told, true);
            return Err(Refusal::Full { most: self.most, is_new });
        }
        taken.all += 1;
        taken.is_full_told = false;
        let count = taken.by_address.entry(address).or_default();
        count.taken += 1;
        count.is_told = false;
        Ok(Place { address, taken: Arc::clone(&self.taken) })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.all = taken.all.saturating_sub(1);
        if let Some(count) = taken.by_address.get_mut(&self.address) {
            count.taken = count.taken.saturating_sub(1);
            if count.taken == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_leaves_room_for_others() {
        let places = Places::new(4, 2);
        let first: Vec<Place> = (0..2).map(|_| places.take(ip("10.0.0.1")).unwrap()).collect();
        let full = |is_new| Refusal::FullOf { most: 2, is_new };
        assert_eq!(places.take(ip("10.0.0.1")).unwrap_err(), full(true));
        assert_eq!(places.take(ip("::ffff:10.0.0.1")).unwrap_err(), full(false));
        let others = [places.take(ip("10.0.0.2")).unwrap(), places.take(ip("fe80::1")).unwrap()];
        let full = |is_new| Refusal::Full { most: 4, is_new };
        assert_eq!(places.take(ip("10.0.0.3")).unwrap_err(), full(true));
        assert_eq!(places.take(ip("10.0.0.2")).unwrap_err(), full(false));
        drop(first);
        assert_eq!(lock(&places.taken).by_address.len(), 2);
        let again = places.take(ip("10.0.0.1")).unwrap();
        drop((others, again));
        assert!(lock(&places.taken).all == 0 && lock(&places.taken).by_address.is_empty());
    }

    #[test]
    fn without_a_limit_per_address_one_may_have_all() {
        let places = Places::new(3, 0);
        let all: Vec<_> = (0..4).map(|_| places.take(ip("127.0.0.1"))).collect();
        assert_eq!(all.iter().filter(|place| place.is_ok()).count(), 3);
    }

    #[test]
    fn each_time_that_it_is_full_is_told_once() {
        let places = Places::new(9, 1);
        for _ in 0..2 {
            let place = places.take(ip("10.0.0.1")).unwrap();
            for is_new in [true, false, false] {
                let refusal = Refusal::FullOf { most: 1, is_new };
                assert_eq!(places.take(ip("10.0.0.1")).unwrap_err(), refusal);
            }
            drop(place);
        }
    }
}
