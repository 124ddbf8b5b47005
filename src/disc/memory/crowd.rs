//! All the others whom a player knows. They are stored side by side because most operations concern
//! all of them: their ages grow in every cycle, and every sight searches all of them for each
//! player seen.
//!
//! Rows are the 22 places, followed by players without numbers. Each value that cycles change has
//! an array of its own, which compilers vectorize. What only sights change follows these arrays row
//! by row. Ages and positions are brought up to date when somebody needs them; until then, cycles
//! are only counted ([`Crowd::advance`]).

use super::ball::{clipped, velocity_after};
use super::player::{FASTEST, PlayerMemory, RECENT, TACKLE};
use super::{FORGOTTEN, NEVER};
use crate::disc::angle::normalize;
use crate::disc::senses::SeenPlayer;
use crate::disc::{PLAYERS, Side, Vec2};
use crate::math::lane::Kernel;
use crate::math::prefetch::{prefetch, prefetch_line, prefetch_part};
use crate::math::wide::with_widest;
use std::mem::offset_of;

/// Rows for the places, and as many for players without numbers.
const ROWS: usize = 2 * PLAYERS;
/// The number of rows rounded up to whole vectors.
pub(super) const WIDE: usize = ROWS.next_multiple_of(LANES);
/// Number of rows that are processed at a time.
pub(super) const LANES: usize = 8;
/// Maximum number of cycles that are counted before the players are brought up to date in any case.
const MOST: u16 = 8;

/// Index of the age of the number among a player's ages.
const UNUM: usize = 0;
/// Of the position.
pub(super) const POS: usize = 1;
/// Of the velocity.
const VEL: usize = 2;
/// Of the position as it was seen.
const SEEN_POS: usize = 3;
/// Of the velocity as it was seen.
const SEEN_VEL: usize = 4;
/// Of the directions of body and head.
const BODY: usize = 5;
/// Of the arm.
const POINTING: usize = 6;
/// Of a tackle.
const TACKLED: usize = 7;
/// Number of ages.
const AGES: usize = 8;

/// The part of a player that only sights change: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Rest {
    seen_position: Vec2,
    seen_velocity: Vec2,
    body: f64,
    face: f64,
    pointing: f64,
    unum: Option<u8>,
    goalie: bool,
    kicking: bool,
}

/// All the others whom a player knows; see the top of this file.
#[derive(Clone, Debug)]
#[repr(C)]
pub(super) struct Crowd {
    /// Cycles that are counted and by which all rows are still to be aged.
    behind: u16,
    /// Rows in use.
    count: u16,
    /// Decay of velocities in the cycles that are counted.
    decay: f64,
    /// 1 for left, -1 for right, 0 for unknown.
    pub sides: [i8; WIDE],
    /// How often the player looked where each should have been, and they were not there.
    ghosts: [u16; WIDE],
    /// In cycles; [`NEVER`] in rows without a player.
    pub ages: [[u16; WIDE]; AGES],
    /// m.
    pub x: [f64; WIDE],
    /// m.
    pub y: [f64; WIDE],
    /// m/cycle.
    vx: [f64; WIDE],
    /// m/cycle.
    vy: [f64; WIDE],
    rest: [Rest; ROWS],
}

/// Lets this many cycles pass for all rows.
struct Cycles(u16);

impl Kernel for Cycles {
    type Data = Crowd;
    type Output = ();

    #[inline(always)]
    fn run(self, crowd: &mut Crowd) {
        let (cycles, decay, used) = (self.0, crowd.decay, crowd.used());
        // Rows of which neither the place nor the number is known do not change.
        let mut counts = [0; WIDE];
        let counts = &mut counts[..used];
        let (unum, pos) = (&crowd.ages[UNUM][..used], &crowd.ages[POS][..used]);
        for ((count, unum), pos) in counts.iter_mut().zip(unum).zip(pos) {
            *count = NEVER.saturating_sub(*unum.min(pos)).min(cycles);
        }
        for ages in &mut crowd.ages {
            for (age, count) in ages[..used].iter_mut().zip(&*counts) {
                *age = (*age + count).min(NEVER);
            }
        }
        let (mut moves, mut slower) = ([0_u64; WIDE], [0.0; WIDE]);
        let (moves, slower) = (&mut moves[..used], &mut slower[..used]);
        for cycle in 0..cycles {
            // Rows that do not change are moved by zero and slowed down by a factor of one. This
            // avoids branches, which could not be predicted, and masked stores, which are slow on
            // some processors.
            for ((moves, slower), count) in moves.iter_mut().zip(&mut *slower).zip(&*counts) {
                *moves = u64::from(cycle < *count).wrapping_neg();
                *slower = if cycle < *count { decay } else { 1.0 };
            }
            let Crowd { x, y, vx, vy, .. } = &mut *crowd;
            for (places, velocities) in [(x, vx), (y, vy)] {
                let all = places[..used].iter_mut().zip(&mut velocities[..used]);
                for (((place, velocity), moves), slower) in all.zip(&*moves).zip(&*slower) {
                    let nothing = (-0.0_f64).to_bits();
                    *place += f64::from_bits((velocity.to_bits() & moves) | (nothing & !moves));
                    *velocity *= slower;
                }
            }
        }
    }
}

