//! Agents, and their robots in the world.

use super::agent::{AgentLink, Entrance, Newcomer, Said};
use super::complaints::Complaints;
use super::dialect::{Dialect, Senses, Stage, Turn};
use super::guests::Guest;
use super::patience::Patience;
use super::session::Parcel;
use super::simulation::Simulation;
use super::{SILENCE, ServerError, jersey};
use crate::action::Action;
use crate::batch::WorldBatch;
use crate::soccer::{Command, PlayerId};
use crate::wire::Init;
use log::{Level, warn};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::error::TryRecvError;
use tokio_util::sync::CancellationToken;

/// Maximum number of messages in one turn. The last of them ends it, so that no agent prolongs a
/// cycle by saying more and more.
const MOST_PARTS: usize = 64;

/// How long to wait for the end of a turn of which a part has come. Agents made for a server that
/// does not wait may never say `(syn)`.
const UNENDED: Duration = Duration::from_secs(2);

/// An agent and its robot.
struct Player {
    id: PlayerId,
    /// Index of the dialect that its agent speaks.
    dialect: usize,
    link: AgentLink,
    init: Init,
    /// What its agent asked for before it joined; empty after its first cycle.
    early: Vec<Action>,
    /// The message about what it perceives in this cycle.
    perceptions: String,
    /// Whether it has joined in this cycle. Then it has not been sent anything that it could
    /// answer.
    is_new: bool,
}

impl Player {
    /// Disconnects the agent if other code in this process has removed its robot.
    fn check(&mut self, batch: &WorldBatch) {
        if batch.slot_of(self.id).is_none() {
            self.link.gone.cancel();
            self.link.messages.close();
        }
    }

    fn name(&self) -> String {
        format!("{} ({})", jersey(&self.init), self.id)
    }
}

/// All agents that have robots, and those that wait for one.
pub(super) struct Players {
    /// The dialects of the server, each with the [`Senses`] that write its perceptions.
    dialects: Vec<(Arc<dyn Dialect>, Box<dyn Senses>)>,
    /// Agents that have not joined yet, each with the index of its dialect.
    waiting: Vec<(usize, Newcomer)>,
    guests: Vec<Guest>,
    playing: Vec<Player>,
    /// Commands for passes that players have announced, until [`Self::take_passes`] takes them.
    passes: Vec<Command>,
    /// Log lines about who joins and leaves.
    log: Complaints,
}

