//! A dialect that no real client speaks: another handshake, other words, and a frame every cycle.

use rcssgym::action::Action;
use rcssgym::perception::Perceiver;
use rcssgym::server::dialect::{
    Actuators, Dialect, Frames, Messages, Moment, Opened, Opening, ReaderId, Reporting, Senses,
};
use rcssgym::soccer::Command;
use rcssgym::wire::{Init, Message, Request};
use std::collections::HashMap;
use std::fmt::Display;

#[derive(Debug)]
pub struct Toy;

impl Reporting for Toy {
    /// Reads `score <left> <right>` or `done?`.
    fn requests(&self, message: &[u8]) -> Message<Request> {
        let request = match words(message)[..] {
            ["score", left, right] => {
                let score = [left, right].map(|goals| goals.parse().unwrap());
                Request::Command(Command::SetScore(score))
            }
            _ => Request::Acknowledge("done".to_owned()),
        };
        Message { parts: vec![request], refused: Vec::new(), dropped: Vec::new() }
    }

    fn acknowledgement(&self, word: &str) -> String {
        format!("{word}!")
    }

    fn frames(&self, _: u64) -> Box<dyn Frames> {
        Box::new(Board::default())
    }
}

impl Dialect for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn opening(&self) -> Box<dyn Opening> {
        Box::new(Greeting { is_greeted: false })
    }

    /// Reads `beam <x> <y>`.
    fn actions(
        &self,
        message: &[u8],
        _: &Actuators,
        complain: &mut dyn FnMut(&dyn Display),
    ) -> Vec<Action> {
        match words(message)[..] {
            ["beam", x, y] => {
                let position = [x, y].map(|number| number.parse().unwrap());
                vec![Action::Beam { position, yaw: 0.0 }]
            }
            ["rest"] => Vec::new(),
            _ => {
                complain(&"neither beam nor rest");
                Vec::new()
            }
        }
    }

    fn senses(&self) -> Box<dyn Senses> {
        Box::new(Place)
    }
}

fn words(message: &[u8]) -> Vec<&str> {
    str::from_utf8(message).unwrap().split(' ').collect()
}

/// The handshake: `hello`, answered by `who?`, and then `<number> of <team>`.
struct Greeting {
    is_greeted: bool,
}

impl Opening for Greeting {
    fn read(&mut self, message: &[u8]) -> Result<Opened, String> {
        match (words(message)[..].as_ref(), self.is_greeted) {
            (["hello"], false) => {
                self.is_greeted = true;
                Ok(Opened::Answered(Some("who?".to_owned())))
            }
            ([number, "of", team], true) => {
                let number = number.parse().map_err(|_| format!("{number} is not a number"))?;
                let (model, team) = ("ant".to_owned(), (*team).to_owned());
                Ok(Opened::Introduced(Init { model, team, number }))
            }
            _ => Err("is not how one says hello".to_owned()),
        }
    }
}

/// Writes perceptions: `cycle <number> at <x> <y>`.
struct Place;

impl Senses for Place {
    fn write(&mut self, perceiver: &mut Perceiver<'_>, mut messages: Messages<'_>) {
        for robot in perceiver.table.robots() {
            let Some(out) = messages.remove(&robot.player) else { continue };
            let [x, y, _] = perceiver.view.root_position(robot.slot);
            *out = format!("cycle {} at {x:.0} {y:.0}", perceiver.frame);
        }
    }
}

/// Writes frames for monitors: `frame <number> of cycle <number>, score <left>:<right>`. Every
/// reader's frames are counted separately.
#[derive(Default)]
struct Board {
    counts: HashMap<ReaderId, u64>,
    text: String,
}

impl Frames for Board {
    fn is_due(&mut self, _: u64) -> bool {
        true
    }

    fn refresh(&mut self) {}

    fn begin(&mut self, _: &Moment<'_>) {}

    fn message(&mut self, moment: &Moment<'_>, reader: ReaderId) -> &[u8] {
        let count = self.counts.entry(reader).or_default();
        *count += 1;
        let (cycle, [left, right]) = (moment.game.frame, moment.game.game.state.score);
        self.text = format!("frame {count} of cycle {cycle}, score {left}:{right}");
        self.text.as_bytes()
    }

    fn missed(&mut self, _: ReaderId) {}

    fn left(&mut self, reader: ReaderId) {
        self.counts.remove(&reader);
    }
}