/// A side as a number: 1 for left, -1 for right, 0 for unknown.
pub(super) fn sign(side: Option<Side>) -> i8 {
    match side {
        Some(Side::Left) => 1,
        Some(Side::Right) => -1,
        None => 0,
    }
}

impl Crowd {
    /// A crowd made from what is known of the places and of players without numbers.
    pub fn new(players: &[PlayerMemory; PLAYERS], unknown: &[PlayerMemory]) -> Self {
        let rest = Rest {
            seen_position: Vec2::ZERO,
            seen_velocity: Vec2::ZERO,
            body: 0.0,
            face: 0.0,
            pointing: 0.0,
            unum: None,
            goalie: false,
            kicking: false,
        };
        let mut crowd = Self {
            behind: 0,
            count: 0,
            decay: 0.0,
            sides: [0; WIDE],
            ghosts: [0; WIDE],
            ages: [[NEVER; WIDE]; AGES],
            x: [0.0; WIDE],
            y: [0.0; WIDE],
            vx: [0.0; WIDE],
            vy: [0.0; WIDE],
            rest: [rest; ROWS],
        };
        for (index, player) in players.iter().chain(unknown).take(ROWS).enumerate() {
            crowd.count += 1;
            crowd.set(index, player);
        }
        crowd
    }

    /// The player in a row, as they are known now. The row of a player with a number is their
    /// place.
    pub fn player(&self, place: usize) -> PlayerMemory {
        let mut player = self.row(place);
        (0..self.behind).for_each(|_| player.advance(self.decay));
        player
    }

    /// Players without numbers as they are known now.
    pub fn unknown(&self) -> impl Iterator<Item = PlayerMemory> + Clone {
        let is_kept = |player: &PlayerMemory| self.behind == 0 || player.pos_count < FORGOTTEN;
        (PLAYERS..self.rows()).map(|index| self.player(index)).filter(is_kept)
    }

    /// Rows in use.
    pub fn rows(&self) -> usize {
        self.count.into()
    }

    /// Rows in use, in whole vectors.
    #[inline(always)]
    pub fn used(&self) -> usize {
        self.rows().next_multiple_of(LANES).min(WIDE)
    }

    /// Prefetches the cache lines that a sight needs no matter who is seen.
    #[inline]
    pub fn prefetch(&self) {
        prefetch_part(self, 0..offset_of!(Self, x));
        // Most players know of a few without numbers.
        for row in [&self.x, &self.y, &self.vx, &self.vy] {
            prefetch(&row[..PLAYERS + LANES]);
        }
    }

    /// Prefetches what else [`see`](Self::see) needs of one player.
    #[inline]
    pub fn prefetch_row(&self, index: usize) {
        self.rest.get(index).into_iter().for_each(prefetch_line);
    }

    /// A cycle has passed, in which velocities decay by this factor.
    #[inline]
    pub fn advance(&mut self, decay: f64) {
        if self.behind >= MOST || self.decay != decay {
            self.catch_up();
            self.decay = decay;
        }
        self.behind += 1;
    }

    /// Ages all rows by the cycles that were counted, and forgets players without numbers of whom
    /// nothing has been seen for long.
    pub fn catch_up(&mut self) {
        let cycles = std::mem::take(&mut self.behind);
        if cycles == 0 {
            return;
        }
        with_widest(Cycles(cycles), self);
        let mut kept = PLAYERS;
        for index in PLAYERS..self.rows() {
            if self.age(POS, index) < FORGOTTEN {
                if kept < index {
                    self.copy(index, kept);
                }
                kept += 1;
            }
        }
        (kept..self.rows()).for_each(|index| self.clear(index));
        self.count = kept as u16;
    }

    /// One of the ages of a row.
    pub fn age(&self, kind: usize, index: usize) -> u16 {
        self.ages[kind][index]
    }

