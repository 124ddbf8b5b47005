//! SimSpark's dialect: its agents, which have a robot before they say who they are; its monitors
//! and trainers.

mod agent;
mod frames;
mod hearing;
mod layout;
mod makes;
mod pass;
mod senses;
mod servo;
mod sight;

use super::{Actuators, Dialect, Frames, Opening, Ports, Reporting, Senses, Turn};
use crate::action::Action;
use crate::wire::log_file::LogForm;
use crate::wire::simspark::{agent as wire, trainer};
use crate::wire::{Introduction, Message, Request};
use std::fmt::Display;

/// The ports of rcssserver3d.
pub const PORTS: Ports = Ports { agents: Some(3100), monitors: Some(3200), websockets: None };

/// The dialect of rcssserver3d 0.7.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simspark;

impl Reporting for Simspark {
    fn label(&self) -> &'static str {
        LogForm::Simspark.label()
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

impl Dialect for Simspark {
    fn name(&self) -> &'static str {
        "simspark"
    }

    fn opening(&self) -> Box<dyn Opening> {
        Box::new(agent::SceneMessage)
    }

    fn actions(
        &self,
        message: &[u8],
        actuators: &Actuators,
        complain: &mut dyn FnMut(&dyn Display),
    ) -> Vec<Action> {
        agent::actions(message, actuators, complain)
    }

    fn turn(&self, message: &[u8]) -> Turn {
        if wire::is_synced(message) { Turn::End } else { Turn::Part }
    }

    fn announces_pass(&self, message: &[u8]) -> bool {
        wire::announces_pass(message)
    }

    fn introduction(
        &self,
        message: &[u8],
        complain: &mut dyn FnMut(&dyn Display),
    ) -> Option<Introduction> {
        agent::introduction(message, complain)
    }

    fn senses(&self) -> Box<dyn Senses> {
        Box::new(senses::AgentSenses::default())
    }
}
