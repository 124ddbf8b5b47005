//! A game at one moment as one team sees it: everything that the language can refer to.

use super::play_mode;
use super::shape::Point;
use crate::disc::skills::{UNKNOWN, WorldModel};
use crate::disc::{Game, PLAYERS, Player, Rules, Side, TEAM, Vec2};
use crate::wire::clang::{PlayMode, Team};

/// A set of uniform numbers: bit `n` for number `n`, 1 to 11.
pub type Unums = u16;

/// All numbers.
pub const ALL: Unums = 0xffe;

/// The set of one number; empty if no player can have that number.
pub fn bit(number: i32) -> Unums {
    if (1..=TEAM as i32).contains(&number) { 1 << number } else { 0 }
}

/// The numbers of a set, in ascending order.
pub fn numbers(set: Unums) -> impl Iterator<Item = usize> {
    (1..=TEAM).filter(move |number| set >> number & 1 == 1)
}

/// A game at one moment, in the coordinates of the team that is addressed: m, its own goal at
/// negative x, y to its right when it looks at the other goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// The clock, in cycles.
    pub time: i64,
    /// The play mode, if the language has it.
    pub mode: Option<PlayMode>,
    /// Our goals and theirs.
    pub goals: [i64; 2],
    /// Where the ball is.
    pub ball: Point,
    /// Where our players and theirs are, by number, starting at 1; `None` for a player who does not
    /// play.
    pub players: [[Option<Point>; TEAM]; 2],
    /// Our players, and theirs, who last had the ball within reach.
    pub owners: [Unums; 2],
}

impl Default for Situation {
    /// An empty pitch before the kick-off.
    fn default() -> Self {
        Self {
            time: 0,
            mode: Some(PlayMode::BeforeKickOff),
            goals: [0; 2],
            ball: [0.0; 2],
            players: [[None; TEAM]; 2],
            owners: [0; 2],
        }
    }
}

impl Situation {
    /// A 2D game as a side sees it.
    ///
    /// The ball is owned by those who can kick it; if nobody can, by those who owned it in
    /// `before`, the situation of the same side a cycle earlier; without that, by the player who
    /// touched it last.
    pub fn of_disc(rules: &Rules, game: &Game, side: Side, before: Option<&Self>) -> Self {
        let sign = side.sign();
        let place = |player: &Player| {
            let at = player.position;
            player.connected.then(|| seen(at, sign))
        };
        let team = |side: Side| {
            let first = side.index() * TEAM;
            std::array::from_fn(|number| place(&game.players[first + number]))
        };
        let goals = |side: Side| i64::from(game.score[side.index()].goals);
        let sides = [side, side.other()];
        Self {
            time: i64::from(game.cycle),
            mode: play_mode::disc_play_mode(game.mode, game.ball.holder.is_some(), side),
            goals: sides.map(goals),
            ball: seen(game.ball.position, sign),
            players: sides.map(team),
            owners: owners(rules, game, side, before.map(|before| before.owners)),
        }
    }

    /// A 2D game as one player knows it; what the referee says, everybody knows.
    ///
    /// The ball is owned by those who can kick it as far as they know; if nobody can, by those who
    /// owned it in `before`, their situation of a cycle earlier. Players whose numbers they do not
    /// know are nowhere.
    pub fn of_model(world: &WorldModel, game: &Game, before: [Unums; 2]) -> Self {
        let ball = &world.ball;
        let mut players = [[None; TEAM]; 2];
        let mut owners = [0; 2];
        let mut add = |team: usize, unum: u8, at: Vec2, reach: f64| {
            let Some(place) = players[team].get_mut(usize::from(unum) - 1) else { return };
            *place = Some(seen(at, 1.0));
            if ball.counts.position < UNKNOWN && at.distance(ball.position) <= reach {
                owners[team] |= bit(unum.into());
            }
        };
        add(0, world.me.unum, world.me.position, world.reach_of_kick());
        for other in &world.others {
            if let (Some(is_ours), Some(unum)) = (other.is_ours, other.unum) {
                let reach = other.own.kickable_area(world.rules.server.ball_size);
                add(usize::from(!is_ours), unum, other.position, reach);
            }
        }
        let sides = [world.side, world.side.other()];
        Self {
            time: i64::from(world.cycle),
            mode: play_mode::disc_play_mode(world.mode, game.ball.holder.is_some(), world.side),
            goals: sides.map(|side| i64::from(game.score[side.index()].goals)),
            ball: seen(ball.position, 1.0),
            players,
            owners: if owners == [0; 2] { before } else { owners },
        }
    }

    /// The players of a team.
    pub fn team(&self, team: Team) -> &[Option<Point>; TEAM] {
        &self.players[team as usize]
    }

    /// Where a player is.
    pub fn player(&self, team: Team, number: usize) -> Option<Point> {
        self.team(team).get(number.checked_sub(1)?).copied().flatten()
    }
}

/// A point as a side sees it, without negative zeros.
fn seen(point: Vec2, sign: f64) -> Point {
    [sign * point.x + 0.0, sign * point.y + 0.0]
}

/// The players who can kick the ball, or else those who could before, or who touched it last: sets
/// of our and their players.
fn owners(rules: &Rules, game: &Game, side: Side, before: Option<[Unums; 2]>) -> [Unums; 2] {
    let own = |mut owners: [Unums; 2], place: usize| {
        let number = place % TEAM + 1;
        owners[usize::from(place / TEAM != side.index())] |= bit(number as i32);
        owners
    };
    let can_kick = |&place: &usize| game.players[place].connected && game.can_kick(rules, place);
    let kickers = (0..PLAYERS).filter(can_kick).fold([0; 2], own);
    let known = |owners: &[Unums; 2]| *owners != [0; 2];
    let toucher = || game.referee.last_touch().into_iter().fold([0; 2], own);
    Some(kickers).filter(known).or(before.filter(known)).unwrap_or_else(toucher)
}
