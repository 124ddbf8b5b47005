//! What a player could do now, as scripted players estimate it: who is at the ball when, and what
//! can be done with it.

use super::formation::Playbook;
use super::memory::TeamMemory;
use super::overview::{Overview, Seen};
use super::player::advice::Advice;
use super::player::{Player, reckon};
use crate::advice::{Directives, bit};
use crate::disc::memory::Memory;
use crate::disc::skills::WorldModel;
use crate::disc::{Command, Game, PlayMode, Rules, TEAM, Vec2};

/// The state of a game as one player knows it, in the frame of their team.
pub struct Prospects<'a> {
    world: WorldModel<'a>,
    view: Overview<'a>,
}

/// Who is at the ball when, if nobody plays it before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Race {
    /// Cycles until each of our players can kick the ball, by number: 0 if they can now, 1000 if
    /// they never can; `None` if they are not there or not known.
    pub ours: [Option<u32>; TEAM],
    /// The same for the opponents.
    pub theirs: [Option<u32>; TEAM],
    /// Number of our player, other than the goalie, who is at the ball first.
    pub first: Option<u8>,
    /// Their cycles, and those of the first opponent.
    pub soonest: [u32; 2],
    /// Beyond this x our players are offside if the ball is played to them, m.
    pub offside_line: f64,
    /// Where the ball is when somebody first gets to it, m.
    pub meeting: Vec2,
}

/// What a player who can kick the ball can do with it, and the value of that: metres of way to the
/// goal, relative to the value of the ball where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    /// Whether a shot arrives before all opponents.
    pub shot: bool,
    /// The best run.
    pub run: Option<f64>,
    /// The best pass to each mate, by number: of all passes, and of those that arrive two cycles
    /// before opponents.
    pub passes: [[Option<f64>; 2]; TEAM],
}

impl<'a> Prospects<'a> {
    /// Returns the prospects of the player at a place, by the game as it is or as they remember it.
    pub fn new(rules: &'a Rules, game: &Game, place: usize, memory: Option<&Memory>) -> Self {
        let world = match memory {
            Some(memory) => WorldModel::sensed(rules, game, place, memory),
            None => WorldModel::full(rules, game, place),
        };
        let taker = game.referee.taker().filter(|_| game.mode == PlayMode::PlayOn);
        let barred = taker.filter(|taker| taker / TEAM == place / TEAM);
        let barred = barred.map_or(0, |taker| bit((taker % TEAM) as i32 + 1));
        let view = Overview::new(&world, barred);
        Self { world, view }
    }

    /// Who is at the ball when.
    pub fn race(&self) -> Race {
        let steps = |team: &[Option<Seen>; TEAM]| team.map(|seen| seen.map(|seen| seen.steps));
        Race {
            ours: steps(&self.view.ours),
            theirs: steps(&self.view.theirs),
            first: self.view.first,
            soonest: [self.view.our_steps, self.view.their_steps],
            offside_line: self.view.offside_line,
            meeting: self.view.ball_next(),
        }
    }

    /// What they can do with the ball; nothing if they cannot kick it.
    pub fn chances(&self) -> Chances {
        match self.world.me.can_kick {
            true => self.ask(reckon::chances).unwrap_or_default(),
            false => Chances::default(),
        }
    }

    /// The command of the best pass to a mate, if there is one.
    pub fn pass_to(&self, unum: u8) -> Option<Command> {
        self.ask(|player| reckon::pass_to(player, unum))?
    }

    /// The command that kicks the ball away.
    pub fn clear(&self) -> Option<Command> {
        self.ask(reckon::clear)?
    }

    /// The command of the best run with the ball, if there is one.
    pub fn run(&self) -> Option<Command> {
        self.ask(reckon::run)?
    }

    /// Asks a scripted player who has no advice, if there are formations.
    fn ask<T>(&self, about: impl FnOnce(&Player) -> T) -> Option<T> {
        let (book, memory) = (Playbook::standard().ok()?, TeamMemory::new(0));
        let directives = Directives::default();
        Some(about(&Player {
            world: &self.world,
            view: &self.view,
            book: book.lineup(TEAM, true),
            memory: &memory,
            kicks_off: false,
            penalty_taker: None,
            advice: Advice::new(&directives),
            planner: None,
            talks: false,
        }))
    }
}
