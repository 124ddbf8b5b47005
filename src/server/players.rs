//! Agents, and their robots in the world.

use super::agent::AgentLink;
use super::complaints::Complaints;
use super::dialect::{Dialect, Senses};
use super::patience::Patience;
use super::simulation::Simulation;
use super::{SILENCE, ServerError, jersey};
use crate::action::Action;
use crate::batch::WorldBatch;
use crate::soccer::PlayerId;
use log::{Level, warn};
use std::sync::Arc;

use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TryRecvError;
use tokio_util::sync::CancellationToken;

/// An agent and its robot.
struct Player {
    id: PlayerId,
    /// Index of the dialect that its agent speaks.
    dialect: usize,
    link: AgentLink,
    /// The message about what it perceives in this cycle.
    perceptions: String,
    /// Has it joined in this cycle? Then it has not been sent anything that it could answer.
    is_new: bool,
}

impl Player {
    /// Disconnects the agent if code of this process has removed its robot.
    fn check(&mut self, batch: &WorldBatch) {
        if batch.slot_of(self.id).is_none() {
            self.link.gone.cancel();
            self.link.actions.close();
        }
    }

    fn name(&self) -> String {
        format!("{} ({})", jersey(&self.link.init), self.id)
    }
}

/// All agents that have said who they are.
pub(super) struct Players {
    /// The dialects of the server, and what writes perceptions in each of them.
    dialects: Vec<(Arc<dyn Dialect>, Box<dyn Senses>)>,
    /// Agents that have not joined yet, each with the index of its dialect.
    waiting: Vec<(usize, AgentLink)>,
    playing: Vec<Player>,
    /// Log lines about who joins and leaves.
    log: Complaints,
}

