//! Commands of players, and the server's answers.

use super::ILLEGAL;
pub use super::lexer::may_be_said;
use super::lexer::{Lexer, Token};
use super::outcome::Outcome;
use super::sense_body::write_sense_body;
use crate::disc::senses::{BodySense, NEWEST};
use crate::disc::{Answers, Command, Event, MoveReply, Player, Side, TEAM, ViewWidth, World};
use std::sync::Arc;

/// The team that a player refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamName<'a> {
    /// Their own team.
    Our,
    /// The other team.
    Opponent,
    /// The team of a side.
    Of(Side),
    /// The team of a name.
    Named(&'a str),
}

/// A command of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayerCommand<'a> {
    /// An action in the game.
    Act(Command),
    /// A command that is read but has no effect.
    LongKick,
    /// Says a text.
    Say(&'a str),
    /// Requests the `sense_body` message.
    SenseBody,
    /// Requests the score.
    Score,
    /// Listens to the player with a number in a team.
    AttentionTo(TeamName<'a>, i32),
    /// Sets whether and how they hear the players of one team or of both.
    Ear {
        /// Whether they hear them.
        on: bool,
        /// The team; `None` for both teams.
        team: Option<TeamName<'a>>,
        /// `Some(true)` only complete messages, `Some(false)` only partial ones.
        complete: Option<bool>,
    },
    /// Sets the level of compression of messages.
    Compression(i32),
    /// Declares the lowest and the highest version of the coach language that they understand.
    Clang(i32, i32),
    /// Requests distances with Gaussian noise.
    GaussianSee,
    /// Says that they are done with this cycle.
    Done,
}

/// Returns the next command of a message; `None` at its end.
///
/// # Errors
/// If the next words are not a command; nothing after them is read.
fn next<'a>(lexer: &mut Lexer<'a>) -> Result<Option<PlayerCommand<'a>>, ()> {
    match lexer.next() {
        None => return Ok(None),
        Some(Token::Said(text)) => return Ok(Some(PlayerCommand::Say(text))),
        Some(Token::Open) => {}
        Some(_) => return Err(()),
    }
    let Some(Token::Word(name)) = lexer.next() else { return Err(()) };
    let command = match name {
        "dash" => PlayerCommand::Act(dash(lexer)?),
        "turn" => PlayerCommand::Act(Command::Turn(real(lexer)?)),
        "turn_neck" => PlayerCommand::Act(Command::TurnNeck(real(lexer)?)),
        "kick" => PlayerCommand::Act(Command::Kick(real(lexer)?, real(lexer)?)),
        "catch" => PlayerCommand::Act(Command::Catch(real(lexer)?)),
        "move" => PlayerCommand::Act(Command::Move(real(lexer)?, real(lexer)?)),
        "change_focus" => PlayerCommand::Act(Command::ChangeFocus(real(lexer)?, real(lexer)?)),
        "change_view" => PlayerCommand::Act(change_view(lexer)?),
        "synch_see" => PlayerCommand::Act(Command::SynchSee),
        "bye" => PlayerCommand::Act(Command::Bye),
        "tackle" => PlayerCommand::Act(tackle(lexer)?),
        "pointto" => PlayerCommand::Act(point_to(lexer)?),
        "attentionto" => attention_to(lexer)?,
        "say" => match lexer.next() {
            Some(Token::Quoted(text)) => PlayerCommand::Say(text.trim_matches('"')),
            _ => return Err(()),
        },
        "long_kick" => {
            real(lexer)?;
            real(lexer)?;
            PlayerCommand::LongKick
        }
        "ear" => ear(lexer)?,
        "compression" => PlayerCommand::Compression(integer(lexer)?),
        "clang" => clang(lexer)?,
        "sense_body" => PlayerCommand::SenseBody,
        "score" => PlayerCommand::Score,
        "gaussian_see" => PlayerCommand::GaussianSee,
        "done" => PlayerCommand::Done,
        _ => return Err(()),
    };
    close(lexer)?;
    match command {
        PlayerCommand::Act(act) if !act.is_finite() => Err(()),
        _ => Ok(Some(command)),
    }
}

fn close(lexer: &mut Lexer) -> Result<(), ()> {
    if lexer.next() == Some(Token::Close) { Ok(()) } else { Err(()) }
}

fn open(lexer: &mut Lexer) -> Result<(), ()> {
    if lexer.next() == Some(Token::Open) { Ok(()) } else { Err(()) }
}

fn real(lexer: &mut Lexer) -> Result<f64, ()> {
    match lexer.next() {
        Some(Token::Int(number)) => Ok(number.into()),
        Some(Token::Real(number)) => Ok(number),
        _ => Err(()),
    }
}

fn integer(lexer: &mut Lexer) -> Result<i32, ()> {
    if let Some(Token::Int(number)) = lexer.next() { Ok(number) } else { Err(()) }
}

/// Returns the next token, if it is not the closing parenthesis.
fn more<'a>(lexer: &mut Lexer<'a>) -> Option<Token<'a>> {
    lexer.clone().next().filter(|token| *token != Token::Close).inspect(|_| {
        lexer.next();
    })
}

