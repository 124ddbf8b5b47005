//! rcsssmj's dialect: `(init ...)`, perceptions after every cycle, and RSMP frames for monitors.

mod agent;
mod frames;
mod senses;

use super::{Actuators, Dialect, Frames, Opened, Opening, Ports, Reporting, Senses};
use crate::action::Action;
use crate::wire::log_file::LogForm;
use crate::wire::rcsssmj::{agent as wire, trainer};
use crate::wire::{Message, Request};
use std::fmt::Display;

/// The ports of `rcssservermj`.
pub const PORTS: Ports = Ports { agents: Some(60000), monitors: Some(60001), websockets: None };

/// The dialect of rcsssmj 0.2.1.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rcsssmj;

impl Reporting for Rcsssmj {
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
        Some(LogForm::Rcsssmj)
    }
}

impl Dialect for Rcsssmj {
    fn name(&self) -> &'static str {
        "rcsssmj"
    }

    fn opening(&self) -> Box<dyn Opening> {
        Box::new(InitMessage)
    }

    fn actions(
        &self,
        message: &[u8],
        actuators: &Actuators,
        complain: &mut dyn FnMut(&dyn Display),
    ) -> Vec<Action> {
        agent::actions(message, actuators, complain)
    }

    fn senses(&self) -> Box<dyn Senses> {
        Box::new(senses::PerceptionWriter::default())
    }
}

/// An agent's first message is its `(init <model> <team> <number>)`.
struct InitMessage;

impl Opening for InitMessage {
    fn read(&mut self, message: &[u8]) -> Result<Opened, String> {
        wire::init(message).map(Opened::Introduced).map_err(|refusal| refusal.to_string())
    }
}