    /// Where a player is, m.
    pub fn position(&self, index: usize) -> Vec2 {
        Vec2::new(self.x[index], self.y[index])
    }

    /// Takes in a report of where a player is, with its age.
    pub fn hear(&mut self, index: usize, position: Vec2, age: u16) {
        self.set_position(index, position);
        self.ages[POS][index] = age;
        self.ghosts[index] = 0;
    }

    fn set_position(&mut self, index: usize, position: Vec2) {
        (self.x[index], self.y[index]) = (position.x, position.y);
    }

    fn set_velocity(&mut self, index: usize, velocity: Vec2) {
        (self.vx[index], self.vy[index]) = (velocity.x, velocity.y);
    }

    /// Adds a player without a number, of whom nothing is known yet, and returns their row; `None`
    /// if there are too many.
    pub fn push(&mut self) -> Option<usize> {
        let index = self.rows();
        if index == ROWS {
            return None;
        }
        self.count += 1;
        self.set(index, &PlayerMemory::nobody());
        Some(index)
    }

    /// Forgets a player without a number; the last one takes their row.
    pub fn swap_remove(&mut self, index: usize) {
        let last = self.rows() - 1;
        if index < last {
            self.copy(last, index);
        }
        self.clear(last);
        self.count -= 1;
    }

    /// Forgets where a player is and how they move.
    fn lose(&mut self, index: usize) {
        (self.ages[POS][index], self.ages[VEL][index]) = (NEVER, NEVER);
        self.set_velocity(index, Vec2::ZERO);
        self.ghosts[index] = 0;
    }

    /// A player is not where they should be; after `most` times their place is lost.
    pub fn miss(&mut self, index: usize, most: u16) {
        self.ghosts[index] += 1;
        if self.ghosts[index] >= most {
            self.lose(index);
        }
    }

    /// Takes in a player who is seen at a place, with their velocity if that is seen. `heading`:
    /// where the observer's head looks, rad.
    pub fn see(
        &mut self,
        index: usize,
        seen: &SeenPlayer,
        spot: Vec2,
        velocity: Option<Vec2>,
        heading: f64,
        decay: f64,
    ) {
        let (rest, ages) = (&mut self.rest[index], &mut self.ages);
        let before = ages[SEEN_POS][index];
        let (velocity, age) = if let Some(velocity) = velocity {
            (rest.seen_velocity, ages[SEEN_VEL][index]) = (velocity, 0);
            (velocity, 0)
        } else if (1..=RECENT).contains(&before) {
            let way = spot - rest.seen_position;
            (clipped(velocity_after(way, before, decay), FASTEST), 0)
        } else {
            (Vec2::ZERO, NEVER)
        };
        ages[VEL][index] = age;
        (self.vx[index], self.vy[index]) = (velocity.x, velocity.y);
        (self.x[index], self.y[index]) = (spot.x, spot.y);
        rest.seen_position = spot;
        (ages[POS][index], ages[SEEN_POS][index], self.ghosts[index]) = (0, 0, 0);
        let absolute = |degrees: i32| normalize(heading + f64::from(degrees).to_radians());
        if let Some([body, face]) = seen.facing {
            (rest.body, rest.face) = (absolute(body), absolute(face));
            ages[BODY][index] = 0;
        }
        if let Some(pointing) = seen.pointing {
            (rest.pointing, ages[POINTING][index]) = (absolute(pointing), 0);
        }
        if self.sides[index] == 0 {
            self.sides[index] = sign(seen.side);
        }
        rest.goalie |= seen.goalie;
        rest.kicking = seen.kicking;
        let tackled = &mut ages[TACKLED][index];
        match (seen.tackling, *tackled <= TACKLE) {
            (true, false) => *tackled = 0,
            (false, _) if seen.side.is_some() => *tackled = NEVER,
            _ => {}
        }
        if seen.unum.is_some() {
            ages[UNUM][index] = 0;
        }
    }

    /// A row as it is stored, without the cycles that are only counted.
    fn row(&self, index: usize) -> PlayerMemory {
        let (rest, age) = (&self.rest[index], |kind: usize| self.ages[kind][index]);
        PlayerMemory {
            position: Vec2::new(self.x[index], self.y[index]),
            velocity: Vec2::new(self.vx[index], self.vy[index]),
            unum_count: age(UNUM),
            pos_count: age(POS),
            vel_count: age(VEL),
            seen_pos_count: age(SEEN_POS),
            seen_vel_count: age(SEEN_VEL),
            body_count: age(BODY),
            pointing_count: age(POINTING),
            tackle_count: age(TACKLED),
            ghost_count: self.ghosts[index],
            side: match self.sides[index] {
                0 => None,
                sign => Some(if sign > 0 { Side::Left } else { Side::Right }),
            },
            unum: rest.unum,
            goalie: rest.goalie,
            kicking: rest.kicking,
            seen_position: rest.seen_position,
            seen_velocity: rest.seen_velocity,
            body: rest.body,
            face: rest.face,
            pointing: rest.pointing,
        }
    }

