//! The order in which an island's contacts are eliminated.
//!
//! All contacts of one tree are coupled. Eliminating one between two trees couples those of both,
//! as if the two were one tree from then on. So the next is one whose trees, as joined so far, have
//! the fewest contacts left. This keeps more zeros in the small matrix's factor (minimum degree:
//! George and Liu, "The evolution of the minimum degree ordering algorithm", 1989). Contacts
//! between the same trees are indistinguishable there, and are eliminated together.

use std::iter::successors;

/// The order. Memory is kept from use to use.
#[derive(Debug, Default)]
pub struct Order {
    /// Those that have been eliminated come first.
    bundles: Vec<Bundle>,
    /// Number of contacts that each tree has left.
    left: Vec<usize>,
    /// For each contact, the next one of its bundle; meaningless for the last one.
    next: Vec<usize>,
    /// Indices of the contacts, the first to be eliminated first.
    contacts: Vec<usize>,
}

/// Contacts between the same trees.
#[derive(Clone, Copy, Debug)]
struct Bundle {
    /// These trees, as joined so far; twice the same for contacts of a single tree.
    trees: [usize; 2],
    /// Number of contacts.
    count: usize,
    /// The first of them, and the last.
    first: usize,
    last: usize,
}

impl Order {
    /// Memory for this many contacts.
    pub fn with_capacity(contacts: usize) -> Self {
        let numbers = || Vec::with_capacity(contacts);
        let bundles = Vec::with_capacity(contacts);
        Self { bundles, left: numbers(), next: numbers(), contacts: numbers() }
    }

    /// Finds the order of contacts between these `pairs` out of this many `trees`; a contact of a
    /// single tree names it twice.
    pub fn find(&mut self, trees: usize, pairs: impl Iterator<Item = [usize; 2]>) {
        self.bundle(trees, pairs);
        let Self { bundles, left, next, contacts } = self;
        let (mut done, mut count) = (0, next.len());
        loop {
            let degree = |Bundle { trees: [a, b], .. }: &Bundle| {
                if a == b { left[*a] } else { left[*a] + left[*b] }
            };
            let rest = &mut bundles[done..];
            let Some((least, _)) = rest.iter().enumerate().min_by_key(|(_, b)| degree(b)) else {
                break;
            };
            rest[..=least].rotate_right(1);
            done += 1;
            let Some((Bundle { trees: [a, b], count: taken, .. }, rest)) = rest.split_first_mut()
            else {
                break;
            };
            count -= *taken;
            if a == b {
                left[*a] -= *taken;
                continue;
            }
            left[*a] = left[*a] + left[*b] - 2 * *taken;
            for Bundle { trees, count, .. } in &mut *rest {
                let is_between = trees[0] != trees[1] && trees.iter().all(|t| t == a || t == b);
                // Others between the two, which were joined before, had been counted twice.
                left[*a] -= if is_between { *count } else { 0 };
                for tree in trees.iter_mut().filter(|tree| *tree == b) {
                    *tree = *a;
                }
            }
            if left[*a] == count {
                // What is left is coupled, each with all others.
                break;
            }
        }
        contacts.clear();
        for Bundle { count, first, .. } in &*bundles {
            let theirs = successors(Some(*first), |contact| Some(next[*contact]));
            contacts.extend(theirs.take(*count));
        }
    }

    /// Puts contacts between the same trees together, and counts those of each tree.
    fn bundle(&mut self, trees: usize, pairs: impl Iterator<Item = [usize; 2]>) {
        let Self { bundles, left, next, .. } = self;
        bundles.clear();
        next.clear();
        left.clear();
        left.resize(trees, 0);
        for (contact, trees) in pairs.enumerate() {
            let [a, b] = trees;
            left[a] += 1;
            left[b] += usize::from(a != b);
            next.push(contact);
            // Contacts of one tree come one after the other.
            match bundles.iter_mut().rfind(|bundle| bundle.trees == trees) {
                Some(bundle) => {
                    next[bundle.last] = contact;
                    (bundle.count, bundle.last) = (bundle.count + 1, contact);
                }
                None => bundles.push(Bundle { trees, count: 1, first: contact, last: contact }),
            }
        }
    }

    /// Indices of the contacts, in the order of elimination.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.contacts.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::splitmix::SplitMix64;

    fn order(trees: usize, pairs: &[[usize; 2]]) -> Vec<usize> {
        let mut order = Order::default();
        order.find(trees, pairs.iter().copied());
        order.iter().collect()
    }

    /// Number of pairs of contacts that are coupled in the factor, found by elimination one at a
    /// time.
    fn couplings(pairs: &[[usize; 2]], order: impl Iterator<Item = usize>) -> usize {
        let n = pairs.len();
        let shares = |a: usize, b: usize| pairs[a].iter().any(|tree| pairs[b].contains(tree));
        let mut coupled: Vec<Vec<bool>> =
            (0..n).map(|a| (0..n).map(|b| a != b && shares(a, b)).collect()).collect();
        let mut left: Vec<usize> = (0..n).collect();
        let mut count = 0;
        for contact in order {
            left.retain(|&other| other != contact);
            let with: Vec<usize> =
                left.iter().copied().filter(|&other| coupled[contact][other]).collect();
            count += with.len();
            for &a in &with {
                for &b in with.iter().filter(|&&b| a != b) {
                    coupled[a][b] = true;
                }
            }
        }
        count
    }

    #[test]
    fn a_chain_couples_neighbours_alone() {
        // The contact in the middle comes first, which would couple everything with everything.
        let pairs: Vec<[usize; 2]> =
            [4, 5, 3, 6, 2, 7, 1, 8, 0].map(|tree| [tree, tree + 1]).to_vec();
        assert_eq!(couplings(&pairs, order(10, &pairs).into_iter()), pairs.len() - 1);
        assert!(couplings(&pairs, 0..pairs.len()) > pairs.len());
    }

    #[test]
    fn every_contact_has_its_turn_and_few_are_coupled() {
        let mut random = SplitMix64::new(3);
        let (mut found, mut given) = (0, 0);
        for round in 0..300 {
            let trees = 2 + round % 9;
            let mut tree = || random.uniform([0.0, trees as f64]) as usize;
            let pairs: Vec<[usize; 2]> = (0..round % 31).map(|_| [tree(), tree()]).collect();
            let order = order(trees, &pairs);
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..pairs.len()).collect::<Vec<_>>());
            found += couplings(&pairs, order.into_iter());
            given += couplings(&pairs, 0..pairs.len());
        }
        assert!(found * 10 < given * 9, "{found} couplings, {given} in the order given");
    }
}
