//! Reads messages to monitors: the state of the game, its scene, answers to trainers.
//!
//! A frame is three expressions: `(<game>)(RSG|RDS <version>)(<scene>)`. The game's part has what
//! has changed; in a full frame (`RSG`) it has everything, including the environment. An answer is
//! `(ack <word>)`; several may be in one message.
//!
//! Source: the network protocol of SimSpark, "Server/Monitor Communication", and recordings of
//! rcssserver3d 0.7.3.

use crate::wire::refusal::word;
use crate::wire::scene::{Fault, Graph};
use crate::wire::tokens::{Token, Tokens};

/// Bytes of the longest message that is read. A full one of 22 robots has some 300,000.
pub const MAX_LENGTH: usize = 1 << 22;

/// A message to a monitor.
#[derive(Clone, Debug, PartialEq)]
pub enum Message<'a> {
    /// The whole state, or what has changed.
    Frame(Frame<'a>),
    /// The words of answers to `getAck`.
    Answers(Vec<&'a [u8]>),
}

/// A frame whose scene has not been read yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame<'a> {
    /// The game's part.
    pub game: Game<'a>,
    /// Whether it has the whole scene, not differences.
    pub full: bool,
    /// Version of the scene's format: 0 and 1.
    pub version: [u32; 2],
    /// The message up to the end of the scene's nodes.
    text: &'a [u8],
    /// Where the scene's nodes begin.
    from: usize,
}

/// The game's part of a frame; values that it does not mention have not changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Game<'a> {
    /// Play time, s.
    pub time: Option<f64>,
    /// The half, 1 or 2.
    pub half: Option<u32>,
    /// Goals of the left and of the right team.
    pub score: [Option<i64>; 2],
    /// Index into the play modes.
    pub play_mode: Option<usize>,
    /// Names of the left and of the right team.
    pub teams: [Option<&'a [u8]>; 2],
    /// Fouls since the previous frame.
    pub fouls: Vec<Foul>,
    /// Names of the play modes.
    pub play_modes: Option<Vec<&'a [u8]>>,
    /// Everything else that has a name and one number, such as `FieldLength`.
    pub parameters: Vec<(&'a [u8], f64)>,
}

/// `(foul <index> <kind> <team> <number>)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foul {
    /// Index among all fouls of a game, starting at 1. A foul that continues is reported again and
    /// again, each time as a new one.
    pub index: u32,
    /// Index of its kind, as in [`crate::soccer::Foul::index`].
    pub kind: u32,
    /// 1 for the left team, 2 for the right one.
    pub team: u32,
    /// Number of the player.
    pub number: u32,
}

impl Frame<'_> {
    /// Returns the current scene, based on the previous one if there was one.
    ///
    /// # Errors
    /// [`Fault`] as for [`Graph::read`] and [`Graph::updated`], and for differences without a
    /// previous scene.
    pub fn scene(&self, before: Option<&Graph>) -> Result<Graph, Fault> {
        match before {
            _ if self.full => Graph::read(self.text, self.from),
            Some(before) => before.updated(self.text, self.from),
            None => Err(at(self.from, "tells differences to a scene that has not been told")),
        }
    }
}

/// Reads a message.
///
/// # Errors
/// [`Fault`] for anything but a frame or answers. The nodes of a scene are only read by
/// [`Frame::scene`].
pub fn read(message: &[u8]) -> Result<Message<'_>, Fault> {
    if message.len() > MAX_LENGTH {
        let reason = format!("{} bytes are more than {MAX_LENGTH}", message.len());
        return Err(at(0, reason));
    }
    let mut reader = Reader(Tokens::new(message, 0));
    reader.open()?;
    let game = match reader.0.next() {
        Some(Token::Word(b"ack")) => return reader.answers().map(Message::Answers),
        Some(Token::Word(head)) => {
            let head = word(head);
            return Err(reader.fault(format!("{head} begins neither a frame nor an answer")));
        }
        Some(Token::Close) => Game::default(),
        Some(Token::Open) => reader.game()?,
        None => return Err(reader.ends()),
    };
    let (full, version) = reader.header()?;
    reader.open()?;
    let from = reader.0.at() + 1;
    let end = end_of_scene(message, from)?;
    Ok(Message::Frame(Frame { game, full, version, text: &message[..end], from }))
}

fn at(at: usize, reason: impl Into<String>) -> Fault {
    Fault { at, reason: reason.into() }
}

/// Returns the position of the parenthesis that closes the scene; nothing may come after it.
fn end_of_scene(message: &[u8], from: usize) -> Result<usize, Fault> {
    let mut depth = 1_usize;
    let rest = message.iter().enumerate().skip(from);
    for (place, byte) in rest {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => {
                let behind = &message[place + 1..];
                return match behind.trim_ascii().first() {
                    None => Ok(place),
                    Some(_) => Err(at(place + 1, "something comes after the scene")),
                };
            }
            b')' => depth -= 1,
            _ => {}
        }
    }
    Err(at(message.len(), "the scene is not closed"))
}

struct Reader<'a>(Tokens<'a>);

impl<'a> Reader<'a> {
    fn fault(&self, reason: impl Into<String>) -> Fault {
        at(self.0.at(), reason)
    }

    fn ends(&self) -> Fault {
        self.fault("the message ends behind this")
    }

