//! The update loops: what happens in one cycle of the game, and in which order.

use super::broadcast::Broadcast;
use super::chronicle::Chronicle;
use super::clock::Clock;
use super::journal::Journal;
use super::players::Players;
use super::recovery::Recovery;
use super::simulation::{Refused, Simulation};
use super::trainer::{Asker, Trainer};
use super::{Arrivals, Everybody, ServerConfig, ServerError};
use crate::soccer::{Command, SUBSTEPS};
use crate::wire::printable;
use log::{info, warn};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// How long to wait for further agents when the first one has come.
const GATHERING: Duration = Duration::from_millis(5);

/// The loop of one server.
pub(super) struct Cycle<'a, S> {
    simulation: &'a mut S,
    runtime: &'a Handle,
    stop: &'a CancellationToken,
    /// New clients.
    arrivals: Everybody,
    players: Players,
    broadcast: Broadcast,
    trainer: Trainer,
    recovery: Recovery,
    chronicle: Chronicle,
    clock: Clock,
    /// Whether a cycle takes as long as the time that it simulates.
    is_real_time: bool,
    is_sequential: bool,
    waits: bool,
}

impl<'a, S: Simulation> Cycle<'a, S> {
    pub(super) fn new(
        config: &ServerConfig,
        simulation: &'a mut S,
        runtime: &'a Handle,
        stop: &'a CancellationToken,
        arrivals: Everybody,
        journal: Option<Journal>,
    ) -> Result<Self, ServerError> {
        let (timestep, seed) = simulation.with(|batch| (batch.timestep(), batch.seed()))?;
        let dialects = || config.dialects.iter().map(|spoken| &spoken.dialect);
        let interval = Duration::from_secs_f64(timestep * SUBSTEPS as f64);
        Ok(Self {
            simulation,
            runtime,
            stop,
            arrivals,
            players: Players::new(dialects()),
            broadcast: Broadcast::new(
                dialects(),
                config.monitor_interval,
                journal,
                !config.real_time,
            ),
            trainer: Trainer::new(seed, config.lift_placed),
            recovery: Recovery::new(),
            chronicle: Chronicle::new(),
            clock: Clock::new(interval),
            is_real_time: config.real_time,
            is_sequential: config.sequential,
            waits: config.waits(),
        })
    }

    /// Runs until somebody stops it.
    pub(super) fn run(mut self) -> Result<(), ServerError> {
        let order = if self.is_sequential { "sequential" } else { "parallel" };
        let agents = if self.waits { "waiting for agents" } else { "not waiting for agents" };
        info!("running a {order} update loop, {agents}");
        while !self.stop.is_cancelled() {
            match self.is_sequential {
                true => self.sequential()?,
                false => self.parallel()?,
            }
            let Self { simulation, chronicle, .. } = &mut self;
            let is_killed = simulation.with(|batch| {
                batch.game(0).is_ok_and(|game| {
                    chronicle.log_changes(&game.game.state);
                    game.game.killed
                })
            })?;
            if is_killed {
                info!("a monitor ended the simulation");
                return Ok(());
            }
        }
        info!("asked to end");
        Ok(())
    }

    /// Agents perceive the world before the step, and have one cycle to answer.
    fn parallel(&mut self) -> Result<(), ServerError> {
        self.let_in();
        self.remove_gone()?;
        self.players.join(self.simulation)?;
        self.players.perceive(self.simulation)?;
        self.wait();
        // Before perceptions are sent, so that no answer to them acts in this cycle already.
        self.collect()?;
        self.players.send_perceptions();
        self.step()
    }

    /// Agents perceive the world after the step, and can answer while monitors get their frames.
    fn sequential(&mut self) -> Result<(), ServerError> {
        self.let_in();
        self.remove_gone()?;
        self.wait();
        self.collect()?;
        self.step_world()?;
        self.players.join(self.simulation)?;
        self.players.perceive(self.simulation)?;
        self.players.send_perceptions();
        self.report()
    }

    fn step(&mut self) -> Result<(), ServerError> {
        self.step_world()?;
        self.report()
    }

    /// Takes in the clients that have come since the last cycle. When the first agents come, others
    /// that connected before them may still be introducing themselves. They get some time so that
    /// they can join first.
    fn let_in(&mut self) {
        self.take_in();
        if self.players.are_first_coming() {
            std::thread::sleep(GATHERING);
            self.take_in();
        }
    }

