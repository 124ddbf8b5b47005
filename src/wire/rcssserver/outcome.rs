//! What a message of a client leads to beside what it changes in the game.

/// Answers, and what whoever serves the client has to know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Answers, a message each.
    pub replies: Vec<String>,
    /// The level to which messages are compressed from now on, both ways; below 0: not at all.
    pub compression: Option<i32>,
    /// Whether the client has done everything in this cycle.
    pub done: bool,
    /// Whether it has left.
    pub bye: bool,
}

impl Outcome {
    /// Adds an answer.
    pub(super) fn reply(&mut self, answer: impl Into<String>) {
        self.replies.push(answer.into());
    }

    /// Messages are compressed from now on; the answer is not yet.
    pub(super) fn compress(&mut self, level: i32) {
        self.reply(format!("(ok compression {level})"));
        self.compression = Some(level);
    }

    /// All answers, a line each.
    pub(super) fn lines(self) -> String {
        self.replies.join("\n")
    }
}
