//! A team whose agents ask a playmaker.

use super::agent::{Agent, Briefing, COACH, TRAINER};
use super::client::{CallError, Client};
use super::hearing::hear;
use super::judge::{Asking, Questions};
use super::tally::Tally;
use super::turn::Turn;
use super::{Method, Setting};
use crate::disc::{Player, Side, TEAM, World};
use crate::error::{Error, Result};
use crate::playmaker::Notes;
use crate::playmaker::execute::{
    CoachMind, Judge, Mind, Nobody, Orders, Task, coach_commands, trainer_commands,
};
use crate::playmaker::protos::{self, AgentType, State};
use crate::playmaker::state::{Asker, has_seen, homes, staff_state};
use crate::wire::rcssserver::{coach, player, trainer};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

/// Time between two looks at whether waiting has been interrupted.
pub(super) const BREATH: Duration = Duration::from_millis(50);

/// A team whose players, coach and perhaps the trainer ask a playmaker.
#[derive(Debug)]
pub struct Squad {
    side: Side,
    setting: Arc<Setting>,
    runtime: Arc<Runtime>,
    briefing: Option<Arc<Briefing>>,
    /// The players by number, then the coach and the trainer, if there are some.
    agents: Vec<Agent>,
    minds: [Mind; TEAM],
    coach: CoachMind,
    heard_pass: [Option<crate::disc::Vec2>; TEAM],
    /// Counts of the calls, and of those that came to nothing.
    pub tally: Tally,
    /// Total time for which answers were waited for.
    pub waited: Duration,
    /// What players have drawn in the last cycle, with their numbers.
    pub drawings: Vec<(u8, protos::Log)>,
    decided: Option<Decided>,
}

/// What a team has decided to do in a cycle.
#[derive(Debug)]
struct Decided {
    /// The cycle, and for how long the clock has stood.
    time: (u32, u32),
    /// The players' commands, by their places.
    texts: Vec<(usize, Vec<String>)>,
    answers: Vec<Option<Answer>>,
}

/// An answer to one agent.
#[derive(Debug)]
enum Answer {
    Player(protos::PlayerActions),
    Coach(protos::CoachActions),
    Trainer(protos::TrainerActions),
}

/// Creates the threads in which connections are served.
///
/// # Errors
/// [`Error::Argument`] if the system has no room for them.
pub fn runtime() -> Result<Arc<Runtime>> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build();
    runtime.map(Arc::new).map_err(|error| Error::argument("playmaker", error.to_string()))
}

impl Squad {
    /// Creates the squad of a side that nobody else plays.
    ///
    /// # Errors
    /// [`Error::Argument`] if no client can be made for the address; no such address is known.
    pub fn new(side: Side, team: &str, setting: Setting, runtime: Arc<Runtime>) -> Result<Self> {
        let _entered = runtime.enter();
        let mut who: Vec<(AgentType, i32)> =
            (1..=TEAM as i32).map(|unum| (AgentType::PlayerT, unum)).collect();
        who.push((AgentType::CoachT, COACH));
        if setting.has_trainer {
            who.push((AgentType::TrainerT, TRAINER));
        }
        let agent = |(kind, unum)| Ok(Agent::new(kind, unum, team, Client::new(setting.address)?));
        let agents = who.into_iter().map(agent).collect::<Result<_>>()?;
        Ok(Self {
            side,
            setting: Arc::new(setting),
            runtime: Arc::clone(&runtime),
            briefing: None,
            agents,
            minds: Default::default(),
            coach: CoachMind::default(),
            heard_pass: [None; TEAM],
            tally: Tally::default(),
            waited: Duration::ZERO,
            drawings: Vec::new(),
            decided: None,
        })
    }

    /// Asks the playmaker what everybody does in this cycle, unless that has been decided already.
    /// Nobody acts before [`Self::act`], so that two teams can decide on the same state of a game.
    /// `interrupted` is called now and then while answers are waited for; once it returns `true`,
    /// they are given up. Then this returns `false`, and nothing has been decided.
    pub fn decide(&mut self, world: &mut World, interrupted: &mut dyn FnMut() -> bool) -> bool {
        let time = (world.game.cycle, world.game.stopped);
        if self.decided.as_ref().is_some_and(|decided| decided.time == time) {
            return true;
        }
        self.decided = None;
        if !self.register(world, interrupted) {
            return false;
        }
        let before: Vec<Notes> = self.agents.iter().map(|agent| agent.notes.clone()).collect();
        self.notice(world);
        let asked = self.questions(world);
        let answers = self.ask(&asked, interrupted);
        let decided = answers.and_then(|answers| {
            Some((self.execute(world, &asked, &answers, interrupted)?, answers))
        });
        let Some((texts, answers)) = decided else {
            // This cycle is noted again when they ask again.
            for (agent, notes) in self.agents.iter_mut().zip(before) {
                agent.notes = notes;
            }
            return false;
        };
        self.decided = Some(Decided { time, texts, answers });
        true
    }

