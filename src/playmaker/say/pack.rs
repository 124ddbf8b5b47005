//! From messages to texts.

use super::number::{Row, Scale, ball, on_pitch, point18, point19, share, write};
use crate::disc::Vec2;
use crate::playmaker::protos::{self, say::Message as M};
use crate::playmaker::vector::point;
use std::ops::RangeInclusive;
use thiserror::Error;

/// A point or velocity of a message, if it has one.
type Place = Option<protos::RpcVector2D>;

/// Why a message cannot be said.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refusal {
    /// Nothing in it.
    #[error("a Say without a message")]
    Empty,
    /// A player's number that the message cannot hold.
    #[error("{field} is {value}, not {least} to {most}")]
    Number {
        /// The field.
        field: &'static str,
        /// Its value.
        value: i32,
        /// The lowest number that can be said.
        least: i32,
        /// The highest one.
        most: i32,
    },
    /// A place or line that the message is not meant for.
    #[error("{field} is {value}, which this format cannot express")]
    Range {
        /// The field.
        field: &'static str,
        /// Its value.
        value: f64,
    },
}

/// Scale for the x of goalies.
pub(super) const GOALIE_X: Scale = Scale::new(-37.0, 0.1, 160);
/// Scale for their y.
pub(super) const GOALIE_Y: Scale = Scale::new(20.0, 0.1, 400);
/// Scale for the direction of their body.
pub(super) const GOALIE_BODY: Scale = Scale::new(180.0, 1.0, 360);
/// Scale for the x of a goalie who is told together with a ball.
pub(super) const BALL_GOALIE_X: Scale = Scale::new(-36.5, 0.1, 160);
/// Scale for that ball's x.
pub(super) const BALL_X: Scale = Scale::new(52.5, 0.1, 1050);
/// Scale for its y.
pub(super) const BALL_Y: Scale = Scale::new(34.0, 0.1, 680);
/// Scale for its velocity along either axis.
pub(super) const BALL_V: Scale = Scale::new(2.82, 5.64 / 63.0, 63);
/// Scales along and across the pitch for a player who is told together with a goalie.
pub(super) const GOALIE_PLAYER: [Scale; 2] =
    [Scale::new(52.5, 0.555, 191), Scale::new(34.0, 0.555, 124)];
/// The same for players alone.
pub(super) const PLAYERS: [Scale; 2] = [Scale::new(52.5, 0.63, 168), Scale::new(34.0, 0.63, 109)];
/// The same for a player who is told together with a ball.
pub(super) const BALL_PLAYER: [Scale; 2] = [Scale::new(52.5, 1.0, 106), Scale::new(34.0, 1.0, 69)];
/// The same for the speaker.
pub(super) const OWN: [Scale; 2] = [Scale::new(52.5, 0.4, 264), Scale::new(34.0, 0.4, 171)];
/// Scale for the direction of the speaker's body.
pub(super) const OWN_BODY: Scale = Scale::new(180.0, 6.0, 60);
/// Scales along and across the pitch for one player of a known team.
pub(super) const OTHER: [Scale; 2] = [Scale::new(52.5, 0.7, 151), Scale::new(34.0, 0.7, 98)];
/// Scale for the direction of other players' bodies.
pub(super) const BODY: Scale = Scale::new(180.0, 2.0, 180);
/// Scales along and across the pitch for the target of a dribble.
pub(super) const DRIBBLE: [Scale; 2] =
    [Scale::new(52.5, 0.5, u64::MAX), Scale::new(34.0, 0.5, 136)];
/// How many player numbers there are: ours come first, then theirs.
pub(super) const ALL: u64 = 22;
/// How many of them are ours.
const TEAM: i32 = 11;

