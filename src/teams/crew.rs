//! The decisions for the teams of a game that play by themselves.

use super::coach_advice::{CoachAdvice, CoachAdviceState};
use super::formation::Lineup;
use super::memory::TeamMemory;
use super::overview::Overview;
use super::player::advice::Advice;
use super::player::{Orders, Player, decide, sense};
use super::script::{Play, Script};
use super::{random, types};
use crate::advice::{Directives, Unums, bit};
use crate::disc::senses::Speaker;
use crate::disc::skills::WorldModel;
use crate::disc::skills::planner::Planner;
use crate::disc::{
    Answers, Command, Game, PLAYERS, PlayMode, Random, Rules, Side, TEAM, Vec2, World,
    normalize_angle,
};
use crate::wire::rcssserver::player::speak;
use crate::wire::say::{self, Unit};
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

/// Number of cycles for which a player goes for a ball that is passed to them.
const COMING: u32 = 15;

/// Decides for the teams of a game that play by themselves.
#[derive(Clone, Debug)]
pub struct Crew {
    /// How the left and the right team play; `None` for a team that somebody else plays.
    plays: [Option<Play>; 2],
    memories: [TeamMemory; 2],
    /// What the teams have been told by their coaches.
    advice: [CoachAdvice; 2],
}

/// All mutable state of a crew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrewState([TeamMemory; 2], [CoachAdviceState; 2]);

impl CrewState {
    /// Whether this can be the state of a crew in a game.
    pub fn is_possible(&self) -> bool {
        self.0.iter().all(TeamMemory::is_possible)
            && self.1.iter().all(|advice| advice.restored().is_some())
    }
}

impl Crew {
    /// Creates a crew for teams that play like this; everything random in their play follows from
    /// the seed.
    pub fn new(plays: [Option<Play>; 2], seed: u64) -> Self {
        let advice = first_advice(&plays);
        Self { plays, memories: memories(seed), advice }
    }

    /// Resets to the state before a game, with the random streams of a seed.
    pub fn begin_anew(&mut self, seed: u64) {
        self.memories = memories(seed);
        self.advice = first_advice(&self.plays);
    }

    /// Makes the players hear what their coaches and their mates have said to them in the last
    /// step.
    pub fn listen(&mut self, world: &World) {
        for advised in &world.advised {
            self.advice[advised.side.index()].hear(&advised.text, advised.cycle);
        }
        for (place, heard) in &world.heard {
            let (side, index) = (usize::from(*place) / TEAM, usize::from(*place) % TEAM);
            let (Speaker::TeamMate(_), Some(text)) = (heard.speaker, &heard.text) else { continue };
            let to_him = Unit::PassToPlayer { player: index as u8 + 1 };
            if self.plays[side].is_some() && say::decode(text).0.contains(&to_him) {
                self.memories[side].expects_ball[index] = world.game.cycle + COMING;
            }
        }
    }

    /// Sets how a side's team plays from now on, and gives it the advice that it gets before a
    /// game.
    pub fn set_play(&mut self, side: Side, play: Option<Play>) {
        self.plays[side.index()] = play;
        self.advice[side.index()] = first_advice(&self.plays)[side.index()].clone();
    }

    /// Whether a side's team plays by itself.
    pub fn plays(&self, side: Side) -> bool {
        self.plays[side.index()].is_some()
    }

    /// Returns all mutable state.
    pub fn state(&self) -> CrewState {
        CrewState(self.memories.clone(), self.advice.each_ref().map(CoachAdvice::state))
    }

    /// Sets the state to another one, which must be [possible](CrewState::is_possible).
    pub fn restore(&mut self, state: CrewState) {
        self.memories = state.0;
        self.advice = state.1.map(|advice| advice.restored().unwrap_or_default());
    }