impl Players {
    /// Starts without agents; those to come speak one of these dialects.
    pub(super) fn new<'d>(dialects: impl Iterator<Item = &'d Arc<dyn Dialect>>) -> Self {
        let dialects = dialects.map(|dialect| (dialect.clone(), dialect.senses())).collect();
        let log = Complaints::about_all("players");
        Self {
            dialects,
            waiting: Vec::new(),
            guests: Vec::new(),
            playing: Vec::new(),
            passes: Vec::new(),
            log,
        }
    }

    /// Whether there is no agent with a robot in the game.
    pub(super) fn is_nobody_playing(&self) -> bool {
        self.playing.is_empty()
    }

    /// Whether nobody is playing yet, while somebody waits to join.
    pub(super) fn are_first_coming(&self) -> bool {
        self.playing.is_empty() && !self.waiting.is_empty()
    }

    /// Takes in an agent that speaks a dialect; it joins with the next [`Self::join`].
    pub(super) fn add(&mut self, dialect: usize, agent: Newcomer) {
        self.waiting.push((dialect, agent));
    }

    /// Removes the robots of agents that have left, and returns these players.
    pub(super) fn remove_gone(
        &mut self,
        simulation: &mut impl Simulation,
    ) -> Result<Vec<PlayerId>, ServerError> {
        self.waiting.retain(|(_, agent)| !agent.link.messages.is_closed());
        self.guests.retain(|guest| !guest.link.messages.is_closed());
        let playing = &mut self.playing;
        simulation.with(|batch| playing.iter_mut().for_each(|player| player.check(batch)))?;
        let mut gone = Vec::new();
        for player in self.playing.extract_if(.., |player| player.link.messages.is_closed()) {
            simulation.leave(player.id)?;
            self.dialects[player.dialect].1.left(player.id);
            self.log.note(Level::Info, format_args!("{} left the game", player.name()));
            gone.push(player.id);
        }
        Ok(gone)
    }

    /// Lets waiting agents join in the order in which they connected, because the first team plays
    /// on the left.
    pub(super) fn join(&mut self, simulation: &mut impl Simulation) -> Result<(), ServerError> {
        self.waiting.sort_by_key(|(_, agent)| agent.link.number);
        for (dialect, newcomer) in std::mem::take(&mut self.waiting) {
            let Newcomer { entrance, link } = newcomer;
            match entrance {
                Entrance::Introduced(init) => {
                    if let Err((link, reason)) =
                        self.enter(simulation, dialect, link, init, None)?
                    {
                        link.complaints.add(format_args!("cannot join: {reason}"));
                        link.gone.cancel();
                    }
                }
                Entrance::Staged(stage) => self.guests.push(Guest::new(dialect, link, stage)),
            }
        }
        for mut guest in std::mem::take(&mut self.guests) {
            let Some(init) = simulation.with(|batch| guest.init(batch))? else {
                self.guests.push(guest);
                continue;
            };
            let Guest { dialect, link, stage, actions, .. } = guest;
            if let Err((link, reason)) =
                self.enter(simulation, dialect, link, init, Some(&stage))?
            {
                link.complaints.add(format_args!("cannot join: {reason}"));
                self.guests.push(Guest { is_new: false, ..Guest::new(dialect, link, stage) });
            } else if let Some(player) = self.playing.last_mut() {
                player.early = actions;
            }
        }
        Ok(())
    }

    /// Lets an agent join, or gives it back with the reason why it cannot. `stage` is the robot
    /// that it had before.
    fn enter(
        &mut self,
        simulation: &mut impl Simulation,
        dialect: usize,
        link: AgentLink,
        init: Init,
        stage: Option<&Stage>,
    ) -> Result<Result<(), (AgentLink, String)>, ServerError> {
        let (spoken, senses) = &mut self.dialects[dialect];
        if let Some(stage) = stage {
            let side = simulation.with(|batch| batch.game(0).ok()?.game.state.side_of(&init.team));
            if let Some(reason) = side?.and_then(|side| senses.refusal(side, stage)) {
                return Ok(Err((link, reason)));
            }
        }
        let id = match simulation.join(&init)? {
            Ok(id) => id,
            Err(reason) => return Ok(Err((link, reason))),
        };
        let names = simulation.with(|batch| {
            let model = batch.shared_model(batch.slot_of(id)?);
            senses.joined(id, model, stage);
            Some(spoken.actuators(model))
        })?;
        // It cannot be set already: nobody else sets it.
        let _ = link.actuators.set(names.unwrap_or_default());
        let (perceptions, early) = (String::new(), Vec::new());
        // An agent that already had a robot has been sent perceptions that it answers.
        let is_new = stage.is_none();
        let player = Player { id, dialect, link, init, early, perceptions, is_new };
        let (name, model) = (player.name(), &player.init.model);
        self.log.note(Level::Info, format_args!("{name} joined the game as {model}"));
        self.playing.push(player);
        Ok(Ok(()))
    }

    /// Writes what all players perceive.
    pub(super) fn perceive(&mut self, simulation: &mut impl Simulation) -> Result<(), ServerError> {
        let Self { playing, guests, dialects, .. } = self;
        simulation.with(|batch| {
            for (_, senses) in dialects.iter_mut() {
                senses.prepare(batch)?;
            }
            let mut perceiver = batch.perceiver(0)?;
            // As in rcsssmj, who is heard is drawn at random in every cycle.
            perceiver.hearing.listen_again();
            for (index, (_, senses)) in dialects.iter_mut().enumerate() {
                let speakers = playing.iter_mut().filter(|player| player.dialect == index);
                let messages = speakers.map(|player| (player.id, &mut player.perceptions));
                senses.write(&mut perceiver, messages.collect());
            }
            for guest in guests {
                guest.perceive(&mut *dialects[guest.dialect].1, &mut perceiver);
            }
            Ok::<_, crate::Error>(())
        })??;
        Ok(())
    }

    /// Sends all agents what their robots perceive.
    pub(super) fn send_perceptions(&mut self) {
        for player in &mut self.playing {
            player.is_new = false;
            let Player { id, link, init, perceptions, .. } = player;
            send(link, perceptions, || format!("{} ({id})", jersey(init)));
        }
        for guest in &mut self.guests {
            guest.is_new = false;
            let Guest { link, perceptions, stage, .. } = guest;
            send(link, perceptions, || format!("an agent without a team ({})", stage.model));
        }
    }

    /// Collects the actions of all agents: with `wait`, from exactly one turn of each agent;
    /// otherwise from all messages that have arrived. Waiting ends after [`SILENCE`]; agents that
    /// have said nothing by then are disconnected.
    pub(super) fn collect(
        &mut self,
        simulation: &mut impl Simulation,
        wait: Option<&Handle>,
        stop: &CancellationToken,
    ) -> Result<(), ServerError> {
        let Some(all) = self.read(wait, stop) else { return Ok(()) };
        let Self { playing, dialects, passes, .. } = self;
        for (player, said) in playing.iter_mut().zip(all) {
            let Player { id, dialect, link, early, .. } = player;
            let (id, senses) = (*id, &mut dialects[*dialect].1);
            if said.is_pass {
                match simulation.with(|batch| senses.pass(batch, id))? {
                    Ok(pass) => passes.push(pass),
                    Err(reason) => link.complaints.add(format_args!("no pass: {reason}")),
                }
            }
            let mut actions = std::mem::take(early);
            actions.extend(said.actions);
            let done = simulation.with(|batch| match batch.slot_of(id) {
                Some(slot) => {
                    let actions = senses.control(batch, id, actions);
                    batch.act(0, slot - 1, actions)
                }
                None => Ok(()),
            })?;
            // Other code in this process has replaced the robot with which the agent joined.
            if let Err(error) = done {
                warn!("{} cannot act, disconnected: {error}", player.name());
                player.link.gone.cancel();
            }
        }
        Ok(())
    }

    /// Reads what all agents say in this cycle, and returns what each player's says; `None` when
    /// the server stops.
    fn read(&mut self, wait: Option<&Handle>, stop: &CancellationToken) -> Option<Vec<Said>> {
        let Self { playing, guests, .. } = self;
        let mut patience = Patience::new(SILENCE);
        let mut read = |link: &mut AgentLink, name: &dyn Fn() -> String, ends: Ends| match wait {
            Some(runtime) => await_turn(link, name, ends, runtime, &mut patience, stop),
            None => Some(all_messages(link)),
        };
        for guest in guests.iter_mut().filter(|guest| !guest.is_new) {
            let Guest { link, stage, .. } = guest;
            let name = || format!("an agent without a team ({})", stage.model);
            // SimSpark's agents say who they are without ending their turns.
            let said = read(link, &name, |_| true)?;
            guest.hear(said);
        }
        let mut all = Vec::with_capacity(playing.len());
        for Player { id, link, init, is_new, .. } in playing.iter_mut() {
            let name = || format!("{} ({id})", jersey(init));
            all.push(match is_new {
                true => Said::default(),
                false => read(link, &name, |turn| turn == Turn::End)?,
            });
        }
        if wait.is_some() {
            // Whoever has ended its turn may have said more while the others were waited for.
            let ended = playing.iter_mut().zip(&mut all);
            ended
                .filter(|(_, said)| said.turn == Turn::End)
                .for_each(|(player, said)| said.add(all_messages(&mut player.link)));
        }
        Some(all)
    }

    /// Takes the commands for passes that players have announced.
    pub(super) fn take_passes(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.passes)
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
            player.link.messages.close();
        }
    }
}

