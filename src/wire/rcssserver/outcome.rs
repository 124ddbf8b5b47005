//! The outcome of a client's message, besides what it changes in the game.

/// Answers, and what the server has to know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Answers, one message each.
    pub replies: Vec<String>,
    /// The level at which further messages are compressed in both directions; below 0: not at all.
    pub compression: Option<i32>,
    /// Whether the client has said that it is done with this cycle.
    pub done: bool,
    /// Whether it has left.
    pub bye: bool,
}

impl Outcome {
    /// Adds an answer.
    pub(super) fn reply(&mut self, answer: impl Into<String>) {
        self.replies.push(answer.into());
    }

    /// Turns compression on for further messages; the answer itself is not compressed yet.
    pub(super) fn compress(&mut self, level: i32) {
        self.reply(format!("(ok compression {level})"));
        self.compression = Some(level);
    }

    /// Returns all answers, one per line.
    pub(super) fn lines(self) -> String {
        self.replies.join("\n")
    }
}