    /// Decides what the players of both teams do in a cycle, before anybody acts.
    fn decide(&mut self, world: &World) -> [Orders; PLAYERS] {
        let (rules, game) = (world.rules(), &world.game);
        let mut orders: [Orders; PLAYERS] = std::array::from_fn(|_| Orders::default());
        for side in Side::BOTH {
            let (memory, advice) =
                (&mut self.memories[side.index()], &mut self.advice[side.index()]);
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
                Some(Play::Scripted(script)) => {
                    let team = Team { side, memory, advice };
                    script.order(world, team, u32::MAX, own);
                }
            }
        }
        orders
    }

    /// Returns what some players of a team do in a cycle by a script, whatever the team's own play
    /// is; `wanted`: a bit for each place of a game. Must be called once a cycle, before anybody
    /// acts.
    pub fn scripted(
        &mut self,
        world: &World,
        side: Side,
        script: &Script,
        wanted: u32,
    ) -> [Orders; TEAM] {
        let (memory, advice) = (&mut self.memories[side.index()], &mut self.advice[side.index()]);
        script.orders(world, Team { side, memory, advice }, wanted)
    }

    /// Does what [`Self::scripted`] does without changing any memory, so it may be called at any
    /// time.
    pub fn would_do(
        &self,
        world: &World,
        side: Side,
        script: &Script,
        wanted: u32,
    ) -> [Orders; TEAM] {
        let mut memory = self.memories[side.index()].clone();
        let mut advice = self.advice[side.index()].clone();
        script.orders(world, Team { side, memory: &mut memory, advice: &mut advice }, wanted)
    }

    /// Gives the commands of a cycle; `answers` may decide what the rules would draw at random.
    pub fn act<'a, 'b: 'a>(
        &mut self,
        world: &'a mut World,
        answers: Option<&'a mut (dyn Answers + 'b)>,
    ) {
        if self.plays.iter().all(Option::is_none) {
            return;
        }
        self.choose_types(world);
        let orders = self.decide(world);
        let mut said = Vec::new();
        let mut stadium = world.stadium_with(answers);
        for (place, orders) in orders.into_iter().enumerate() {
            for command in orders.commands(place) {
                stadium.act(place, command);
            }
            if let Some(text) = orders.say {
                said.push((place, text));
            }
        }
        for (place, text) in said {
            speak(world, place, &text);
        }
    }
}

/// A team whose players decide.
struct Team<'a> {
    side: Side,
    memory: &'a mut TeamMemory,
    advice: &'a mut CoachAdvice,
}

/// What teams have been told before the game.
fn first_advice(plays: &[Option<Play>; 2]) -> [CoachAdvice; 2] {
    plays.each_ref().map(|play| match play {
        Some(Play::Scripted(script)) => CoachAdvice::from_the_start(&script.advice),
        _ => CoachAdvice::default(),
    })
}

/// Memories of the two teams, with random streams that differ from each other and from the game's.
fn memories(seed: u64) -> [TeamMemory; 2] {
    [0x7465_616d_6c65_6674, 0x7465_616d_7269_6768].map(|own| TeamMemory::new(seed ^ own))
}

impl Crew {
    /// Lets teams choose the types of their players before the first kick-off.
    fn choose_types(&mut self, world: &mut World) {
        if world.game.cycle > 0 || world.game.mode != PlayMode::BeforeKickOff {
            return;
        }
        for side in Side::BOTH {
            let Some(Play::Scripted(script)) = &self.plays[side.index()] else { continue };
            let memory = &mut self.memories[side.index()];
            if script.chooses_types && !std::mem::replace(&mut memory.has_chosen_types, true) {
                let book = script.lineup(&world.game, side);
                types::choose(&mut world.stadium(), side, book);
            }
        }
    }
}

impl Script {
    /// Returns the orders of the players of a team whose places are wanted, and empty ones for the
    /// others.
    fn orders(&self, world: &World, team: Team<'_>, wanted: u32) -> [Orders; TEAM] {
        let mut orders = std::array::from_fn(|_| Orders::default());
        self.order(world, team, wanted, &mut orders);
        orders
    }

    /// Does what [`Self::orders`] does, and replaces the entries of these players in `orders`.
    fn order(&self, world: &World, team: Team<'_>, wanted: u32, orders: &mut [Orders]) {
        let game = &world.game;
        team.memory.notice(game, team.side, self.strength.delay);
        let first = team.side.index() * TEAM;
        let is_there = |place: usize| game.players[place].connected && wanted & (1 << place) != 0;
        if game.mode == PlayMode::TimeOver || !(first..first + TEAM).any(is_there) {
            return;
        }
        if self.is_sensed {
            self.decide_by_senses(world, team, wanted, orders);
        } else {
            self.decide(world, team, wanted, orders);
        }
    }

    /// Decides for the wanted players, who know the game as it is, apart from the team's delay.
    fn decide(
        &self,
        world: &World,
        Team { side, memory, advice }: Team<'_>,
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
        let mut directives = Directives::default();
        if !advice.is_empty() && !game.mode.is_shoot_out() {
            advice.of_game(rules, known, side, &mut directives);
        }
        let advice = Advice::new(&directives);
        let barred = barred(memory, advice);
        let view = Overview::new(&WorldModel::full(rules, known, anyone), barred);
        let common = Common { talks: false, ..self.common(game, side, memory) };
        let places = std::iter::once(anyone).chain(places);
        for place in places.filter(|place| wanted & (1 << place) != 0) {
            // Only a player who plays the ball, or goes for it, needs a view of the others of their
            // own.
            let unum = known.players[place].unum;
            let is_busy = game.can_kick(rules, place) || view.first == Some(unum);
            let model = if is_busy { WorldModel::full } else { WorldModel::alone };
            let mut world = model(rules, known, place);
            if is_late && game.can_kick(rules, place) {
                world = WorldModel { ball: WorldModel::full(rules, game, place).ball, ..world };
                world.me.can_kick = true;
            }
            let decided = decide(&common.player(&world, &view, memory, advice));
            orders[place - first] = self.weakened(decided, memory);
        }
    }

