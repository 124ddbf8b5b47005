//! Reads what players are sent: turns `see`, `sense_body` and `hear` of version 6 and later back
//! into numbers.

use crate::disc::senses::{
    ArmSense, BodySense, Collisions, Heard, LANDMARKS, LINES, Seen, SeenLine, SeenPlayer, Sight,
    Speaker,
};
use crate::disc::{Card, Counts, Side, ViewWidth};

/// What has been read, or an error that names the text and what was expected there.
type Read<T> = Result<T, String>;

/// Lists and words of a message that have not been read.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches([' ', '\0', '\n']);
        self.rest.chars().next()
    }

    fn take(&mut self, character: char) -> Read<()> {
        self.peek();
        let rest = self.rest.strip_prefix(character);
        self.rest = rest.ok_or_else(|| self.instead(&format!("'{character}'")))?;
        Ok(())
    }

    /// Takes a list's beginning if one follows.
    fn opens(&mut self) -> bool {
        self.peek() == Some('(') && self.take('(').is_ok()
    }

    fn instead(&self, what: &str) -> String {
        let rest: String = self.rest.chars().take(20).collect();
        format!("'{}' where {what} should be", rest.escape_debug())
    }

    /// Reads a word up to a blank or a parenthesis, or a text between quotes.
    fn word(&mut self) -> Read<&'a str> {
        if self.peek() == Some('"') {
            let (text, rest) =
                self.rest[1..].split_once('"').ok_or_else(|| self.instead("'\"'"))?;
            self.rest = rest;
            return Ok(text);
        }
        let end = self.rest.find([' ', '(', ')', '\0', '\n']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(self.instead("a word"));
        }
        self.rest = rest;
        Ok(word)
    }

    /// A word if one follows in this list.
    fn more(&mut self) -> Option<&'a str> {
        match self.peek() {
            None | Some('(' | ')') => None,
            Some(_) => self.word().ok(),
        }
    }

    fn number<T: std::str::FromStr>(&mut self) -> Read<T> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("'{}' where a number should be", word.escape_debug()))
    }

    /// Reads the beginning of a message: its name and the clock.
    fn begin(&mut self, name: &str) -> Read<u32> {
        self.take('(')?;
        match self.word()? {
            word if word == name => self.number(),
            word => Err(format!("'{}' where {name} should be", word.escape_debug())),
        }
    }

    /// Reads the beginning of a list with a name: `(name ...`.
    fn list(&mut self, name: &str) -> Read<()> {
        self.take('(')?;
        let word = self.word()?;
        if word == name { Ok(()) } else { Err(format!("'{word}' where {name} should be")) }
    }

    /// `(name N)`.
    fn count<T: std::str::FromStr>(&mut self, name: &str) -> Read<T> {
        self.list(name)?;
        let number = self.number()?;
        self.take(')')?;
        Ok(number)
    }
}

/// Reads `see`: the clock and what is seen; `names` are those of the left and the right team.
///
/// # Errors
/// What is wrong with the message.
pub fn read_see(message: &str, names: &[String; 2]) -> Result<(u32, Sight), String> {
    let mut words = Words { rest: message };
    let cycle = words.begin("see")?;
    let mut sight = Sight::default();
    while words.opens() {
        words.take('(')?;
        read_object(&mut words, names, &mut sight)?;
        words.take(')')?;
    }
    words.take(')')?;
    Ok((cycle, sight))
}

/// Reads an object after the opening parenthesis of its name. Near flags and goals have no names of
/// their own; the first landmark of the kind stands for them.
fn read_object(words: &mut Words, names: &[String; 2], sight: &mut Sight) -> Read<()> {
    let kind = words.word()?;
    match kind {
        "f" | "g" | "F" | "G" => {
            let is_goal = matches!(kind, "g" | "G");
            let mut name = Vec::new();
            while let Some(word) = words.more() {
                name.push(word);
            }
            let (name, near) = (name.join(" "), matches!(kind, "F" | "G"));
            let is_it = |index: &usize| {
                let landmark = &LANDMARKS[*index];
                landmark.is_goal == is_goal && (near || landmark.name == name)
            };
            let index = (0..LANDMARKS.len()).find(is_it);
            let index = index.ok_or_else(|| format!("there is no landmark '{kind} {name}'"))?;
            sight.landmarks.push((index, read_seen(words, near)?.0));
        }
        "b" | "B" => sight.ball = Some(read_seen(words, kind == "B")?.0),
        "p" | "P" => sight.players.push(read_player(words, names, kind == "P")?),
        "l" => {
            let name = words.word()?;
            let line = LINES.iter().position(|line| *line == name);
            let line = line.ok_or_else(|| format!("there is no line '{name}'"))?;
            let (seen, _) = read_seen(words, false)?;
            let (distance, direction) = (seen.distance, seen.direction);
            sight.lines.push(SeenLine { line, distance, direction });
        }
        kind => return Err(format!("there is no thing '{}'", kind.escape_debug())),
    }
    Ok(())
}

