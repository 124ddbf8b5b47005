//! The order in which an island's contacts are eliminated.
//!
//! All contacts of one tree are coupled. Eliminating one between two trees couples those of both,
//! as if they were one tree from there on. So the next is one whose trees, as they are then joined,
//! have the fewest contacts left, which keeps more zeros in the small matrix' factor (minimum
//! degree: George and Liu, "The evolution of the minimum degree ordering algorithm", 1989).

/// The order. Memory is kept from use to use.
#[derive(Debug, Default)]
pub struct Order {
    /// Contacts, and their trees as they are joined when it is the contact's turn.
    contacts: Vec<(usize, [usize; 2])>,
    /// How many contacts each tree has left.
    left: Vec<usize>,
}

impl Order {
    /// Memory for so many contacts.
    pub fn with_capacity(contacts: usize) -> Self {
        Self { contacts: Vec::with_capacity(contacts), left: Vec::with_capacity(contacts) }
    }

    /// Sets the order of contacts between these of so many trees; one of a single tree names it
    /// twice.
    pub fn find(&mut self, trees: usize, pairs: impl Iterator<Item = [usize; 2]>) {
        let Self { contacts, left } = self;
        contacts.clear();
        contacts.extend(pairs.enumerate());
        left.clear();
        left.resize(trees, 0);
        for &(_, [a, b]) in &*contacts {
            left[a] += 1;
            left[b] += usize::from(a != b);
        }
        let mut rest = &mut contacts[..];
        loop {
            let degree = |&(_, [a, b]): &(usize, [usize; 2])| {
                if a == b { left[a] } else { left[a] + left[b] }
            };
            let Some((next, _)) = rest.iter().enumerate().min_by_key(|(_, c)| degree(c)) else {
                return;
            };
            rest[..=next].rotate_right(1);
            let Some(((_, [a, b]), behind)) = rest.split_first_mut() else { return };
            rest = behind;
            if a == b {
                left[*a] -= 1;
                continue;
            }
            // This one is gone from both; others between the two had been counted twice.
            left[*a] = left[*a] + left[*b] - 2;
            for (_, trees) in &mut *rest {
                let joins = |tree: &usize| tree == a || tree == b;
                left[*a] -= usize::from(trees[0] != trees[1] && trees.iter().all(joins));
                for tree in trees.iter_mut().filter(|tree| *tree == b) {
                    *tree = *a;
                }
            }
            if left[*a] == rest.len() {
                // What is left is coupled, each with all others.
                return;
            }
        }
    }

    /// Numbers of the contacts, the first to be eliminated first.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.contacts.iter().map(|(contact, _)| *contact)
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

    /// Pairs of contacts that are coupled in the factor, by elimination one at a time.
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
