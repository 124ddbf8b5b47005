//! What a scripted team remembers from cycle to cycle.

use crate::disc::{Game, PLAYERS, PlayMode, Random, Side, TEAM, Vec2};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Ball and players at a moment: position and velocity.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Past {
    pub ball: [Vec2; 2],
    pub players: Vec<[Vec2; 2]>,
    /// Directions of the bodies, rad.
    pub bodies: Vec<f64>,
}

/// A team's memory, as plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TeamMemory {
    /// The play mode of the last cycle.
    mode: Option<PlayMode>,
    /// For how many cycles it has lasted.
    pub mode_age: u32,
    /// Number of the player who brought the ball into play, while nobody else has touched it.
    pub taker: Option<u8>,
    /// Place of the player who touched the ball last.
    pub last_touch: Option<u8>,
    /// Kicks of a shoot-out that this team has taken.
    pub penalties: u32,
    /// Whether penalties are shot at the goal behind this team, in its own frame.
    pub is_turned: bool,
    /// Until which cycle each player goes for a ball that a mate has passed to them.
    pub expects_ball: [u32; TEAM],
    /// Whether it has chosen its players' types.
    pub has_chosen_types: bool,
    /// Random numbers for the noise of kicks and for random players.
    pub random: Random,
    /// Past moments, the oldest first, as many as a delay needs.
    pub past: VecDeque<Past>,
}

impl TeamMemory {
    /// Returns the memory before a game.
    pub fn new(seed: u64) -> Self {
        Self {
            mode: None,
            mode_age: 0,
            taker: None,
            last_touch: None,
            penalties: 0,
            is_turned: false,
            expects_ball: [0; TEAM],
            has_chosen_types: false,
            random: Random::new(seed),
            past: VecDeque::new(),
        }
    }

    /// Whether this can be a team's memory in a game.
    pub fn is_possible(&self) -> bool {
        let past = |past: &Past| past.players.len() == PLAYERS && past.bodies.len() == PLAYERS;
        self.past.iter().all(past)
            && self.taker.is_none_or(|unum| (1..=TEAM as u8).contains(&unum))
            && self.last_touch.is_none_or(|place| usize::from(place) < PLAYERS)
    }

    /// Updates the memory with a cycle of the game.
    pub fn notice(&mut self, game: &Game, side: Side, delay: u8) {
        let touch = game.referee.last_touch().map(|place| place as u8);
        let before = self.mode.replace(game.mode);
        if before == Some(game.mode) {
            self.mode_age = self.mode_age.saturating_add(1);
        } else {
            self.mode_age = 0;
            self.taker = None;
            if game.mode == PlayMode::PenaltyTaken(side) {
                self.penalties += 1;
            }
        }
        if let PlayMode::PenaltySetup(of) = game.mode {
            // The ball lies in the half of the goal that is attacked.
            let x = game.ball.position.x * side.sign();
            self.is_turned = (x < 0.0) == (of == side);
        }
        if game.mode == PlayMode::PlayOn {
            let was_ours = before.is_some_and(|mode| mode.set_play() == Some(side));
            let own = touch.map(usize::from).filter(|place| place / TEAM == side.index());
            if was_ours && self.mode_age == 0 {
                self.taker = own.map(|place| (place % TEAM) as u8 + 1);
            } else if touch != self.last_touch {
                self.taker = None;
            }
        }
        self.last_touch = touch;
        self.keep(game, delay);
    }

    /// The number of the player whose turn it is in a shoot-out: of those who are there, first the
    /// highest number, then the next one down, and so on.
    pub fn penalty_taker(&self, game: &Game, side: Side) -> Option<u8> {
        let is_running = game.mode == PlayMode::PenaltyTaken(side);
        let before = self.penalties.saturating_sub(u32::from(is_running)) as usize;
        let first = side.index() * TEAM;
        let there = game.players[first..first + TEAM].iter().filter(|player| player.connected);
        let turn = before.checked_rem(there.clone().count())?;
        there.rev().nth(turn).map(|player| player.unum)
    }

    fn keep(&mut self, game: &Game, delay: u8) {
        if delay == 0 {
            return;
        }
        self.past.push_back(Past {
            ball: [game.ball.position, game.ball.velocity],
            players: game.players.iter().map(|player| [player.position, player.velocity]).collect(),
            bodies: game.players.iter().map(|player| player.body).collect(),
        });
        while self.past.len() > usize::from(delay) + 1 {
            self.past.pop_front();
        }
    }
}
