//! Who reaches the ball when, computed on the first request.

use super::super::world_model::{KICK_DOUBT, PlayerView, UNKNOWN, WorldModel};
use super::others::{BallPath, steps_on};
use super::way::Way;
use super::{NEVER, own};
use crate::disc::{Game, PLAYERS, PlayMode, Player, Rules, Side, Vec2};
use std::cell::OnceCell;

/// Where [`WorldModel::reach`] and [`WorldModel::ways`] cache their results.
#[derive(Clone, Debug, Default)]
pub struct ReachCell {
    /// The results of [`team_steps`], if they are known.
    known: Option<TeamSteps>,
    reach: OnceCell<Reach>,
    ways: OnceCell<Vec<Way>>,
}

/// The results of [`team_steps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamSteps {
    /// Cycles if the ball rolls on, by place; not known if an opponent has it for certain.
    rolling: [u32; PLAYERS],
    /// Cycles if an opponent stops it, by place; not known if none can.
    stopped: [u32; PLAYERS],
}

/// Cycles until players reach the ball; [`NEVER`] if they do not.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// The player themselves, without a loss of recovery; 0 if they can kick.
    pub me: u32,
    /// The fastest mate.
    pub mate: u32,
    /// The fastest opponent.
    pub opponent: u32,
    /// Index of the fastest mate in [`WorldModel::others`].
    pub fastest_mate: Option<usize>,
    /// Index of the fastest opponent in [`WorldModel::others`].
    pub fastest_opponent: Option<usize>,
    /// Cycles of each of [`WorldModel::others`].
    pub others: Vec<u32>,
}

impl WorldModel<'_> {
    /// Returns the model with [`team_steps`] of the player's side, for a player who sees everything
    /// as it is.
    #[must_use]
    pub fn knowing_steps(mut self, steps: TeamSteps) -> Self {
        self.reach = ReachCell { known: Some(steps), ..ReachCell::default() };
        self
    }

    /// Who reaches the ball when.
    pub fn reach(&self) -> &Reach {
        self.reach.reach.get_or_init(|| reach(self))
    }

    /// Ways of the player to the ball, in order of their cycles; empty if they can kick it.
    pub fn ways(&self) -> &[Way] {
        self.reach.ways.get_or_init(|| {
            if self.me.can_kick || is_over(self) {
                return Vec::new();
            }
            own::ways(self, rolling(self))
        })
    }
}

/// Whether nobody goes for the ball, or the player does not know where it or they themselves are.
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
            (player.is_ours == Some(true)) == is_ours && player.counts.position < oldest
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
    if let Some(known) = &world.reach.known {
        let all = if world.opponent_can_kick() { &known.stopped } else { &known.rolling };
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

/// The path of the ball. An opponent who has it stops it.
fn path(world: &WorldModel) -> BallPath {
    match world.opponent_can_kick() {
        true => BallPath::at_rest(world),
        false => BallPath::of(world),
    }
}

/// Cycles of their fastest way to a ball that they cannot kick, without a loss of recovery.
fn own_steps(world: &WorldModel) -> u32 {
    // Most players only need to know how soon they are there, not by which ways.
    let Some(ways) = world.reach.ways.get() else { return own::steps(world, rolling(world)) };
    ways.iter().filter(|way| !way.exhausts).map(Way::steps).min().unwrap_or(NEVER)
}

/// The velocity of the ball; zero if an opponent has it, as they stop it.
fn rolling(world: &WorldModel) -> Vec2 {
    if world.opponent_can_kick() { Vec2::ZERO } else { world.ball.velocity }
}

/// Cycles until each player of a game reaches the ball, by place; [`NEVER`] where nobody is. The
/// first player's mates are assumed to reach a little less far, as a player assumes of their mates.
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

/// Cycles until each player of a game reaches the ball, by place; [`NEVER`] where nobody is. They
/// are what every other player of a side would estimate if they saw everything as it is. For
/// [`WorldModel::knowing_steps`] of all players of the side: each would find the same for
/// themselves.
pub fn team_steps(rules: &Rules, game: &Game, side: Side) -> TeamSteps {
    let mut steps = TeamSteps { rolling: [NEVER; PLAYERS], stopped: [NEVER; PLAYERS] };
    let here = |place: &usize| game.players[*place].connected;
    let Some(first) = (0..PLAYERS).filter(here).find(|&place| game.players[place].side == side)
    else {
        return steps;
    };
    let world = WorldModel::full(rules, game, first);
    if is_over(&world) {
        return steps;
    }
    // Whether an opponent has a ball that is just out of their reach depends on who looks at them.
    let nearest = world.opponent_nearest_to_kick();
    let rolling = (nearest > 0.0).then(|| BallPath::of(&world));
    let stopped = (nearest <= KICK_DOUBT).then(|| BallPath::at_rest(&world));
    for place in (0..PLAYERS).filter(here) {
        let player = PlayerView::of(rules, &game.players[place], side);
        let steps_on = |path: &BallPath| steps_on(&world, path, &player);
        steps.rolling[place] = rolling.as_ref().map_or(NEVER, steps_on);
        steps.stopped[place] = stopped.as_ref().map_or(NEVER, steps_on);
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

    /// The steps computed once for a team are those that each of its players computes for
    /// themselves.
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
                let knowing = WorldModel::full(rules, game, place).knowing_steps(steps);
                assert_eq!(knowing.reach(), alone.reach(), "seed {seed}, place {place}");
                // Their steps are those of their fastest way that costs no recovery.
                if !alone.me.can_kick {
                    let kept = alone.ways().iter().filter(|way| !way.exhausts);
                    let soonest = kept.map(|way| way.steps()).min().unwrap_or(NEVER);
                    assert_eq!(alone.reach().me, soonest, "seed {seed}, place {place}");
                }
            }
        }
    }
}
