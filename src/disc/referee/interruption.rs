//! Play stops for 30 cycles after a fault. In the last of these, the offenders are moved away from
//! the ball. Then the other side takes its free kick.

use super::placement::{in_penalty_area, restart};
use super::{change_mode, clearing, onside};
use crate::disc::{PlayMode, Side, Stadium, Vec2};
use serde::{Deserialize, Serialize};

/// How many cycles an interruption lasts.
const CYCLES: u32 = 30;
/// Number of cycles at the end of an interruption in which the offenders are moved away from the
/// ball.
const CLEARING: u32 = 5;

/// Kinds of interruptions, each with a clock of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Offside,
    FreeKickFault,
    BackPass,
    CatchFault,
    Foul,
    IllegalDefense,
}

/// How long interruptions have lasted, by kind. A trainer's change of mode does not reset all of
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Interruptions {
    cycles: [u32; 6],
}

impl Kind {
    /// The kind and the offending side of a mode.
    fn of(mode: PlayMode) -> Option<(Self, Side)> {
        match mode {
            PlayMode::Offside(side) => Some((Self::Offside, side)),
            PlayMode::FreeKickFault(side) => Some((Self::FreeKickFault, side)),
            PlayMode::BackPass(side) => Some((Self::BackPass, side)),
            PlayMode::CatchFault(side) => Some((Self::CatchFault, side)),
            PlayMode::FoulCharge(side) | PlayMode::FoulPush(side) => Some((Self::Foul, side)),
            PlayMode::IllegalDefense(side) => Some((Self::IllegalDefense, side)),
            _ => None,
        }
    }
}

/// Interrupts play: the mode names the offenders.
pub(super) fn begin(stadium: &mut Stadium, mode: PlayMode, offender: Side, point: Vec2) {
    stadium.game.ball.holder = None;
    restart(stadium, mode, offender.other(), point);
    reset(stadium, mode);
}

/// Resets the clock of the mode's kind to 0.
fn reset(stadium: &mut Stadium, mode: PlayMode) {
    if let Some((kind, _)) = Kind::of(mode) {
        stadium.game.referee.interruptions.cycles[kind as usize] = 0;
    }
}

/// Resets the clock of a mode that begins at 0 no matter who has set it. For the back pass and the
/// catch fault, rcssserver checks for the left side twice, and for offside it checks for neither.
pub(super) fn mode_changed(stadium: &mut Stadium, mode: PlayMode) {
    match mode {
        PlayMode::FreeKickFault(_)
        | PlayMode::BackPass(Side::Left)
        | PlayMode::CatchFault(Side::Left) => {
            stadium.game.ball.holder = None;
            reset(stadium, mode);
        }
        PlayMode::FoulCharge(_) | PlayMode::FoulPush(_) | PlayMode::IllegalDefense(_) => {
            reset(stadium, mode);
        }
        _ => {}
    }
}

/// Runs one cycle of an interruption of this kind; returns whether the game is in one.
pub(super) fn pass(stadium: &mut Stadium, kind: Kind) -> bool {
    let Some((current, offender)) = Kind::of(stadium.game.mode) else { return false };
    if current != kind {
        return false;
    }
    let cycles = &mut stadium.game.referee.interruptions.cycles[kind as usize];
    *cycles += 1;
    let cycles = *cycles;
    if cycles > CYCLES - CLEARING {
        clearing::clear(stadium, Some(offender));
    }
    if kind == Kind::Offside {
        onside::push_back(stadium, offender);
    }
    if cycles > CYCLES {
        let next = continuation(stadium, kind, offender);
        change_mode(stadium, next);
    }
    true
}

/// The mode in which the game goes on.
fn continuation(stadium: &Stadium, kind: Kind, offender: Side) -> PlayMode {
    let indirect = match kind {
        Kind::BackPass => true,
        Kind::Foul => in_penalty_area(stadium, offender, stadium.game.ball.position),
        _ => false,
    };
    let side = offender.other();
    if indirect { PlayMode::IndirectFreeKick(side) } else { PlayMode::FreeKick(side) }
}
