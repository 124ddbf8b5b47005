//! Splits text into tokens as rcssserver's scanner does: always the longest match, whatever
//! follows.
//!
//! No variable begins with c, d, p or s, so that the words for ways to move the ball can be written
//! without blanks (`{pdcs}`). Other words with these first letters also need no blank after them:
//! `pt1` is `pt` and 1.

use super::tree::{Comparison, Operator, PlayMode, Team};
use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Open,
    Close,
    OpenSet,
    CloseSet,
    /// As C's `atoi` reads it.
    Int(i32),
    Real(f64),
    /// Text in quotes.
    Quoted,
    Variable,
    Word(Word),
    PlayMode(PlayMode),
    Comparison(Comparison),
    Operator(Operator),
    /// A character that begins no token.
    Invalid,
    End,
}

/// A token and its byte range in the text.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub place: Range<usize>,
}

macro_rules! words {
    ($($word:ident $text:literal)*) => {
        /// A word of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Word { $($word),* }

        fn word(text: &[u8]) -> Option<Kind> {
            const TEAMS: [Team; 2] = [Team::Our, Team::Opp];
            let word = match text {
                $($text => Word::$word,)*
                b"bko" => return Some(Kind::PlayMode(PlayMode::BeforeKickOff)),
                b"time_over" => return Some(Kind::PlayMode(PlayMode::TimeOver)),
                b"play_on" => return Some(Kind::PlayMode(PlayMode::PlayOn)),
                _ => {
                    let (mode, team) = text.split_at_checked(3)?;
                    let team = *TEAMS.iter().find(|known| known.text().as_bytes() == team)?;
                    return PlayMode::of_team(mode, team).map(Kind::PlayMode);
                }
            };
            Some(Kind::Word(word))
        }
    };
}

words! {
    Say b"say" Hear b"hear" CoachLeft b"online_coach_left" CoachRight b"online_coach_right"
    Meta b"meta" Freeform b"freeform" Unsupported b"unsupported_clang" Info b"info"
    Advice b"advice" Define b"define" DefineCondition b"definec" DefineDirective b"defined"
    DefineRegion b"definer" DefineAction b"definea" DefineRule b"definerule" Version b"ver"
    Null b"null" Quadrangle b"quad" Arc b"arc" Point b"pt" Union b"reg" Triangle b"tri"
    Rectangle b"rec" Ball b"ball"
    Position b"pos" Home b"home" BallTo b"bto" Mark b"mark" MarkLane b"markl"
    OffsideLine b"oline" PlayerType b"htype" Pass b"pass" Dribble b"dribble" Clear b"clear"
    Shoot b"shoot" Hold b"hold" Intercept b"intercept" Tackle b"tackle"
    MovePass b"p" MoveDribble b"d" MoveClear b"c" MoveScore b"s"
    Do b"do" Dont b"dont" Our b"our" Opp b"opp"
    True b"true" False b"false" PlayerPosition b"ppos" BallPosition b"bpos" BallOwner b"bowner"
    And b"and" Or b"or" Not b"not" PlayModeIs b"playm" Unum b"unum"
    Time b"time" OppGoals b"opp_goals" OurGoals b"our_goals" GoalDifference b"goal_diff"
    Rule b"rule" On b"on" Off b"off" All b"all" Delete b"delete" Model b"model" Direc b"direc"
}

/// Whether a character may stand between quotes.
pub(super) fn may_be_quoted(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"().+-*/?<>_ ".contains(&byte)
}

/// Whether a text is a single variable.
pub(super) fn is_variable(text: &str) -> bool {
    let token = Tokens::new(text.as_bytes()).next();
    token.kind == Kind::Variable && token.place == (0..text.len())
}

/// Cuts a text into tokens.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the next token; at the end, always [`Kind::End`].
    pub fn next(&mut self) -> Token {
        let blanks = run(&self.text[self.at..], |byte| matches!(byte, b' ' | b'\t' | b'\n'));
        let start = self.at + blanks;
        let (kind, length) = scan(&self.text[start..]);
        self.at = start + length;
        Token { kind, place: start..self.at }
    }
}

