//! Matching of the players that are seen with those that are known.

use super::crowd::{Crowd, LANES, POS, WIDE, sign};
use super::player::FASTEST;
use super::view::View;
use super::{Memory, NEVER, Stand};
use crate::disc::senses::SeenPlayer;
use crate::disc::{PLAYERS, Player, Rules, Vec2};
use crate::math::lane::Kernel;
use crate::math::wide::{with_avx2, with_widest};
use arrayvec::ArrayVec;

/// Maximum distance from their expected position at which a known player may be seen, m: this much,
/// and more with distance ([`ERROR`]).
const SLACK: f32 = 0.4;
/// See [`SLACK`]: an addition per metre of distance to the player.
const ERROR: f32 = 0.07;
/// After this many looks at where a player should be without seeing them, their place is lost.
const GHOSTS: u16 = 2;
/// After this many cycles, nobody is recognized by their place any more.
const OLD: u16 = 12;

/// A player seen at most this many cycles ago and within [`NEAR`], m, has no double among the
/// unknown players.
const LATELY: u16 = 3;
/// See [`LATELY`].
const NEAR: f64 = 2.0;

/// The players who may be seen again: the 22 places, followed by the unknown players. They lie side
/// by side in arrays that compilers vectorize. Single precision is enough to find the nearest.
struct Candidates {
    x: [f32; WIDE],
    y: [f32; WIDE],
    /// How far off each may be, without the errors of distance; far below 0 for one who is no
    /// candidate.
    reach: [f32; WIDE],
    /// 1 for left, -1 for right, 0 for unknown.
    side: [f32; WIDE],
    /// Number of places and unknown players together.
    count: usize,
    /// Bits of the players whose known position is in view and not too far away.
    in_sight: u64,
    /// Bits of the players who have been seen.
    seen: u64,
    /// Bits of the unknown players who have turned out to be one of the places.
    lost: u64,
}

/// Bits of a number that an index replaces.
const INDEX: i32 = 63;
/// The reach of one who is not a candidate.
const NONE: f32 = -1e9;

const _: () = assert!(WIDE <= INDEX as usize + 1);

impl Candidates {
    /// No candidates yet.
    #[inline]
    fn none() -> Self {
        Self {
            x: [0.0; WIDE],
            y: [0.0; WIDE],
            reach: [NONE; WIDE],
            side: [0.0; WIDE],
            count: 0,
            in_sight: 0,
            seen: 0,
            lost: 0,
        }
    }

    /// The nearest candidate who can be at a place; with `unknown`, only of the unknown players.
    fn nearest(&self, unknown: bool, spot: Vec2, distance: f64, side: f32) -> Option<usize> {
        let first = if unknown { PLAYERS } else { 0 };
        let (x, y, error) = (spot.x as f32, spot.y as f32, ERROR * distance as f32);
        let mut least = i32::MAX;
        with_avx2(Nearest { among: self, x, y, error, first, side }, &mut least);
        (least != i32::MAX).then_some((least & INDEX) as usize)
    }

    /// Marks a candidate as seen, so that they no longer are one.
    fn take(&mut self, index: usize) {
        self.reach[index] = NONE;
        self.seen |= 1 << index;
    }
}

/// Puts in the players that a player knows.
struct Gather<'a>(&'a Crowd, &'a Stand);

impl Kernel for Gather<'_> {
    type Data = Candidates;
    type Output = ();

    #[inline(always)]
    fn run(self, among: &mut Candidates) {
        let Self(crowd, stand) = self;
        among.count = crowd.rows();
        let rows = crowd.used();
        let (xs, ys) = (&crowd.x[..rows], &crowd.y[..rows]);
        let mut in_sight = 0;
        for (index, ((x, y), age)) in xs.iter().zip(ys).zip(&crowd.ages[POS]).enumerate() {
            let is_one = (*age < NEVER) & stand.may_see(*x, *y);
            in_sight |= if is_one { 1 << index } else { 0 };
        }
        among.in_sight = in_sight;
        for (out, x) in among.x.iter_mut().zip(xs) {
            *out = *x as f32;
        }
        for (out, y) in among.y.iter_mut().zip(ys) {
            *out = *y as f32;
        }
        let ages = crowd.ages[POS][..rows].iter();
        for (reach, age) in among.reach.iter_mut().zip(ages) {
            let own = SLACK + FASTEST as f32 * f32::from(*age);
            *reach = if *age <= OLD { own } else { NONE };
        }
        for (out, side) in among.side.iter_mut().zip(&crowd.sides[..rows]) {
            *out = f32::from(*side);
        }
    }
}

/// The search for the nearest candidate: the least squared distance, with an index as its last
/// bits.
struct Nearest<'a> {
    among: &'a Candidates,
    x: f32,
    y: f32,
    error: f32,
    first: usize,
    side: f32,
}