/// Packs a message into the text to say.
///
/// # Errors
/// [`Refusal`]: the agents' library leaves such messages out.
pub fn pack(say: &protos::Say) -> Result<String, Refusal> {
    let Some(message) = &say.message else { return Err(Refusal::Empty) };
    let mut text = String::from(letter(message));
    let out = &mut text;
    match message {
        M::BallMessage(own) => write_ball(&own.ball_position, &own.ball_velocity, out),
        M::PassMessage(own) => write_pass(own, out)?,
        M::BallPlayerMessage(own) => write_ball_and_player(own, out)?,
        M::BallGoalieMessage(own) => write(ball_and_goalie(own), 9, out),
        M::GoalieMessage(own) => {
            let at = goalie_place(own.goalie_position.as_ref())?;
            let row = goalie(Row::default(), at, own.goalie_body_direction, GOALIE_X);
            write(row.0, 4, out);
        }
        M::GoalieAndPlayerMessage(own) => write_goalie_and_player(own, out)?,
        M::OnePlayerMessage(own) => {
            write_players(&[(own.uniform_number, &own.position)], out)?;
        }
        M::TwoPlayerMessage(own) => {
            let first = (own.first_uniform_number, &own.first_position);
            let second = (own.second_uniform_number, &own.second_position);
            write_players(&[first, second], out)?;
        }
        M::ThreePlayerMessage(own) => {
            let first = (own.first_uniform_number, &own.first_position);
            let second = (own.second_uniform_number, &own.second_position);
            let third = (own.third_uniform_number, &own.third_position);
            write_players(&[first, second, third], out)?;
        }
        M::TeammateMessage(own) => {
            write_one_of_a_team(own.uniform_number, &own.position, own.body_direction, out)?;
        }
        M::OpponentMessage(own) => {
            write_one_of_a_team(own.uniform_number, &own.position, own.body_direction, out)?;
        }
        M::SelfMessage(own) => write(oneself(own), 4, out),
        M::DribbleMessage(own) => write(dribble(own), 3, out),
        M::InterceptMessage(own) => {
            let unum = number("uniform_number", own.uniform_number, 1, TEAM)?;
            write(unum + if own.our { 0 } else { TEAM as u64 }, 1, out);
            write(own.cycle.clamp(0, 73) as u64, 1, out);
        }
        M::PassRequestMessage(own) => write(point18(point(own.target_point.as_ref())), 3, out),
        M::SetplayMessage(own) => write(own.wait_step.clamp(0, 73) as u64, 1, out),
        M::WaitRequestMessage(_) => {}
        M::OffsideLineMessage(own) => {
            let x = line("offside_line_x", own.offside_line_x, 10.0..=f64::INFINITY)?;
            write(share((x - 10.0) / 42.0), 1, out);
        }
        M::DefenseLineMessage(own) => {
            let x = line("defense_line_x", own.defense_line_x, f64::NEG_INFINITY..=-10.0)?;
            write(share((x + 52.0) / 42.0), 1, out);
        }
        M::StaminaMessage(own) => write(share(f64::from(own.stamina) / 8000.0), 1, out),
        M::RecoveryMessage(own) => write(share((f64::from(own.recovery) - 0.5) / 0.5), 1, out),
        M::StaminaCapacityMessage(own) => {
            write(share(f64::from(own.stamina_capacity) / 130_600.0), 1, out);
        }
    }
    Ok(text)
}

/// The letter with which a message begins.
fn letter(message: &M) -> char {
    match message {
        M::BallMessage(_) => 'b',
        M::PassMessage(_) => 'p',
        M::InterceptMessage(_) => 'i',
        M::GoalieMessage(_) => 'g',
        M::GoalieAndPlayerMessage(_) => 'e',
        M::OffsideLineMessage(_) => 'o',
        M::DefenseLineMessage(_) => 'd',
        M::WaitRequestMessage(_) => 'w',
        M::SetplayMessage(_) => 'F',
        M::PassRequestMessage(_) => 'h',
        M::StaminaMessage(_) => 's',
        M::RecoveryMessage(_) => 'r',
        M::StaminaCapacityMessage(_) => 'c',
        M::DribbleMessage(_) => 'D',
        M::BallGoalieMessage(_) => 'G',
        M::OnePlayerMessage(_) => 'P',
        M::TwoPlayerMessage(_) => 'Q',
        M::ThreePlayerMessage(_) => 'R',
        M::SelfMessage(_) => 'S',
        M::TeammateMessage(_) => 'T',
        M::OpponentMessage(_) => 'O',
        M::BallPlayerMessage(_) => 'B',
    }
}

fn number(field: &'static str, value: i32, least: i32, most: i32) -> Result<u64, Refusal> {
    if (least..=most).contains(&value) {
        return Ok(value as u64);
    }
    Err(Refusal::Number { field, value, least, most })
}

/// The x of a line that a message is meant for, m.
fn line(field: &'static str, x: f32, meant: RangeInclusive<f64>) -> Result<f64, Refusal> {
    let value = f64::from(x);
    if meant.contains(&value) { Ok(value) } else { Err(Refusal::Range { field, value }) }
}

fn write_ball(at: &Place, velocity: &Place, out: &mut String) {
    write(ball(point(at.as_ref()), point(velocity.as_ref())), 5, out);
}

fn write_pass(own: &protos::PassMessage, out: &mut String) -> Result<(), Refusal> {
    let unum = number("receiver_uniform_number", own.receiver_uniform_number, 1, TEAM)?;
    let to = point19(point(own.receiver_point.as_ref()));
    write((to << 4) + unum, 4, out);
    write_ball(&own.ball_position, &own.ball_velocity, out);
    Ok(())
}

