//! Who reaches the ball when: all of it, worked out when it is first asked for.

use super::super::world_model::{UNKNOWN, WorldModel};
use super::others::{BallPath, steps_on};
use super::way::Way;
use super::{NEVER, own};
use crate::disc::{Game, PLAYERS, PlayMode, Rules, Vec2};
use std::cell::OnceCell;

/// Where [`WorldModel::reach`] keeps its answer.
#[derive(Clone, Debug, Default)]
pub struct ReachCell {
    reach: OnceCell<Reach>,
    ways: OnceCell<Vec<Way>>,
}

/// Cycles until players reach the ball; [`NEVER`] if they do not.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The player himself, without a loss of recovery; 0 if he can kick.
    pub me: u32,
    /// The fastest mate.
    pub mate: u32,
    /// The fastest opponent.
    pub opponent: u32,
    /// Which of [`WorldModel::others`] they are.
    pub fastest_mate: Option<usize>,
    /// The same.
    pub fastest_opponent: Option<usize>,
    /// Of each of [`WorldModel::others`].
    pub others: Vec<u32>,
}

impl WorldModel<'_> {
    /// Who reaches the ball when.
    pub fn reach(&self) -> &Reach {
        self.reach.reach.get_or_init(|| reach(self))
    }

    /// Ways of the player to the ball, in order of their cycles; none if he can kick it.
    pub fn ways(&self) -> &[Way] {
        self.reach.ways.get_or_init(|| {
            if self.me.can_kick || is_over(self) {
                return Vec::new();
            }
            // Who has it stops it.
            let stands = self.opponent_can_kick();
            own::ways(self, if stands { Vec2::ZERO } else { self.ball.velocity })
        })
    }
}

/// Nobody goes for the ball, or the player does not know where.
fn is_over(world: &WorldModel) -> bool {
    let is_unknown = world.me.position_count.max(world.ball.counts.position) >= UNKNOWN;
    is_unknown || matches!(world.mode, PlayMode::BeforeKickOff | PlayMode::TimeOver)
}

fn reach(world: &WorldModel) -> Reach {
    if is_over(world) {
        let others = vec![NEVER; world.others.len()];
        let (me, mate, opponent) = (NEVER, NEVER, NEVER);
        return Reach { me, mate, opponent, fastest_mate: None, fastest_opponent: None, others };
    }
    // An opponent who has the ball stops it.
    let stands = world.opponent_can_kick();
    let path = if stands { BallPath::at_rest(world) } else { BallPath::of(world) };
    let others: Vec<u32> =
        world.others.iter().map(|player| steps_on(world, &path, player)).collect();
    let fastest = |is_ours: bool, oldest: u16, kicker: Option<usize>| {
        if let Some(kicker) = kicker {
            return (Some(kicker), 0);
        }
        let of_team = world.others.iter().zip(&others).enumerate().filter(|(_, (player, _))| {
            player.is_ours == Some(is_ours) && player.counts.position < oldest
        });
        let best = of_team.min_by_key(|(_, (_, steps))| **steps);
        best.map_or((None, NEVER), |(index, (_, steps))| {
            ((*steps < NEVER).then_some(index), *steps)
        })
    };
    let (fastest_mate, mate) = fastest(true, 10, world.mate_who_can_kick());
    let (fastest_opponent, opponent) = fastest(false, 15, world.opponent_who_can_kick());
    let me = if world.me.can_kick { 0 } else { own_steps(world) };
    Reach { me, mate, opponent, fastest_mate, fastest_opponent, others }
}

/// Of the ways that do not cost recovery.
fn own_steps(world: &WorldModel) -> u32 {
    let kept = world.ways().iter().filter(|way| !way.exhausts);
    kept.map(Way::steps).min().unwrap_or(NEVER)
}

/// Cycles until each player of a game reaches the ball, by place; [`NEVER`] where nobody is. Those
/// of the first player's team are taken to reach a little less far, as he takes his mates.
pub fn reach_steps(rules: &Rules, game: &Game) -> [u32; PLAYERS] {
    let mut steps = [NEVER; PLAYERS];
    let Some(place) = (0..PLAYERS).find(|&place| game.players[place].connected) else {
        return steps;
    };
    let world = WorldModel::full(rules, game, place);
    let path = BallPath::of(&world);
    let others = (0..PLAYERS).filter(|&other| other != place && game.players[other].connected);
    for (other, player) in others.zip(&world.others) {
        steps[other] = steps_on(&world, &path, player);
    }
    steps[place] = steps_on(&world, &path, &world.as_other());
    steps
}
