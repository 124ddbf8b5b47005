//! SimSpark's dialect: its monitors and trainers. Its agents are not served yet.

mod frames;

use super::{Actuators, Dialect, Frames, Messages, Opened, Opening, Ports, Senses};
use crate::action::Action;
use crate::perception::Perceiver;
use crate::wire::log_file::LogForm;
use crate::wire::simspark::trainer;
use crate::wire::{Message, Request};
use std::fmt::Display;

/// The ports of rcssserver3d, as far as they are served.
pub const PORTS: Ports = Ports { agents: None, monitors: Some(3200), websockets: None };

/// The dialect of rcssserver3d 0.7.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simspark;

/// What an agent is told that finds a port for this dialect.
const NO_AGENTS: &str = "agents of SimSpark are not served";

impl Dialect for Simspark {
    fn name(&self) -> &'static str {
        "simspark"
    }

    fn label(&self) -> &'static str {
        "SimSpark "
    }

    fn opening(&self) -> Box<dyn Opening> {
        Box::new(NoAgents)
    }

    fn actions(
        &self,
        _: &[u8],
        _: &Actuators,
        complain: &mut dyn FnMut(&dyn Display),
    ) -> Vec<Action> {
        complain(&NO_AGENTS);
        Vec::new()
    }

    fn senses(&self) -> Box<dyn Senses> {
        Box::new(NoAgents)
    }

    fn requests(&self, message: &[u8]) -> Message<Request> {
        trainer::requests(message)
    }

    fn acknowledgement(&self, word: &str) -> String {
        format!("(ack {word})")
    }

    fn frames(&self, interval: u64) -> Box<dyn Frames> {
        Box::new(frames::FrameWriter::new(interval))
    }

    fn log_form(&self) -> Option<LogForm> {
        Some(LogForm::Simspark)
    }
}

/// Stands for the agents that this dialect does not know yet.
struct NoAgents;

impl Opening for NoAgents {
    fn read(&mut self, _: &[u8]) -> Result<Opened, String> {
        Err(NO_AGENTS.to_owned())
    }
}

impl Senses for NoAgents {
    fn write(&mut self, _: &mut Perceiver<'_>, _: Messages<'_>) {}
}