impl Players {
    /// Nobody yet; agents will speak these dialects.
    pub(super) fn new<'d>(dialects: impl Iterator<Item = &'d Arc<dyn Dialect>>) -> Self {
        let dialects = dialects.map(|dialect| (dialect.clone(), dialect.senses())).collect();
        let log = Complaints::about_all("players");
        Self { dialects, waiting: Vec::new(), playing: Vec::new(), log }
    }

    /// Is there no agent with a robot?
    pub(super) fn is_nobody_playing(&self) -> bool {
        self.playing.is_empty()
    }

    /// Is nobody playing yet, while somebody waits to join?
    pub(super) fn are_first_coming(&self) -> bool {
        self.playing.is_empty() && !self.waiting.is_empty()
    }

    /// Takes in an agent that speaks a dialect; it joins with the next [`Self::join`].
    pub(super) fn add(&mut self, dialect: usize, agent: AgentLink) {
        self.waiting.push((dialect, agent));
    }

    /// Removes the robots of agents that have left.
    pub(super) fn remove_gone(
        &mut self,
        simulation: &mut impl Simulation,
    ) -> Result<(), ServerError> {
        self.waiting.retain(|(_, agent)| !agent.actions.is_closed());
        let playing = &mut self.playing;
        simulation.with(|batch| playing.iter_mut().for_each(|player| player.check(batch)))?;
        for player in self.playing.extract_if(.., |player| player.link.actions.is_closed()) {
            simulation.leave(player.id)?;
            self.log.note(Level::Info, format_args!("{} left the game", player.name()));
        }
        Ok(())
    }

    /// Lets waiting agents join in the order in which they connected, because the first team plays
    /// on the left.
    pub(super) fn join(&mut self, simulation: &mut impl Simulation) -> Result<(), ServerError> {
        self.waiting.sort_by_key(|(_, agent)| agent.number);
        for (dialect, link) in self.waiting.drain(..) {
            match simulation.join(&link.init)? {
                Ok(id) => {
                    let (spoken, _) = &self.dialects[dialect];
                    let names = simulation.with(|batch| {
                        batch.slot_of(id).map(|slot| spoken.actuators(batch.shared_model(slot)))
                    })?;
                    // It cannot be set already: nobody else sets it.
                    let _ = link.actuators.set(names.unwrap_or_default());
                    let perceptions = String::new();
                    let player = Player { id, dialect, link, perceptions, is_new: true };
                    let (name, model) = (player.name(), &player.link.init.model);
                    self.log.note(Level::Info, format_args!("{name} joined the game as {model}"));
                    self.playing.push(player);
                }
                Err(reason) => {
                    link.complaints.add(format_args!("cannot join: {reason}"));
                    link.gone.cancel();
                }
            }
        }
        Ok(())
    }

    /// Writes what all players perceive.
    pub(super) fn perceive(&mut self, simulation: &mut impl Simulation) -> Result<(), ServerError> {
        let Self { playing, dialects, .. } = self;
        simulation.with(|batch| {
            let mut perceiver = batch.perceiver(0)?;
            // As in rcsssmj, it is drawn anew in every cycle who is heard.
            perceiver.hearing.listen_again();
            for (index, (_, senses)) in dialects.iter_mut().enumerate() {
                let speakers = playing.iter_mut().filter(|player| player.dialect == index);
                let messages = speakers.map(|player| (player.id, &mut player.perceptions));
                senses.write(&mut perceiver, messages.collect());
            }
            Ok::<_, crate::Error>(())
        })??;
        Ok(())
    }

    /// Sends all agents what their robots perceive.
    pub(super) fn tell(&mut self) {
        for player in &mut self.playing {
            player.is_new = false;
            if player.link.gone.is_cancelled() {
                continue;
            }
            if !player.link.outbox.send(player.perceptions.as_bytes()) {
                warn!("{} does not read what it perceives, disconnected", player.name());
                player.link.gone.cancel();
            }
        }
    }

    /// Collects the actions of all agents: with `wait` of exactly one message of each agent,
    /// otherwise of all messages that have arrived. Waiting ends after [`SILENCE`]; agents that
    /// have sent nothing by then are disconnected.
    pub(super) fn collect(
        &mut self,
        simulation: &mut impl Simulation,
        wait: Option<&Handle>,
        stop: &CancellationToken,
    ) -> Result<(), ServerError> {
        let mut patience = Patience::new(SILENCE);
        for player in self.playing.iter_mut().filter(|player| !player.is_new) {
            let actions = match wait {
                Some(runtime) => {
                    let Some(actions) = await_message(player, runtime, &mut patience, stop) else {
                        return Ok(());
                    };
                    actions
                }
                None => all_messages(player),
            };
            let id = player.id;
            let done = simulation.with(|batch| match batch.slot_of(id) {
                Some(slot) => batch.act(0, slot - 1, actions),
                None => Ok(()),
            })?;
            // Code of this process has replaced the robot with which the agent joined.
            if let Err(error) = done {
                warn!("{} cannot act, disconnected: {error}", player.name());
                player.link.gone.cancel();
            }
        }
        Ok(())
    }

    /// Lets a player go: disconnects its agent, or takes out a robot that has none.
    pub(super) fn remove(
        &mut self,
        simulation: &mut impl Simulation,
        id: PlayerId,
    ) -> Result<(), ServerError> {
        if self.playing.iter().any(|player| player.id == id) {
            self.disconnect(id);
        } else if simulation.with(|batch| batch.slot_of(id).is_some())? {
            simulation.leave(id)?;
            self.log.note(
                Level::Info,
                format_args!("{id}, without an agent, was removed by a monitor"),
            );
        }
        Ok(())
    }

    /// Disconnects the agent of a player.
    fn disconnect(&mut self, id: PlayerId) {
        // Once, even if several monitors ask for it in the same cycle.
        let is_meant = |player: &&mut Player| player.id == id && !player.link.gone.is_cancelled();
        for player in self.playing.iter_mut().filter(is_meant) {
            let line = format_args!("{} was removed by a monitor", player.name());
            self.log.note(Level::Info, line);
            player.link.gone.cancel();
            player.link.actions.close();
        }
    }
}

/// The actions of all messages that have arrived from a player, in their order.
fn all_messages(player: &mut Player) -> Vec<Action> {
    let mut all = Vec::new();
    // Messages that arrive meanwhile are left: they could keep this from ending.
    for _ in 0..player.link.actions.len() {
        let Ok(mut message) = player.link.actions.try_recv() else { break };
        match all.is_empty() {
            true => all = message.content,
            false => all.append(&mut message.content),
        }
    }
    all
}

/// The actions of one message of a player, none if the player is gone; `None` when the server
/// stops.
fn await_message(
    player: &mut Player,
    runtime: &Handle,
    patience: &mut Patience,
    stop: &CancellationToken,
) -> Option<Vec<Action>> {
    match player.link.actions.try_recv() {
        Ok(message) => return Some(message.content),
        Err(TryRecvError::Disconnected) => return Some(Vec::new()),
        Err(TryRecvError::Empty) => {}
    }
    let message = runtime.block_on(async {
        tokio::select! {
            () = stop.cancelled() => None,
            message = patience.wait(player.link.actions.recv()) => Some(message),
        }
    })?;
    Some(
        message
            .unwrap_or_else(|| {
                warn!("{} was silent for {SILENCE:?}, disconnected", player.name());
                player.link.gone.cancel();
                player.link.actions.close();
                None
            })
            .map(|message| message.content)
            .unwrap_or_default(),
    )
}
