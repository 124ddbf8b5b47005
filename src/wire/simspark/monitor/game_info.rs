//! The state of the game: all of it, or the time and what else has changed.

use super::float;
use crate::soccer::{Foul, GameState, Phase, PlayerId, Rules, Side};
use crate::wire::simspark::words::{foul_number, play_mode_number};
use std::fmt::Write;

/// The state of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo<'a> {
    /// Clock, play mode, teams and score.
    pub state: &'a GameState,
    /// The rule book, which says how long a half is.
    pub rules: &'a Rules,
    /// Fouls to report, in the order in which they were given.
    pub fouls: &'a [(PlayerId, Foul)],
    /// Fouls of the match before these.
    pub fouls_before: u64,
}

/// The state of the game as readers know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownState {
    teams: [Option<String>; 2],
    half: i64,
    score: [i64; 2],
    play_mode: usize,
}

impl GameInfo<'_> {
    /// What a reader knows after this message.
    pub fn known(&self) -> KnownState {
        let state = self.state;
        // At its kick-off, the clock of a second half shows no more than the length of a half.
        let is_second =
            state.phase() != Phase::FirstHalf || state.play_time() > self.rules.half_time;
        KnownState {
            teams: state.team_names.clone(),
            half: if is_second { 2 } else { 1 },
            score: state.score,
            play_mode: play_mode_number(state),
        }
    }

    /// Appends `(time <s>)(team_left <name>)(team_right <name>)(half 1|2)(score_left <goals>)
    /// (score_right <goals>)(play_mode <number>)(foul <number> <type> 1|2 <number>)...`; apart from
    /// time and fouls, only what is not already `known`. A team that has not joined yet has no
    /// name.
    pub fn write(&self, out: &mut String, known: Option<&KnownState>) {
        out.push_str("(time ");
        float(self.state.play_time(), out);
        out.push(')');
        let new = self.known();
        for (key, side) in ["(team_left ", "(team_right "].into_iter().zip(Side::BOTH) {
            let name = &new.teams[side.index()];
            if known.is_none_or(|known| known.teams[side.index()] != *name)
                && let Some(name) = name.as_deref().filter(|name| !name.is_empty())
            {
                out.push_str(key);
                out.push_str(name);
                out.push(')');
            }
        }
        let mut tell = |key: &str, value: i64, old: Option<i64>| {
            if old != Some(value) {
                // Writing to a `String` does not fail.
                let _ = write!(out, "({key} {value})");
            }
        };
        tell("half", new.half, known.map(|known| known.half));
        tell("score_left", new.score[0], known.map(|known| known.score[0]));
        tell("score_right", new.score[1], known.map(|known| known.score[1]));
        tell("play_mode", new.play_mode as i64, known.map(|known| known.play_mode as i64));
        for ((player, foul), number) in self.fouls.iter().zip(self.fouls_before + 1..) {
            let (kind, team) = (foul_number(*foul), player.side.index() + 1);
            let _ = write!(out, "(foul {number} {kind} {team} {})", player.number);
        }
    }
}
