//! Who decides for the teams of a game that play by themselves.

use super::formation::{Lineup, Playbook};
use super::memory::Memory;
use super::overview::Overview;
use super::player::{Orders, Player, decide, look};
use super::random;
use super::strength::Strength;
use crate::disc::memory::Minds;
use crate::disc::skills::WorldModel;
use crate::disc::{
    Answers, Command, Game, PLAYERS, PlayMode, Random, Rules, Side, TEAM, Vec2, World,
    normalize_angle,
};
use crate::error::Result;
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

/// How a team plays by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Play {
    /// Nobody does anything.
    Still,
    /// Everybody does anything.
    Random,
    /// By a script.
    Scripted(Script),
}

impl Play {
    /// Whether its players know only what they have sensed.
    pub fn is_sensed(&self) -> bool {
        matches!(self, Self::Scripted(script) if script.is_sensed)
    }
}

/// How scripted players play.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// How well.
    pub strength: Strength,
    /// Where they stand.
    pub playbook: Arc<Playbook>,
    /// Whether they know only what they remember of what they have sensed. They turn their heads
    /// then, and choose how wide they look; who has no memory does nothing. Delay has no effect.
    pub is_sensed: bool,
}

impl Script {
    /// At full strength, with the package's formations.
    ///
    /// # Errors
    /// None, unless the formations are broken.
    pub fn standard() -> Result<Self> {
        Ok(Self { strength: Strength::FULL, playbook: Playbook::standard()?, is_sensed: false })
    }
}

/// Decides for the teams of a game that play by themselves.
#[derive(Clone, Debug)]
pub struct Crew {
    /// Of left and right; none for a team that somebody else plays.
    plays: [Option<Play>; 2],
    memories: [Memory; 2],
}

/// All that changes in a crew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrewState([Memory; 2]);

impl CrewState {
    /// Whether it can be of a game.
    pub fn is_possible(&self) -> bool {
        self.0.iter().all(Memory::is_possible)
    }
}

impl Crew {
    /// For teams that play so; everything random in their play follows from the seed.
    pub fn new(plays: [Option<Play>; 2], seed: u64) -> Self {
        Self { plays, memories: memories(seed) }
    }

    /// Back to before the game, on the streams of a seed.
    pub fn begin_anew(&mut self, seed: u64) {
        self.memories = memories(seed);
    }

    /// Whether a side's team plays by itself.
    pub fn plays(&self, side: Side) -> bool {
        self.plays[side.index()].is_some()
    }

    /// All that changes.
    pub fn state(&self) -> CrewState {
        CrewState(self.memories.clone())
    }

    /// Another state, which [can be one](CrewState::is_possible).
    pub fn restore(&mut self, state: CrewState) {
        self.memories = state.0;
    }

    /// Decides what the players of both teams do in a cycle, before anybody acts.
    fn decide(&mut self, world: &World) -> [Orders; PLAYERS] {
        let (rules, game) = (world.rules(), &world.game);
        let mut orders = [Orders::default(); PLAYERS];
        for side in Side::BOTH {
            let memory = &mut self.memories[side.index()];
            let first = side.index() * TEAM;
            let own = &mut orders[first..first + TEAM];
            match &self.plays[side.index()] {
                None | Some(Play::Still) => {}
                Some(Play::Random) => {
                    for (place, orders) in (first..).zip(own) {
                        let can_kick = game.can_kick(rules, place);
                        *orders = random::decide(&mut memory.random, can_kick);
                    }
                }
                Some(Play::Scripted(script)) => script.order(world, side, memory, u32::MAX, own),
            }
        }
        orders
    }

    /// What some players of a team do in a cycle by a script, whatever the team's own play is;
    /// `wanted`: a bit for each place of a game. To be asked once a cycle, before anybody acts.
    pub fn scripted(
        &mut self,
        world: &World,
        side: Side,
        script: &Script,
        wanted: u32,
    ) -> [Orders; TEAM] {
        let mut orders = [Orders::default(); TEAM];
        let memory = &mut self.memories[side.index()];
        script.order(world, side, memory, wanted, &mut orders);
        orders
    }

