//! SimSpark's names and numbers of play modes and fouls, and which of them correspond to ours.

use crate::soccer::{Command, Foul, GameState, PlayMode, Side};

/// SimSpark's play modes in the order of their numbers.
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

/// Returns SimSpark's number for the state of the game. SimSpark has no penalties, which are direct
/// free kicks there. A pass is a play mode of its own there, but not among ours.
pub fn play_mode_number(state: &GameState) -> usize {
    match state.passing() {
        Some(side) => 19 + side.index(),
        None => number(state.play_mode()),
    }
}

fn number(mode: PlayMode) -> usize {
    match mode {
        PlayMode::PenaltyKickLeft | PlayMode::PenaltyShootLeft => 17,
        PlayMode::PenaltyKickRight | PlayMode::PenaltyShootRight => 18,
        mode => mode.index(),
    }
}

/// Returns the command for a play mode that a trainer sets. Goal kicks also place the ball, since
/// they are over as soon as it is outside the goalie area. `None` for a word that is not one of
/// SimSpark's.
pub fn play_mode(name: &str) -> Option<Command> {
    match PLAY_MODES.iter().position(|known| *known == name)? {
        8 => Some(Command::GoalKick(Side::Left)),
        9 => Some(Command::GoalKick(Side::Right)),
        19 => Some(Command::BeginPass(Side::Left)),
        20 => Some(Command::BeginPass(Side::Right)),
        _ => PlayMode::from_name(name).ok().map(Command::SetPlayMode),
    }
}

/// Returns SimSpark's number for a foul. It has nine fouls: a double touch is a wrong kick-off
/// there, and a hand foul is ball holding.
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
    use crate::soccer::{PASS_TIME, Phase};

    #[test]
    fn modes_have_the_name_of_their_number() {
        for mode in PlayMode::ALL {
            let name = PLAY_MODES[number(mode)];
            if !mode.name().starts_with("penalty") {
                assert_eq!(name, mode.name());
                let expected = match mode {
                    PlayMode::GoalKickLeft => Command::GoalKick(Side::Left),
                    PlayMode::GoalKickRight => Command::GoalKick(Side::Right),
                    mode => Command::SetPlayMode(mode),
                };
                assert_eq!(play_mode(name), Some(expected));
            }
        }
        assert_eq!(play_mode("penalty_kick_left"), None);
        let mut state = GameState::new(Phase::FirstHalf, 0.0, false);
        for (side, name) in Side::BOTH.into_iter().zip(["pass_left", "pass_right"]) {
            assert_eq!(play_mode(name), Some(Command::BeginPass(side)));
            state.begin_pass(side);
            assert_eq!(PLAY_MODES[play_mode_number(&state)], name);
        }
        state.update(PASS_TIME - 0.01, true);
        assert_eq!(play_mode_number(&state), 20);
        state.update(PASS_TIME, true);
        assert_eq!(PLAY_MODES[play_mode_number(&state)], "PlayOn");
        assert!(Foul::ALL.iter().all(|foul| foul_number(*foul) < 9));
    }
}
