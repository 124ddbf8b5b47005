//! The players and coaches of many games in this process, given actions without a network.

use super::execute::{CoachMind, Mind, Nobody, Task, coach_commands};
use super::notes::Notes;
use super::protos::{CoachActions, PlayerActions};
use super::state::{Asker, homes};
use crate::batch::disc::DiscBatch;
use crate::disc::skills::intercept::team_steps;
use crate::disc::{Command, PLAYERS, Side, World, skills};
use crate::error::{Error, Result};
use crate::teams::Playbook;
use crate::wire::rcssserver::coach;
use std::cell::LazyCell;
use std::sync::Arc;

/// The players and coaches of a batch's games, and what they keep from cycle to cycle.
#[derive(Clone, Debug)]
pub struct Company {
    worlds: Vec<Vec<Own>>,
    /// By world and side.
    coaches: Vec<[CoachMind; 2]>,
    /// By world: which of its games they remember, see [`World::replaced`].
    remembered: Vec<u32>,
    is_full: bool,
    playbook: Arc<Playbook>,
}

/// What a player keeps from cycle to cycle.
#[derive(Clone, Debug, Default)]
struct Own {
    mind: Mind,
    notes: Notes,
}

impl Company {
    /// Creates a company for this many worlds. `is_full`: whether players know everything as it is,
    /// or else what they have sensed.
    pub fn new(worlds: usize, is_full: bool, playbook: Arc<Playbook>) -> Self {
        Self {
            worlds: vec![vec![Own::default(); PLAYERS]; worlds],
            coaches: vec![Default::default(); worlds],
            remembered: vec![0; worlds],
            is_full,
            playbook,
        }
    }

    /// Gives the commands of a cycle for the batch's players. `actions`: those of each player, the
    /// same in all worlds that are active; players without actions do nothing.
    ///
    /// # Errors
    /// [`Error::Argument`] for another number of worlds or players, and if players are to act on
    /// senses that the batch does not have.
    pub fn act(
        &mut self,
        batch: &mut DiscBatch,
        actions: &[Option<PlayerActions>],
        active: Option<&[bool]>,
    ) -> Result<()> {
        self.check(batch)?;
        let wrong = |what: String| Err(Error::argument("actions", what));
        let places = batch.places().to_vec();
        if places.len() != actions.len() {
            return wrong(format!("for {} players, not {}", actions.len(), places.len()));
        }
        if !self.is_full && batch.worlds().iter().any(|world| world.minds.is_none()) {
            return wrong(
                "players of a batch made with sensed=True remember, of this one not".into(),
            );
        }
        self.forget_replaced_games(batch);
        let (is_full, playbook) = (self.is_full, &*self.playbook);
        let is_active =
            |index: usize| active.is_none_or(|active| active.get(index).copied().unwrap_or(false));
        batch.share_worlds(&mut self.worlds, |first, worlds, owns| {
            let worlds = worlds.iter_mut().zip(owns).enumerate();
            for (_, (world, owns)) in worlds.filter(|(index, _)| is_active(first + index)) {
                world.forget_ended_cycle();
                act(world, owns, &places, actions, is_full, playbook);
            }
        });
        Ok(())
    }

    /// Carries out the actions of the left and the right coach, the same in all worlds that are
    /// active.
    ///
    /// # Errors
    /// [`Error::Argument`] for another number of worlds.
    pub fn instruct(
        &mut self,
        batch: &mut DiscBatch,
        actions: &[Option<CoachActions>; 2],
        active: Option<&[bool]>,
    ) -> Result<()> {
        self.check(batch)?;
        self.forget_replaced_games(batch);
        let is_active =
            |index: usize| active.is_none_or(|active| active.get(index).copied().unwrap_or(false));
        batch.share_worlds(&mut self.coaches, |first, worlds, minds| {
            let worlds = worlds.iter_mut().zip(minds).enumerate();
            for (_, (world, minds)) in worlds.filter(|(index, _)| is_active(first + index)) {
                for ((side, actions), mind) in Side::BOTH.into_iter().zip(actions).zip(minds) {
                    let Some(actions) = actions else { continue };
                    for text in coach_commands(world, side, actions, mind) {
                        let reply = coach::answer(world, side, text.as_bytes());
                        log::debug!("coach: {text}: {reply}");
                    }
                }
            }
        });
        Ok(())
    }

    /// Forgets what players and coaches remember of games that others have replaced.
    fn forget_replaced_games(&mut self, batch: &DiscBatch) {
        let owns = self.remembered.iter_mut().zip(&mut self.worlds).zip(&mut self.coaches);
        for (world, ((remembered, players), coaches)) in batch.worlds().iter().zip(owns) {
            if std::mem::replace(remembered, world.replaced()) != world.replaced() {
                players.fill_with(Own::default);
                *coaches = Default::default();
            }
        }
    }

    fn check(&self, batch: &DiscBatch) -> Result<()> {
        let worlds = batch.worlds().len();
        if worlds == self.worlds.len() {
            return Ok(());
        }
        Err(Error::argument("actions", format!("the batch has {worlds} worlds")))
    }
}

fn act(
    world: &mut World,
    owns: &mut [Own],
    places: &[u8],
    actions: &[Option<PlayerActions>],
    is_full: bool,
    playbook: &Playbook,
) {
    let orders = orders(world, owns, places, actions, is_full, playbook);
    let mut stadium = world.stadium();
    for (place, commands) in orders {
        for command in commands.into_iter().filter(Command::is_finite) {
            stadium.act(place, command);
        }
    }
}

/// The commands of each player who has actions, by place.
fn orders(
    world: &World,
    owns: &mut [Own],
    places: &[u8],
    actions: &[Option<PlayerActions>],
    is_full: bool,
    playbook: &Playbook,
) -> Vec<(usize, Vec<Command>)> {
    let mut orders = Vec::with_capacity(places.len());
    // A player who knows everything expects the same steps as everybody else in their team.
    let steps =
        Side::BOTH.map(|side| LazyCell::new(move || team_steps(world.rules(), &world.game, side)));
    for (place, actions) in places.iter().zip(actions) {
        let (place, Some(actions)) = (usize::from(*place), actions) else { continue };
        let (own, player) = (&mut owns[place], &world.game.players[place]);
        if !player.connected {
            continue;
        }
        own.notes.observe(&world.game, player.side, player.unum);
        let asker = Asker { world, place, is_full, notes: &own.notes, playbook };
        let model = asker.model_with(is_full.then(|| *steps[player.side.index()]));
        let homes = homes(playbook, &world.game, &model);
        let taken = own.notes.penalty(world.game.mode).map_or(0, |own| own.our_taker_counter - 1);
        let task = Task {
            homes,
            they_kick_off: world.game.kick_off_side == Some(player.side.other()),
            penalty_taker: skills::penalty_taker(taken.max(0) as u32),
            heard_pass: None,
            has_habits: false,
            judge: &Nobody,
            world: model,
        };
        let commands = task.execute(actions, &mut own.mind).commands();
        own.notes.act(&commands, world.game.cycle);
        orders.push((place, commands));
    }
    orders
}