    /// Gives the commands of a cycle that have been decided on.
    pub fn act(&mut self, world: &mut World) {
        let Some(Decided { texts, answers, .. }) = self.decided.take() else { return };
        for (place, texts) in texts {
            let mut reply = String::new();
            for text in &texts {
                player::answer(world, None, place, text.as_bytes(), &mut reply);
            }
            if !reply.is_empty() {
                log::debug!("{} {}: {reply}", world.names()[self.side.index()], place % TEAM + 1);
            }
        }
        self.instruct(world, &answers);
    }

    /// Waits for calls; `None` if that was interrupted, which ends them.
    fn wait<T: 'static>(
        runtime: &Runtime,
        calls: JoinSet<T>,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<T>> {
        runtime.block_on(async {
            let mut all = std::pin::pin!(calls.join_all());
            loop {
                match tokio::time::timeout(BREATH, &mut all).await {
                    Ok(done) => return Some(done),
                    Err(_) if interrupted() => return None,
                    Err(_) => {}
                }
            }
        })
    }

    /// Says goodbye for everybody who is registered; they register again if they act again.
    pub fn leave(&mut self) {
        let mut calls = JoinSet::new();
        let entered = self.runtime.enter();
        for agent in &mut self.agents {
            calls.spawn(agent.leave(&self.setting));
        }
        drop(entered);
        for tally in self.runtime.block_on(calls.join_all()) {
            self.tally.add(&tally);
        }
    }

    /// Updates everybody's notes with what has happened.
    fn notice(&mut self, world: &mut World) {
        self.heard_pass = [None; TEAM];
        for index in 0..self.agents.len() {
            let agent = &mut self.agents[index];
            agent.notes.observe(&world.game, self.side, agent.unum.clamp(1, 127) as u8);
            agent.notes.forget_heard();
            if index < TEAM {
                let place = self.side.index() * TEAM + index;
                let is_full = self.setting.is_full;
                agent.notes.hear_coach(world, self.side);
                self.heard_pass[index] = hear(world, place, is_full, &mut agent.notes);
                if has_seen(world, place) {
                    agent.notes.see_time = world.game.cycle;
                }
            }
        }
    }

    /// Registers those who are not; returns `false` if that was interrupted.
    fn register(&mut self, world: &World, interrupted: &mut dyn FnMut() -> bool) -> bool {
        if self.agents.iter().all(|agent| agent.registration().is_some()) {
            return true;
        }
        let rules = world.rules();
        let briefing = self.briefing.get_or_insert_with(|| Arc::new(Briefing::of(rules)));
        let mut calls = JoinSet::new();
        let entered = self.runtime.enter();
        let turns = Turn::row(self.agents.len());
        for ((index, agent), turn) in self.agents.iter().cloned().enumerate().zip(turns) {
            let patience = self.setting.patience_of(agent.kind);
            let call = agent.register(Arc::clone(briefing), patience, turn);
            calls.spawn(async move { (index, call.await) });
        }
        drop(entered);
        let begin = Instant::now();
        let done = Self::wait(&self.runtime, calls, interrupted);
        self.waited += begin.elapsed();
        let Some(done) = done else { return false };
        for (index, (agent, tally)) in done {
            self.agents[index] = agent;
            self.tally.add(&tally);
        }
        true
    }

    /// The question of each agent that is there and known to its playmaker.
    fn questions(&self, world: &World) -> Vec<Option<Arc<State>>> {
        let question = |(index, agent): (usize, &Agent)| {
            let known = agent.registration()?.clone();
            let (world_model, need_preprocess) = if index < TEAM {
                let asker = self.asker(world, index)?;
                let model = asker.model();
                let world_model = asker.world_model(&model);
                (world_model, self.task(world, index, model, &Nobody).needs_preprocess())
            } else {
                let side = if agent.kind == AgentType::TrainerT { Side::Left } else { self.side };
                (staff_state(world, side, &agent.notes), false)
            };
            Some(Arc::new(State {
                register_response: Some(known),
                world_model: Some(world_model),
                full_world_model: None,
                need_preprocess,
            }))
        };
        self.agents.par_iter().enumerate().map(question).collect()
    }

    fn asker<'a>(&'a self, world: &'a World, index: usize) -> Option<Asker<'a>> {
        let place = self.side.index() * TEAM + index;
        world.game.players[place].connected.then(|| Asker {
            world,
            place,
            is_full: self.setting.is_full,
            notes: &self.agents[index].notes,
            playbook: &self.setting.playbook,
        })
    }

    fn task<'a, 'b>(
        &self,
        world: &World,
        index: usize,
        model: crate::disc::skills::WorldModel<'a>,
        judge: &'b dyn Judge,
    ) -> Task<'a, 'b> {
        let game = &world.game;
        let homes = homes(&self.setting.playbook, game, &model);
        let penalty = self.agents[index].notes.penalty(game.mode);
        let taken = penalty.map_or(0, |own| (own.our_taker_counter - 1).max(0));
        Task {
            homes,
            they_kick_off: game.kick_off_side == Some(self.side.other()),
            penalty_taker: crate::disc::skills::penalty_taker(taken as u32),
            heard_pass: self.heard_pass[index],
            has_habits: self.setting.has_habits,
            judge,
            world: model,
        }
    }

