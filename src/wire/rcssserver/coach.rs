//! Commands of online coaches, and the server's answers.

use super::ILLEGAL;
use super::graphic;
use super::look::look;
use super::outcome::Outcome;
use super::scan::Scan;
use super::trainer::{check_ball, compression, said, switch, team_names};
use crate::disc::said::{Clang, ClangKind, Dialect, Said};
use crate::disc::staff::SayRefusal;
use crate::disc::substitution::Refusal;
use crate::disc::{PlayMode, Side, World};
use crate::wire::clang::{self, Versions};

const UNREADABLE: &str = "(error could_not_parse_say)";

/// Reads and carries out a command of a side's coach. Returns the answers, one per line.
pub fn answer(world: &mut World, side: Side, message: &[u8]) -> String {
    act(world, side, message).lines()
}

/// Like [`answer`], but also returns what the server has to know.
pub fn act(world: &mut World, side: Side, message: &[u8]) -> Outcome {
    let mut outcome = Outcome::default();
    let mut scan = Scan::new(message);
    let Some(name) = scan.byte(b'(').and_then(|()| scan.name()) else {
        outcome.reply(ILLEGAL);
        return outcome;
    };
    let version = world.staff_mut().coaches[side.index()].version;
    match name {
        "change_player_type" => outcome.reply(change_player_type(world, side, scan)),
        "check_ball" => outcome.reply(check_ball(world)),
        "look" => outcome.reply(look(world, version)),
        "team_names" => outcome.reply(team_names(&world.names_told(side))),
        "say" if version >= 7 => {
            say(world, side, message).into_iter().for_each(|answer| outcome.reply(answer));
        }
        "say" => outcome.reply(say_early(world, side, scan)),
        "eye" => {
            let eye = &mut world.staff_mut().coaches[side.index()].eye;
            outcome.reply(switch("eye", scan, eye));
        }
        "compression" => compression(scan, &mut outcome),
        "team_graphic" => graphic::act(world, side, message, &mut outcome),
        "done" => outcome.done = true,
        "bye" => outcome.bye = true,
        _ => outcome.reply("(error unknown_command)"),
    }
    outcome
}

/// `(say MESSAGE)`, in the coach language. Returns the answer; `None` to `(unsupported_clang)`,
/// which rcssserver reads, and then ignores.
fn say(world: &mut World, side: Side, message: &[u8]) -> Option<String> {
    let unreadable = || Some(UNREADABLE.to_owned());
    let end = message.iter().position(|&byte| byte == 0).unwrap_or(message.len());
    let text = str::from_utf8(&message[..end]).ok();
    let Some(Ok(message)) = text.map(clang::parse) else { return unreadable() };
    let kind = kind(&message)?;
    if let clang::Message::Freeform(text) = &message
        && text.len() as i64 > i64::from(world.rules().server.say_coach_msg_size)
    {
        return unreadable();
    }
    let dialect = match message.versions() {
        Versions::Either => Dialect::Either,
        Versions::Only(7) => Dialect::Seven,
        Versions::Only(_) => Dialect::Eight,
        Versions::Both => Dialect::Both,
    };
    let (text, said, received) = (message.server_text(), message.text(), world.game.cycle);
    let message = Clang { kind, dialect, text, said, received };
    Some(match world.say_clang(side, message) {
        Ok(()) => "(ok say)".to_owned(),
        Err(SayRefusal::TooMany(kind)) => {
            format!("(error said_too_many_{}_messages)", kind.name())
        }
        Err(SayRefusal::FreeformWhilePlayOn) => {
            "(error cannot_say_freeform_while_playon)".to_owned()
        }
    })
}

/// Returns the kind of a message; `None` for messages that only servers send.
fn kind(message: &clang::Message) -> Option<ClangKind> {
    Some(match message {
        clang::Message::Meta(_) => ClangKind::Meta,
        clang::Message::Freeform(_) => ClangKind::Freeform,
        clang::Message::Info(_) => ClangKind::Info,
        clang::Message::Advice(_) => ClangKind::Advice,
        clang::Message::Define(_) => ClangKind::Define,
        clang::Message::Rule(_) => ClangKind::Rule,
        clang::Message::Delete(_) => ClangKind::Delete,
        clang::Message::Unsupported => return None,
    })
}

/// `(say MESSAGE)` before version 7: any text, unless the play mode is `play_on`.
fn say_early(world: &mut World, side: Side, scan: Scan) -> &'static str {
    if world.game.mode == PlayMode::PlayOn {
        return "(warning cannot_say_while_playon)";
    }
    if !world.staff_mut().coaches[side.index()].may_say_freeform() {
        return "(error said_too_many_messages)";
    }
    let Some(text) = said(scan, world.rules().server.say_coach_msg_size) else { return ILLEGAL };
    world.say_aloud(Said { side: Some(side), text });
    "(ok say)"
}

/// `(change_player_type N T)` and `(change_player_type N goalie)`.
fn change_player_type(world: &mut World, side: Side, mut scan: Scan) -> String {
    let Some(unum) = scan.integer() else { return ILLEGAL.to_owned() };
    let mut stadium = world.stadium();
    if let Some(type_id) = scan.integer() {
        return match stadium.substitute_by_coach(side, unum, type_id) {
            Ok(()) => format!("(ok change_player_type {unum} {type_id})"),
            Err(refusal) => text(refusal).to_owned(),
        };
    }
    let is_goalie = |word: &str| word.starts_with("goalie");
    if !scan.piece(|byte| !b" ()".contains(&byte)).is_some_and(is_goalie) {
        return ILLEGAL.to_owned();
    }
    match stadium.make_goalie(side, unum) {
        Ok(()) => format!("(ok change_player_type {unum} goalie)"),
        Err(refusal) => text(refusal).to_owned(),
    }
}

fn text(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::WhilePlayOn => "(warning cannot_sub_while_playon)",
        Refusal::WhileShootOut => "(warning cannot_sub_while_penalty_shootouts)",
        Refusal::NoSubsLeft => "(warning no_subs_left)",
        Refusal::NoneOfThatTypeLeft => "(warning no_left_of_that_type)",
        Refusal::MaxOfThatTypeOnField => "(warning max_of_that_type_on_field)",
        Refusal::NoSuchPlayer => "(warning no_such_player)",
        Refusal::OutOfRangeType => "(error out_of_range_player_type)",
        Refusal::GoalieExists => "(error goalie_already_exists)",
        Refusal::GoalieWhilePlayOn => "(warning cannot_change_goalie_while_playon)",
        Refusal::GoalieWhilePenaltyTaken => "(warning cannot_change_goalie_while_penalty_taken)",
    }
}