    fn remove_gone(&mut self) -> Result<(), ServerError> {
        let gone = self.players.remove_gone(self.simulation)?;
        self.trainer.forget(&gone);
        Ok(())
    }

    fn take_in(&mut self) {
        let Everybody { arrivals, audience } = &self.arrivals;
        for (dialect, Arrivals { agents, monitors }) in arrivals.iter().enumerate() {
            agents.try_iter().for_each(|agent| self.players.add(dialect, agent));
            monitors.try_iter().for_each(|monitor| self.broadcast.add(dialect, monitor));
        }
        let browsers = audience.iter().flat_map(|audience| audience.try_iter());
        browsers.for_each(|browser| self.broadcast.add(arrivals.len(), browser));
    }

    /// Waits for the next tick. A server that does not run in real time waits only as long as
    /// nobody plays. Otherwise hours of an empty match would pass, and be logged, before the first
    /// agent comes.
    fn wait(&mut self) {
        if !self.is_real_time {
            if self.players.is_nobody_playing() {
                self.clock.idle();
            }
        } else if let Some(lost) = self.clock.wait() {
            let slow = if self.waits { "this machine or an agent is" } else { "this machine is" };
            let state = format_args!("the game fell behind by {lost}");
            warn!("{slow} too slow for real time, or was stopped: {state}");
        }
    }

    fn collect(&mut self) -> Result<(), ServerError> {
        let wait = self.waits.then_some(self.runtime);
        self.players.collect(self.simulation, wait, self.stop)
    }

    fn step_world(&mut self) -> Result<(), ServerError> {
        let requests = self.broadcast.requests();
        let Self { simulation, trainer, players, broadcast, recovery, .. } = self;
        let simulation = &mut **simulation;
        let mut plan = match requests.is_empty() {
            true => Default::default(),
            false => simulation.with(|batch| trainer.decide(batch, 0, requests))?,
        };
        // After the monitors' commands, because the outcomes of those are reported to monitors by
        // index.
        plan.commands.append(&mut players.take_passes());
        let refused = simulation.step(&plan.commands)?;
        let is_over = !plan.commands.is_empty()
            && simulation.with(|batch| batch.game(0).is_ok_and(|game| game.game.is_time_up()))?;
        log_outcomes(broadcast, plan.commands.iter().zip(plan.commanders), refused, is_over);
        for (asker, problem) in plan.problems {
            broadcast.complain(asker, problem);
        }
        if !plan.leaving.is_empty() {
            plan.leaving.iter().try_for_each(|player| players.remove(simulation, *player))?;
            plan.leaving.extend(players.remove_gone(simulation)?);
            trainer.forget(&plan.leaving);
        }
        if plan.full_state {
            broadcast.refresh();
        }
        if trainer.selected().is_some() {
            // The viewer shows the forces on the selected robot.
            simulation.with(|batch| batch.feel())?;
        }
        broadcast.acknowledge(&plan.acknowledged);
        simulation.with(|batch| recovery.recover(batch))?;
        Ok(())
    }

    fn report(&mut self) -> Result<(), ServerError> {
        let Self { simulation, broadcast, trainer, .. } = self;
        simulation.with(|batch| broadcast.report(batch, trainer.selected()))??;
        Ok(())
    }
}

/// Logs which commands were refused, and which decided something in the match; `is_over`: whether
/// the time of the match is up, so that none of them lets play go on.
fn log_outcomes<'c>(
    broadcast: &Broadcast,
    commands: impl Iterator<Item = (&'c Command, Asker)>,
    refused: Vec<Refused>,
    is_over: bool,
) {
    let mut refused = refused.into_iter().peekable();
    for (index, (command, asker)) in commands.enumerate() {
        match refused.next_if(|refused| refused.index == index) {
            Some(Refused { reason, .. }) => {
                let (command, reason) = (printable(&command.to_string()), printable(&reason));
                broadcast.complain(asker, format_args!("{command} refused: {reason}"));
            }
            None if is_over && command.starts_play() => {
                let why = "the time of the match is up, set it back first";
                broadcast.complain(asker, format_args!("{command} has no effect: {why}"));
            }
            None if command.is_decision() => broadcast.note(asker, command),
            None => {}
        }
    }
}
