//! What a page wants of a world: the words of a trainer, for who has no server.

use crate::batch::WorldBatch;
use crate::server::trainer::Trainer;
use crate::wire::Request;
use crate::wire::rcsssmj::trainer::requests;

/// Carries out what viewers ask for.
pub struct Hands(Trainer);

impl std::fmt::Debug for Hands {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hands")
    }
}

impl Default for Hands {
    fn default() -> Self {
        Self(Trainer::new(0, false))
    }
}

impl Hands {
    /// Does to a world what messages ask for, and returns those that ask for nothing of it. What
    /// cannot be done is logged.
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
                    self.0.decide(batch, world, asked).commands
                }
                false => asked.into_iter().filter_map(plain).collect(),
            };
            for command in commands {
                if let Err(error) = batch.handle(world, &command) {
                    log::warn!("the viewer's {command}: {error}");
                }
            }
        }
        others
    }
}

fn plain(request: Request) -> Option<crate::soccer::Command> {
    match request {
        Request::Command(command) | Request::Lifted(command) => Some(command),
        _ => None,
    }
}