    /// Sends all questions at once, and waits for the answers; `None` if that was interrupted.
    fn ask(
        &mut self,
        asked: &[Option<Arc<State>>],
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<Option<Answer>>> {
        let mut calls = JoinSet::new();
        let entered = self.runtime.enter();
        let mut answers: Vec<Option<Answer>> = Vec::new();
        for (index, (agent, state)) in self.agents.iter().zip(asked).enumerate() {
            answers.push(None);
            let Some(state) = state.clone() else { continue };
            self.tally.calls += 1;
            let (client, kind) = (agent.client().clone(), agent.kind);
            let patience = self.setting.patience_of(kind);
            calls.spawn(async move { (index, ask(client, kind, &state, patience).await) });
        }
        drop(entered);
        let begin = Instant::now();
        let done = Self::wait(&self.runtime, calls, interrupted);
        self.waited += begin.elapsed();
        for (index, answer) in done? {
            match answer {
                Ok(answer) => {
                    answers[index] = Some(answer);
                    self.agents[index].answered();
                }
                Err(error) => {
                    self.tally.miss(&error);
                    self.agents[index].missed(&error);
                }
            }
        }
        Some(answers)
    }

    /// The commands of players, by their places, as texts; `None` if that was interrupted while
    /// plans were chosen: then nobody remembers this cycle.
    fn execute(
        &mut self,
        world: &World,
        asked: &[Option<Arc<State>>],
        answers: &[Option<Answer>],
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<(usize, Vec<String>)>> {
        let mut minds = self.minds.clone();
        let (own, questions, is_stopped) = (&*self, Questions::default(), AtomicBool::new(false));
        let one = |(index, mind): (usize, &mut Mind)| -> Option<(usize, Orders)> {
            let Some(Answer::Player(actions)) = &answers[index] else { return None };
            let agent = &own.agents[index];
            let model = own.asker(world, index)?.model();
            let judge = Asking {
                client: agent.client(),
                handle: own.runtime.handle(),
                state: asked[index].as_deref()?,
                patience: own.setting.patience_for_plans(),
                questions: &questions,
                is_stopped: &is_stopped,
            };
            Some((index, own.task(world, index, model, &judge).execute(actions, mind)))
        };
        let all = minds.par_iter_mut().enumerate().filter_map(one);
        let orders = std::thread::scope(|scope| {
            let (done, finished) = mpsc::channel();
            // The receiver exists until this has been sent.
            scope.spawn(move || drop(done.send(all.collect::<Vec<_>>())));
            loop {
                match finished.recv_timeout(BREATH) {
                    Ok(orders) => break orders,
                    Err(RecvTimeoutError::Disconnected) => break Vec::new(),
                    Err(RecvTimeoutError::Timeout) if interrupted() => {
                        is_stopped.store(true, Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        });
        let (tally, waited) = questions.into_cost();
        self.tally.add(&tally);
        self.waited += waited;
        if is_stopped.into_inner() {
            return None;
        }
        self.minds = minds;
        self.drawings.clear();
        let cycle = world.game.cycle;
        let mut texts = Vec::with_capacity(orders.len());
        for (index, orders) in orders {
            let unum = index as u8 + 1;
            self.agents[index].notes.act(&orders.commands(), cycle);
            self.drawings.extend(orders.logs.iter().cloned().map(|log| (unum, log)));
            texts.push((Player::place(self.side, unum), orders.texts()));
        }
        Some(texts)
    }

    /// Carries out the actions of coach and trainer.
    fn instruct(&mut self, world: &mut World, answers: &[Option<Answer>]) {
        for answer in answers.iter().flatten() {
            match answer {
                Answer::Player(_) => {}
                Answer::Coach(actions) => {
                    for text in coach_commands(world, self.side, actions, &mut self.coach) {
                        let reply = coach::answer(world, self.side, text.as_bytes());
                        log::debug!("coach: {text}: {reply}");
                    }
                }
                Answer::Trainer(actions) => {
                    for text in trainer_commands(world, actions) {
                        let reply = trainer::answer(world, None, text.as_bytes());
                        log::debug!("trainer: {text}: {reply}");
                    }
                }
            }
        }
    }
}

async fn ask(
    client: Client,
    kind: AgentType,
    state: &State,
    patience: Duration,
) -> std::result::Result<Answer, CallError> {
    match kind {
        AgentType::PlayerT => {
            client.call(Method::GetPlayerActions, state, patience).await.map(Answer::Player)
        }
        AgentType::CoachT => {
            client.call(Method::GetCoachActions, state, patience).await.map(Answer::Coach)
        }
        AgentType::TrainerT => {
            client.call(Method::GetTrainerActions, state, patience).await.map(Answer::Trainer)
        }
    }
}
