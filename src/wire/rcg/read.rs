//! Reads logs in pieces of any size.

use super::{PlayerShow, Show, Version};
use crate::disc::{PLAYERS, PlayMode, Side, TEAM};
use crate::wire::printable;
use thiserror::Error;

/// Bytes of the longest line. Messages have up to 8 KiB, shows about 5 KiB.
const MAX_LINE: usize = 1 << 16;

/// A line of a log.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// `server_param`, `player_param` or `player_type`: the word, names and values as they stand.
    Parameters(String, Vec<(String, String)>),
    /// The play mode, starting at this step.
    PlayMode(u32, PlayMode),
    /// The teams, starting at this step.
    Team {
        /// The clock.
        cycle: u32,
        /// Names of left and right; empty without a team.
        names: [String; 2],
        /// Goals.
        goals: [u32; 2],
        /// Kicks of a shoot-out, scored and missed, of left and right.
        penalties: [[u32; 2]; 2],
    },
    /// A step.
    Show(Box<Show>),
    /// A message: the clock, its board, its text.
    Message(u32, u8, String),
}

/// Why a log cannot be read, or not any further.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LogError {
    /// It does not begin as logs do.
    #[error("no game log: it begins with '{0}', not with ULG4, ULG5 or ULG6")]
    NoLog(String),
    /// A version that is not read.
    #[error("game logs of version {0} cannot be read: only versions 4 to 6")]
    Version(String),
    /// A line that is damaged.
    #[error("line {line}: {reason}")]
    Damaged {
        /// Its number, starting at 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Reads a log.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    version: Option<Version>,
    /// Lines read.
    lines: usize,
    /// The bytes so far of a line that has not ended.
    rest: Vec<u8>,
}

impl Reader {
    /// Starts at the beginning of a log.
    pub fn new() -> Self {
        Self::default()
    }

    /// The log's version, once it is known.
    pub fn version(&self) -> Option<Version> {
        self.version
    }

    /// Reads the lines that end in this piece of the log.
    ///
    /// # Errors
    /// [`LogError`]; the lines before it have been passed to `sink`.
    pub fn feed(&mut self, piece: &[u8], mut sink: impl FnMut(Line)) -> Result<(), LogError> {
        let mut piece = piece;
        while let Some(end) = piece.iter().position(|byte| *byte == b'\n') {
            if self.rest.is_empty() {
                self.line(&piece[..end], &mut sink)?;
            } else {
                let mut line = std::mem::take(&mut self.rest);
                line.extend_from_slice(&piece[..end]);
                self.line(&line, &mut sink)?;
                line.clear();
                self.rest = line;
            }
            piece = &piece[end + 1..];
        }
        self.rest.extend_from_slice(piece);
        if self.rest.len() > MAX_LINE {
            let reason = format!("more than {MAX_LINE} bytes without an end");
            return Err(LogError::Damaged { line: self.lines + 1, reason });
        }
        Ok(())
    }

