//! Which of the players that one knows those are that one sees.

use super::player::FASTEST;
use super::view::View;
use super::{Memory, NEVER, PlayerMemory, Stand};
use crate::disc::senses::SeenPlayer;
use crate::disc::{PLAYERS, Player, Rules, Side, Vec2};
use crate::math::lane::Kernel;
use crate::math::wide::with_avx2;
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
    x: [f32; WIDTH * CHUNKS],
    y: [f32; WIDTH * CHUNKS],
    /// How far off each may be, beside errors of distance; far below 0 for who is none.
    reach: [f32; WIDTH * CHUNKS],
    /// 1 for left, -1 for right, 0 for unknown.
    side: [f32; WIDTH * CHUNKS],
    /// Whether he is one of the unknown: 1 or 0.
    unknown: [f32; WIDTH * CHUNKS],
    /// Which place or unknown each is.
    index: [u8; WIDTH * CHUNKS],
    /// Where each is here, by place or unknown; [`INDEX`] for who is not.
    at: [u8; WIDTH * CHUNKS],
    /// How many they are.
    candidates: usize,
    /// Places and unknown.
    count: usize,
    /// Bits of who has been seen.
    seen: u64,
}

/// So many at a time are compared.
const WIDTH: usize = 8;
/// Places and unknown, in whole widths: less than 64.
const CHUNKS: usize = (2 * PLAYERS).div_ceil(WIDTH);
/// Bits of a number that an index takes the place of.
const INDEX: i32 = 63;
/// What is no candidate's reach.
const NONE: f32 = -1e9;

/// A side as a number.
fn sign(side: Option<Side>) -> f32 {
    match side {
        Some(Side::Left) => 1.0,
        Some(Side::Right) => -1.0,
        None => 0.0,
    }
}

impl Candidates {
    /// Nobody yet.
    #[inline]
    fn none() -> Self {
        Self {
            x: [0.0; WIDTH * CHUNKS],
            y: [0.0; WIDTH * CHUNKS],
            reach: [NONE; WIDTH * CHUNKS],
            side: [0.0; WIDTH * CHUNKS],
            unknown: [0.0; WIDTH * CHUNKS],
            index: [0; WIDTH * CHUNKS],
            at: [INDEX as u8; WIDTH * CHUNKS],
            candidates: 0,
            count: 0,
            seen: 0,
        }
    }

    /// Puts in whom a player knows. In its place, as it is too large to be moved.
    fn add_all(&mut self, memory: &Memory) {
        self.count = PLAYERS + memory.unknown.len();
        for (index, player) in memory.players.iter().chain(&memory.unknown).enumerate() {
            // Everybody is put there, and who is none is overwritten by the next one: no branch,
            // as they are some here and some there.
            let is_one = player.pos_count <= OLD;
            let at = self.candidates;
            self.x[at] = player.position.x as f32;
            self.y[at] = player.position.y as f32;
            self.side[at] = sign(player.side);
            self.reach[at] = SLACK + FASTEST as f32 * f32::from(player.pos_count);
            self.unknown[at] = if index < PLAYERS { 0.0 } else { 1.0 };
            self.index[at] = index as u8;
            self.at[index] = if is_one { at as u8 } else { INDEX as u8 };
            self.candidates += usize::from(is_one);
        }
        if let Some(behind) = self.reach.get_mut(self.candidates) {
            *behind = NONE;
        }
    }

    /// The nearest who can be at a place; of the unknown alone if `unknown`.
    fn nearest(&self, unknown: bool, place: Vec2, distance: f64, side: f32) -> Option<usize> {
        let asked = if unknown { 1.0 } else { 0.0 };
        let (x, y, error) = (place.x as f32, place.y as f32, ERROR * distance as f32);
        let mut least = i32::MAX;
        with_avx2(Nearest { among: self, x, y, error, asked, side }, &mut least);
        (least != i32::MAX).then(|| self.index[(least & INDEX) as usize].into())
    }

    /// Who has been seen is no candidate any longer.
    fn take(&mut self, index: usize) {
        let at = usize::from(self.at.get(index).copied().unwrap_or(INDEX as u8));
        if at < self.candidates {
            self.reach[at] = NONE;
        }
        self.seen |= 1 << index;
    }
}

/// The search for the nearest candidate: the least squared distance, whose last bits are an index.
struct Nearest<'a> {
    among: &'a Candidates,
    x: f32,
    y: f32,
    error: f32,
    asked: f32,
    side: f32,
}