    fn open(&mut self) -> Result<(), Fault> {
        match self.0.next() {
            Some(Token::Open) => Ok(()),
            Some(_) => Err(self.fault("no '(' where an expression must begin")),
            None => Err(self.ends()),
        }
    }

    /// Reads on after `(ack`.
    fn answers(mut self) -> Result<Vec<&'a [u8]>, Fault> {
        let mut answers = Vec::new();
        loop {
            match self.words()?[..] {
                [answer] => answers.push(answer),
                _ => return Err(self.fault("(ack ...) needs one word")),
            }
            match [self.0.next(), self.0.next()] {
                [None, _] => return Ok(answers),
                [Some(Token::Open), Some(Token::Word(b"ack"))] => {}
                _ => return Err(self.fault("something else comes after an answer")),
            }
        }
    }

    /// Reads on after the first two parentheses of the game's part.
    fn game(&mut self) -> Result<Game<'a>, Fault> {
        let mut game = Game::default();
        loop {
            self.entry(&mut game)?;
            match self.0.next() {
                Some(Token::Open) => {}
                Some(Token::Close) => return Ok(game),
                Some(Token::Word(stray)) => {
                    let stray = word(stray);
                    return Err(self.fault(format!("{stray} is in no expression")));
                }
                None => return Err(self.ends()),
            }
        }
    }

    /// Reads `<name> <words>)`. Unknown expressions are ignored, as the protocol requires.
    fn entry(&mut self, game: &mut Game<'a>) -> Result<(), Fault> {
        let Some(Token::Word(name)) = self.0.next() else {
            return Err(self.fault("an expression begins with no word"));
        };
        let words = match name {
            b"RSMP" => return Err(self.fault("it speaks rcsssmj's protocol, RSMP")),
            _ => self.flat()?,
        };
        let Some(words) = words else { return Ok(()) };
        match (name, &words[..]) {
            (b"time", [time]) => game.time = Some(self.finite(name, time)?),
            (b"half", [half]) => game.half = Some(self.whole(name, half)?),
            (b"score_left", [goals]) => game.score[0] = Some(self.whole(name, goals)?),
            (b"score_right", [goals]) => game.score[1] = Some(self.whole(name, goals)?),
            (b"play_mode", [mode]) => game.play_mode = Some(self.whole(name, mode)?),
            (b"team_left", [team]) => game.teams[0] = Some(team),
            (b"team_right", [team]) => game.teams[1] = Some(team),
            (b"play_modes", _) => game.play_modes = Some(words),
            (b"foul", [index, kind, team, number]) => game.fouls.push(Foul {
                index: self.whole(name, index)?,
                kind: self.whole(name, kind)?,
                team: self.whole(name, team)?,
                number: self.whole(name, number)?,
            }),
            (
                b"time" | b"half" | b"score_left" | b"score_right" | b"play_mode" | b"foul",
                words,
            ) => {
                let reason = format!("({} ...) has {} words", name.escape_ascii(), words.len());
                return Err(self.fault(reason));
            }
            (_, [value]) => {
                let value = self.finite(name, value).ok();
                game.parameters.extend(value.map(|value| (name, value)));
            }
            _ => {}
        }
        Ok(())
    }

    /// The words up to the end of an expression; `None` if there are expressions in it.
    fn flat(&mut self) -> Result<Option<Vec<&'a [u8]>>, Fault> {
        let (mut words, mut depth, mut is_flat) = (Vec::new(), 1_usize, true);
        while depth > 0 {
            match self.0.next() {
                Some(Token::Word(word)) => words.push(word),
                Some(Token::Open) => (depth, is_flat) = (depth + 1, false),
                Some(Token::Close) => depth -= 1,
                None => return Err(self.ends()),
            }
        }
        Ok(is_flat.then_some(words))
    }

    fn words(&mut self) -> Result<Vec<&'a [u8]>, Fault> {
        let nested = self.fault("an expression where a word must be");
        self.flat()?.ok_or(nested)
    }

    /// Reads `(RSG 0 1)`. Returns whether the scene is a full one, and its version.
    fn header(&mut self) -> Result<(bool, [u32; 2]), Fault> {
        self.open()?;
        let begin = self.0.at();
        let words = self.words()?;
        let full = match words.first() {
            Some(&b"RSG") => true,
            Some(&b"RDS") => false,
            _ => return Err(at(begin, "neither (RSG ...) nor (RDS ...) where they must be")),
        };
        match words[1..] {
            [major, minor] => {
                Ok((full, [self.whole(b"version", major)?, self.whole(b"version", minor)?]))
            }
            _ => Err(at(begin, "the scene's version must be two numbers")),
        }
    }

    fn finite(&self, name: &[u8], text: &[u8]) -> Result<f64, Fault> {
        let number = str::from_utf8(text).ok().and_then(|text| text.parse().ok());
        number.filter(|number: &f64| number.is_finite()).ok_or_else(|| {
            self.fault(format!("{}: {} is not a finite number", name.escape_ascii(), word(text)))
        })
    }

    fn whole<T: std::str::FromStr>(&self, name: &[u8], text: &[u8]) -> Result<T, Fault> {
        str::from_utf8(text).ok().and_then(|text| text.parse().ok()).ok_or_else(|| {
            self.fault(format!("{}: {} is no such number", name.escape_ascii(), word(text)))
        })
    }
}
