//! Command logs of rcssserver (`.rcl`): what the server received and what the referee said, one
//! message per line, in the order in which the server acted on them.
//!
//! A line is `CYCLE,STOPPED<TAB>TEXT`. Texts are `Recv WHO: MESSAGE` with `WHO` as `Alpha_3`,
//! `Coach` (the trainer) or `Alpha_Coach`, and `(referee MESSAGE)`. Messages of clients may contain
//! line ends. Lines that begin differently are such continuations, and belong to the message before
//! them.

use super::printable;
use std::fmt::{Display, Write};
use thiserror::Error;

/// Bytes of the longest line: the longest message is shorter.
const MAX_LINE: usize = 1 << 16;

/// A line of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The clock.
    pub cycle: u32,
    /// Cycles for which the clock has been stopped.
    pub stopped: u32,
    /// The sender of the text; `None` if it is the referee's.
    pub sender: Option<String>,
    /// The message.
    pub text: String,
}

/// Why a log cannot be read any further.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct Damaged {
    /// Its number, starting at 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Appends a message that was received.
pub fn write_received(clock: (u32, u32), sender: &str, message: &str, out: &mut String) {
    // Writing to a `String` does not fail.
    let _ = writeln!(out, "{},{}\tRecv {sender}: {message}", clock.0, clock.1);
}

/// Appends what the referee said.
pub fn write_referee(clock: (u32, u32), message: impl Display, out: &mut String) {
    let _ = writeln!(out, "{},{}\t(referee {message})", clock.0, clock.1);
}

/// Reads a log in pieces of any size.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    lines: usize,
    rest: Vec<u8>,
    /// The last entry, which the next line may belong to.
    last: Option<Entry>,
}

impl Reader {
    /// Reads the lines that end in this piece.
    ///
    /// # Errors
    /// [`Damaged`]; the entries before it have been passed to `sink`.
    pub fn feed(&mut self, piece: &[u8], mut sink: impl FnMut(Entry)) -> Result<(), Damaged> {
        let mut piece = piece;
        while let Some(end) = piece.iter().position(|byte| *byte == b'\n') {
            self.rest.extend_from_slice(&piece[..end]);
            let mut line = std::mem::take(&mut self.rest);
            let result = self.line(&line, &mut sink);
            line.clear();
            self.rest = line;
            result?;
            piece = &piece[end + 1..];
        }
        self.rest.extend_from_slice(piece);
        if self.rest.len() > MAX_LINE {
            let reason = format!("more than {MAX_LINE} bytes without an end");
            return Err(Damaged { line: self.lines + 1, reason });
        }
        Ok(())
    }

    /// Reads what is left at the end.
    ///
    /// # Errors
    /// [`Damaged`] for a last line that is cut off.
    pub fn finish(&mut self, mut sink: impl FnMut(Entry)) -> Result<(), Damaged> {
        let rest = std::mem::take(&mut self.rest);
        let result = if rest.is_empty() { Ok(()) } else { self.line(&rest, &mut sink) };
        self.last.take().into_iter().for_each(&mut sink);
        result
    }

    fn line(&mut self, line: &[u8], sink: &mut impl FnMut(Entry)) -> Result<(), Damaged> {
        self.lines += 1;
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line));
        let line = line.trim_end_matches('\0');
        if has_time(line) {
            return Ok(());
        }
        match (read_entry(line), &mut self.last) {
            (Ok(entry), last) => {
                last.replace(entry).into_iter().for_each(sink);
                Ok(())
            }
            // A message with a line end in it.
            (Err(_), Some(Entry { sender: Some(_), text, .. })) if text.len() < MAX_LINE => {
                text.push('\n');
                text.push_str(line);
                Ok(())
            }
            (Err(reason), last) => {
                last.take().into_iter().for_each(sink);
                Err(Damaged { line: self.lines, reason })
            }
        }
    }
}

/// Whether a line reports the time that a cycle took, which `log_times` asks for. Such lines are
/// not part of the game.
fn has_time(line: &str) -> bool {
    let times = line.split_once("\tCYCLE_TIMES: ");
    times.is_some_and(|(clock, time)| {
        clock.bytes().all(|byte| byte.is_ascii_digit() || byte == b',')
            && time.parse::<f64>().is_ok()
    })
}

fn read_entry(line: &str) -> Result<Entry, String> {
    let wrong = |what: &str| format!("'{}' where {what} should be", printable(line));
    let (clock, text) = line.split_once('\t').ok_or_else(|| wrong("a clock and a tab"))?;
    let (cycle, stopped) = clock.split_once(',').ok_or_else(|| wrong("a clock"))?;
    let number = |text: &str| text.parse().map_err(|_| wrong("a clock"));
    let (cycle, stopped) = (number(cycle)?, number(stopped)?);
    if let Some(said) = text.strip_prefix("(referee ").and_then(|said| said.strip_suffix(')')) {
        return Ok(Entry { cycle, stopped, sender: None, text: said.to_owned() });
    }
    let received = text.strip_prefix("Recv ").and_then(|received| received.split_once(": "));
    let (sender, text) = received.ok_or_else(|| wrong("'Recv WHO: ' or '(referee '"))?;
    Ok(Entry { cycle, stopped, sender: Some(sender.to_owned()), text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(log: &[u8], piece: usize) -> (Vec<Entry>, Result<(), Damaged>) {
        let (mut reader, mut entries) = (Reader::default(), Vec::new());
        for piece in log.chunks(piece) {
            if let Err(damage) = reader.feed(piece, |entry| entries.push(entry)) {
                return (entries, Err(damage));
            }
        }
        let end = reader.finish(|entry| entries.push(entry));
        (entries, end)
    }

    #[test]
    fn logs_read_as_they_were_written() {
        let mut log = String::new();
        write_received((0, 9), "L_1", "(init L (version 18) (goalie))", &mut log);
        write_received((0, 17), "Coach", "(say\n(a))", &mut log);
        log += "0,17\tCYCLE_TIMES: 100.05\n";
        write_referee((0, 17), "kick_off_l", &mut log);
        assert!(log.starts_with("0,9\tRecv L_1: (init L (version 18) (goalie))\n"));
        for piece in 1..40 {
            let (entries, end) = read(log.as_bytes(), piece);
            assert_eq!(end, Ok(()));
            let texts: Vec<_> = entries.iter().map(|entry| entry.text.as_str()).collect();
            assert_eq!(texts, ["(init L (version 18) (goalie))", "(say\n(a))", "kick_off_l"]);
            assert_eq!(entries[1].sender.as_deref(), Some("Coach"));
            assert_eq!((entries[2].cycle, entries[2].stopped), (0, 17));
            assert_eq!(entries[2].sender, None);
        }
    }

    #[test]
    fn damage_is_told_with_its_line() {
        let (entries, end) = read(b"1,0\t(referee goal_l_1)\n2,x\tRecv A_1: (turn 1)\n", 7);
        assert_eq!(entries.len(), 1);
        let damage = end.unwrap_err();
        assert_eq!(damage.line, 2);
        assert!(damage.to_string().contains("where a clock should be"), "{damage}");
        let endless = vec![b'a'; MAX_LINE + 1];
        assert_eq!(read(&endless, 4096).1.unwrap_err().line, 1);
        assert!(read(b"no log\n", 9).1.is_err());
    }
}