/// Reads the end of a name and up to 4 numbers; returns them and the remaining words.
fn read_seen<'a>(words: &mut Words<'a>, near: bool) -> Read<(Seen, Vec<&'a str>)> {
    words.take(')')?;
    let mut all = Vec::new();
    while let Some(word) = words.more() {
        all.push(word);
    }
    let is_letter = |word: &&str| matches!(*word, "t" | "k");
    let numbers = all.len() - usize::from(all.last().is_some_and(is_letter));
    let wrong = |word: &str| format!("'{}' where a number should be", word.escape_debug());
    let real = |word: &str| word.parse::<f64>().map_err(|_| wrong(word));
    let whole = |word: &str| word.parse::<i32>().map_err(|_| wrong(word));
    let mut seen = Seen { near, ..Seen::default() };
    match (numbers, all.as_slice()) {
        (0, _) => return Err(words.instead("a number")),
        (1, [direction, ..]) => seen.direction = whole(direction)?,
        (_, [distance, direction, ..]) => {
            seen.distance = Some(real(distance)?);
            seen.direction = whole(direction)?;
        }
        _ => return Err(words.instead("a number")),
    }
    if numbers >= 4 {
        seen.change = Some([real(all[2])?, real(all[3])?]);
    }
    let used = if numbers >= 4 { 4 } else { numbers.min(2) };
    Ok((seen, all.split_off(used)))
}

fn read_player(words: &mut Words, names: &[String; 2], near: bool) -> Read<SeenPlayer> {
    let mut player = SeenPlayer::default();
    if let Some(team) = words.more() {
        let side = Side::BOTH.into_iter().find(|side| names[side.index()] == team);
        player.side = Some(side.ok_or_else(|| format!("there is no team '{team}'"))?);
    }
    if words.peek() != Some(')') {
        player.unum = Some(words.number()?);
        player.goalie = words.more() == Some("goalie");
    }
    let (seen, rest) = read_seen(words, near)?;
    player.seen = seen;
    let mut rest = rest.into_iter().peekable();
    let next = |rest: &mut std::iter::Peekable<std::vec::IntoIter<&str>>| {
        rest.next_if(|word| word.parse::<i32>().is_ok()).and_then(|word| word.parse().ok())
    };
    if seen.change.is_some() {
        let (body, head) = (next(&mut rest), next(&mut rest));
        player.facing = body.zip(head).map(|(body, head)| [body, head]);
    }
    player.pointing = next(&mut rest);
    match rest.next() {
        Some("t") => player.tackling = true,
        Some("k") => player.kicking = true,
        None => {}
        Some(word) => return Err(format!("'{}' of a player", word.escape_debug())),
    }
    Ok(player)
}

/// Reads `sense_body`; values that a version does not report are 0.
///
/// # Errors
/// What is wrong with the message.
pub fn read_sense_body(message: &str) -> Result<BodySense, String> {
    let mut words = Words { rest: message };
    let cycle = words.begin("sense_body")?;
    words.list("view_mode")?;
    let high_quality = words.word()? == "high";
    let view_width = match words.word()? {
        "narrow" => ViewWidth::Narrow,
        "normal" => ViewWidth::Normal,
        "wide" => ViewWidth::Wide,
        word => return Err(format!("there is no view width '{word}'")),
    };
    words.take(')')?;
    words.list("stamina")?;
    let stamina = [words.number()?, words.number()?, words.more().map_or(Ok(0.0), number)?];
    words.take(')')?;
    words.list("speed")?;
    let (speed, speed_direction) = (words.number()?, words.more().map_or(Ok(0), number)?);
    words.take(')')?;
    let mut body = BodySense {
        cycle,
        high_quality,
        view_width,
        stamina,
        speed,
        speed_direction,
        head_angle: 0,
        counts: Counts::default(),
        arm: ArmSense::default(),
        attention: None,
        tackle_expires: 0,
        collisions: Collisions::default(),
        charged: 0,
        card: Card::None,
        focus: [0.0; 2],
    };
    while words.opens() {
        let name = words.word()?;
        read_part(&mut words, name, &mut body)?;
        words.take(')')?;
    }
    words.take(')')?;
    Ok(body)
}

