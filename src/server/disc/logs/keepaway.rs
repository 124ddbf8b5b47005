//! The log of keepaway (`.kwy`): one line per episode, as learners of keepaway read it.

use crate::disc::ServerParameters;
use crate::wire::number::general;
use std::fmt::Write;

/// State of the log of a session of keepaway.
#[derive(Debug, Default)]
pub(super) struct Keepaway {
    /// Number of the current episode, starting at 1.
    episode: u32,
    /// The cycle in which it began.
    begin: u32,
}

impl Keepaway {
    /// Writes the head, when the first episode begins.
    pub(super) fn begin(
        &mut self,
        server: &ServerParameters,
        keepers: u8,
        takers: u8,
        out: &mut String,
    ) {
        self.episode = 1;
        let _ = write!(out, "# Keepers: {keepers}\n# Takers:  {takers}\n# Region:  ");
        general(server.keepaway_length, out);
        out.push_str(" x ");
        general(server.keepaway_width, out);
        // Programs that read such logs look for exactly these words.
        out.push_str(
            "\n#\n# Description of Fields:\n# 1) Episode number\n\
             # 2) Start time in simulator steps (100ms)\n\
             # 3) End time in simulator steps (100ms)\n\
             # 4) Duration in simulator steps (100ms)\n\
             # 5) (o)ut of bounds / (t)aken away\n#\n",
        );
    }

    /// Writes the line of an episode that ends in a cycle.
    pub(super) fn end(&mut self, cycle: u32, is_taken: bool, out: &mut String) {
        let (number, begin) = (self.episode, self.begin);
        let (length, why) = (cycle.saturating_sub(begin), if is_taken { 't' } else { 'o' });
        let _ = writeln!(out, "{number}\t{begin}\t{cycle}\t{length}\t{why}");
        (self.episode, self.begin) = (number + 1, cycle);
    }
}
