//! Goals, the ends of halves and the end of the match in the server's log.

use super::complaints::Complaints;
use crate::soccer::{GameState, Phase, PlayMode, Side};
use log::Level;
use std::fmt;

/// What has been logged so far.
pub(super) struct Chronicle {
    known: Option<Standing>,
    /// Bounds the lines, since monitors may set scores and play modes as often as they like.
    log: Complaints,
}

#[derive(Clone, Copy, PartialEq)]
struct Standing {
    phase: Phase,
    score: [i64; 2],
    is_over: bool,
}

impl Chronicle {
    pub(super) fn new() -> Self {
        Self { known: None, log: Complaints::about_all("the match") }
    }

    /// Logs what has changed with a step.
    pub(super) fn log_changes(&mut self, state: &GameState) {
        for line in self.lines(state) {
            self.log.note(Level::Info, line);
        }
    }

    fn lines(&mut self, state: &GameState) -> Vec<String> {
        let is_over = state.play_mode() == PlayMode::GameOver;
        let now = Standing { phase: state.phase(), score: state.score, is_over };
        let Some(before) = self.known.replace(now).filter(|before| *before != now) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        if now.score != before.score {
            lines.push(format!("{:.2} s: {}", state.play_time(), Score(state)));
        }
        if now.phase != before.phase {
            let (over, next) = (before.phase.name(), now.phase.name());
            lines.push(format!("{over} is over: {}; {next} waits for its kick-off", Score(state)));
        }
        if now.is_over && !before.is_over {
            // The same words as in rcsssmj.
            lines.push(format!("Game over! Final score: {}", Score(state)));
        }
        lines
    }
}

/// `Blues 1 - 0 Reds`
struct Score<'a>(&'a GameState);

impl fmt::Display for Score<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let team = |side: Side| self.0.team_name(side).unwrap_or(side.alias());
        let [left, right] = self.0.score;
        write!(f, "{} {left} - {right} {}", team(Side::Left), team(Side::Right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_halves_and_the_end_are_told_once() {
        let mut state = GameState::new(Phase::FirstHalf, 0.0, true);
        state.team_names[0] = Some("Reds".to_owned());
        let mut chronicle = Chronicle::new();
        let mut tell = |state: &GameState| {
            let lines = chronicle.lines(state);
            assert!(chronicle.lines(state).is_empty(), "told once");
            lines
        };
        assert!(tell(&state).is_empty());
        state.score = [1, 0];
        state.set_play_time(12.3);
        assert_eq!(tell(&state), ["12.30 s: Reds 1 - 0 Right"]);
        state.switch_phase(Phase::SecondHalf, 300.0, true);
        state.team_names[1] = Some("Blues".to_owned());
        let expected = "FIRST_HALF is over: Reds 1 - 0 Blues; SECOND_HALF waits for its kick-off";
        assert_eq!(tell(&state), [expected]);
        state.set_play_mode(PlayMode::PlayOn);
        assert!(tell(&state).is_empty());
        state.score = [1, 1];
        state.set_play_mode(PlayMode::GameOver);
        let expected = ["300.00 s: Reds 1 - 1 Blues", "Game over! Final score: Reds 1 - 1 Blues"];
        assert_eq!(tell(&state), expected);
    }
}