fn number<T: std::str::FromStr>(word: &str) -> Read<T> {
    word.parse().map_err(|_| format!("'{}' where a number should be", word.escape_debug()))
}

fn read_part(words: &mut Words, name: &str, body: &mut BodySense) -> Read<()> {
    let counts = &mut body.counts;
    match name {
        "head_angle" => body.head_angle = words.number()?,
        "kick" => counts.kick = words.number()?,
        "dash" => counts.dash = words.number()?,
        "turn" => counts.turn = words.number()?,
        "say" => counts.say = words.number()?,
        "turn_neck" => counts.turn_neck = words.number()?,
        "catch" => counts.catch = words.number()?,
        "move" => counts.relocate = words.number()?,
        "change_view" => counts.change_view = words.number()?,
        "change_focus" => counts.change_focus = words.number()?,
        "arm" => {
            body.arm.movable = words.count("movable")?;
            body.arm.expires = words.count("expires")?;
            words.list("target")?;
            (body.arm.distance, body.arm.direction) = (words.number()?, words.number()?);
            words.take(')')?;
            counts.pointto = words.count("count")?;
        }
        "focus" => {
            words.list("target")?;
            body.attention = match words.word()? {
                "l" => Some((Side::Left, words.number()?)),
                "r" => Some((Side::Right, words.number()?)),
                _ => None,
            };
            words.take(')')?;
            counts.attentionto = words.count("count")?;
        }
        "tackle" => {
            body.tackle_expires = words.count("expires")?;
            counts.tackle = words.count("count")?;
        }
        "collision" => read_collisions(words, &mut body.collisions)?,
        "foul" => {
            body.charged = words.count("charged")?;
            words.list("card")?;
            body.card = match words.word()? {
                "yellow" => Card::Yellow,
                "red" => Card::Red,
                _ => Card::None,
            };
            words.take(')')?;
        }
        "focus_point" => body.focus = [words.number()?, words.number()?],
        name => return Err(format!("'({} ...)' of a body", name.escape_debug())),
    }
    Ok(())
}

fn read_collisions(words: &mut Words, felt: &mut Collisions) -> Read<()> {
    words.more();
    while words.opens() {
        match words.word()? {
            "ball" => felt.ball = true,
            "player" => felt.player = true,
            "post" => felt.post = true,
            word => return Err(format!("'{}' collided with", word.escape_debug())),
        }
        words.take(')')?;
    }
    Ok(())
}

/// Reads what a player hears from another one or themselves, in version 8 and later: the clock and
/// the message; `None` for messages of referees and coaches.
///
/// # Errors
/// What is wrong with the message.
pub fn read_heard(message: &str) -> Result<Option<(u32, Heard)>, String> {
    let mut words = Words { rest: message };
    let cycle = words.begin("hear")?;
    let mut heard = Heard { speaker: Speaker::Own, direction: None, text: None };
    let mut who = words.word()?;
    if let Ok(direction) = who.parse() {
        heard.direction = Some(direction);
        who = words.word()?;
    }
    heard.speaker = match who {
        "self" => Speaker::Own,
        "our" => Speaker::TeamMate(words.number()?),
        "opp" => Speaker::Opponent,
        "referee" | "coach" | "online_coach_left" | "online_coach_right"
            if message.ends_with([')', '\0']) =>
        {
            return Ok(None);
        }
        _ => return Err(words.instead("somebody who speaks")),
    };
    if words.peek() == Some('"') {
        heard.text = Some(words.word()?.to_owned());
    }
    words.take(')')?;
    Ok(Some((cycle, heard)))
}
