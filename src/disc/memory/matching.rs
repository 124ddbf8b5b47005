//! Which of the players that one knows those are that one sees.

use super::player::FASTEST;
use super::view::View;
use super::{Memory, NEVER, PlayerMemory};
use crate::disc::senses::SeenPlayer;
use crate::disc::{PLAYERS, Player, Rules, Side, Vec2};

/// What is not drawn from distances: how far off somebody may be who is seen again, m.
const SLACK: f64 = 0.4;
/// And by distance.
const ERROR: f64 = 0.07;
/// So many looks at nothing, and a place is lost.
const GHOSTS: u16 = 2;
/// So many cycles, and nobody is known again by his place.
const OLD: u16 = 12;

impl Memory {
    /// Takes in other players: first those with numbers, then those of a team, then the others;
    /// each of these is the nearest whom one knows and who can be there, or somebody unknown.
    pub(super) fn see_players(&mut self, rules: &Rules, view: &mut impl View) {
        let mut seen = view.players();
        let clearness = |seen: &SeenPlayer| (seen.unum.is_none(), seen.side.is_none());
        seen.sort_by_key(clearness);
        // Bits of who has been seen: places, then the unknown.
        let (mut known, mut unknown) = (0u32, 0u32);
        for seen in &seen {
            let Some(distance) = seen.seen.distance else { continue };
            let place = self.place_of(distance, seen.seen.direction);
            let velocity = seen.seen.change.map(|change| {
                self.velocity_of(distance, seen.seen.direction, change)
            });
            let heading = self.own.heading();
            let decay = rules.server.player_decay;
            if let (Some(side), Some(unum)) = (seen.side, seen.unum) {
                let index = Player::place(side, unum);
                self.forget_unknown(place, distance, Some(side), &mut unknown);
                self.players[index].see(seen, place, velocity, heading, decay);
                known |= 1 << index;
                continue;
            }
            match self.nearest(place, distance, seen.side, known, unknown) {
                Some(index) if index < PLAYERS => {
                    self.players[index].see(seen, place, velocity, heading, decay);
                    known |= 1 << index;
                }
                Some(index) => {
                    let index = index - PLAYERS;
                    self.unknown[index].see(seen, place, velocity, heading, decay);
                    unknown |= 1 << index;
                }
                None => {
                    let mut somebody = PlayerMemory::nobody();
                    somebody.see(seen, place, velocity, heading, decay);
                    if self.unknown.try_push(somebody).is_ok() {
                        unknown |= 1 << (self.unknown.len() - 1);
                    }
                }
            }
        }
        self.miss(view, known, unknown);
    }

    /// How far somebody can be from where one thinks he is.
    fn reach(player: &PlayerMemory, distance: f64) -> f64 {
        SLACK + ERROR * distance + FASTEST * f64::from(player.pos_count)
    }

    /// The nearest whom one knows and has not seen now, and who can be there: a place, or behind
    /// them one of the unknown.
    fn nearest(
        &self,
        place: Vec2,
        distance: f64,
        side: Option<Side>,
        known: u32,
        unknown: u32,
    ) -> Option<usize> {
        let fits = |player: &PlayerMemory| {
            let side = side.is_none() || player.side.is_none() || player.side == side;
            let off = player.position.distance(place);
            let recent = player.pos_count <= OLD;
            (side && recent && off < Self::reach(player, distance)).then_some(off)
        };
        let known = self.players.iter().enumerate().filter(|(index, _)| known >> index & 1 == 0);
        let others = self.unknown.iter().enumerate();
        let others = others.filter(|(index, _)| unknown >> index & 1 == 0);
        let all = known.chain(others.map(|(index, player)| (index + PLAYERS, player)));
        let fitting = all.filter_map(|(index, player)| Some((index, fits(player)?)));
        fitting.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(index, _)| index)
    }

    /// Who has been seen with his number was perhaps one of the unknown.
    fn forget_unknown(
        &mut self,
        place: Vec2,
        distance: f64,
        side: Option<Side>,
        unknown: &mut u32,
    ) {
        let off = |player: &PlayerMemory| player.position.distance(place);
        let fits = |player: &PlayerMemory| {
            (player.side.is_none() || player.side == side)
                && off(player) < Self::reach(player, distance)
        };
        let fitting = self.unknown.iter().enumerate().filter(|(_, player)| fits(player));
        let nearest = fitting.min_by(|(_, one), (_, other)| off(one).total_cmp(&off(other)));
        if let Some(index) = nearest.map(|(index, _)| index) {
            // Numbers come first: nobody unknown has been seen yet.
            debug_assert!(*unknown == 0);
            self.unknown.remove(index);
        }
    }

    /// Who should have been seen and was not is a ghost, and in the end lost.
    fn miss(&mut self, view: &impl View, known: u32, unknown: u32) {
        for index in 0..PLAYERS {
            let player = &self.players[index];
            if known >> index & 1 == 0
                && player.pos_count < NEVER
                && self.should_see(view, player.position)
            {
                let player = &mut self.players[index];
                player.ghost_count += 1;
                if player.ghost_count >= GHOSTS {
                    player.lose();
                }
            }
        }
        for index in (0..self.unknown.len()).rev() {
            if unknown >> index & 1 == 0 && self.should_see(view, self.unknown[index].position) {
                self.unknown.remove(index);
            }
        }
    }
}