    /// Gives the commands of a cycle; `answers` may decide what the rules draw.
    pub fn act<'a, 'b: 'a>(
        &mut self,
        world: &'a mut World,
        answers: Option<&'a mut (dyn Answers + 'b)>,
    ) {
        if self.plays.iter().all(Option::is_none) {
            return;
        }
        let orders = self.decide(world);
        let mut stadium = world.stadium_with(answers);
        for (place, orders) in orders.into_iter().enumerate() {
            for command in orders.commands() {
                stadium.act(place, command);
            }
        }
    }
}

/// Streams of the two teams that differ from each other's and from the game's.
fn memories(seed: u64) -> [Memory; 2] {
    [0x7465_616d_6c65_6674, 0x7465_616d_7269_6768].map(|own| Memory::new(seed ^ own))
}

impl Script {
    /// What those of a team do whose places are wanted.
    fn order(
        &self,
        world: &World,
        side: Side,
        memory: &mut Memory,
        wanted: u32,
        orders: &mut [Orders],
    ) {
        let game = &world.game;
        memory.notice(game, side, self.strength.delay);
        let first = side.index() * TEAM;
        let is_there = |place: usize| game.players[place].connected && wanted & (1 << place) != 0;
        if game.mode == PlayMode::TimeOver || !(first..first + TEAM).any(is_there) {
            return;
        }
        match &world.minds {
            Some(minds) if self.is_sensed => {
                self.decide_by_senses(world, minds, side, memory, wanted, orders);
            }
            _ if self.is_sensed => {}
            _ => self.decide(world, side, memory, wanted, orders),
        }
    }

    /// What players do who are wanted.
    fn decide(
        &self,
        world: &World,
        side: Side,
        memory: &mut Memory,
        wanted: u32,
        orders: &mut [Orders],
    ) {
        let (rules, game) = (world.rules(), &world.game);
        let first = side.index() * TEAM;
        let is_turned = game.mode.is_shoot_out() && memory.is_turned;
        let turned = is_turned.then(|| turned(game));
        let game = turned.as_ref().unwrap_or(game);
        let is_late = self.strength.delay > 0 && game.mode == PlayMode::PlayOn;
        let known = is_late.then(|| known(rules, game, side, memory));
        let known = known.as_ref().unwrap_or(game);
        let mut places = (first..first + TEAM).filter(|&place| game.players[place].connected);
        let Some(anyone) = places.next() else { return };
        let view = Overview::new(&WorldModel::full(rules, known, anyone), memory.taker);
        let book = self.lineup(game, side);
        let places = std::iter::once(anyone).chain(places);
        for place in places.filter(|place| wanted & (1 << place) != 0) {
            // Only who plays the ball, or goes for it, looks at others by himself.
            let unum = known.players[place].unum;
            let is_busy = game.can_kick(rules, place) || view.first == Some(unum);
            let model = if is_busy { WorldModel::full } else { WorldModel::alone };
            let mut world = model(rules, known, place);
            if is_late && game.can_kick(rules, place) {
                world = WorldModel { ball: WorldModel::full(rules, game, place).ball, ..world };
                world.me.can_kick = true;
            }
            let kicks_off = game.kick_off_side == Some(side);
            let player = Player { world: &world, view: &view, book, memory, kicks_off };
            let decided = decide(&player);
            orders[place - first] = self.weakened(decided, memory);
        }
    }

