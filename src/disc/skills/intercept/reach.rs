//! Who reaches the ball when: all of it, worked out when it is first asked for.

use super::super::world_model::{PlayerView, UNKNOWN, WorldModel};
use super::others::{BallPath, steps_on};
use super::way::Way;
use super::{NEVER, own};
use crate::disc::{Game, PLAYERS, PlayMode, Player, Rules, Side, Vec2};
use std::cell::OnceCell;

/// Where [`WorldModel::reach`] keeps its answer.
#[derive(Clone, Debug, Default)]
pub struct ReachCell {
    /// The answers of [`team_steps`], if they are known.
    known: Option<[u32; PLAYERS]>,
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
    /// The same of a player who sees everything as it is, with [`team_steps`] of his side.
    #[must_use]
    pub fn knowing_steps(mut self, steps: [u32; PLAYERS]) -> Self {
        self.reach = ReachCell { known: Some(steps), ..ReachCell::default() };
        self
    }

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
            own::ways(self, rolling(self))
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
    let others = others_steps(world);
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

/// Cycles of each of the others.
fn others_steps(world: &WorldModel) -> Vec<u32> {
    if let Some(all) = &world.reach.known {
        let place = |player: &PlayerView| {
            let side = if player.is_ours? { world.side } else { world.side.other() };
            Some(Player::place(side, player.unum?))
        };
        let steps = |player: &PlayerView| place(player).and_then(|place| all.get(place)).copied();
        return world.others.iter().map(|player| steps(player).unwrap_or(NEVER)).collect();
    }
    let path = path(world);
    world.others.iter().map(|player| steps_on(world, &path, player)).collect()
}

/// The way of the ball, which an opponent who has it stops.
fn path(world: &WorldModel) -> BallPath {
    match world.opponent_can_kick() {
        true => BallPath::at_rest(world),
        false => BallPath::of(world),
    }
}

/// Of the ways that do not cost recovery, to a ball that he cannot kick.
fn own_steps(world: &WorldModel) -> u32 {
    // Most players only ask how soon they are there, and not by which ways.
    let Some(ways) = world.reach.ways.get() else { return own::steps(world, rolling(world)) };
    ways.iter().filter(|way| !way.exhausts).map(Way::steps).min().unwrap_or(NEVER)
}

/// The velocity of the ball, unless an opponent has it, who stops it.
fn rolling(world: &WorldModel) -> Vec2 {
    if world.opponent_can_kick() { Vec2::ZERO } else { world.ball.velocity }
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

/// Cycles until each player of a game reaches the ball, by place, as everybody else of a side
/// reckons who sees everything as it is; [`NEVER`] where nobody is. For
/// [`WorldModel::knowing_steps`] of all its players: each would find out the same for himself.
pub fn team_steps(rules: &Rules, game: &Game, side: Side) -> [u32; PLAYERS] {
    let mut steps = [NEVER; PLAYERS];
    let here = |place: &usize| game.players[*place].connected;
    let Some(first) = (0..PLAYERS).filter(here).find(|&place| game.players[place].side == side)
    else {
        return steps;
    };
    let world = WorldModel::full(rules, game, first);
    if is_over(&world) {
        return steps;
    }
    let path = path(&world);
    for place in (0..PLAYERS).filter(here) {
        let player = PlayerView::of(rules, &game.players[place], side);
        steps[place] = steps_on(&world, &path, &player);
    }
    steps
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::NEVER;
    use super::team_steps;
    use crate::disc::skills::WorldModel;
    use crate::disc::{
        PLAYERS, PlayMode, PlayerParameters, Random, Rules, ServerParameters, Side, Teams, Vec2,
        World, referee,
    };
    use std::sync::Arc;

    /// What a team reckons once is what each of its players reckons by himself.
    #[test]
    fn all_of_a_team_reckon_alike() {
        let (server, player) = (ServerParameters::default(), PlayerParameters::default());
        let rules = Arc::new(Rules::new(server, player, None, 1).unwrap());
        let teams = Teams { sizes: [11, 10], goalies: [true; 2], names: Arc::default() };
        let mut random = Random::new(2);
        for seed in 0..30 {
            let mut world = World::with_teams(Arc::clone(&rules), seed, &teams);
            let mut stadium = world.stadium();
            referee::change_mode(&mut stadium, PlayMode::PlayOn);
            for place in stadium.connected() {
                let own = &mut stadium.game.players[place];
                own.type_id = (place % 18) as u8;
                own.position = Vec2::new(random.uniform(-52.0, 52.0), random.uniform(-34.0, 34.0));
                own.velocity = Vec2::polar(random.uniform(0.0, 1.0), random.uniform(-3.0, 3.0));
                own.body = random.uniform(-3.1, 3.1);
                own.tackle_cycles = u16::from(place % 7 == 3);
                own.foul_cycles = u16::from(place % 5 == 3);
                own.stamina = [8000.0, 3000.0, 2100.0][place % 3];
            }
            // Now and then somebody has the ball.
            let ball = stadium.game.players[random.below(22) as usize].position;
            let off = if seed % 2 == 0 { 0.5 } else { 8.0 };
            stadium.move_ball(
                ball + Vec2::polar(off, random.uniform(-3.0, 3.0)),
                Vec2::polar(random.uniform(0.0, 2.5), random.uniform(-3.0, 3.0)),
            );
            let (rules, game) = (world.rules(), &world.game);
            let known = Side::BOTH.map(|side| team_steps(rules, game, side));
            for place in (0..PLAYERS).filter(|&place| game.players[place].connected) {
                let alone = WorldModel::full(rules, game, place);
                let steps = known[game.players[place].side.index()];
                let told = WorldModel::full(rules, game, place).knowing_steps(steps);
                assert_eq!(told.reach(), alone.reach(), "seed {seed}, place {place}");
                // He is there as soon as by the best of his ways that costs no recovery.
                if !alone.me.can_kick {
                    let kept = alone.ways().iter().filter(|way| !way.exhausts);
                    let soonest = kept.map(|way| way.steps()).min().unwrap_or(NEVER);
                    assert_eq!(alone.reach().me, soonest, "seed {seed}, place {place}");
                }
            }
        }
    }
}
