//! Keepaway's players (Stone, Sutton and Kuhlmann, 2005): what keepers, the left team, and takers
//! do if no policy commands them. They know everything as it is. Frame: the pitch's.

mod ball;
mod open;
mod run;

use crate::disc::{Command, Game, PLAYERS, Rules, Side, TEAM, Vec2};
use arrayvec::ArrayVec;
use ball::Holder;
use open::Places;
use run::Runs;

/// Number of takers who go for the ball.
const CHASERS: usize = 2;
/// Where a taker who marks a keeper stands: a share of the way from the keeper to the ball.
const MARKED_AT: f64 = 0.25;
/// Distance at which a player counts as arrived, m.
const THERE: f64 = 0.5;

/// What the keeper with the ball is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Keep it.
    Hold,
    /// Pass it to the keeper at this place of [`Game::players`].
    Pass(usize),
}

/// The field, and how takers play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keepaway {
    /// Half its length and width, m.
    pub half: Vec2,
    /// The share of the power of dashes with which takers play by the script; `None` if they do not
    /// play by it.
    pub takers: Option<f64>,
}

/// Places of a team's players on the pitch.
fn team(game: &Game, side: Side) -> ArrayVec<usize, TEAM> {
    game.connected().of(side).collect()
}

/// The keeper who decides: the nearest to the ball, if they can kick it.
pub fn holder(rules: &Rules, game: &Game) -> Option<usize> {
    let gap = |place: usize| (game.players[place].position - game.ball.position).length2();
    let keepers = game.connected().of(Side::Left);
    let nearest = keepers.min_by(|&one, &other| gap(one).total_cmp(&gap(other)));
    nearest.filter(|&place| can_play(rules, game, place))
}

fn can_play(rules: &Rules, game: &Game, place: usize) -> bool {
    let player = &game.players[place];
    game.can_kick(rules, place) && player.tackle_cycles == 0 && player.foul_cycles == 0
}

/// The other keepers in order of their distance from one of them: the receivers of passes 1, 2, ...
pub fn receivers(game: &Game, from: usize) -> ArrayVec<usize, TEAM> {
    let here = game.players[from].position;
    let gap = |place: &usize| game.players[*place].position.distance(here);
    let mut others = team(game, Side::Left);
    others.retain(|place| *place != from);
    others.sort_by(|one, other| gap(one).total_cmp(&gap(other)));
    others
}

impl Keepaway {
    /// Returns what everybody does in a cycle. `choice`: that of the keeper who [decides](holder).
    pub fn decide(
        &self,
        rules: &Rules,
        game: &Game,
        choice: Option<(usize, Choice)>,
    ) -> [Option<Command>; PLAYERS] {
        let mut commands = [None; PLAYERS];
        let runs = Runs::new(rules, game);
        let [keepers, takers] = [Side::Left, Side::Right].map(|side| team(game, side));
        let at = |places: &[usize]| -> Places {
            places.iter().map(|&place| game.players[place].position).collect()
        };
        let (kept, taking) = (at(&keepers), at(&takers));
        let first = choice.map(|(place, _)| place).or_else(|| runs.fastest(&keepers));
        let spot = match (choice, first) {
            (None, Some(place)) => runs.meeting(place),
            _ => game.ball.position,
        };
        for (index, &place) in keepers.iter().enumerate() {
            commands[place] = match choice {
                Some((holder, Choice::Hold)) if holder == place => {
                    Holder::new(rules, game, place).hold(&taking)
                }
                Some((holder, Choice::Pass(to))) if holder == place => {
                    Holder::new(rules, game, place).pass(game.players[to].position)
                }
                None if first == Some(place) => runs.to_ball(place),
                _ => {
                    let mut mates = kept.clone();
                    mates.remove(index);
                    let point = open::spot(kept[index], &mates, &taking, spot, self.half);
                    let way = runs.to_point(place, point, THERE);
                    way.or_else(|| runs.face(place, spot))
                }
            };
        }
        if let Some(effort) = self.takers {
            let free = keepers.iter().zip(&kept).filter(|(place, _)| Some(**place) != first);
            let free = free.map(|(_, at)| *at).collect();
            take(&runs, takers, free, &kept, &mut commands);
            for command in commands[TEAM..].iter_mut().flatten() {
                if let Command::Dash(power, _) = command {
                    *power *= effort;
                }
            }
        }
        commands
    }
}

/// Takers: the fastest two go for the ball and keep it; the others mark the most open of the `free`
/// keepers.
fn take(
    runs: &Runs<'_>,
    mut takers: ArrayVec<usize, TEAM>,
    mut free: Places,
    keepers: &[Vec2],
    commands: &mut [Option<Command>; PLAYERS],
) {
    let game = runs.game;
    if takers.len() > CHASERS {
        takers.sort_by_key(|&place| runs.steps(place));
    }
    for (index, &place) in takers.iter().enumerate() {
        let others = takers.iter().filter(|other| **other != place);
        commands[place] = if can_play(runs.rules, game, place) {
            Holder::new(runs.rules, game, place).hold(keepers)
        } else if index < CHASERS {
            runs.to_ball(place)
        } else {
            let others: Places = others.map(|&other| game.players[other].position).collect();
            match open::most_open(&free, &others) {
                None => runs.to_ball(place),
                Some(marked) => {
                    let keeper = free.remove(marked);
                    let point = keeper + (game.ball.position - keeper) * MARKED_AT;
                    let way = runs.to_point(place, point, THERE);
                    way.or_else(|| runs.face(place, game.ball.position))
                }
            }
        };
    }
}
