//! Which of the players that one knows those are that one sees.

use super::crowd::{Crowd, LANES, POS, WIDE, sign};
use super::player::FASTEST;
use super::view::View;
use super::{Memory, NEVER, Stand};
use crate::disc::senses::SeenPlayer;
use crate::disc::{PLAYERS, Player, Rules, Vec2};
use crate::math::lane::Kernel;
use crate::math::wide::{with_avx2, with_widest};
use arrayvec::ArrayVec;

/// How far off somebody may be who is seen again, m: at least,
const SLACK: f32 = 0.4;
/// and by distance.
const ERROR: f32 = 0.07;
/// So many looks at nothing, and a place is lost.
const GHOSTS: u16 = 2;
/// So many cycles, and nobody is known again by his place.
const OLD: u16 = 12;

/// So lately, in cycles, and so near, in m, somebody has no double among the unknown.
const LATELY: u16 = 3;
/// See [`LATELY`].
const NEAR: f64 = 2.0;

/// Those whom one may see again, of the 22 places and the unknown behind them, side by side in
/// arrays that compilers make vectors of. Single precision is enough to tell who is nearest.
struct Candidates {
    x: [f32; WIDE],
    y: [f32; WIDE],
    /// How far off each may be, beside errors of distance; far below 0 for who is none.
    reach: [f32; WIDE],
    /// 1 for left, -1 for right, 0 for unknown.
    side: [f32; WIDE],
    /// Places and unknown.
    count: usize,
    /// Bits of who is known to be not too far and not aside.
    in_sight: u64,
    /// Bits of who has been seen.
    seen: u64,
    /// Bits of unknown who have turned out to be one of the places.
    lost: u64,
}

/// Bits of a number that an index takes the place of.
const INDEX: i32 = 63;
/// What is no candidate's reach.
const NONE: f32 = -1e9;

const _: () = assert!(WIDE <= INDEX as usize + 1);

impl Candidates {
    /// Nobody yet.
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

    /// The nearest who can be at a place; of the unknown alone if `unknown`.
    fn nearest(&self, unknown: bool, place: Vec2, distance: f64, side: f32) -> Option<usize> {
        let first = if unknown { PLAYERS } else { 0 };
        let (x, y, error) = (place.x as f32, place.y as f32, ERROR * distance as f32);
        let mut least = i32::MAX;
        with_avx2(Nearest { among: self, x, y, error, first, side }, &mut least);
        (least != i32::MAX).then_some((least & INDEX) as usize)
    }

    /// Who has been seen is no candidate any longer.
    fn take(&mut self, index: usize) {
        self.reach[index] = NONE;
        self.seen |= 1 << index;
    }
}

/// Puts in whom a player knows.
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

/// The search for the nearest candidate: the least squared distance, whose last bits are an index.
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
                // Numbers that are not below 0 are ordered as their bits are.
                let key = (length2.to_bits() as i32 & !INDEX) | at as i32;
                let key = if fits { key } else { i32::MAX };
                *least = if key < *least { key } else { *least };
            }
        }
        *nearest = least.into_iter().fold(i32::MAX, i32::min);
    }
}

impl Memory {
    /// Takes in other players: first those with numbers, then those of a team, then the others;
    /// each of these is the nearest whom one knows and who can be there, or somebody unknown.
    pub(super) fn see_players(&mut self, rules: &Rules, view: &mut impl View, stand: &Stand) {
        let mut all = ArrayVec::new();
        view.players(&mut all);
        let decay = rules.server.player_decay;
        let mut candidates = Candidates::none();
        with_widest(Gather(&self.crowd, stand), &mut candidates);
        let clear =
            |seen: &SeenPlayer| usize::from(seen.unum.is_some()) + usize::from(seen.side.is_some());
        // First all are found, then all is taken in: what only sights change of whom one sees is
        // asked of the memory in between.
        let mut found = ArrayVec::<_, PLAYERS>::new();
        for clearness in [2, 1, 0] {
            for seen in all.iter().filter(|seen| clear(seen) == clearness) {
                let Some(distance) = seen.seen.distance else { continue };
                let place = stand.place_of(distance, seen.seen.direction);
                if let Some(index) = self.find(seen, place, distance, &mut candidates) {
                    self.crowd.prefetch_row(index);
                    found.push((index, seen, place, distance));
                }
            }
        }
        for (index, seen, place, distance) in found {
            let change = seen.seen.change;
            let velocity =
                change.map(|change| stand.velocity_of(distance, seen.seen.direction, change));
            self.crowd.see(index, seen, place, velocity, stand.heading, decay);
        }
        self.miss(stand, &candidates);
    }

    /// Who it is that is seen at a place: a place, or behind them one of the unknown; none if there
    /// are too many.
    fn find(
        &mut self,
        seen: &SeenPlayer,
        place: Vec2,
        distance: f64,
        candidates: &mut Candidates,
    ) -> Option<usize> {
        let side = f32::from(sign(seen.side));
        let index = match (seen.side, seen.unum) {
            (Some(side_of), Some(unum)) => {
                // He was perhaps one of the unknown.
                let index = Player::place(side_of, unum);
                if candidates.count > PLAYERS
                    && !self.is_known_at(index, place)
                    && let Some(was) = candidates.nearest(true, place, distance, side)
                {
                    candidates.take(was);
                    candidates.lost |= 1 << was;
                }
                index
            }
            _ => match candidates.nearest(false, place, distance, side) {
                Some(index) => index,
                None => self.crowd.push()?,
            },
        };
        candidates.take(index);
        Some(index)
    }

    /// Whether somebody was seen with his number so lately and near that nobody unknown is he.
    fn is_known_at(&self, index: usize, place: Vec2) -> bool {
        self.crowd.age(POS, index) <= LATELY
            && (self.crowd.position(index) - place).length2() < NEAR * NEAR
    }

    /// Who should have been seen and was not is a ghost, and in the end lost.
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
