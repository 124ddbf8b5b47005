//! What the viewer is sent about the game of a server.

use super::delta::DeltaEncoder;
use super::stage::Stage;
use crate::server::dialect::{Frames, Moment, ReaderId, Reporting};
use crate::wire::rcsssmj::trainer;
use crate::wire::{Message, Request};
use serde_json::Value;

/// The viewer as a kind of monitor; its commands are those of rcsssmj.
#[derive(Clone, Copy, Debug)]
pub(in crate::server) struct Web;

impl Reporting for Web {
    fn label(&self) -> &'static str {
        "viewer's "
    }

    fn requests(&self, message: &[u8]) -> Message<Request> {
        trainer::requests(message)
    }

    fn acknowledgement(&self, word: &str) -> String {
        format!("(ack {word})")
    }

    fn frames(&self, interval: u64) -> Box<dyn Frames> {
        Box::new(Reporter { interval, stage: Stage::default(), encoder: DeltaEncoder::default() })
    }
}

struct Reporter {
    /// Cycles between two frames.
    interval: u64,
    stage: Stage,
    encoder: DeltaEncoder,
}

impl Frames for Reporter {
    fn is_due(&mut self, cycle: u64) -> bool {
        cycle.is_multiple_of(self.interval)
    }

    fn refresh(&mut self) {}

    fn begin(&mut self, moment: &Moment<'_>) {
        match self.stage.shoot(moment.batch, 0, moment.fouls, &Value::Null, moment.selected) {
            Ok(shot) => self.encoder.begin(&shot),
            Err(error) => log::error!("the viewer cannot show the game: {error}"),
        }
    }

    fn message(&mut self, _: &Moment<'_>, reader: ReaderId) -> &[u8] {
        self.encoder.message(reader)
    }

    fn missed(&mut self, reader: ReaderId) {
        self.encoder.forget(reader);
    }

    fn left(&mut self, reader: ReaderId) {
        self.encoder.forget(reader);
    }
}
