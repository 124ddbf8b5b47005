//! The nearest landmarks in a view, found without branches that processors cannot predict: every
//! lane keeps the smallest keys that it meets, and the lists of the lanes are merged.

use crate::disc::Vec2;
use crate::disc::senses::LANDMARKS;
use crate::math::lane::Kernel;
use crate::math::wide::with_widest;
use arrayvec::ArrayVec;

/// Number of landmarks by which a player locates themselves.
pub(super) const USED: usize = 6;
/// Number of lists that are kept side by side.
const LISTS: usize = 4;
/// Length of each list: one more than is used, because the extra one shows whether the last one
/// used is certain.
const KEPT: usize = USED + 1;
const ROWS: usize = LANDMARKS.len().div_ceil(LISTS);
/// Bits of a squared distance that a landmark's index replaces.
const INDEX: u64 = 63;
/// The key of a landmark that is not seen.
const UNSEEN: f64 = f64::MAX;

/// x of the landmarks, in an array that compilers vectorize; NaN after the last landmark.
static X: [[f64; LISTS]; ROWS] = column(0);
/// Likewise y.
static Y: [[f64; LISTS]; ROWS] = column(1);

const fn column(axis: usize) -> [[f64; LISTS]; ROWS] {
    let mut column = [[f64::NAN; LISTS]; ROWS];
    let mut index = 0;
    while index < LANDMARKS.len() {
        let Vec2 { x, y } = LANDMARKS[index].position;
        column[index / LISTS][index % LISTS] = if axis == 0 { x } else { y };
        index += 1;
    }
    column
}

/// A player's view in which landmarks are searched.
pub(super) struct Search {
    /// Where they look from, m.
    pub at: Vec2,
    /// The direction in which they look, a vector of length 1.
    pub ahead: Vec2,
    /// The cosine of half the width of the view, not negative.
    pub cos: f64,
}

/// The smallest keys of every list, in ascending order.
type Least = [[f64; LISTS]; KEPT];

impl Search {
    /// The square of a landmark's distance, m^2, and whether it is in view.
    #[inline(always)]
    fn look(&self, x: f64, y: f64) -> (f64, bool) {
        let (x, y) = (x - self.at.x, y - self.at.y);
        let (length2, along) = (x * x + y * y, x * self.ahead.x + y * self.ahead.y);
        (length2, (along >= 0.0) & (along * along > self.cos * self.cos * length2))
    }

    /// The indices of the nearest landmarks, the nearest first; equally near ones by index.
    pub fn nearest(&self) -> ArrayVec<usize, USED> {
        let mut least = [[UNSEEN; LISTS]; KEPT];
        with_widest(Keys(self), &mut least);
        self.merged(&least).unwrap_or_else(|| self.sorted())
    }

    /// Merges the lists; `None` if keys are too similar to tell which landmark is nearer.
    fn merged(&self, least: &Least) -> Option<ArrayVec<usize, USED>> {
        let (mut nearest, mut heads, mut before) = (ArrayVec::new(), [0; LISTS], u64::MAX);
        for _ in 0..KEPT {
            let head = |list: usize| least[heads[list]][list];
            let key = smaller(smaller(head(0), head(1)), smaller(head(2), head(3)));
            if key == UNSEEN {
                break;
            }
            let (distance2, index) = (key.to_bits() & !INDEX, (key.to_bits() & INDEX) as usize);
            if distance2 == before {
                return None;
            }
            if nearest.try_push(index).is_err() {
                break;
            }
            before = distance2;
            let head = &mut heads[index % LISTS];
            *head = (*head + 1).min(KEPT - 1);
        }
        Some(nearest)
    }

    /// Finds the same landmarks by exact distances.
    #[cold]
    fn sorted(&self) -> ArrayVec<usize, USED> {
        let mut seen = ArrayVec::<(f64, usize), { LANDMARKS.len() }>::new();
        for (index, landmark) in LANDMARKS.iter().enumerate() {
            let Vec2 { x, y } = landmark.position;
            let (distance2, is_seen) = self.look(x, y);
            seen.extend(is_seen.then_some((distance2, index)));
        }
        seen.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        seen.into_iter().take(USED).map(|(_, index)| index).collect()
    }
}

#[inline(always)]
fn smaller(one: f64, other: f64) -> f64 {
    if one < other { one } else { other }
}

/// Computes squared distances with indices as their last bits, and keeps the smallest of each list.
struct Keys<'a>(&'a Search);

impl Kernel for Keys<'_> {
    type Data = Least;
    type Output = ();

    #[inline(always)]
    fn run(self, out: &mut Least) {
        // A local copy stays in registers.
        let mut least = *out;
        for row in 0..ROWS {
            for list in 0..LISTS {
                let index = (row * LISTS + list) as u64;
                let (length2, is_seen) = self.0.look(X[row][list], Y[row][list]);
                let key = f64::from_bits((length2.to_bits() & !INDEX) | index);
                let mut key = if is_seen { key } else { UNSEEN };
                for kept in &mut least {
                    let own = kept[list];
                    kept[list] = if key < own { key } else { own };
                    key = if key < own { own } else { key };
                }
            }
        }
        *out = least;
    }
}

const _: () = assert!(LANDMARKS.len() <= INDEX as usize && LISTS == 4);

#[cfg(test)]
mod tests {
    use super::{KEPT, Keys, LISTS, Search, UNSEEN};
    use crate::disc::{Random, Vec2};
    use crate::math::wide::with_widest;

    #[test]
    fn the_nearest_by_lists_are_the_nearest_by_distance() {
        let mut random = Random::new(8);
        let mut merged = [0; 2];
        for round in 0..60_000 {
            let (x, y) = (random.uniform(-60.0, 60.0), random.uniform(-40.0, 40.0));
            // At one place in three some are equally near, or nearly so.
            let at = match round % 3 {
                0 => Vec2::new(x.round(), 0.0),
                1 => Vec2::new(x.round() + random.uniform(-1e-13, 1e-13), y.round()),
                _ => Vec2::new(x, y),
            };
            let ahead = Vec2::polar(1.0, random.uniform(-3.2, 3.2));
            let cos = [0.0, 0.5, 0.75_f64.sqrt(), 0.99][round % 4];
            let search = Search { at, ahead, cos };
            assert_eq!(search.nearest(), search.sorted(), "{at:?} {ahead:?} {cos}");
            let mut least = [[UNSEEN; LISTS]; KEPT];
            with_widest(Keys(&search), &mut least);
            merged[usize::from(search.merged(&least).is_some())] += 1;
        }
        assert!(merged.iter().all(|&count| count > 5_000), "{merged:?}");
    }
}