fn dash(lexer: &mut Lexer) -> Result<Command, ()> {
    if lexer.clone().next() != Some(Token::Open) {
        let power = real(lexer)?;
        let direction = match more(lexer) {
            None => 0.0,
            Some(Token::Int(number)) => number.into(),
            Some(Token::Real(number)) => number,
            Some(_) => return Err(()),
        };
        return Ok(Command::Dash(power, direction));
    }
    let mut legs = [None; 2];
    while lexer.clone().next() == Some(Token::Open) {
        open(lexer)?;
        let side = match lexer.next() {
            Some(Token::Word("l" | "left")) => 0,
            Some(Token::Word("r" | "right")) => 1,
            _ => return Err(()),
        };
        if legs[side].replace((real(lexer)?, real(lexer)?)).is_some() {
            return Err(());
        }
        close(lexer)?;
    }
    Ok(Command::Legs(legs))
}

fn tackle(lexer: &mut Lexer) -> Result<Command, ()> {
    let angle = real(lexer)?;
    let foul = match more(lexer) {
        None | Some(Token::Word("false" | "off")) => false,
        Some(Token::Word("true" | "on")) => true,
        Some(_) => return Err(()),
    };
    Ok(Command::Tackle(angle, foul))
}

fn change_view(lexer: &mut Lexer) -> Result<Command, ()> {
    let width = match lexer.next() {
        Some(Token::Word("narrow")) => ViewWidth::Narrow,
        Some(Token::Word("normal")) => ViewWidth::Normal,
        Some(Token::Word("wide")) => ViewWidth::Wide,
        _ => return Err(()),
    };
    let high = match more(lexer) {
        None => None,
        Some(Token::Word("high")) => Some(true),
        Some(Token::Word("low")) => Some(false),
        Some(_) => return Err(()),
    };
    Ok(Command::ChangeView(width, high))
}

fn point_to(lexer: &mut Lexer) -> Result<Command, ()> {
    if lexer.clone().next() == Some(Token::Word("off")) {
        lexer.next();
        return Ok(Command::PointOff);
    }
    Ok(Command::PointTo(real(lexer)?, real(lexer)?))
}

fn team_name(token: Token) -> Option<TeamName> {
    Some(match token {
        Token::Word("our") => TeamName::Our,
        Token::Word("opp") => TeamName::Opponent,
        Token::Word("l" | "left") => TeamName::Of(Side::Left),
        Token::Word("r" | "right") => TeamName::Of(Side::Right),
        Token::Word(name) | Token::Quoted(name) => TeamName::Named(name),
        _ => return None,
    })
}

fn attention_to<'a>(lexer: &mut Lexer<'a>) -> Result<PlayerCommand<'a>, ()> {
    let token = lexer.next().ok_or(())?;
    if token == Token::Word("off") {
        return Ok(PlayerCommand::Act(Command::Attend(None)));
    }
    Ok(PlayerCommand::AttentionTo(team_name(token).ok_or(())?, integer(lexer)?))
}

fn ear<'a>(lexer: &mut Lexer<'a>) -> Result<PlayerCommand<'a>, ()> {
    open(lexer)?;
    let on = match lexer.next() {
        Some(Token::Word("on")) => true,
        Some(Token::Word("off")) => false,
        _ => return Err(()),
    };
    let kind = |token: Token| match token {
        Token::Word("partial" | "p") => Some(false),
        Token::Word("complete" | "c") => Some(true),
        _ => None,
    };
    let (mut team, mut complete) = (None, None);
    if let Some(token) = more(lexer) {
        complete = kind(token);
        if complete.is_none() {
            team = Some(team_name(token).ok_or(())?);
            complete = match more(lexer) {
                Some(token) => Some(kind(token).ok_or(())?),
                None => None,
            };
        }
    }
    close(lexer)?;
    Ok(PlayerCommand::Ear { on, team, complete })
}

fn clang<'a>(lexer: &mut Lexer<'a>) -> Result<PlayerCommand<'a>, ()> {
    open(lexer)?;
    if lexer.next() != Some(Token::Word("ver")) {
        return Err(());
    }
    let command = PlayerCommand::Clang(integer(lexer)?, integer(lexer)?);
    close(lexer)?;
    Ok(command)
}

/// Reads and carries out a message of a player, and adds the answers to `reply`, one per line. A
/// part that cannot be read is answered with an error; the commands before it are carried out.
pub fn answer(
    world: &mut World,
    answers: Option<&mut dyn Answers>,
    place: usize,
    message: &[u8],
    reply: &mut String,
) {
    for answer in act(world, answers, place, message).replies {
        if !reply.is_empty() {
            reply.push('\n');
        }
        reply.push_str(&answer);
    }
}