    /// What players do who are wanted and know what they remember.
    fn decide_by_senses(
        &self,
        world: &World,
        minds: &Minds,
        side: Side,
        memory: &mut Memory,
        wanted: u32,
        orders: &mut [Orders],
    ) {
        let (rules, game) = (world.rules(), &world.game);
        let is_turned = game.mode.is_shoot_out() && memory.is_turned;
        let kicks_off = game.kick_off_side == Some(side);
        let (first, book) = (side.index() * TEAM, self.lineup(game, side));
        let connected = |&place: &usize| game.players[place].connected;
        for place in (first..first + TEAM).filter(connected) {
            if wanted & (1 << place) == 0 {
                continue;
            }
            let mut world = WorldModel::sensed(rules, game, place, &minds.memories[place]);
            if is_turned {
                world = turned_model(world);
            }
            let view = Overview::new(&world, memory.taker);
            let player = Player { world: &world, view: &view, book, memory, kicks_off };
            let decided = look(&player, game.players[place].view_width);
            orders[place - first] = self.weakened(decided, memory);
        }
    }

    /// The formations, for as many as have joined.
    fn lineup(&self, game: &Game, side: Side) -> Lineup<'_> {
        let first = side.index() * TEAM;
        let joined = game.players[first..first + TEAM].iter().filter(|player| player.joined);
        self.playbook.lineup(joined.clone().count(), joined.clone().any(|player| player.goalie))
    }

    /// What becomes of orders at less than full strength.
    fn weakened(&self, mut orders: Orders, memory: &mut Memory) -> Orders {
        match &mut orders.body {
            Some(Command::Dash(power, _)) => *power *= self.strength.effort,
            Some(Command::Kick(_, direction)) if self.strength.noise > 0.0 => {
                *direction += self.strength.noise * normal(&mut memory.random);
            }
            _ => {}
        }
        orders
    }
}

/// The game with left and right exchanged: what one who attacks the other goal sees.
fn turned(game: &Game) -> Game {
    let mut turned = game.clone();
    let turn = |[at, velocity]: [&mut Vec2; 2]| (*at, *velocity) = (-*at, -*velocity);
    turn([&mut turned.ball.position, &mut turned.ball.velocity]);
    for player in &mut turned.players {
        turn([&mut player.position, &mut player.velocity]);
        player.body = normalize_angle(player.body + PI);
    }
    turned
}

/// What a player knows with left and right exchanged.
fn turned_model(mut world: WorldModel<'_>) -> WorldModel<'_> {
    let turn = |[at, velocity]: [&mut Vec2; 2], body: &mut f64| {
        (*at, *velocity) = (-*at, -*velocity);
        *body = normalize_angle((*body + 180.0).to_radians()).to_degrees();
    };
    turn([&mut world.ball.position, &mut world.ball.velocity], &mut 0.0);
    turn([&mut world.me.position, &mut world.me.velocity], &mut world.me.body);
    for other in &mut world.others {
        turn([&mut other.position, &mut other.velocity], &mut other.body);
    }
    world
}

/// The game as a team knows it: opponents as they were, gone on since, and so the ball unless one of
/// the team has touched it last.
fn known(rules: &Rules, game: &Game, side: Side, memory: &Memory) -> Game {
    let mut known = game.clone();
    let Some(past) = memory.past.front() else { return known };
    let cycles = memory.past.len() as i32 - 1;
    let rolled = |[at, velocity]: [Vec2; 2], decay: f64| {
        let left = decay.powi(cycles);
        (at + velocity * ((1.0 - left) / (1.0 - decay)), velocity * left)
    };
    let is_ours = |place: usize| place / TEAM == side.index();
    if !memory.last_touch.is_some_and(|place| is_ours(place.into())) {
        (known.ball.position, known.ball.velocity) = rolled(past.ball, rules.server.ball_decay);
    }
    for (place, player) in known.players.iter_mut().enumerate().filter(|(at, _)| !is_ours(*at)) {
        let decay = rules.types[usize::from(player.type_id)].player_decay;
        (player.position, player.velocity) = rolled(past.players[place], decay);
        player.body = past.bodies[place];
    }
    known
}

/// A normally distributed number.
fn normal(random: &mut Random) -> f64 {
    let length = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    length * (TAU * random.unit()).cos()
}
