//! How many clients may be connected at a time: in all, and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The connections that one port allows at the same time. Clones share one count.
#[derive(Clone, Debug)]
pub(in crate::server) struct Quota {
    most: usize,
    /// `None` for no limit except that for all addresses together.
    most_per_address: Option<usize>,
    /// Whether loopback addresses are exempt from that limit.
    exempts_loopback: bool,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// Addresses without connections are not kept.
    by_address: HashMap<IpAddr, Usage>,
    /// Whether it has been logged that the quota is used up.
    is_full_told: bool,
}

#[derive(Debug, Default)]
struct Usage {
    taken: usize,
    is_told: bool,
}

/// Permission for one connection, which counts until the permit is dropped.
#[derive(Debug)]
pub(in crate::server) struct Permit {
    address: IpAddr,
    taken: Arc<Mutex<Taken>>,
}

/// Why a connection is refused, and whether this is the first refusal since the last permit was
/// given.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::server) enum Exceeded {
    /// The limit on all connections has been reached.
    All { most: usize, is_new: bool },
    /// The limit on connections from this address has been reached.
    Address { most: usize, is_new: bool },
}

impl Quota {
    /// `most_per_address` 0 is no limit.
    pub(in crate::server) fn new(
        most: usize,
        most_per_address: usize,
        exempts_loopback: bool,
    ) -> Self {
        let most_per_address = (most_per_address > 0).then_some(most_per_address);
        Self { most, most_per_address, exempts_loopback, taken: Arc::default() }
    }

    /// Permits a connection from an address.
    pub(in crate::server) fn take(&self, from: IpAddr) -> Result<Permit, Exceeded> {
        let address = from.to_canonical();
        let mut taken = lock(&self.taken);
        let is_exempt = self.exempts_loopback && address.is_loopback();
        if let Some(most) = self.most_per_address.filter(|_| !is_exempt)
            && let Some(count) = taken.by_address.get_mut(&address)
            && count.taken >= most
        {
            let is_new = !std::mem::replace(&mut count.is_told, true);
            return Err(Exceeded::Address { most, is_new });
        }
        if taken.all >= self.most {
            let is_new = !std::mem::replace(&mut taken.is_full_told, true);
            return Err(Exceeded::All { most: self.most, is_new });
        }
        taken.all += 1;
        taken.is_full_told = false;
        let count = taken.by_address.entry(address).or_default();
        count.taken += 1;
        count.is_told = false;
        Ok(Permit { address, taken: Arc::clone(&self.taken) })
    }
}

impl Drop for Permit {
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
        let quota = Quota::new(4, 2, false);
        let first: Vec<Permit> = (0..2).map(|_| quota.take(ip("10.0.0.1")).unwrap()).collect();
        let full = |is_new| Exceeded::Address { most: 2, is_new };
        assert_eq!(quota.take(ip("10.0.0.1")).unwrap_err(), full(true));
        assert_eq!(quota.take(ip("::ffff:10.0.0.1")).unwrap_err(), full(false));
        let others = [quota.take(ip("10.0.0.2")).unwrap(), quota.take(ip("fe80::1")).unwrap()];
        let full = |is_new| Exceeded::All { most: 4, is_new };
        assert_eq!(quota.take(ip("10.0.0.3")).unwrap_err(), full(true));
        assert_eq!(quota.take(ip("10.0.0.2")).unwrap_err(), full(false));
        drop(first);
        assert_eq!(lock(&quota.taken).by_address.len(), 2);
        let again = quota.take(ip("10.0.0.1")).unwrap();
        drop((others, again));
        assert!(lock(&quota.taken).all == 0 && lock(&quota.taken).by_address.is_empty());
    }

    #[test]
    fn without_a_limit_per_address_one_may_have_all() {
        let quota = Quota::new(3, 0, false);
        let all: Vec<_> = (0..4).map(|_| quota.take(ip("127.0.0.1"))).collect();
        assert_eq!(all.iter().filter(|permit| permit.is_ok()).count(), 3);
    }

    #[test]
    fn this_machine_may_be_exempt() {
        for (exempts, expected) in [(false, 1), (true, 3)] {
            for address in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
                let quota = Quota::new(3, 1, exempts);
                let own: Vec<_> = (0..4).map(|_| quota.take(ip(address))).collect();
                assert_eq!(own.iter().filter(|permit| permit.is_ok()).count(), expected);
            }
            let quota = Quota::new(3, 1, exempts);
            let _first = quota.take(ip("10.0.0.1")).unwrap();
            assert!(quota.take(ip("10.0.0.1")).is_err());
        }
    }

    #[test]
    fn each_time_that_it_is_full_is_told_once() {
        let quota = Quota::new(9, 1, false);
        for _ in 0..2 {
            let permit = quota.take(ip("10.0.0.1")).unwrap();
            for is_new in [true, false, false] {
                let exceeded = Exceeded::Address { most: 1, is_new };
                assert_eq!(quota.take(ip("10.0.0.1")).unwrap_err(), exceeded);
            }
            drop(permit);
        }
    }
}