/// Returns how many bytes at the beginning of a text satisfy `is_one`.
fn run(text: &[u8], is_one: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|byte| !is_one(*byte)).unwrap_or(text.len())
}

/// The token that a text begins with, and its length.
fn scan(text: &[u8]) -> (Kind, usize) {
    let Some(&first) = text.first() else { return (Kind::End, 0) };
    let second = text.get(1).copied();
    match first {
        b'(' => (Kind::Open, 1),
        b')' => (Kind::Close, 1),
        b'{' => (Kind::OpenSet, 1),
        b'}' => (Kind::CloseSet, 1),
        b'"' => quoted(text),
        b'0'..=b'9' | b'.' => number(text).unwrap_or((Kind::Invalid, 1)),
        b'+' => number(text).unwrap_or((Kind::Operator(Operator::Add), 1)),
        b'-' => number(text).unwrap_or((Kind::Operator(Operator::Subtract), 1)),
        b'*' => (Kind::Operator(Operator::Multiply), 1),
        b'/' => (Kind::Operator(Operator::Divide), 1),
        b'<' if second == Some(b'=') => (Kind::Comparison(Comparison::LessEqual), 2),
        b'<' => (Kind::Comparison(Comparison::Less), 1),
        b'>' if second == Some(b'=') => (Kind::Comparison(Comparison::GreaterEqual), 2),
        b'>' => (Kind::Comparison(Comparison::Greater), 1),
        b'=' if second == Some(b'=') => (Kind::Comparison(Comparison::Equal), 2),
        b'!' if second == Some(b'=') => (Kind::Comparison(Comparison::NotEqual), 2),
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => name(text),
        // A character that is not ASCII is one token, so that its place is that of the whole
        // character.
        _ => (Kind::Invalid, run(&text[1..], |byte| byte & 0xc0 == 0x80) + 1),
    }
}

fn name(text: &[u8]) -> (Kind, usize) {
    let length = run(text, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if let b'c' | b'd' | b'p' | b's' = text[0] {
        // The single letter is also a word, so there is always a match.
        let longest = (1..=length).rev().find_map(|end| Some((word(&text[..end])?, end)));
        return longest.unwrap_or((Kind::Invalid, 1));
    }
    (word(&text[..length]).unwrap_or(Kind::Variable), length)
}

fn quoted(text: &[u8]) -> (Kind, usize) {
    let length = run(&text[1..], may_be_quoted);
    match text.get(1 + length) {
        Some(b'"') if length > 0 => (Kind::Quoted, length + 2),
        _ => (Kind::Invalid, 1),
    }
}

/// Returns the number that a text begins with: `12`, `-12`, `.5`, `1.5`, `1e-2`; only the 1 of
/// `1.`.
fn number(text: &[u8]) -> Option<(Kind, usize)> {
    let sign = usize::from(matches!(text[0], b'+' | b'-'));
    let digits = run(&text[sign..], |byte| byte.is_ascii_digit());
    let mut end = sign + digits;
    let mut is_whole = true;
    if let Some(fraction) = text[end..].strip_prefix(b".") {
        let decimals = run(fraction, |byte| byte.is_ascii_digit());
        if decimals > 0 {
            end += 1 + decimals;
            is_whole = false;
        }
    }
    if is_whole && digits == 0 {
        return None;
    }
    if let [b'e' | b'E', rest @ ..] = &text[end..] {
        let sign = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
        let digits = run(&rest[sign..], |byte| byte.is_ascii_digit());
        if digits > 0 {
            end += 1 + sign + digits;
            is_whole = false;
        }
    }
    if is_whole {
        return Some((Kind::Int(atoi(&text[..end])), end));
    }
    let value = str::from_utf8(&text[..end]).ok()?.parse().ok()?;
    Some((Kind::Real(value), end))
}

/// C's `atoi` where `long` has 64 bits: the value saturates there, and the result is truncated to
/// 32 bits.
fn atoi(text: &[u8]) -> i32 {
    let (is_negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let value = digits.iter().fold(0_i64, |value, digit| {
        let digit = i64::from(digit - b'0');
        value.saturating_mul(10).saturating_add(if is_negative { -digit } else { digit })
    });
    value as i32
}