    fn set(&mut self, index: usize, player: &PlayerMemory) {
        self.set_position(index, player.position);
        self.set_velocity(index, player.velocity);
        for (kind, age) in [
            (UNUM, player.unum_count),
            (POS, player.pos_count),
            (VEL, player.vel_count),
            (SEEN_POS, player.seen_pos_count),
            (SEEN_VEL, player.seen_vel_count),
            (BODY, player.body_count),
            (POINTING, player.pointing_count),
            (TACKLED, player.tackle_count),
        ] {
            self.ages[kind][index] = age;
        }
        self.ghosts[index] = player.ghost_count;
        self.sides[index] = sign(player.side);
        self.rest[index] = Rest {
            seen_position: player.seen_position,
            seen_velocity: player.seen_velocity,
            body: player.body,
            face: player.face,
            pointing: player.pointing,
            unum: player.unum,
            goalie: player.goalie,
            kicking: player.kicking,
        };
    }

    /// Empties a row.
    fn clear(&mut self, index: usize) {
        self.ages.iter_mut().for_each(|ages| ages[index] = NEVER);
    }

    /// Copies a row over another one.
    fn copy(&mut self, from: usize, to: usize) {
        for row in [&mut self.x, &mut self.y, &mut self.vx, &mut self.vy] {
            row[to] = row[from];
        }
        self.ages.iter_mut().for_each(|ages| ages[to] = ages[from]);
        self.ghosts[to] = self.ghosts[from];
        self.sides[to] = self.sides[from];
        self.rest[to] = self.rest[from];
    }
}

impl PartialEq for Crowd {
    fn eq(&self, other: &Self) -> bool {
        (0..PLAYERS).all(|place| self.player(place) == other.player(place))
            && self.unknown().eq(other.unknown())
    }
}

/// The part that only sights change is one cache line.
const _: () = assert!(size_of::<Rest>() == 64);

#[cfg(test)]
mod tests {
    use super::{Crowd, ROWS};
    use crate::disc::memory::{FORGOTTEN, NEVER, PlayerMemory};
    use crate::disc::{PLAYERS, Random, Side, Vec2};

    fn anybody(random: &mut Random, oldest: u32) -> PlayerMemory {
        let mut point = || Vec2::new(random.uniform(-50.0, 50.0), random.uniform(-1.0, 1.0));
        let (position, velocity, seen_position) = (point(), point(), point());
        let mut age = || match random.below(4) {
            0 => NEVER,
            1 => NEVER - random.below(5) as u16,
            _ => random.below(oldest) as u16,
        };
        PlayerMemory {
            position,
            velocity,
            seen_position,
            unum_count: age(),
            pos_count: age(),
            vel_count: age(),
            tackle_count: age(),
            side: [None, Some(Side::Left), Some(Side::Right)][random.below(3) as usize],
            unum: Some(1 + random.below(11) as u8),
            ..PlayerMemory::nobody()
        }
    }

    /// Players who are aged by several cycles at once have the ages and positions of players who
    /// are aged in each cycle.
    #[test]
    fn cycles_that_are_counted_are_cycles() {
        let mut random = Random::new(9);
        for round in 0..2_000 {
            let mut players: [_; PLAYERS] = std::array::from_fn(|_| anybody(&mut random, 20));
            let count = random.below(1 + (ROWS - PLAYERS) as u32) as usize;
            let mut unknown: Vec<_> = (0..count).map(|_| anybody(&mut random, 13)).collect();
            let mut crowd = Crowd::new(&players, &unknown);
            for cycle in 0..20 {
                let decay = if cycle < 13 { 0.4 } else { 0.5 };
                crowd.advance(decay);
                players.iter_mut().chain(&mut unknown).for_each(|player| player.advance(decay));
                unknown.retain(|player| player.pos_count < FORGOTTEN);
                if random.below(3) == 0 {
                    crowd.catch_up();
                }
                let now: Vec<_> = (0..PLAYERS).map(|place| crowd.player(place)).collect();
                assert_eq!(now, players, "round {round}, cycle {cycle}");
                assert!(crowd.unknown().eq(unknown.iter().copied()), "{round}, {cycle}");
            }
        }
    }
}
