//! What an online coach says, and what the server answers.

use super::look::look;
use super::scan::Scan;
use super::trainer::{check_ball, team_names};
use crate::disc::substitution::Refusal;
use crate::disc::{Side, World};

const ILLEGAL: &str = "(error illegal_command_form)";

/// Reads a command of a side's coach, does it, and answers.
pub fn answer(world: &mut World, side: Side, message: &[u8]) -> String {
    let mut scan = Scan::new(message);
    let Some(name) = scan.byte(b'(').and_then(|()| scan.name()) else {
        return ILLEGAL.to_owned();
    };
    match name {
        "change_player_type" => change_player_type(world, side, scan),
        "check_ball" => check_ball(world),
        "look" => look(world),
        "team_names" => team_names(world),
        "eye" => match scan.piece(|byte| !b" ()".contains(&byte)) {
            Some(mode @ ("on" | "off")) => format!("(ok eye {mode})"),
            _ => ILLEGAL.to_owned(),
        },
        "compression" => match scan.integer() {
            Some(level) if level <= 9 => format!("(ok compression {level})"),
            _ => ILLEGAL.to_owned(),
        },
        "done" | "bye" => String::new(),
        _ => "(error unknown_command)".to_owned(),
    }
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
    if scan.name() != Some("goalie") {
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
    }
}
