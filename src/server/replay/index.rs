//! Where the messages of a log file are, and when they were sent.

use super::RecordingError;
use crate::server::complaints::Complaints;
use crate::wire::log_file::{Head, LogForm};
use log::info;
use std::io::{self, BufRead, Read};

/// Bytes of the longest line that is read.
const LONGEST_LINE: usize = 1 << 24;
/// Time between two messages, s; also between the last one of a game and the first of the next.
pub(super) const INTERVAL: f64 = 0.04;
/// Longest time between two messages of a match whose clock runs, s; after a longer time the clock
/// was set.
const LONGEST_STEP: f64 = 0.5;
/// Two steps between messages that differ by less are the same step, s: half a cycle.
const SAME_STEP: f64 = 0.01;
/// Longest time between two messages of one game, s; a longer gap means that the next game begins.
const LONGEST_GAP: f64 = 60.0;

/// A message of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) offset: u64,
    pub(super) length: usize,
    /// When it is to be sent, s from the beginning of the file.
    pub(super) at: f64,
}

/// All messages that can be shown, in order. The first is a full one; differences build on the
/// messages before them, back to a full one.
#[derive(Debug, Default)]
pub(super) struct Index {
    entries: Vec<Entry>,
    /// Indices of the entries that are full messages.
    full: Vec<usize>,
    /// How many games there are.
    pub(super) games: usize,
}

impl Index {
    /// Reads a file from beginning to end. Only its index stays in memory.
    pub(super) fn read(
        file: impl BufRead,
        name: &str,
        form: LogForm,
    ) -> Result<Self, RecordingError> {
        let mut reader = Indexer::new(file, name, form);
        while reader.next_line()? {}
        let Indexer { index, offset, .. } = reader;
        match index.entries.is_empty() {
            false => Ok(index),
            true if offset == 0 => Err(RecordingError::Empty { name: name.to_owned() }),
            true => Err(RecordingError::NothingFull { name: name.to_owned() }),
        }
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Time of the last message, s.
    pub(super) fn duration(&self) -> f64 {
        self.entries.last().map_or(0.0, |entry| entry.at)
    }

    /// Returns how many messages have been sent by a time; the first one always has.
    pub(super) fn due(&self, time: f64) -> usize {
        self.entries.partition_point(|entry| entry.at <= time).max(1)
    }

    /// Whether a message is a full one.
    pub(super) fn is_full(&self, number: usize) -> bool {
        self.full.binary_search(&number).is_ok()
    }

    /// Returns the index of the last full one of the first `count` messages.
    pub(super) fn full_among(&self, count: usize) -> usize {
        let place = self.full.partition_point(|full| *full < count);
        self.full[..place].last().copied().unwrap_or(0)
    }
}

/// Makes an index, line by line.
struct Indexer<'a, R> {
    file: R,
    name: &'a str,
    form: LogForm,
    index: Index,
    line: Vec<u8>,
    number: u64,
    offset: u64,
    clock: Timeline,
    /// Whether differences still apply to what was before them.
    fits: bool,
    complaints: Complaints,
}

impl<'a, R: BufRead> Indexer<'a, R> {
    fn new(file: R, name: &'a str, form: LogForm) -> Self {
        Self {
            file,
            name,
            form,
            index: Index::default(),
            line: Vec::new(),
            number: 0,
            offset: 0,
            clock: Timeline::new(form),
            fits: false,
            complaints: Complaints::about(name.to_owned()),
        }
    }