impl Kernel for Nearest<'_> {
    type Data = i32;
    type Output = ();

    #[inline(always)]
    fn run(self, nearest: &mut i32) {
        let Self { among, x, y, error, first, side } = self;
        let mut least = [i32::MAX; LANES];
        for chunk in first / LANES..among.count.div_ceil(LANES).min(WIDE / LANES) {
            for (lane, least) in least.iter_mut().enumerate() {
                let at = chunk * LANES + lane;
                let (dx, dy) = (among.x[at] - x, among.y[at] - y);
                let (length2, reach) = (dx * dx + dy * dy, among.reach[at] + error);
                let fits = (side * among.side[at] >= 0.0)
                    & (reach > 0.0)
                    & (length2 < reach * reach)
                    & (at as i32 >= first as i32);
                // Numbers that are not negative have the same order as their bits.
                let key = (length2.to_bits() as i32 & !INDEX) | at as i32;
                let key = if fits { key } else { i32::MAX };
                *least = if key < *least { key } else { *least };
            }
        }
        *nearest = least.into_iter().fold(i32::MAX, i32::min);
    }
}

impl Memory {
    /// Takes in other players: first those with numbers, then those of whom only the team is seen,
    /// then the others. A player without a number is taken for the nearest known player who can be
    /// there, or for somebody unknown.
    pub(super) fn see_players(&mut self, rules: &Rules, view: &mut impl View, stand: &Stand) {
        let mut all = ArrayVec::new();
        view.players(&mut all);
        let decay = rules.server.player_decay;
        let mut candidates = Candidates::none();
        with_widest(Gather(&self.crowd, stand), &mut candidates);
        let clear =
            |seen: &SeenPlayer| usize::from(seen.unum.is_some()) + usize::from(seen.side.is_some());
        // All players are found before any is taken in. In between, the rows that only sights
        // change are prefetched.
        let mut found = ArrayVec::<_, PLAYERS>::new();
        for clearness in [2, 1, 0] {
            for seen in all.iter().filter(|seen| clear(seen) == clearness) {
                let Some(distance) = seen.seen.distance else { continue };
                let spot = stand.position_of(distance, seen.seen.direction);
                if let Some(index) = self.find(seen, spot, distance, &mut candidates) {
                    self.crowd.prefetch_row(index);
                    found.push((index, seen, spot, distance));
                }
            }
        }
        for (index, seen, spot, distance) in found {
            let change = seen.seen.change;
            let velocity =
                change.map(|change| stand.velocity_of(distance, seen.seen.direction, change));
            self.crowd.see(index, seen, spot, velocity, stand.heading, decay);
        }
        self.miss(stand, &candidates);
    }

    /// Finds the row of the player who is seen at a place: one of the 22 places, or one of the
    /// unknown players after them; `None` if there are too many.
    fn find(
        &mut self,
        seen: &SeenPlayer,
        spot: Vec2,
        distance: f64,
        candidates: &mut Candidates,
    ) -> Option<usize> {
        let side = f32::from(sign(seen.side));
        let index = match (seen.side, seen.unum) {
            (Some(side_of), Some(unum)) => {
                // They may have been one of the unknown players so far.
                let index = Player::place(side_of, unum);
                if candidates.count > PLAYERS
                    && !self.is_known_at(index, spot)
                    && let Some(was) = candidates.nearest(true, spot, distance, side)
                {
                    candidates.take(was);
                    candidates.lost |= 1 << was;
                }
                index
            }
            _ => match candidates.nearest(false, spot, distance, side) {
                Some(index) => index,
                None => self.crowd.push()?,
            },
        };
        candidates.take(index);
        Some(index)
    }

    /// Whether the known position of a player with a number is so recent and so near that none of
    /// the unknown players can be them.
    fn is_known_at(&self, index: usize, spot: Vec2) -> bool {
        self.crowd.age(POS, index) <= LATELY
            && (self.crowd.position(index) - spot).length2() < NEAR * NEAR
    }

    /// Players who should have been seen and were not become ghosts, and are eventually lost.
    fn miss(&mut self, stand: &Stand, candidates: &Candidates) {
        let mut missed = candidates.in_sight & !candidates.seen;
        let mut gone = candidates.lost;
        while missed != 0 {
            let index = missed.trailing_zeros() as usize;
            missed &= missed - 1;
            if stand.should_see(self.crowd.position(index)) {
                match index {
                    ..PLAYERS => self.crowd.miss(index, GHOSTS),
                    _ => gone |= 1 << index,
                }
            }
        }
        while gone != 0 {
            let index = gone.ilog2();
            gone ^= 1 << index;
            self.crowd.swap_remove(index as usize);
        }
    }
}
