//! Which players are present: places as bits, so that no time is spent on empty places.

use super::{Game, PLAYERS, Side, TEAM};

/// Places in [`Game::players`], ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places(u32);

impl Places {
    /// The places that belong to a team.
    #[must_use]
    pub fn of(self, side: Side) -> Self {
        Self(self.0 & (((1 << TEAM) - 1) << (side.index() * TEAM)))
    }

    /// A bit for each place.
    pub(super) fn bits(self) -> u32 {
        self.0
    }

    /// Selects the items of these places from those of all places. For loops over teams that are
    /// mostly full, where checking every place is faster than searching for the next one. The
    /// iterator ends after the last of these places.
    #[inline(always)]
    pub(super) fn select<T>(self, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        let end = u32::BITS - self.0.leading_zeros();
        let here = all.into_iter().zip((0..end).map(move |place| self.0 >> place & 1 != 0));
        here.filter_map(|(one, is_here)| is_here.then_some(one))
    }
}

impl Iterator for Places {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let place = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        place
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

/// The places for which [`super::Player::connected`] and [`super::Player::joined`] are set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roster {
    connected: Places,
    joined: Places,
}

impl Game {
    /// Places of the players on the pitch, left 1 to 11, then right.
    #[inline]
    pub fn connected(&self) -> Places {
        self.roster.connected
    }

    /// Places where somebody plays or has played.
    #[inline]
    pub fn joined(&self) -> Places {
        self.roster.joined
    }

    /// Updates the roster after players have come or gone.
    pub(super) fn count_players(&mut self) {
        let places = |is_there: &dyn Fn(usize) -> bool| {
            let there = (0..PLAYERS).filter(|place| is_there(*place));
            Places(there.fold(0, |places, place| places | 1 << place))
        };
        self.roster = Roster {
            connected: places(&|place| self.players[place].connected),
            joined: places(&|place| self.players[place].joined),
        };
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::disc::{PLAYERS, PlayerParameters, Rules, ServerParameters, Side, Teams, World};
    use std::sync::Arc;

    /// Checks the roster against the flags of the players.
    fn check(world: &World) {
        let game = &world.game;
        let all = || 0..PLAYERS;
        let connected: Vec<_> = all().filter(|&place| game.players[place].connected).collect();
        let joined: Vec<_> = all().filter(|&place| game.players[place].joined).collect();
        assert_eq!(game.connected().collect::<Vec<_>>(), connected);
        assert_eq!(game.joined().collect::<Vec<_>>(), joined);
        assert_eq!(game.connected().select(0..).collect::<Vec<_>>(), connected);
        assert_eq!(game.joined().select(0..).collect::<Vec<_>>(), joined);
        let right: Vec<_> = connected.iter().copied().filter(|&place| place > 10).collect();
        assert_eq!(game.connected().of(Side::Right).collect::<Vec<_>>(), right);
    }

    #[test]
    fn players_who_come_and_go_are_counted() {
        let (server, player) = (ServerParameters::default(), PlayerParameters::default());
        let rules = Arc::new(Rules::new(server, player, None, 1).unwrap());
        let teams = Teams { sizes: [4, 3], goalies: [true, false], names: Arc::default() };
        let mut world = World::with_teams(Arc::clone(&rules), 1, &teams);
        check(&world);
        world.stadium().remove(2);
        world.stadium().remove(12);
        check(&world);
        world.stadium().come_back(2);
        world.stadium().come_back(15);
        check(&world);
        assert_eq!(world.game.joined().count(), 8);
        let mut other = World::new(rules, 2);
        other.restore(&world.snapshot().unwrap()).unwrap();
        check(&other);
        assert_eq!(other.game.connected(), world.game.connected());
        other.begin_anew(3, &teams);
        check(&other);
        assert_eq!(other.game.connected().count(), 7);
    }
}
