//! All that changes in a game.

use super::{
    Ball, PLAYERS, PlayMode, Player, Random, Rules, ServerParameters, Side, TEAM, TYPES, Vec2,
    referee, roster::Roster,
};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// What a team has scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// Goals.
    pub goals: u32,
    /// Kicks of a shoot-out that went in.
    pub penalties_scored: u32,
    /// Kicks of a shoot-out that did not go in.
    pub penalties_missed: u32,
    /// Whether it has won the toss after a shoot-out without a winner.
    pub won_toss: bool,
}

/// The state of a game: flat data that contains everything a snapshot needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The clock, in cycles.
    pub cycle: u32,
    /// Cycles for which the clock has been stopped since it last ran.
    pub stopped: u32,
    /// The play mode. Change it with [`referee::change_mode`] only.
    pub mode: PlayMode,
    /// Scores of the left and the right team.
    pub score: [Score; 2],
    /// The ball.
    pub ball: Ball,
    /// Left 1 to 11, then right 1 to 11.
    pub players: [Player; PLAYERS],
    /// Which teams have a name, that is, have ever had a player.
    pub teams: [bool; 2],
    /// The side that takes the kick, or took the last one; `None` after a drop ball.
    pub kick_off_side: Option<Side>,
    /// The cycle in which play_on last began.
    pub last_play_on: u32,
    /// Substitutions by the coaches since the first kick-off, of left and right.
    pub substitutions: [u32; 2],
    /// Players of each type that a team has used up: see [`super::substitution`].
    pub used_types: [[u8; TYPES]; 2],
    /// Wind, as rcssserver's vector.
    pub wind: Vec2,
    /// By how much the wind differs from cycle to cycle.
    pub wind_rand: f64,
    /// The generator.
    pub random: Random,
    /// What the referee remembers.
    pub referee: referee::Memory,
    /// Derived from the players.
    #[serde(skip)]
    pub(super) roster: Roster,
}

impl Game {
    /// An empty pitch before the kick-off.
    pub fn new(rules: &Rules, seed: u64) -> Self {
        let server = &rules.server;
        let mut random = Random::new(seed);
        let (wind, wind_rand) = weather(server, &mut random);
        let goals = [server.start_goal_l, server.start_goal_r].map(|goals| goals.max(0) as u32);
        let player = |place: usize| {
            let side = if place < TEAM { Side::Left } else { Side::Right };
            Player::empty(side, (place % TEAM + 1) as u8)
        };
        Self {
            cycle: 0,
            stopped: 0,
            mode: PlayMode::BeforeKickOff,
            score: goals.map(|goals| Score { goals, ..Score::default() }),
            ball: Ball::default(),
            players: std::array::from_fn(player),
            teams: [false; 2],
            kick_off_side: Some(Side::Left),
            last_play_on: 0,
            substitutions: [0; 2],
            used_types: [[0; TYPES]; 2],
            wind,
            wind_rand,
            random,
            referee: referee::Memory::default(),
            roster: Roster::default(),
        }
    }

    /// Whether the ball is within a player's reach, its edge included.
    pub fn can_kick(&self, rules: &Rules, player: usize) -> bool {
        let player = &self.players[player];
        let reach = rules.types[usize::from(player.type_id)].kickable_area(rules.server.ball_size);
        (player.position - self.ball.position).length2() <= reach * reach
    }
}

/// The wind's vector, and by how much it differs from cycle to cycle.
fn weather(server: &ServerParameters, random: &mut Random) -> (Vec2, f64) {
    if server.wind_none {
        return (Vec2::ZERO, 0.0);
    }
    if server.wind_random {
        let force = random.uniform(0.0, 100.0);
        let vector = Vec2::polar(force, random.uniform(-PI, PI));
        return (vector, random.uniform(0.0, 0.5));
    }
    (Vec2::polar(server.wind_force, server.wind_dir.to_radians()), server.wind_rand)
}
