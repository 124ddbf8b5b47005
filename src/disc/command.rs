//! The commands of players as a type. Their text form is parsed in `wire::rcssserver`.

use super::relocate::MoveReply;
use super::tackle::Push;
use super::{Player, Stadium, ViewWidth, attention, catch, dash, kick, relocate, tackle, turn};

/// A command of a player: values as given, clipped when they take effect. Angles in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Command {
    /// Dashes with both legs: power and direction from the body.
    Dash(f64, f64),
    /// Dashes with the left and the right leg separately: power and direction from the body.
    Legs([Option<(f64, f64)>; 2]),
    /// Turns the body.
    Turn(f64),
    /// Turns the neck.
    TurnNeck(f64),
    /// Kicks: power and direction from the body.
    Kick(f64, f64),
    /// Tackles in a direction from the body, and whether as a deliberate foul.
    Tackle(f64, bool),
    /// Tackles along the body with a power, as before version 12 of the protocol, and whether as a
    /// deliberate foul.
    TackleAhead(f64, bool),
    /// Catches in a direction from the body.
    Catch(f64),
    /// Moves to a point in the team's own frame, m.
    Move(f64, f64),
    /// Changes the width of the view and, if given, whether it is of high quality, else to high
    /// quality.
    ChangeView(ViewWidth, Option<bool>),
    /// Moves the focus by a distance, m, and an angle.
    ChangeFocus(f64, f64),
    /// Sees in step with the cycle from now on.
    SynchSee,
    /// Points at a spot: distance, m, and direction from the head.
    PointTo(f64, f64),
    /// Stops pointing.
    PointOff,
    /// Listens to the player at a place, or to nobody.
    Attend(Option<u8>),
    /// Counts a message that they have said.
    Say,
    /// Leaves.
    Bye,
}

impl Command {
    /// Whether it is the one command of a cycle that moves the body or plays the ball.
    pub fn is_body(&self) -> bool {
        matches!(
            self,
            Self::Dash(..)
                | Self::Legs(_)
                | Self::Turn(_)
                | Self::Kick(..)
                | Self::Tackle(..)
                | Self::TackleAhead(..)
                | Self::Catch(_)
                | Self::Move(..)
        )
    }

    /// Whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        let leg = |leg: &Option<(f64, f64)>| {
            leg.is_none_or(|(power, direction)| power.is_finite() && direction.is_finite())
        };
        match self {
            Self::Legs(legs) => legs.iter().all(leg),
            Self::Dash(a, b)
            | Self::Kick(a, b)
            | Self::Move(a, b)
            | Self::ChangeFocus(a, b)
            | Self::PointTo(a, b) => a.is_finite() && b.is_finite(),
            Self::Turn(a)
            | Self::TurnNeck(a)
            | Self::Tackle(a, _)
            | Self::TackleAhead(a, _)
            | Self::Catch(a) => a.is_finite(),
            _ => true,
        }
    }
}

/// Executes a player's command as far as the rules allow it. All numbers must be finite. Commands
/// of players who are not on the pitch have no effect.
#[inline]
pub(super) fn act(stadium: &mut Stadium, place: usize, command: Command) -> MoveReply {
    let player = &mut stadium.game.players[place];
    if !player.connected || !may(player, &command) {
        return MoveReply::Silence;
    }
    match command {
        Command::Dash(power, direction) => dash::order_both(stadium, place, power, direction),
        Command::Legs(legs) => dash::order(stadium, place, legs),
        Command::Turn(moment) => turn::body(stadium, place, moment),
        Command::TurnNeck(moment) => turn::neck(stadium, place, moment),
        Command::Kick(power, direction) => kick::kick(stadium, place, power, direction),
        Command::Tackle(angle, foul) => {
            tackle::tackle(stadium, place, Push::Towards(angle), foul);
        }
        Command::TackleAhead(power, foul) => {
            tackle::tackle(stadium, place, Push::Ahead(power), foul);
        }
        Command::Catch(direction) => catch::catch(stadium, place, direction),
        Command::Move(x, y) => {
            let reply = relocate::relocate(stadium, place, x, y);
            use_legs(&mut stadium.game.players[place], &command);
            return reply;
        }
        Command::ChangeView(width, high) => attention::change_view(stadium, place, width, high),
        Command::ChangeFocus(distance, angle) => {
            attention::change_focus(stadium, place, distance, angle);
        }
        Command::SynchSee => attention::synch_see(stadium, place),
        Command::PointTo(distance, direction) => {
            attention::point_to(stadium, place, distance, direction);
        }
        Command::PointOff => attention::point_off(stadium, place),
        Command::Attend(other) => attention::attend(stadium, place, other.map(usize::from)),
        Command::Say => player.counts.say += 1,
        Command::Bye => stadium.remove(place),
    }
    use_legs(&mut stadium.game.players[place], &command);
    MoveReply::Silence
}

/// Legs that another command has used do not dash in this cycle. Kicks and catches do not use the
/// legs.
#[inline]
fn use_legs(player: &mut Player, command: &Command) {
    let takes = matches!(
        command,
        Command::Turn(_) | Command::Tackle(..) | Command::TackleAhead(..) | Command::Move(..)
    );
    player.legs_used |= player.acted && takes;
}

/// The first body command of a cycle wins, and so does the first turn of the neck. A leg may still
/// dash if only the other one does. It may also dash while its player is frozen, because
/// rcssserver's legs do not check that.
#[inline]
fn may(player: &Player, command: &Command) -> bool {
    match command {
        Command::TurnNeck(_) => !player.neck_turned,
        Command::Legs(_) => !player.legs_used,
        _ => !command.is_body() || !player.acted,
    }
}