    /// Reads what is left at the end of a log.
    ///
    /// # Errors
    /// [`LogError`] for a last line that is cut off, and for a log without any line.
    pub fn finish(&mut self, mut sink: impl FnMut(Line)) -> Result<(), LogError> {
        let rest = std::mem::take(&mut self.rest);
        if !rest.is_empty() || self.version.is_none() {
            self.line(&rest, &mut sink)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &[u8], sink: &mut impl FnMut(Line)) -> Result<(), LogError> {
        self.lines += 1;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let Some(version) = self.version else {
            self.version = Some(head(line)?);
            return Ok(());
        };
        if line.is_empty() {
            return Ok(());
        }
        let read = str::from_utf8(line).map_err(|_| "bytes that are not text".to_owned());
        match read.and_then(|line| read_line(line, version)) {
            Ok(line) => sink(line),
            Err(reason) => return Err(LogError::Damaged { line: self.lines, reason }),
        }
        Ok(())
    }
}

/// The version in a log's first line.
fn head(line: &[u8]) -> Result<Version, LogError> {
    let text = String::from_utf8_lossy(&line[..line.len().min(40)]);
    let Some(number) = text.strip_prefix("ULG") else {
        let is_json = text.starts_with('[') && line.len() < 3;
        // The packets of version 1 begin with their kind, two bytes.
        let is_first = matches!(line, [0, 1..=3, ..]);
        return Err(match (is_json, is_first) {
            (true, _) => LogError::Version("JSON".to_owned()),
            (_, true) => LogError::Version("1".to_owned()),
            _ => LogError::NoLog(printable(&text)),
        });
    };
    if let Some(version @ 2..=3) = number.bytes().next() {
        return Err(LogError::Version(version.to_string()));
    }
    let version = number.trim_end().parse().ok().and_then(Version::numbered);
    let version = version.filter(|version| version.is_text());
    version.ok_or_else(|| LogError::Version(printable(&text[3..])))
}

type Read<T> = Result<T, String>;

fn read_line(line: &str, version: Version) -> Read<Line> {
    let mut words = Words { rest: line };
    words.take('(')?;
    let line = match words.word()? {
        "show" => Line::Show(Box::new(words.show(version)?)),
        "playmode" => {
            let cycle = words.number()?;
            let name = words.word()?;
            let mode = PlayMode::named(name);
            let mode = mode.ok_or_else(|| format!("no play mode '{}'", printable(name)))?;
            Line::PlayMode(cycle, mode)
        }
        "team" => words.team()?,
        "msg" => {
            let (cycle, board) = (words.number()?, words.number()?);
            Line::Message(cycle, board, words.text()?.to_owned())
        }
        word @ ("server_param" | "player_param" | "player_type") => {
            let mut values = Vec::new();
            while words.peek() == Some('(') {
                words.take('(')?;
                let name = words.word()?.to_owned();
                let value = match words.peek() {
                    Some('"') => words.text()?,
                    _ => words.word()?,
                };
                values.push((name, value.to_owned()));
                words.take(')')?;
            }
            Line::Parameters(word.to_owned(), values)
        }
        word => return Err(format!("no line of a log begins with '{}'", printable(word))),
    };
    words.take(')')?;
    match words.peek() {
        None => Ok(line),
        Some(_) => Err(format!("'{}' after its end", printable(words.rest))),
    }
}

/// The words of a line that have not been read.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// Skips blanks, and returns the next character.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches(' ');
        self.rest.chars().next()
    }

    fn take(&mut self, character: char) -> Read<()> {
        self.peek();
        match self.rest.strip_prefix(character) {
            Some(rest) => {
                self.rest = rest;
                Ok(())
            }
            None => Err(self.instead(&format!("'{character}'"))),
        }
    }

    fn instead(&self, what: &str) -> String {
        match self.rest {
            "" => format!("ends where {what} should be"),
            rest => format!("'{}' where {what} should be", printable(rest)),
        }
    }

    fn word(&mut self) -> Read<&'a str> {
        self.peek();
        let end = self.rest.find([' ', '(', ')']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(self.instead("a word"));
        }
        self.rest = rest;
        Ok(word)
    }

    /// Reads a number of any type, such as a count.
    fn number<T: std::str::FromStr>(&mut self) -> Read<T> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("'{}' where a number should be", printable(word)))
    }

    fn real(&mut self) -> Read<f64> {
        let number: f64 = self.number()?;
        if number.is_finite() {
            Ok(number)
        } else {
            Err(format!("{number} where a number should be"))
        }
    }

    fn reals<const N: usize>(&mut self) -> Read<[f64; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.real()?;
        }
        Ok(values)
    }

    /// Reads the text between quotes, up to the last one because messages may contain quotes. A
    /// parameter's value ends at the first one.
    fn text(&mut self) -> Read<&'a str> {
        self.take('"')?;
        let is_value = self.rest.find('"').is_some_and(|end| self.rest[end..].starts_with("\")("));
        let end = if is_value { self.rest.find('"') } else { self.rest.rfind('"') };
        let end = end.ok_or_else(|| self.instead("a '\"'"))?;
        let text = &self.rest[..end];
        self.rest = &self.rest[end + 1..];
        Ok(text)
    }

    fn team(&mut self) -> Read<Line> {
        let cycle = self.number()?;
        let names = [self.word()?, self.word()?];
        let names = names.map(|name| if name == "null" { "" } else { name }.to_owned());
        let goals = [self.number()?, self.number()?];
        let penalties = match self.peek() {
            Some(')') => [[0; 2]; 2],
            _ => [[self.number()?, self.number()?], [self.number()?, self.number()?]],
        };
        Ok(Line::Team { cycle, names, goals, penalties })
    }

    fn show(&mut self, version: Version) -> Read<Show> {
        let cycle = self.number()?;
        self.take('(')?;
        self.take('(')?;
        if self.word()? != "b" {
            return Err("no ball".to_owned());
        }
        self.take(')')?;
        let ball = self.reals()?;
        self.take(')')?;
        let mut players = [PlayerShow::default(); PLAYERS];
        while self.peek() == Some('(') {
            self.take('(')?;
            self.take('(')?;
            let place = self.place()?;
            self.take(')')?;
            players[place] = self.player(version)?;
            self.take(')')?;
        }
        Ok(Show { cycle, ball, players })
    }

    /// Reads a player's side and number, and returns their place.
    fn place(&mut self) -> Read<usize> {
        let side = match self.word()? {
            "l" => Side::Left,
            "r" => Side::Right,
            word => return Err(format!("'{}' where a side should be", printable(word))),
        };
        let unum: usize = self.number()?;
        if (1..=TEAM).contains(&unum) {
            Ok(side.index() * TEAM + unum - 1)
        } else {
            Err(format!("there is no player {unum}"))
        }
    }

    fn player(&mut self, version: Version) -> Read<PlayerShow> {
        let type_id = self.number()?;
        let state = self.word()?;
        let hexadecimal = state.strip_prefix("0x").unwrap_or(state);
        let state = u32::from_str_radix(hexadecimal, 16)
            .map_err(|_| format!("'{}' where a state should be", printable(state)))?;
        let mut player = PlayerShow { type_id, state, motion: self.reals()?, ..Default::default() };
        [player.body, player.neck] = self.reals()?;
        if self.peek() != Some('(') {
            player.pointed = Some(self.reals()?);
        }
        while self.peek() == Some('(') {
            self.take('(')?;
            match self.word()? {
                "v" => {
                    player.high_quality = self.word()? == "h";
                    player.view_width = self.real()?;
                }
                "fp" => player.focus = Some(self.reals()?),
                "s" => {
                    [player.stamina, player.effort, player.recovery] = self.reals()?;
                    if version >= Version::Five {
                        player.capacity = Some(self.real()?);
                    }
                }
                "f" => player.attention = Some(self.place()? as u8),
                "c" => {
                    let counts = if version >= Version::Six { 12 } else { 11 };
                    for count in &mut player.counts[..counts] {
                        *count = self.number()?;
                    }
                }
                word => return Err(format!("'({} ...)' of a player", printable(word))),
            }
            self.take(')')?;
        }
        Ok(player)
    }
}
