//! One agent that asks a playmaker: it registers, sends the parameters, and asks once a cycle.

use super::client::{CallError, Client, Reason};
use super::tally::Tally;
use super::turn::Turn;
use super::{Method, Setting};
use crate::disc::{Rules, TYPES};
use crate::playmaker::protos::{self, AgentType, RegisterResponse};
use crate::playmaker::{Notes, parameters};
use prost::Message;
use std::sync::Arc;
use std::time::Duration;

/// Cycles between two attempts to register.
const RETRY: u32 = 10;
/// Longest time for which an agent who leaves waits, however patient they were.
const FAREWELL: Duration = Duration::from_secs(3);
/// Consecutive failures after which an agent registers anew.
const FAILURES: u32 = 3;
/// Number of the agent that is the coach.
pub(super) const COACH: i32 = 12;
/// Number of the agent that is the trainer.
pub(super) const TRAINER: i32 = 13;

/// What is sent once: parameters and types, without the sender.
#[derive(Debug)]
pub(super) struct Briefing {
    server: protos::ServerParam,
    player: protos::PlayerParam,
    types: Vec<protos::PlayerType>,
}

impl Briefing {
    pub fn of(rules: &Rules) -> Self {
        Self {
            server: parameters::server_param(rules),
            player: parameters::player_param(rules),
            types: (0..TYPES).map(|id| parameters::player_type(rules, id)).collect(),
        }
    }
}

/// Who the agent is, and the state of their relation with the playmaker.
#[derive(Clone, Debug)]
pub(super) struct Agent {
    pub kind: AgentType,
    pub unum: i32,
    pub team: String,
    pub notes: Notes,
    client: Client,
    registration: Option<RegisterResponse>,
    /// Cycles until they try to register again.
    wait: u32,
    /// Consecutive calls in which the playmaker has failed.
    failures: u32,
}

impl Agent {
    pub fn new(kind: AgentType, unum: i32, team: &str, client: Client) -> Self {
        let (team, notes) = (team.to_owned(), Notes::default());
        Self { kind, unum, team, notes, client, registration: None, wait: 0, failures: 0 }
    }

    /// Their registration; `None` while they are not registered.
    pub fn registration(&self) -> Option<&RegisterResponse> {
        self.registration.as_ref()
    }

    /// The connection.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Registers and sends what does not change, if that is needed; also returns counts of the
    /// calls.
    pub async fn register(
        mut self,
        briefing: Arc<Briefing>,
        patience: Duration,
        turn: Turn,
    ) -> (Self, Tally) {
        let mut tally = Tally::default();
        if self.registration.is_some() || self.wait > 0 {
            self.wait = self.wait.saturating_sub(1);
            turn.pass().await;
            return (self, tally);
        }
        match self.introduce(&briefing, patience, turn, &mut tally).await {
            Ok(registration) => self.registration = Some(registration),
            Err(error) => {
                tally.miss(&error);
                self.wait = RETRY;
            }
        }
        (self, tally)
    }

    async fn introduce(
        &self,
        briefing: &Briefing,
        patience: Duration,
        turn: Turn,
        tally: &mut Tally,
    ) -> Result<RegisterResponse, CallError> {
        let request = protos::RegisterRequest {
            agent_type: self.kind as i32,
            team_name: self.team.clone(),
            uniform_number: self.unum,
            // As the agents of the league leave it.
            rpc_version: 0,
        };
        let call = Caller { client: &self.client, patience };
        self.client.keep(false);
        let register = call.ask(Method::Register, &request, tally);
        let own: RegisterResponse = turn.take(register).await?;
        // Whoever listens after a restart has to get all of this again.
        self.client.keep(true);
        let known = Some(own.clone());
        let server =
            protos::ServerParam { register_response: known.clone(), ..briefing.server.clone() };
        call.notify(Method::SendServerParams, &server, tally).await?;
        let player = protos::PlayerParam { register_response: known.clone(), ..briefing.player };
        call.notify(Method::SendPlayerParams, &player, tally).await?;
        for own in &briefing.types {
            let own = protos::PlayerType { register_response: known.clone(), ..own.clone() };
            call.notify(Method::SendPlayerType, &own, tally).await?;
        }
        let init = protos::InitMessage { register_response: known, debug_mode: false };
        call.notify(Method::SendInitMessage, &init, tally).await?;
        Ok(own)
    }

    /// Resets the count of failures after an answer.
    pub fn answered(&mut self) {
        self.failures = 0;
    }

    /// Counts a call that came to nothing. If the playmaker cannot be reached, or fails again and
    /// again, as one does that has restarted and knows nobody, the agent has to register with it
    /// again.
    pub fn missed(&mut self, error: &CallError) {
        let is_useless = matches!(error.reason, Reason::Failed | Reason::Garbage | Reason::Unknown);
        self.failures += u32::from(is_useless);
        if error.reason == Reason::Unreachable || self.failures >= FAILURES {
            (self.registration, self.wait, self.failures) = (None, RETRY, 0);
        }
    }

    /// Says goodbye if they are registered; then they no longer are.
    pub fn leave(&mut self, setting: &Setting) -> impl Future<Output = Tally> + use<> {
        let (client, registration) = (self.client.clone(), self.registration.take());
        let patience = setting.patience_of(self.kind).min(FAREWELL);
        async move {
            let mut tally = Tally::default();
            if let Some(own) = registration {
                let call = Caller { client: &client, patience };
                if let Err(error) = call.notify(Method::SendByeCommand, &own, &mut tally).await {
                    tally.miss(&error);
                }
            }
            tally
        }
    }
}

/// Calls of one agent.
struct Caller<'a> {
    client: &'a Client,
    patience: Duration,
}

impl Caller<'_> {
    async fn ask<A: Message, B: Message + Default>(
        &self,
        method: Method,
        message: &A,
        tally: &mut Tally,
    ) -> Result<B, CallError> {
        tally.calls += 1;
        self.client.call(method, message, self.patience).await
    }

    async fn notify<A: Message>(
        &self,
        method: Method,
        message: &A,
        tally: &mut Tally,
    ) -> Result<(), CallError> {
        self.ask::<A, protos::Empty>(method, message, tally).await.map(|_| ())
    }
}