/// Like [`answer`], but also returns what the server has to know.
pub fn act(
    world: &mut World,
    mut answers: Option<&mut dyn Answers>,
    place: usize,
    message: &[u8],
) -> Outcome {
    let mut lexer = Lexer::new(message);
    let mut outcome = Outcome::default();
    let mut any = false;
    loop {
        match next(&mut lexer) {
            Ok(Some(command)) => {
                let answers = answers.as_mut().map(|answers| &mut **answers as &mut dyn Answers);
                perform(world, answers, place, command, &mut outcome);
                any = true;
            }
            Ok(None) if any => return outcome,
            _ => {
                outcome.reply(ILLEGAL);
                return outcome;
            }
        }
    }
}

/// Lets a player say something; does nothing if it is longer than allowed.
pub fn speak(world: &mut World, place: usize, text: &str) {
    let rules = Arc::clone(world.rules());
    if !world.game.players[place].connected
        || text.len() as i64 > i64::from(rules.server.say_msg_size)
    {
        return;
    }
    world.stadium().act(place, Command::Say);
    if let Some(senses) = &mut world.senses {
        senses.say(&rules, &world.game, place, text);
    }
    world.report(Event::PlayerSaid { place: place as u8, text: text.to_owned() });
}

fn perform(
    world: &mut World,
    answers: Option<&mut dyn Answers>,
    place: usize,
    command: PlayerCommand,
    outcome: &mut Outcome,
) {
    if !world.game.players[place].connected {
        return;
    }
    match command {
        PlayerCommand::Act(command) => carry_out(world, answers, place, command, outcome),
        PlayerCommand::Say(text) => speak(world, place, text),
        PlayerCommand::AttentionTo(team, unum) => {
            let side = side_of(world, place, team);
            if let (Some(side), true) = (side, (1..=TEAM as i32).contains(&unum)) {
                let other = Player::place(side, unum as u8) as u8;
                world.stadium().act(place, Command::Attend(Some(other)));
            }
        }
        PlayerCommand::Ear { on, team, complete } => {
            let side = team.map(|team| side_of(world, place, team));
            if let (Some(None), Some(TeamName::Named(name))) = (side, team) {
                outcome.reply(format!("(error no team with name {name})"));
            } else if let Some(senses) = &mut world.senses {
                senses.set_ear(place, on, side.flatten(), complete);
            }
        }
        PlayerCommand::SenseBody => outcome.replies.extend(body_of(world, place)),
        PlayerCommand::Score => outcome.reply(score_of(world, place)),
        PlayerCommand::Compression(level) if level <= 9 => {
            outcome.compress(level);
        }
        PlayerCommand::Clang(least, most) => {
            let versions = [least, most];
            world.staff_mut().clang[place] = versions;
            world.report(Event::ClangVersions { place: place as u8, versions });
            outcome.reply(format!("(ok clang (ver {least} {most}))"));
        }
        PlayerCommand::GaussianSee => {
            if let Some(senses) = &mut world.senses {
                senses.players[place].gaussian = true;
            }
            outcome.reply("(ok gaussian_see)");
        }
        PlayerCommand::Done => outcome.done = true,
        PlayerCommand::Compression(_) | PlayerCommand::LongKick => {}
    }
}

/// Carries out an action in the game, and answers it if the protocol does.
fn carry_out(
    world: &mut World,
    answers: Option<&mut dyn Answers>,
    place: usize,
    command: Command,
    outcome: &mut Outcome,
) {
    let command = as_meant(command, version(world, place));
    outcome.bye |= command == Command::Bye;
    match world.stadium_with(answers).act(place, command) {
        MoveReply::OpponentField => outcome.reply("(warning moving_to_opponent_field)"),
        MoveReply::TooManyMoves => outcome.reply("(error too_many_moves)"),
        MoveReply::Silence if command == Command::SynchSee => outcome.reply("(ok synch_see)"),
        MoveReply::Silence => {}
    }
}

/// The `sense_body` message for a player, in games with senses.
fn body_of(world: &World, place: usize) -> Option<String> {
    let version = world.senses.as_ref()?.players[place].version;
    let mut text = String::new();
    write_sense_body(&BodySense::of(&world.game, place), version, &mut text);
    Some(text)
}

/// The score as a player is told it: their own goals first.
fn score_of(world: &World, place: usize) -> String {
    let own = world.game.players[place].side;
    let goals = |side: Side| world.game.score[side.index()].goals;
    let (ours, theirs) = (goals(own), goals(own.other()));
    format!("(score {} {ours} {theirs})", world.game.cycle)
}

/// The version of the protocol that a player speaks.
fn version(world: &World, place: usize) -> u8 {
    world.senses.as_ref().map_or(NEWEST, |senses| senses.players[place].version)
}

/// What a command means to a player of a version: before version 12, the number of a tackle is its
/// power.
fn as_meant(command: Command, version: u8) -> Command {
    match command {
        Command::Tackle(power, foul) if version < 12 => Command::TackleAhead(power, foul),
        _ => command,
    }
}

fn side_of(world: &World, place: usize, team: TeamName) -> Option<Side> {
    let own = world.game.players[place].side;
    match team {
        TeamName::Our => Some(own),
        TeamName::Opponent => Some(own.other()),
        TeamName::Of(side) => Some(side),
        TeamName::Named(name) => world.side_named(name),
    }
}