/// Sends an agent what its robot perceives.
fn send(link: &mut AgentLink, perceptions: &str, name: impl FnOnce() -> String) {
    if !link.gone.is_cancelled() && !link.outbox.send(perceptions.as_bytes()) {
        warn!("{} does not read what it perceives, disconnected", name());
        link.gone.cancel();
    }
}

/// Whether a part of a turn ends it.
type Ends = fn(Turn) -> bool;

/// Combines all messages that have arrived from an agent, in their order.
fn all_messages(link: &mut AgentLink) -> Said {
    let mut all = Said::default();
    // Messages that arrive meanwhile are left: they could keep this from ending.
    for _ in 0..link.messages.len() {
        let Ok(message) = link.messages.try_recv() else { break };
        all.add(message.content);
    }
    all
}

/// Waits for one turn of an agent and returns what it says, which is only what has come if the
/// agent is gone; `None` when the server stops.
fn await_turn(
    link: &mut AgentLink,
    name: &dyn Fn() -> String,
    ends: Ends,
    runtime: &Handle,
    patience: &mut Patience,
    stop: &CancellationToken,
) -> Option<Said> {
    let (mut turn, mut has_ended) = (Said::default(), false);
    let mut for_more = Patience::new(UNENDED);
    for part in 0..MOST_PARTS {
        let message = match link.messages.try_recv() {
            Ok(message) => message,
            Err(TryRecvError::Disconnected) => return Some(turn),
            // What has come after the end is of the same turn.
            Err(TryRecvError::Empty) if has_ended => return Some(turn),
            Err(TryRecvError::Empty) => {
                let patience = if part == 0 { &mut *patience } else { &mut for_more };
                match await_message(link, runtime, patience, stop)? {
                    Heard::Message(message) => message,
                    Heard::Gone => return Some(turn),
                    Heard::Silence if part == 0 => {
                        warn!("{} was silent for {SILENCE:?}, disconnected", name());
                        link.gone.cancel();
                        link.messages.close();
                        return Some(turn);
                    }
                    Heard::Silence => {
                        link.complaints.add("does not end its turns: each message counts as one");
                        link.ends_turns = false;
                        return Some(turn);
                    }
                }
            }
        };
        let said = message.content;
        link.ends_turns |= said.turn == Turn::End;
        let is_whole = said.turn == Turn::Whole || !link.ends_turns;
        has_ended |= is_whole || ends(said.turn);
        turn.add(said);
        if is_whole {
            return Some(turn);
        }
    }
    if !has_ended {
        link.complaints.add(format_args!("{MOST_PARTS} messages do not end its turn, so it ends"));
    }
    Some(turn)
}

/// What there is to hear from an agent.
enum Heard {
    Message(Parcel<Said>),
    /// It is gone.
    Gone,
    /// Nothing has come for too long.
    Silence,
}

/// Waits for one message of an agent; `None` when the server stops.
fn await_message(
    link: &mut AgentLink,
    runtime: &Handle,
    patience: &mut Patience,
    stop: &CancellationToken,
) -> Option<Heard> {
    runtime.block_on(async {
        tokio::select! {
            () = stop.cancelled() => None,
            heard = patience.wait(link.messages.recv()) => Some(match heard {
                Some(Some(message)) => Heard::Message(message),
                Some(None) => Heard::Gone,
                None => Heard::Silence,
            }),
        }
    })
}
