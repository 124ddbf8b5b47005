//! What an agent sends to the server in a cycle.

use crate::disc::skills::{Neck, Topic, View, WorldModel, communication};
use crate::disc::{Command, Side, Vec2, ViewWidth};
use crate::playmaker::protos::{self, say::Message};
use crate::playmaker::say::{MOST, pack, pack_all};
use crate::playmaker::vector::vector;

/// What an agent sends to the server in a cycle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Orders {
    /// The body's command.
    pub body: Option<Command>,
    /// The neck's command.
    pub neck: Option<Command>,
    /// How wide to look.
    pub view: Option<ViewWidth>,
    /// The command for the focus of the eyes.
    pub focus: Option<Command>,
    /// The arm's command.
    pub arm: Option<Command>,
    /// Whom to listen to: whether they are of the own team, and their number; `Some(None)` for
    /// nobody.
    pub attention: Option<Option<(bool, u8)>>,
    /// What to say.
    pub says: Vec<protos::Say>,
    /// What to draw.
    pub logs: Vec<protos::Log>,
    /// Whether an action of the body has succeeded.
    pub(super) is_done: bool,
    /// What to look at, and how wide, when all else is settled.
    pub(super) later_neck: Option<Neck>,
    pub(super) later_view: Option<View>,
    pub(super) side: Option<Side>,
}

impl Orders {
    /// The orders as texts of the 2D server's protocol, one for each command.
    pub fn texts(&self) -> Vec<String> {
        let mut texts = Vec::new();
        texts.extend(self.body.as_ref().and_then(command_text));
        texts.extend(self.neck.as_ref().and_then(command_text));
        let view = self.view.map(|width| Command::ChangeView(width, None));
        texts.extend(view.as_ref().and_then(command_text));
        texts.extend(self.focus.as_ref().and_then(command_text));
        texts.extend(self.arm.as_ref().and_then(command_text));
        texts.extend(self.attention.map(|whom| match whom {
            Some((true, unum)) => format!("(attentionto our {unum})"),
            Some((false, unum)) => format!("(attentionto opp {unum})"),
            None => "(attentionto off)".to_owned(),
        }));
        let said = self.said();
        if !said.is_empty() {
            texts.push(format!("(say \"{said}\")"));
        }
        texts
    }

    /// What is said, in ten characters.
    pub fn said(&self) -> String {
        pack_all(&self.says)
    }

    /// Commands of the player themselves, without what they say.
    pub fn commands(&self) -> Vec<Command> {
        let view = self.view.map(|width| Command::ChangeView(width, None));
        [self.body, self.neck, view, self.focus, self.arm].into_iter().flatten().collect()
    }

    /// `HeliosCommunicaion`: adds what mates should know, as much of it as there is room for, and
    /// whom they listen to, unless that has been chosen already.
    pub(super) fn communicate(&mut self, world: &WorldModel) {
        let talk = communication(world);
        if self.attention.is_none() {
            self.attention = Some(talk.attends.map(|unum| (true, unum)));
        }
        let mut room = MOST - self.said().len().min(MOST);
        for message in talk.topics.iter().filter_map(|topic| message(world, *topic)) {
            let say = protos::Say { message: Some(message) };
            if let Ok(text) = pack(&say)
                && text.len() <= room
            {
                room -= text.len();
                self.says.push(say);
            }
        }
    }
}

fn message(world: &WorldModel, topic: Topic) -> Option<Message> {
    let at = |position: Vec2| Some(vector(position));
    Some(match topic {
        Topic::Ball => Message::BallMessage(protos::BallMessage {
            ball_position: at(world.ball.position),
            ball_velocity: at(world.ball.velocity),
        }),
        Topic::Player(index) => {
            let player = world.others.get(index)?;
            let more = if player.is_ours? { 0 } else { 11 };
            Message::OnePlayerMessage(protos::OnePlayerMessage {
                uniform_number: i32::from(player.unum?) + more,
                position: at(player.position),
            })
        }
        Topic::Own => Message::SelfMessage(protos::SelfMessage {
            self_position: at(world.me.position),
            self_body_direction: world.me.body as f32,
            self_stamina: world.me.stamina as f32,
        }),
        Topic::Stamina => {
            Message::StaminaMessage(protos::StaminaMessage { stamina: world.me.stamina as f32 })
        }
    })
}

/// A number with at most `digits` decimals.
fn decimals(value: f64, digits: i32) -> String {
    let scale = 10_f64.powi(digits);
    let rounded = (value * scale).round_ties_even() / scale;
    // Zero without a minus sign.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// A number with six significant digits.
fn significant(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    let digits = 5 - value.abs().log10().floor() as i32;
    decimals(value, digits.clamp(0, 12))
}

/// A command as agents write it; `None` for commands that they never give.
pub fn command_text(command: &Command) -> Option<String> {
    Some(match *command {
        Command::Dash(power, direction) => {
            let direction = direction.round_ties_even();
            let power = decimals(power, 3);
            if direction == 0.0 {
                format!("(dash {power})")
            } else {
                format!("(dash {power} {})", decimals(direction, 0))
            }
        }
        Command::Turn(moment) => format!("(turn {})", decimals(moment, 3)),
        Command::TurnNeck(moment) => format!("(turn_neck {})", decimals(moment, 0)),
        Command::Kick(power, direction) => {
            format!("(kick {} {})", decimals(power, 3), significant(direction))
        }
        Command::Tackle(direction, false) => format!("(tackle {})", decimals(direction, 3)),
        Command::Tackle(direction, true) => format!("(tackle {} true)", decimals(direction, 3)),
        Command::Catch(direction) => format!("(catch {})", decimals(direction, 3)),
        Command::Move(x, y) => format!("(move {} {})", decimals(x, 3), decimals(y, 3)),
        Command::ChangeView(width, _) => {
            let width = match width {
                ViewWidth::Narrow => "narrow",
                ViewWidth::Normal => "normal",
                ViewWidth::Wide => "wide",
            };
            format!("(change_view {width})")
        }
        Command::ChangeFocus(distance, angle) => {
            format!("(change_focus {} {})", decimals(distance, 3), decimals(angle, 3))
        }
        Command::PointTo(distance, direction) => {
            format!("(pointto {} {})", decimals(distance, 3), decimals(direction, 3))
        }
        Command::PointOff => "(pointto off)".to_owned(),
        _ => return None,
    })
}