    /// Reads a line and adds it to the index; returns false at the end of the file.
    fn next_line(&mut self) -> Result<bool, RecordingError> {
        let start = self.offset;
        let ended = self.read_line().map_err(|source| self.unreadable(source))?;
        if self.offset == start {
            return Ok(false);
        }
        self.number += 1;
        let line = self.line.trim_ascii_end();
        if line.is_empty() {
            return Ok(true);
        }
        let refusal = match self.form.head(line) {
            Ok(head) => {
                let length = line.len();
                self.add(start, length, head);
                return Ok(true);
            }
            Err(refusal) => refusal,
        };
        // The first line, too, may be cut off: a server appends its game to such a file.
        let beginning = self.form.beginning();
        let is_cut_off = line.starts_with(beginning) || beginning.starts_with(line);
        if self.number == 1 && !is_cut_off {
            let is_other = |form: &LogForm| *form != self.form && form.head(line).is_ok();
            if let Some(form) = LogForm::ALL.into_iter().find(is_other) {
                return Err(RecordingError::OtherForm { name: self.name.to_owned(), form });
            }
            let (name, line) = (self.name.to_owned(), self.number);
            return Err(RecordingError::NoLogFile { name, line, refusal });
        }
        // If a crash has cut a line off, the next message may follow on the same line.
        let next = line.windows(beginning.len()).rposition(|part| part == beginning);
        let glued =
            next.and_then(|at| Some((at, line.len() - at, self.form.head(&line[at..]).ok()?)));
        match ended {
            true => self.complaints.add(format_args!("line {}: {refusal}", self.number)),
            false => info!("{}: the last line, {}, is cut off", self.name, self.number),
        }
        self.fits = false;
        if let Some((at, length, head)) = glued {
            self.add(start + at as u64, length, head);
        }
        Ok(true)
    }

    fn add(&mut self, offset: u64, length: usize, head: Head) {
        let at = self.clock.at(head.time);
        self.fits |= head.full;
        if !self.fits {
            return;
        }
        if head.full {
            self.index.full.push(self.index.entries.len());
        }
        self.index.entries.push(Entry { offset, length, at });
        self.index.games = self.clock.games;
    }

    /// Reads a line, or as much of it as may be kept. Returns whether the line had an end.
    fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        let count = (&mut self.file).take(LONGEST_LINE as u64).read_until(b'\n', &mut self.line)?;
        self.offset += count as u64;
        let mut ended = self.line.last() == Some(&b'\n');
        if !ended && count == LONGEST_LINE {
            self.offset += self.file.skip_until(b'\n')? as u64;
            ended = true;
        }
        Ok(ended)
    }

    fn unreadable(&self, source: io::Error) -> RecordingError {
        RecordingError::Unreadable { name: self.name.to_owned(), source }
    }
}

/// One clock for all games of a file.
#[derive(Debug)]
struct Timeline {
    at: f64,
    last: Option<f64>,
    games: usize,
    /// The time step between messages, in forms where the time of messages may stand still.
    step: Option<f64>,
    /// The last time that has passed between two messages of such a form, s.
    passed: Option<f64>,
}

impl Timeline {
    fn new(form: LogForm) -> Self {
        let step = (!form.has_steady_time()).then_some(INTERVAL);
        Self { at: 0.0, last: None, games: 0, step, passed: None }
    }

