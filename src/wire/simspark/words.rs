//! SimSpark's names and numbers of play modes and fouls, and what ours are there.

use crate::soccer::{Foul, PlayMode};

/// Its play modes in the order of their numbers.
pub const PLAY_MODES: [&str; 21] = [
    "BeforeKickOff",
    "KickOff_Left",
    "KickOff_Right",
    "PlayOn",
    "KickIn_Left",
    "KickIn_Right",
    "corner_kick_left",
    "corner_kick_right",
    "goal_kick_left",
    "goal_kick_right",
    "offside_left",
    "offside_right",
    "GameOver",
    "Goal_Left",
    "Goal_Right",
    "free_kick_left",
    "free_kick_right",
    "direct_free_kick_left",
    "direct_free_kick_right",
    "pass_left",
    "pass_right",
];

/// SimSpark's number of a play mode. It knows no penalties: these are direct free kicks there.
pub fn play_mode_number(mode: PlayMode) -> usize {
    match mode {
        PlayMode::PenaltyKickLeft | PlayMode::PenaltyShootLeft => 17,
        PlayMode::PenaltyKickRight | PlayMode::PenaltyShootRight => 18,
        mode => mode.index(),
    }
}

/// The play mode that a trainer means; `None` for a word that is none of SimSpark's.
pub fn play_mode(name: &str) -> Option<PlayMode> {
    PLAY_MODES.contains(&name).then(|| PlayMode::from_name(name).ok())?
}

/// SimSpark's number of a foul. It has nine: a second touch is a wrong kick-off there, and a ball
/// played by hand is held.
pub fn foul_number(foul: Foul) -> usize {
    match foul {
        Foul::DoubleTouch => Foul::KickOff.index(),
        Foul::HandFoul => Foul::BallHolding.index(),
        foul => foul.index(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_have_the_name_of_their_number() {
        for mode in PlayMode::ALL {
            let name = PLAY_MODES[play_mode_number(mode)];
            if !mode.name().starts_with("penalty") {
                assert_eq!(name, mode.name());
                assert_eq!(play_mode(name), Some(mode));
            }
        }
        assert_eq!(play_mode("penalty_kick_left"), None);
        assert!(Foul::ALL.iter().all(|foul| foul_number(*foul) < 9));
    }
}
