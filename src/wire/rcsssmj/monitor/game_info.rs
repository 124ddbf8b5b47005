//! The time and the state of the game.

use super::{entry, team_name};
use crate::soccer::{Foul, GameState, PlayMode, PlayerId, Rules, Side};
use crate::wire::number::{Number, PythonNumber, fixed};
use std::fmt::Write;

/// The state of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo<'a> {
    /// Clock, play mode, teams and score.
    pub state: &'a GameState,
    /// The rule book, which says when the second half begins.
    pub rules: &'a Rules,
    /// Fouls to report, in the order in which they were given.
    pub fouls: &'a [(PlayerId, Foul)],
}

/// Appends `((gt 1 0)<time>)`, simulated time in s with two decimals.
pub fn write_time(out: &mut String, time: f64) {
    out.push_str("((gt 1 0)");
    fixed::<2>(time, out);
    out.push(')');
}

impl GameInfo<'_> {
    /// Appends the state as [`GameFigures::write`] does, with the team names only if `full`. Fouls
    /// of one player are grouped.
    pub fn write(&self, out: &mut String, full: bool) {
        let state = self.state;
        let time = state.play_time();
        let names = Side::BOTH.map(|side| state.team_name(side));
        let figures = GameFigures {
            play_time: match state.play_time_is_whole() {
                true => PythonNumber::Int(time as i64),
                false => PythonNumber::Float(time),
            },
            is_second_half: time > self.rules.half_time,
            score: state.score.map(PythonNumber::Int),
            play_mode: state.play_mode(),
            teams: full.then(|| Side::BOTH.map(|side| team_name(&names, side))),
        };
        figures.write(out, self.fouls_by_player());
    }

    fn fouls_by_player(&self) -> impl Iterator<Item = [i64; 3]> {
        let fouls = self.fouls;
        let is_first =
            |index: usize, player| fouls[..index].iter().all(|(earlier, _)| *earlier != player);
        let offenders =
            fouls.iter().enumerate().filter(move |(index, (player, _))| is_first(*index, *player));
        offenders.flat_map(move |(index, (player, _))| {
            let own = fouls[index..].iter().filter(move |(other, _)| other == player);
            own.map(|(_, foul)| {
                [foul.index() as i64, player.side.index() as i64, i64::from(player.number)]
            })
        })
    }
}

/// The state of a game, in numbers.
#[derive(Clone, Copy, Debug)]
pub struct GameFigures<'a, N> {
    /// Time played, s.
    pub play_time: N,
    /// Whether `play_time` is more than a half.
    pub is_second_half: bool,
    /// Goals of the left and of the right team.
    pub score: [N; 2],
    /// The play mode.
    pub play_mode: PlayMode,
    /// Names of the left and of the right team, if they are to be written.
    pub teams: Option<[&'a str; 2]>,
}

impl<N: Number> GameFigures<'_, N> {
    /// Appends `((gs 1 0)(time <s>)(half 1|2)(score_left <goals>)(score_right <goals>)(play_mode
    /// <index>)(team_left <name>)(team_right <name>)(foul <kind> 1|2 <number>)...)`. A foul is
    /// given by its kind, the team's id and the player's number.
    pub fn write(&self, out: &mut String, fouls: impl IntoIterator<Item = [i64; 3]>) {
        let half = if self.is_second_half { 2_i64 } else { 1 };
        let [left, right] = &self.score;
        out.push_str("((gs 1 0)");
        entry(out, "time", &self.play_time);
        entry(out, "half", half);
        entry(out, "score_left", left);
        entry(out, "score_right", right);
        entry(out, "play_mode", self.play_mode.index() as i64);
        for (key, name) in
            ["(team_left ", "(team_right "].into_iter().zip(self.teams.iter().flatten())
        {
            out.push_str(key);
            out.push_str(name);
            out.push(')');
        }
        for [foul, team, number] in fouls {
            // Writing to a `String` does not fail.
            let _ = write!(out, "(foul {foul} {} {number})", team + 1);
        }
        out.push(')');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soccer::Phase;

    fn player(side: Side, number: u32) -> PlayerId {
        PlayerId { side, number }
    }

    #[test]
    fn fouls_of_one_player_come_together() {
        let (state, rules) = (GameState::new(Phase::FirstHalf, 0.0, false), Rules::fifa());
        let (one, other) = (player(Side::Right, 3), player(Side::Left, 11));
        let fouls = [(one, Foul::Incapable), (other, Foul::HandFoul), (one, Foul::Crowding)];
        let mut out = String::new();
        GameInfo { state: &state, rules: &rules, fouls: &fouls }.write(&mut out, false);
        assert_eq!(
            out,
            "((gs 1 0)(time 0.0)(half 1)(score_left 0)(score_right 0)(play_mode 0)\
             (foul 4 2 3)(foul 0 2 3)(foul 10 1 11))"
        );
    }

    #[test]
    fn halves_teams_and_times() {
        let rules = Rules::ssim26();
        let text = |play_time, whole, left: Option<&str>| {
            let mut state = GameState::new(Phase::SecondHalf, play_time, whole);
            state.team_names[0] = left.map(str::to_owned);
            let mut out = String::new();
            GameInfo { state: &state, rules: &rules, fouls: &[] }.write(&mut out, true);
            out
        };
        let begin = text(300.0, true, None);
        assert!(begin.starts_with("((gs 1 0)(time 300)(half 1)"), "{begin}");
        assert!(begin.ends_with("(team_left <LEFT>)(team_right <RIGHT>))"), "{begin}");
        let later = text(300.02, false, Some("A"));
        assert!(later.starts_with("((gs 1 0)(time 300.02)(half 2)"), "{later}");
        assert!(later.ends_with("(team_left A)(team_right <RIGHT>))"), "{later}");
    }
}
