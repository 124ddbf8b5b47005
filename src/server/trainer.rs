//! Turns monitors' requests into commands for the current state of the game.

use crate::batch::{WorldBatch, WorldGame};
use crate::math::splitmix::SplitMix64;
use crate::soccer::{Command, Game, PlayerId, Side};
use crate::wire::printable;
use crate::wire::{Request, Selected};
use thiserror::Error;

/// Index, in this cycle, of the monitor that made a request.
pub(super) type Asker = usize;

/// SimSpark's name for no particular side.
const EITHER: &str = "None";

/// What is to be done for the requests of a cycle.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// Commands for the game.
    pub(super) commands: Vec<Command>,
    /// The monitor that asked for each of these commands.
    pub(super) commanders: Vec<Asker>,
    /// Requests that cannot be carried out, and why.
    pub(super) problems: Vec<(Asker, Problem)>,
    /// Players whose agents are to be disconnected.
    pub(super) leaving: Vec<PlayerId>,
    /// Whether a monitor wants the next frame to be a full one.
    pub(super) full_state: bool,
    /// Monitors that want an answer once all this is done, each with the word to answer with.
    pub(super) acknowledged: Vec<(Asker, String)>,
}

impl Plan {
    fn command(&mut self, asker: Asker, command: Command) {
        self.commands.push(command);
        self.commanders.push(asker);
    }
}

/// Why a request cannot be carried out; formatted only if it is logged.
#[derive(Debug, Error)]
pub(super) enum Problem {
    #[error("team '{}' has no player {}", printable(&.0.team), .0.number)]
    NoPlayer(Selected),
    #[error("no player is selected")]
    NobodySelected,
}

/// State that lasts from cycle to cycle: the selected player and the random generator.
pub(super) struct Trainer {
    /// Whether objects that are placed below the ground are lifted onto it.
    lifts: bool,
    selected: Option<PlayerId>,
    coin: SplitMix64,
}

impl Trainer {
    pub(super) fn new(seed: u64, lifts: bool) -> Self {
        Self { lifts, selected: None, coin: SplitMix64::new(seed) }
    }

    /// Turns the requests of a cycle, in their order, into a plan.
    pub(super) fn decide(
        &mut self,
        batch: &WorldBatch,
        world: usize,
        requests: Vec<(Asker, Request)>,
    ) -> Plan {
        let mut plan = Plan::default();
        let Ok(game) = batch.game(world) else { return plan };
        let players: Vec<PlayerId> = batch.roster().iter().map(|robot| robot.player).collect();
        for (asker, request) in requests {
            match request {
                Request::Command(mut command) => {
                    if self.lifts {
                        lift(batch, world, game, &mut command);
                    }
                    plan.command(asker, command);
                }
                Request::Lifted(mut command) => {
                    lift(batch, world, game, &mut command);
                    plan.command(asker, command);
                }
                Request::CoinToss => {
                    let side =
                        if self.coin.bits().is_multiple_of(2) { Side::Left } else { Side::Right };
                    plan.command(asker, Command::KickOff(side));
                }
                Request::FullState => plan.full_state = true,
                Request::Deselect => self.selected = None,
                Request::Select(None) => self.selected = next(&players, self.selected),
                Request::Select(Some(wanted)) => match find(&game.game, &players, wanted) {
                    Ok(found) => self.selected = Some(found),
                    Err(problem) => plan.problems.push((asker, problem)),
                },
                Request::Kill(wanted) => match self.wanted(&game.game, &players, wanted) {
                    Ok(id) => plan.leaving.push(id),
                    Err(problem) => plan.problems.push((asker, problem)),
                },
                Request::Reposition(wanted) => {
                    let command = |number, team| Command::Reposition { number, team };
                    self.send(&mut plan, asker, &game.game, &players, wanted, command);
                }
                Request::SendAway(wanted) => {
                    let command = |number, team| Command::SendAway { number, team };
                    self.send(&mut plan, asker, &game.game, &players, wanted, command);
                }
                Request::LineUp(wanted) => {
                    let command = |number, team| Command::LineUp { number, team };
                    self.send(&mut plan, asker, &game.game, &players, wanted, command);
                }
                Request::Acknowledge(word) => plan.acknowledged.push((asker, word)),
            }
        }
        plan
    }

    /// Returns the selected player, who may have left.
    pub(super) fn selected(&self) -> Option<PlayerId> {
        self.selected
    }

    /// Selects nobody if the selected player is one of these, which have left: another one may join
    /// with the same number.
    pub(super) fn forget(&mut self, gone: &[PlayerId]) {
        self.selected = self.selected.filter(|selected| !gone.contains(selected));
    }

    /// Plans a command that moves the named player, or the selected one if none is named.
    fn send(
        &self,
        plan: &mut Plan,
        asker: Asker,
        game: &Game,
        players: &[PlayerId],
        named: Option<Selected>,
        command: impl FnOnce(u32, String) -> Command,
    ) {
        match self.wanted(game, players, named) {
            Ok(id) => plan.command(asker, command(id.number, id.side.alias().to_owned())),
            Err(problem) => plan.problems.push((asker, problem)),
        }
    }

    /// Returns the named player, or the selected one if none is named.
    fn wanted(
        &self,
        game: &Game,
        players: &[PlayerId],
        named: Option<Selected>,
    ) -> Result<PlayerId, Problem> {
        let selected = || self.selected.filter(|selected| players.contains(selected));
        match named {
            Some(named) => find(game, players, named),
            None => selected().ok_or(Problem::NobodySelected),
        }
    }
}

/// Changes a command that would place something below the ground so that it is placed on the
/// ground.
fn lift(batch: &WorldBatch, world: usize, game: &WorldGame, command: &mut Command) {
    if let Ok(world) = batch.world(world) {
        game.game.lift(batch.arena(), &world, command);
    }
}

/// The player that a request names. `None`, where no team has that name, is either side: the first
/// to join of those with the number, as in SimSpark.
fn find(game: &Game, players: &[PlayerId], wanted: Selected) -> Result<PlayerId, Problem> {
    let side = game.side_named(&wanted.team);
    let is_either = side.is_none() && wanted.team == EITHER;
    let is_wanted = |player: &&PlayerId| {
        player.number == wanted.number && (is_either || side == Some(player.side))
    };
    players.iter().find(is_wanted).copied().ok_or(Problem::NoPlayer(wanted))
}

/// Returns the player after the selected one; the first player follows the last.
fn next(players: &[PlayerId], selected: Option<PlayerId>) -> Option<PlayerId> {
    let place = players.iter().position(|player| Some(*player) == selected);
    let next = place.map_or(0, |place| (place + 1) % players.len());
    players.get(next).copied()
}