fn write_ball_and_player(own: &protos::BallPlayerMessage, out: &mut String) -> Result<(), Refusal> {
    write_ball(&own.ball_position, &own.ball_velocity, out);
    let mut row = Row::default();
    player(&mut row, own.uniform_number, &own.player_position, &BALL_PLAYER)?;
    row.push(BODY.pack(own.body_direction.into()), BODY.count);
    write(row.0, 4, out);
    Ok(())
}

fn write_goalie_and_player(
    own: &protos::GoalieAndPlayerMessage,
    out: &mut String,
) -> Result<(), Refusal> {
    let at = goalie_place(own.goalie_position.as_ref())?;
    let mut row = goalie(Row::default(), at, own.goalie_body_direction, GOALIE_X);
    player(&mut row, own.player_uniform_number, &own.player_position, &GOALIE_PLAYER)?;
    write(row.0, 7, out);
    Ok(())
}

/// Writes players, three characters each.
fn write_players(players: &[(i32, &Place)], out: &mut String) -> Result<(), Refusal> {
    let mut row = Row::default();
    for (unum, at) in players {
        player(&mut row, *unum, at, &PLAYERS)?;
    }
    write(row.0, 3 * players.len(), out);
    Ok(())
}

fn write_one_of_a_team(unum: i32, at: &Place, body: f32, out: &mut String) -> Result<(), Refusal> {
    let at = on_pitch(point(at.as_ref()));
    let mut row = Row(number("uniform_number", unum, 1, TEAM)? - 1);
    row.push(OTHER[0].pack(at.x), OTHER[0].count);
    row.push(OTHER[1].pack(at.y), OTHER[1].count);
    row.push(BODY.pack(body.into()), BODY.count);
    write(row.0, 4, out);
    Ok(())
}

fn player(row: &mut Row, unum: i32, at: &Place, scales: &[Scale; 2]) -> Result<(), Refusal> {
    let unum = number("uniform_number", unum, 1, ALL as i32)?;
    let at = on_pitch(point(at.as_ref()));
    row.push(unum - 1, ALL);
    row.push(scales[0].pack(at.x), scales[0].count);
    row.push(scales[1].pack(at.y), scales[1].count);
    Ok(())
}

fn oneself(own: &protos::SelfMessage) -> u64 {
    let at = on_pitch(point(own.self_position.as_ref()));
    let mut row = Row(OWN[0].pack(at.x));
    row.push(OWN[1].pack(at.y), OWN[1].count);
    row.push(OWN_BODY.pack(own.self_body_direction.into()), OWN_BODY.count);
    let stamina = (10.0 * f64::from(own.self_stamina) / 8000.0).round_ties_even();
    row.push(stamina.clamp(0.0, 10.0) as u64, 11);
    row.0
}

fn dribble(own: &protos::DribbleMessage) -> u64 {
    let at = on_pitch(point(own.target_point.as_ref()));
    let mut row = Row(DRIBBLE[0].pack(at.x));
    row.push(DRIBBLE[1].pack(at.y), DRIBBLE[1].count);
    row.push(own.queue_count.clamp(1, 10) as u64 - 1, 10);
    row.0
}

fn ball_and_goalie(own: &protos::BallGoalieMessage) -> u64 {
    let at = on_pitch(point(own.ball_position.as_ref()));
    let velocity = point(own.ball_velocity.as_ref());
    let mut row = Row(BALL_X.pack(at.x));
    row.push(BALL_Y.pack(at.y), BALL_Y.count);
    row.push(BALL_V.pack(velocity.x), BALL_V.count);
    row.push(BALL_V.pack(velocity.y), BALL_V.count);
    let at = on_pitch(point(own.goalie_position.as_ref()));
    goalie(row, at, own.goalie_body_direction, BALL_GOALIE_X).0
}

fn goalie(mut row: Row, at: Vec2, body: f32, x: Scale) -> Row {
    row.push(x.pack(at.x), x.count);
    row.push(GOALIE_Y.pack(at.y), GOALIE_Y.count);
    row.push(GOALIE_BODY.pack(body.into()), GOALIE_BODY.count);
    row
}

/// The place of a goalie, which must be in front of their goal for messages about goalies.
fn goalie_place(at: Option<&protos::RpcVector2D>) -> Result<Vec2, Refusal> {
    let at = point(at);
    if !(37.0..=52.9).contains(&at.x) {
        return Err(Refusal::Range { field: "goalie_position.x", value: at.x });
    }
    if at.y.is_nan() || at.y.abs() > 19.9 {
        return Err(Refusal::Range { field: "goalie_position.y", value: at.y });
    }
    Ok(on_pitch(at))
}