impl Kernel for Nearest<'_> {
    type Data = i32;
    type Output = ();

    #[inline(always)]
    fn run(self, nearest: &mut i32) {
        let Self { among, x, y, error, asked, side } = self;
        let mut least = [i32::MAX; WIDTH];
        for chunk in 0..among.candidates.div_ceil(WIDTH).min(CHUNKS) {
            for (lane, least) in least.iter_mut().enumerate() {
                let at = chunk * WIDTH + lane;
                let (dx, dy) = (among.x[at] - x, among.y[at] - y);
                let (length2, reach) = (dx * dx + dy * dy, among.reach[at] + error);
                let fits = (side * among.side[at] >= 0.0)
                    & (reach > 0.0)
                    & (length2 < reach * reach)
                    & (among.unknown[at] >= asked);
                // Numbers that are not below 0 are ordered as their bits are.
                let key = (length2.to_bits() as i32 & !INDEX) | at as i32;
                let key = if fits { key } else { i32::MAX };
                *least = if key < *least { key } else { *least };
            }
        }
        *nearest = least.into_iter().fold(i32::MAX, i32::min);
    }
}

/// Who may be missed of the 22: bits of those who are known to be not too far and not aside.
struct InSight<'a>(&'a Stand);

impl Kernel for InSight<'_> {
    type Data = [PlayerMemory; PLAYERS];
    type Output = u64;

    #[inline(always)]
    fn run(self, players: &mut Self::Data) -> u64 {
        let mut bits = 0;
        for (place, player) in players.iter().enumerate() {
            let is_one = (player.pos_count < NEVER) & self.0.may_see(player.position);
            bits |= u64::from(is_one) << place;
        }
        bits
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
        candidates.add_all(self);
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
                    self.known(index).prefetch_seen();
                    found.push((index, seen, place, distance));
                }
            }
        }
        for (index, seen, place, distance) in found {
            let change = seen.seen.change;
            let velocity =
                change.map(|change| stand.velocity_of(distance, seen.seen.direction, change));
            self.known(index).see(seen, place, velocity, stand.heading, decay);
        }
        self.miss(stand, &candidates);
    }

    /// Somebody whom one knows: a place, or behind them one of the unknown.
    fn known(&mut self, index: usize) -> &mut PlayerMemory {
        match index {
            ..PLAYERS => &mut self.players[index],
            _ => &mut self.unknown[index - PLAYERS],
        }
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
        let side = sign(seen.side);
        let index = match (seen.side, seen.unum) {
            (Some(side_of), Some(unum)) => {
                // He was perhaps one of the unknown.
                let index = Player::place(side_of, unum);
                if candidates.count > PLAYERS
                    && !self.is_known_at(index, place)
                    && let Some(was) = candidates.nearest(true, place, distance, side)
                {
                    candidates.take(was);
                    self.unknown[was - PLAYERS].lose();
                }
                index
            }
            _ => match candidates.nearest(false, place, distance, side) {
                Some(index) => index,
                None => {
                    self.unknown.try_push(PlayerMemory::nobody()).ok()?;
                    PLAYERS + self.unknown.len() - 1
                }
            },
        };
        candidates.take(index);
        Some(index)
    }

    /// Whether somebody was seen with his number so lately and near that nobody unknown is he.
    fn is_known_at(&self, index: usize, place: Vec2) -> bool {
        let player = &self.players[index];
        player.pos_count <= LATELY && (player.position - place).length2() < NEAR * NEAR
    }

    /// Who should have been seen and was not is a ghost, and in the end lost.
    fn miss(&mut self, stand: &Stand, candidates: &Candidates) {
        let mut missed = with_avx2(InSight(stand), &mut self.players) & !candidates.seen;
        while missed != 0 {
            let player = &mut self.players[missed.trailing_zeros() as usize];
            missed &= missed - 1;
            if stand.should_see(player.position) {
                player.ghost_count += 1;
                if player.ghost_count >= GHOSTS {
                    player.lose();
                }
            }
        }
        for index in (0..self.unknown.len()).rev() {
            let player = &self.unknown[index];
            let missed = index + PLAYERS < candidates.count
                && candidates.seen >> (index + PLAYERS) & 1 == 0
                && stand.should_see(player.position);
            if missed || player.pos_count == NEVER {
                self.unknown.swap_remove(index);
            }
        }
    }
}
