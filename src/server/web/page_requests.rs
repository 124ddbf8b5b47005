//! Requests of the page for a world, in the words of a trainer, when there is no server.

use super::telecast::Selected;
use crate::batch::WorldBatch;
use crate::server::trainer::Trainer;
use crate::soccer::{Command, PlayerId, Side};
use crate::wire::Request;
use crate::wire::rcsssmj::trainer::requests;

/// Carries out viewers' requests.
pub struct PageRequests {
    trainer: Trainer,
    /// The robot selected in a world without a game.
    selected: Option<PlayerId>,
    /// The robot selected in a game that is only watched.
    watched: Selected,
}

impl std::fmt::Debug for PageRequests {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageRequests").field("selected", &self.selected()).finish()
    }
}

impl Default for PageRequests {
    fn default() -> Self {
        Self { trainer: Trainer::new(0, false), selected: None, watched: Selected::Nobody }
    }
}

impl PageRequests {
    /// Returns the selected robot.
    pub fn selected(&self) -> Option<PlayerId> {
        self.selected.or(self.trainer.selected())
    }

    /// Returns the robot selected in a game that is only watched.
    pub fn watched(&self) -> &Selected {
        &self.watched
    }

    /// Takes note of which robot is selected in a game that is only watched, and returns the
    /// messages that ask for something else.
    pub fn watch(&mut self, messages: Vec<String>) -> Vec<String> {
        let mut others = Vec::new();
        for message in messages {
            match &requests(message.as_bytes()).parts[..] {
                [Request::Deselect] => self.watched = Selected::Nobody,
                [Request::Select(Some(wanted))] => {
                    self.watched = Selected::Named(wanted.team.clone(), wanted.number);
                }
                _ => others.push(message),
            }
        }
        others
    }

    /// Carries out what messages ask of a world, and returns those that are not requests. Failures
    /// are logged.
    pub fn obey(
        &mut self,
        batch: &mut WorldBatch,
        world: usize,
        messages: Vec<String>,
    ) -> Vec<String> {
        let mut others = Vec::new();
        for message in messages {
            let asked = requests(message.as_bytes()).parts;
            if asked.is_empty() {
                others.push(message);
                continue;
            }
            let commands = match batch.has_games() {
                true => {
                    let asked = asked.into_iter().map(|request| (0, request)).collect();
                    self.trainer.decide(batch, world, asked).commands
                }
                false => asked.into_iter().filter_map(|request| self.plain(request)).collect(),
            };
            for command in commands {
                if let Err(error) = batch.handle(world, &command) {
                    log::warn!("the viewer's {command}: {error}");
                }
            }
        }
        others
    }

    /// Returns the command for a request in a world without a game, or carries it out.
    fn plain(&mut self, request: Request) -> Option<Command> {
        match request {
            Request::Command(command) | Request::Lifted(command) => Some(command),
            Request::Deselect => {
                self.selected = None;
                None
            }
            Request::Select(Some(wanted)) => {
                let side = Side::BOTH.into_iter().find(|side| side.alias() == wanted.team);
                self.selected = side.map(|side| PlayerId { side, number: wanted.number });
                None
            }
            _ => None,
        }
    }
}