    /// Returns when a message with this time is to be sent.
    fn at(&mut self, time: f64) -> f64 {
        let elapsed = self.last.replace(time).map(|last| time - last);
        match (elapsed, &mut self.step) {
            (None, _) => self.games = 1,
            (Some(elapsed), Some(step)) => {
                let is_running = elapsed > 0.0 && elapsed <= LONGEST_STEP;
                // A clock that starts or stops between two messages shows less than their step.
                if is_running {
                    let before = self.passed.replace(elapsed).unwrap_or(elapsed);
                    if (elapsed - before).abs() < SAME_STEP {
                        *step = elapsed;
                    }
                }
                self.at += if is_running { elapsed } else { *step };
            }
            (Some(elapsed), None) if (0.0..=LONGEST_GAP).contains(&elapsed) => self.at += elapsed,
            (Some(_), None) => {
                self.games += 1;
                self.at += INTERVAL;
            }
        }
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn full(time: f64) -> String {
        format!("((RSMP 1 0)((gt 1 0){time:.2})((sg 1 0)full(nd))((gs 1 0)(time 0)))\n")
    }

    fn diff(time: f64) -> String {
        format!("((RSMP 1 0)((gt 1 0){time:.2})((sg 1 0)diff(nd))((gs 1 0)(time 0)))\n")
    }

    fn read(text: &str) -> Result<Index, RecordingError> {
        Index::read(text.as_bytes(), "game.log", LogForm::Rcsssmj)
    }

    /// The lines that an index has, as they are in the text.
    fn lines<'a>(index: &Index, text: &'a str) -> Vec<&'a str> {
        let line = |entry: &Entry| &text[entry.offset as usize..][..entry.length];
        index.entries().iter().map(line).collect()
    }

    fn times(index: &Index) -> Vec<f64> {
        index.entries().iter().map(|entry| (entry.at * 100.0).round() / 100.0).collect()
    }

    #[test]
    fn lines_times_and_full_ones() {
        let text = full(3.0) + &diff(3.04) + "\n" + &diff(3.08) + &full(5.0) + &diff(5.04);
        let index = read(&text).unwrap();
        assert_eq!(
            lines(&index, &text),
            text.lines().filter(|l| !l.is_empty()).collect::<Vec<_>>()
        );
        assert_eq!(times(&index), [0.0, 0.04, 0.08, 2.0, 2.04]);
        assert_eq!([0.0, 0.05, 1.9, 2.01, 9.0].map(|time| index.due(time)), [1, 2, 3, 4, 5]);
        assert_eq!([1, 2, 3, 4, 5].map(|count| index.full_among(count)), [0, 0, 0, 3, 3]);
        assert_eq!(index.games, 1);
    }

    #[test]
    fn games_one_after_the_other() {
        let text = full(0.04) + &diff(0.08) + &full(0.04) + &diff(0.08) + &full(900.0);
        let index = read(&text).unwrap();
        assert_eq!(times(&index), [0.0, 0.04, 0.08, 0.12, 0.16]);
        assert_eq!(index.games, 3);
    }

    #[test]
    fn the_clock_of_a_match_may_stand_still_or_be_set() {
        let line = |time: &str, full: bool| match full {
            true => format!("((FieldLength 30)(time {time}))(RSG 0 1)((nd))\n"),
            false => format!("((time {time}))(RDS 0 1)((nd))\n"),
        };
        let game = [("0", true), ("0", false), ("0.1", false), ("0.2", false), ("500", false)];
        let later = [("0", true), ("0", false)];
        let text: String =
            game.into_iter().chain(later).map(|(time, full)| line(time, full)).collect();
        let index = Index::read(text.as_bytes(), "game.log", LogForm::Simspark).unwrap();
        assert_eq!(times(&index), [0.0, 0.04, 0.14, 0.24, 0.34, 0.44, 0.54]);
        assert_eq!([1, 5, 7].map(|count| index.full_among(count)), [0, 0, 5]);
        // What a crash has cut off ends where the next full message begins.
        let glued = line("0", true) + &line("1", false)[..15] + &line("7", true);
        let index = Index::read(glued.as_bytes(), "game.log", LogForm::Simspark).unwrap();
        assert_eq!(lines(&index, &glued)[1], line("7", true).trim_end());
        let other = Index::read(text.as_bytes(), "game.log", LogForm::Rcsssmj).unwrap_err();
        assert!(
            other.to_string().contains("SimSpark's protocol: replay it with --simspark"),
            "{other}"
        );
        let none = Index::read(&b"(time 0)\n"[..], "game.log", LogForm::Rcsssmj).unwrap_err();
        assert!(none.to_string().contains("this is not a log file of a game"), "{none}");
    }

    #[test]
    fn a_clock_that_stops_between_two_messages_does_not_change_their_step() {
        let clock = ["0", "0", "0.02", "0.06", "0.1", "0.12", "0.12", "0.12"];
        let line = |time| format!("((FieldLength 30)(time {time}))(RSG 0 1)((nd))\n");
        let text: String = clock.into_iter().map(line).collect();
        let index = Index::read(text.as_bytes(), "game.log", LogForm::Simspark).unwrap();
        assert_eq!(times(&index), [0.0, 0.04, 0.06, 0.1, 0.14, 0.16, 0.2, 0.24]);
    }

    #[test]
    fn the_last_line_may_be_cut_off() {
        let text = full(0.0) + &diff(0.04) + &diff(0.08)[..30];
        let index = read(&text).unwrap();
        assert_eq!(lines(&index, &text), text.lines().take(2).collect::<Vec<_>>());
        let whole = full(0.0) + diff(0.04).trim_end();
        assert_eq!(read(&whole).unwrap().entries().len(), 2);
    }

    #[test]
    fn what_does_not_fit_any_more_is_left_out() {
        let text = full(0.0) + "garbage\n" + &diff(0.08) + &full(0.12) + &diff(0.16);
        let index = read(&text).unwrap();
        assert_eq!(times(&index), [0.0, 0.12, 0.16]);
        let late = diff(0.0) + &diff(0.04) + &full(0.08);
        assert_eq!(times(&read(&late).unwrap()), [0.08]);
    }

    #[test]
    fn a_game_behind_a_cut_off_one() {
        let cut = full(0.0) + &diff(0.04) + &diff(0.08)[..40];
        let text = cut.clone() + &full(0.0) + &diff(0.04);
        let index = read(&text).unwrap();
        assert_eq!(index.entries().len(), 4);
        assert_eq!(index.entries()[2].offset, cut.len() as u64);
        assert_eq!(lines(&index, &text)[2], full(0.0).trim_end());
        assert_eq!(index.full_among(4), 2);
    }

    #[test]
    fn a_game_behind_one_whose_first_line_is_cut_off() {
        for cut in [1, 5, 40] {
            let text = full(0.0)[..cut].to_owned() + "\n" + &full(0.0) + &diff(0.04);
            let whole: Vec<_> = text.lines().skip(1).collect();
            assert_eq!(lines(&read(&text).unwrap(), &text), whole);
        }
        let error = read(&full(0.0)[..40]).unwrap_err().to_string();
        assert!(error.contains("game.log has no full message"), "{error}");
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let text = full(0.0) + &"x".repeat(LONGEST_LINE * 2 + 10) + "\n" + &full(0.04);
        let index = read(&text).unwrap();
        assert_eq!(lines(&index, &text), [full(0.0).trim_end(), full(0.04).trim_end()]);
    }

    #[test]
    fn what_is_no_recording() {
        for (text, expected) in [
            ("", "game.log is empty"),
            ("hello\nthere\n", "game.log, line 1: hello: is not one whole expression"),
            (&diff(0.0), "game.log has no full message"),
            ("\x7fELF\0\0\n", "line 1: \\u{7f}ELF\\0\\0: is not"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    proptest! {
        #[test]
        fn whatever_a_file_has_only_what_fits_is_shown(
            parts in vec(prop_oneof![
                (0.0..200.0).prop_map(full),
                (0.0..200.0).prop_map(diff),
                Just(full(1.0).trim_end().to_owned()),
                (0_usize..60).prop_map(|cut| diff(2.0)[..cut].to_owned()),
                "[()\\n rx]{0,9}",
            ], 0..30),
        ) {
            let text = full(0.0) + &parts.concat();
            let index = read(&text).unwrap();
            let lines = lines(&index, &text);
            let head = |line: &&str| LogForm::Rcsssmj.head(line.as_bytes()).unwrap();
            let heads: Vec<_> = lines.iter().map(head).collect();
            let full: Vec<_> = (0..heads.len()).filter(|&number| heads[number].full).collect();
            prop_assert_eq!(&index.full, &full);
            prop_assert!(heads[0].full);
            for pair in index.entries().windows(2) {
                prop_assert!(pair[0].offset + pair[0].length as u64 <= pair[1].offset);
                prop_assert!(pair[0].at <= pair[1].at);
            }
        }
    }
}
