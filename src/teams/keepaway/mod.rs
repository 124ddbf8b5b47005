//! Keepaway's players (Stone, Sutton and Kuhlmann, 2005): what keepers, the left team, and takers do
//! whom no policy commands. They know everything as it is. Frame: the pitch's.

mod open;
mod run;

use crate::disc::skills::{HoldBall, SmartKick, WorldModel, hold_ball, smart_kick, turn_to_point};
use crate::disc::{Command, Game, PLAYERS, Rules, Side, TEAM, Vec2};
use arrayvec::ArrayVec;
use run::Runs;
use std::ops::Range;

/// The speed with which a pass arrives, m/cycle.
const ARRIVAL: f64 = 1.2;
/// Kicks of a pass at most, and which share of its speed is enough.
const KICKS: u32 = 3;
const ENOUGH: f64 = 0.8;
/// Takers who go for the ball.
const CHASERS: usize = 2;
/// How far from a keeper on the way to the ball who marks him stands, as a share of it.
const MARKED_AT: f64 = 0.25;
/// How near to where he wants to be a player is content, m.
const THERE: f64 = 0.5;

/// What the keeper with the ball is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Keep it.
    Hold,
    /// Pass it to the keeper of a place.
    Pass(usize),
}

/// The field, and who takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keepaway {
    /// Half its length and width, m.
    pub half: Vec2,
    /// With what share of the power of dashes takers play by the script; none if they do not.
    pub takers: Option<f64>,
}

/// Places of a team's players on the pitch.
fn team(game: &Game, side: Side) -> impl Iterator<Item = usize> + Clone + '_ {
    let places: Range<usize> = side.index() * TEAM..(side.index() + 1) * TEAM;
    places.filter(|&place| game.players[place].connected)
}

/// The keeper who decides: the nearest to the ball, if he can kick it.
pub fn holder(rules: &Rules, game: &Game) -> Option<usize> {
    nearest(game, Side::Left).filter(|&place| can_play(rules, game, place))
}

fn can_play(rules: &Rules, game: &Game, place: usize) -> bool {
    let player = &game.players[place];
    game.can_kick(rules, place) && player.tackle_cycles == 0 && player.foul_cycles == 0
}

fn nearest(game: &Game, side: Side) -> Option<usize> {
    let gap = |place: &usize| game.players[*place].position.distance(game.ball.position);
    team(game, side).min_by(|one, other| gap(one).total_cmp(&gap(other)))
}

/// The other keepers, the nearest to one of them first: whom pass 1, 2, ... goes to.
pub fn receivers(game: &Game, from: usize) -> ArrayVec<usize, TEAM> {
    let here = game.players[from].position;
    let gap = |place: &usize| game.players[*place].position.distance(here);
    let mut others: ArrayVec<usize, TEAM> =
        team(game, Side::Left).filter(|&place| place != from).collect();
    others.sort_by(|one, other| gap(one).total_cmp(&gap(other)));
    others
}

impl Keepaway {
    /// What everybody does in a cycle. `choice`: of the keeper who [decides](holder).
    pub fn decide(
        &self,
        rules: &Rules,
        game: &Game,
        choice: Option<(usize, Choice)>,
    ) -> [Option<Command>; PLAYERS] {
        let mut commands = [None; PLAYERS];
        let runs = Runs::new(rules, game);
        let first = choice.map(|(place, _)| place).or_else(|| runs.fastest(team(game, Side::Left)));
        let spot = match choice {
            Some(_) => game.ball.position,
            None => first.map_or(game.ball.position, |place| runs.meeting(place)),
        };
        for place in team(game, Side::Left) {
            commands[place] = match choice {
                Some((holder, choice)) if holder == place => play(rules, game, place, choice),
                None if first == Some(place) => runs.to_ball(place),
                _ => self.get_open(&runs, place, spot),
            };
        }
        if let Some(effort) = self.takers {
            self.take(&runs, first, effort, &mut commands);
        }
        commands
    }

    /// Goes where few are and a pass may come.
    fn get_open(&self, runs: &Runs<'_>, place: usize, spot: Vec2) -> Option<Command> {
        let point = open::place(runs.game, place, spot, self.half);
        runs.to_point(place, point, THERE).or_else(|| runs.face(place, spot))
    }

    /// Takers: the fastest two go for the ball and keep it, the others mark who is most open.
    fn take(
        &self,
        runs: &Runs<'_>,
        first: Option<usize>,
        effort: f64,
        commands: &mut [Option<Command>; PLAYERS],
    ) {
        let (rules, game) = (runs.rules, runs.game);
        let mut takers: ArrayVec<usize, TEAM> = team(game, Side::Right).collect();
        takers.sort_by_key(|&place| runs.steps[place]);
        let mut free: ArrayVec<usize, TEAM> =
            team(game, Side::Left).filter(|&place| Some(place) != first).collect();
        for (index, &place) in takers.iter().enumerate() {
            let command = if can_play(rules, game, place) {
                play(rules, game, place, Choice::Hold)
            } else if index < CHASERS || free.is_empty() {
                runs.to_ball(place)
            } else {
                let others = takers.iter().copied().filter(|&other| other != place);
                let marked = open::most_open(game, &free, others);
                free.retain(|keeper| *keeper != marked);
                let keeper = game.players[marked].position;
                let point = keeper + (game.ball.position - keeper) * MARKED_AT;
                runs.to_point(place, point, THERE).or_else(|| runs.face(place, game.ball.position))
            };
            commands[place] = command.map(|command| match command {
                Command::Dash(power, direction) => Command::Dash(power * effort, direction),
                other => other,
            });
        }
    }
}

/// What somebody does with the ball.
fn play(rules: &Rules, game: &Game, place: usize, choice: Choice) -> Option<Command> {
    let world = WorldModel::full(rules, game, place);
    let Choice::Pass(to) = choice else {
        let how = HoldBall { turn_to: Some(Vec2::ZERO), kick_target: None };
        return hold_ball(&world, how).command;
    };
    // Only keepers pass; their frame is the pitch's.
    let target = game.players[to].position;
    let lost = 1.0 - rules.server.ball_decay;
    let speed =
        (ARRIVAL + lost * target.distance(game.ball.position)).min(rules.server.ball_speed_max);
    let how = SmartKick { speed, threshold: ENOUGH * speed, steps: KICKS };
    let kick = smart_kick(&world, target, how);
    kick.command.or_else(|| turn_to_point(&world, target, 1).command)
}
