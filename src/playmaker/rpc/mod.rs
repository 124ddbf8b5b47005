//! The interface `protos.Game` over gRPC, for clients and servers.

mod agent;
mod client;
mod dialer;
mod guests;
mod hearing;
mod judge;
mod raw;
mod server;
mod squad;
mod tally;
mod turn;

pub use client::{CallError, Client, Reason};
pub use server::{Playmaker, Served, serve};
pub use squad::{Squad, runtime};
pub use tally::Tally;

use super::protos::{self, AgentType};
use crate::teams::Playbook;
use prost::{DecodeError, Message};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// The address to use of those that a name has: one of IPv4 if there is one, as playmakers listen
/// there, or on both. On many machines `localhost` names the one of IPv6 first.
pub fn preferred(found: impl IntoIterator<Item = SocketAddr>) -> Option<SocketAddr> {
    found.into_iter().min_by_key(SocketAddr::is_ipv6)
}

/// How a team asks its playmaker.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Address of the playmaker.
    pub address: SocketAddr,
    /// Whether players know everything as it is.
    pub is_full: bool,
    /// Whether the trainer asks it, too.
    pub has_trainer: bool,
    /// Whether players also do what agents do unasked.
    pub has_habits: bool,
    /// Where players stand.
    pub playbook: Arc<Playbook>,
    /// How long players wait for an answer, and how long coach and trainer do.
    pub patience: [Duration; 2],
}

impl Setting {
    /// How long an agent waits for an answer.
    pub fn patience_of(&self, kind: AgentType) -> Duration {
        self.patience[usize::from(kind != AgentType::PlayerT)]
    }

    /// How long a player waits for a choice among plans. Agents set no deadline for that, as for
    /// the calls of coach and trainer; here all of these have the same one, so that a playmaker
    /// that never answers holds up neither other games nor the end of the process.
    pub fn patience_for_plans(&self) -> Duration {
        self.patience_of(AgentType::CoachT)
    }
}

/// The calls of `protos.Game`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the interface's names")]
pub enum Method {
    GetPlayerActions,
    GetCoachActions,
    GetTrainerActions,
    SendInitMessage,
    SendServerParams,
    SendPlayerParams,
    SendPlayerType,
    Register,
    SendByeCommand,
    GetBestPlannerAction,
}

impl Method {
    /// All calls.
    pub const ALL: [Self; 10] = [
        Self::GetPlayerActions,
        Self::GetCoachActions,
        Self::GetTrainerActions,
        Self::SendInitMessage,
        Self::SendServerParams,
        Self::SendPlayerParams,
        Self::SendPlayerType,
        Self::Register,
        Self::SendByeCommand,
        Self::GetBestPlannerAction,
    ];

    /// Its path on a server.
    pub fn path(self) -> &'static str {
        match self {
            Self::GetPlayerActions => "/protos.Game/GetPlayerActions",
            Self::GetCoachActions => "/protos.Game/GetCoachActions",
            Self::GetTrainerActions => "/protos.Game/GetTrainerActions",
            Self::SendInitMessage => "/protos.Game/SendInitMessage",
            Self::SendServerParams => "/protos.Game/SendServerParams",
            Self::SendPlayerParams => "/protos.Game/SendPlayerParams",
            Self::SendPlayerType => "/protos.Game/SendPlayerType",
            Self::Register => "/protos.Game/Register",
            Self::SendByeCommand => "/protos.Game/SendByeCommand",
            Self::GetBestPlannerAction => "/protos.Game/GetBestPlannerAction",
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.path().rsplit('/').next().unwrap_or_default()
    }

    /// Checks that bytes are a request of this call.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn check(self, request: &[u8]) -> Result<(), DecodeError> {
        fn read<M: Message + Default>(request: &[u8]) -> Result<(), DecodeError> {
            M::decode(request).map(drop)
        }
        match self {
            Self::GetPlayerActions | Self::GetCoachActions | Self::GetTrainerActions => {
                read::<protos::State>(request)
            }
            Self::SendInitMessage => read::<protos::InitMessage>(request),
            Self::SendServerParams => read::<protos::ServerParam>(request),
            Self::SendPlayerParams => read::<protos::PlayerParam>(request),
            Self::SendPlayerType => read::<protos::PlayerType>(request),
            Self::Register => read::<protos::RegisterRequest>(request),
            Self::SendByeCommand => read::<protos::RegisterResponse>(request),
            Self::GetBestPlannerAction => read::<protos::BestPlannerActionRequest>(request),
        }
    }

    /// The call of a path.
    pub fn of_path(path: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.path() == path)
    }
}
