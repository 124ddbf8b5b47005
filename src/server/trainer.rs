//! What monitors ask for, worked out for the world as it is.

use super::complaints::Complaints;
use crate::batch::WorldBatch;
use crate::game::{Command, Game};
use crate::math::splitmix::SplitMix64;
use crate::wire::printable;
use crate::wire::trainer::{Request, Selected};
use crate::world::{PlayerId, Side};
use std::fmt::Display;

/// Which monitor of a cycle asks.
pub(super) type Asker = usize;

/// What to do in a cycle.
#[derive(Debug, Default)]
pub(super) struct Wishes {
    /// For the game.
    pub(super) commands: Vec<Command>,
    /// Whose agents are to be disconnected.
    pub(super) leavers: Vec<PlayerId>,
    /// Is everything to be told to all monitors?
    pub(super) full_state: bool,
    /// Who wants to know that it is done, and by which word.
    pub(super) acknowledged: Vec<(Asker, String)>,
}

/// What outlives a cycle: the selected player, and luck.
pub(super) struct Trainer {
    selected: Option<PlayerId>,
    coin: SplitMix64,
    complaints: Complaints,
}

impl Trainer {
    pub(super) fn new(seed: u64) -> Self {
        let complaints = Complaints::about("commands of monitors");
        Self { selected: None, coin: SplitMix64::new(seed), complaints }
    }

    /// Something that could not be done.
    pub(super) fn complain(&mut self, problem: impl Display) {
        self.complaints.add(problem);
    }

    /// What the requests of a cycle come to, in their order.
    pub(super) fn decide(&mut self, batch: &WorldBatch, requests: Vec<(Asker, Request)>) -> Wishes {
        let mut wishes = Wishes::default();
        let Ok(game) = batch.game(0) else { return wishes };
        let players: Vec<PlayerId> = batch.roster().iter().map(|robot| robot.player).collect();
        for (asker, request) in requests {
            match request {
                Request::Command(command) => wishes.commands.push(command),
                Request::CoinToss => {
                    let side =
                        if self.coin.bits().is_multiple_of(2) { Side::Left } else { Side::Right };
                    wishes.commands.push(Command::KickOff(side));
                }
                Request::FullState => wishes.full_state = true,
                Request::Deselect => self.selected = None,
                Request::Select(None) => self.selected = next(&players, self.selected),
                Request::Select(Some(wanted)) => match find(&game.game, &players, &wanted) {
                    Ok(found) => self.selected = Some(found),
                    Err(problem) => self.complain(problem),
                },
                Request::Kill(wanted) => {
                    wishes.leavers.extend(self.wanted(&game.game, &players, wanted.as_ref()));
                }
                Request::Reposition(wanted) => {
                    if let Some(id) = self.wanted(&game.game, &players, wanted.as_ref()) {
                        let team = id.side.alias().to_owned();
                        wishes.commands.push(Command::Reposition { number: id.number, team });
                    }
                }
                Request::Acknowledge(word) => wishes.acknowledged.push((asker, word)),
            }
        }
        wishes
    }

    /// The player that is named, else the selected one.
    fn wanted(
        &mut self,
        game: &Game,
        players: &[PlayerId],
        named: Option<&Selected>,
    ) -> Option<PlayerId> {
        let selected = || self.selected.filter(|selected| players.contains(selected));
        let found = match named {
            Some(named) => find(game, players, named),
            None => selected().ok_or_else(|| "no player is selected".to_owned()),
        };
        found.map_err(|problem| self.complain(problem)).ok()
    }
}

fn find(
    game: &Game,
    players: &[PlayerId],
    Selected { team, number }: &Selected,
) -> Result<PlayerId, String> {
    let player = game.side_named(team).map(|side| PlayerId { side, number: *number });
    let player = player.filter(|player| players.contains(player));
    player.ok_or_else(|| format!("team '{}' has no player {number}", printable(team)))
}

/// The player after the selected one, the first after the last.
fn next(players: &[PlayerId], selected: Option<PlayerId>) -> Option<PlayerId> {
    let place = players.iter().position(|player| Some(*player) == selected);
    let next = place.map_or(0, |place| (place + 1) % players.len());
    players.get(next).copied()
}