    /// Decides for the wanted players, who know only what they remember.
    fn decide_by_senses(
        &self,
        world: &World,
        Team { side, memory, advice }: Team<'_>,
        wanted: u32,
        orders: &mut [Orders],
    ) {
        let Some(minds) = &world.minds else { return };
        let (rules, game) = (world.rules(), &world.game);
        let is_turned = game.mode.is_shoot_out() && memory.is_turned;
        let common = self.common(game, side, memory);
        let (first, mut directives) = (side.index() * TEAM, Directives::default());
        let connected = |&place: &usize| game.players[place].connected;
        for place in (first..first + TEAM).filter(connected) {
            if wanted & (1 << place) == 0 {
                continue;
            }
            let mut world = WorldModel::sensed(rules, game, place, &minds.memories[place]);
            if is_turned {
                world = world.turned();
            }
            if !advice.is_empty() && !game.mode.is_shoot_out() {
                advice.of_model(&world, game, &mut directives);
            }
            let advice = Advice::new(&directives);
            believe_types(&mut world, advice);
            let view = Overview::new(&world, barred(memory, advice));
            let player = common.player(&world, &view, memory, advice);
            let attended = game.players[place].attention;
            let attended = attended.map(|other| game.players[usize::from(other)].unum);
            let decided = sense(&player, game.players[place].view_width, attended);
            orders[place - first] = self.weakened(decided, memory);
        }
    }

    /// What the players of a team have in common in a cycle.
    fn common(&self, game: &Game, side: Side, memory: &TeamMemory) -> Common<'_> {
        Common {
            book: self.lineup(game, side),
            kicks_off: game.kick_off_side == Some(side),
            penalty_taker: memory.penalty_taker(game, side),
            planner: self.planner.as_deref(),
            talks: self.talks,
        }
    }

    /// The formations for the number of players who have joined.
    fn lineup(&self, game: &Game, side: Side) -> Lineup<'_> {
        let first = side.index() * TEAM;
        let joined = game.players[first..first + TEAM].iter().filter(|player| player.joined);
        self.playbook.lineup(joined.clone().count(), joined.clone().any(|player| player.goalie))
    }

    /// Returns orders as they are carried out at less than full strength.
    fn weakened(&self, mut orders: Orders, memory: &mut TeamMemory) -> Orders {
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

/// What the players of a team have in common in a cycle; see [`Player`].
#[derive(Clone, Copy)]
struct Common<'a> {
    book: Lineup<'a>,
    kicks_off: bool,
    penalty_taker: Option<u8>,
    planner: Option<&'a Planner>,
    talks: bool,
}

impl<'a> Common<'a> {
    /// A player of the team, who sees the game in their own way.
    fn player(
        self,
        world: &'a WorldModel<'a>,
        view: &'a Overview<'a>,
        memory: &'a TeamMemory,
        advice: Advice<'a>,
    ) -> Player<'a> {
        let Self { book, kicks_off, penalty_taker, planner, talks } = self;
        Player { world, view, book, memory, kicks_off, penalty_taker, advice, planner, talks }
    }
}

/// The players of a team who must not go for the ball: the one who may not touch it, and those who
/// are told not to.
fn barred(memory: &TeamMemory, advice: Advice) -> Unums {
    memory.taker.map_or(0, |taker| bit(taker.into())) | advice.kept_off_ball()
}

/// Gives opponents the types that the coach has named. A type that they have withdrawn counts as if
/// they had said nothing.
fn believe_types(world: &mut WorldModel, advice: Advice) {
    let types = &world.rules.types;
    for other in world.others.iter_mut().filter(|other| other.is_ours == Some(false)) {
        let said = other.unum.and_then(|unum| advice.type_of_opponent(unum));
        if let Some(own) = said.and_then(|said| types.get(usize::try_from(said).ok()?)) {
            other.own = own;
        }
    }
}

/// The game with left and right exchanged, as it looks to a team that attacks the other goal.
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

/// The game as a team knows it: opponents are extrapolated from an earlier moment, and so is the
/// ball unless one of the team has touched it last.
fn known(rules: &Rules, game: &Game, side: Side, memory: &TeamMemory) -> Game {
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
