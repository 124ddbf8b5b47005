//! Time, game and surroundings.

use super::team_name;
use crate::soccer::{Field, Foul, GameState, PlayMode, PlayerId, Rules, Side};
use crate::wire::number::{fixed, python_float};
use std::fmt::Write;

/// How a game stands.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo<'a> {
    /// Clock, play mode, teams and score.
    pub state: &'a GameState,
    /// The rule book, which says when the second half begins.
    pub rules: &'a Rules,
    /// Fouls to tell of, in the order in which they were given.
    pub fouls: &'a [(PlayerId, Foul)],
}

/// Appends `((gt 1 0)<time>)`, simulated time in s with two digits.
pub fn write_time(out: &mut String, time: f64) {
    out.push_str("((gt 1 0)");
    fixed::<2>(time, out);
    out.push(')');
}

impl GameInfo<'_> {
    /// Appends `((gs 1 0)(time <s>)(half 1|2)(score_left <goals>)(score_right <goals>)(play_mode
    /// <index>)(team_left <name>)(team_right <name>)(foul <kind> 1|2 <number>)...)`; the names only
    /// if `full`. Fouls of one player come together.
    pub fn write(&self, out: &mut String, full: bool) {
        let state = self.state;
        out.push_str("((gs 1 0)(time ");
        let time = state.play_time();
        match state.play_time_is_whole() {
            true => integer(out, time as i64),
            false => python_float(time, out),
        }
        let half = if time > self.rules.half_time { 2 } else { 1 };
        for (key, value) in [
            (")(half ", half),
            (")(score_left ", state.score[0]),
            (")(score_right ", state.score[1]),
            (")(play_mode ", state.play_mode().index() as i64),
        ] {
            out.push_str(key);
            integer(out, value);
        }
        out.push(')');
        if full {
            self.write_teams(out);
        }
        self.write_fouls(out);
        out.push(')');
    }

    fn write_teams(&self, out: &mut String) {
        let names = Side::BOTH.map(|side| self.state.team_name(side));
        for (key, side) in ["(team_left ", "(team_right "].into_iter().zip(Side::BOTH) {
            out.push_str(key);
            out.push_str(team_name(&names, side));
            out.push(')');
        }
    }

    fn write_fouls(&self, out: &mut String) {
        for (index, (player, _)) in self.fouls.iter().enumerate() {
            if self.fouls[..index].iter().any(|(earlier, _)| earlier == player) {
                continue;
            }
            for (_, foul) in self.fouls[index..].iter().filter(|(other, _)| other == player) {
                let (team, number) = (player.side.index() + 1, player.number);
                // A `String` takes everything.
                let _ = write!(out, "(foul {} {team} {number})", foul.index());
            }
        }
    }
}

fn integer(out: &mut String, value: i64) {
    // A `String` takes everything.
    let _ = write!(out, "{value}");
}

/// Dimensions of the field, and what a monitor needs to know of the rules: `((ge 1 0)(FieldLength
/// <m>)...)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment(String);

impl Environment {
    /// What there is to tell. `ball_radius` in m.
    ///
    /// rcsssmj gives the depth of a goal as its width and the width as its depth; `compat` keeps
    /// that, for monitors made for it. Whole numbers have no point, as in rcsssmj's own fields and
    /// rules.
    pub fn new(field: &Field, rules: &Rules, ball_radius: f64, compat: bool) -> Self {
        let mut out = String::from("((ge 1 0)");
        let [length, width, height] = field.size;
        let [depth, across, up] = field.goal_size;
        let (goal_width, goal_depth) = if compat { (depth, across) } else { (across, depth) };
        let mut tell = |key: &str, value: f64| entry(&mut out, key, value);
        tell("FieldLength", length);
        tell("FieldWidth", width);
        tell("FieldHeight", height);
        tell("GoalWidth", goal_width);
        tell("GoalDepth", goal_depth);
        tell("GoalHeight", up);
        tell("BorderSize", field.line_width);
        tell("FreeKickDistance", 0.0);
        tell("BallRadius", ball_radius);
        tell("RuleGoalPauseTime", rules.goal_pause_time);
        tell("RuleHalfTime", rules.half_time);
        out.push_str("(play_modes");
        for mode in PlayMode::ALL {
            out.push(' ');
            out.push_str(mode.name());
        }
        out.push(')');
        Self::tell_markings(&mut out, field);
        out.push(')');
        Self(out)
    }

    /// Lines on the pitch. rcsssmj knows a corner as a `Corder` only; RoboViz reads the right word,
    /// and passes over words that it does not know.
    fn tell_markings(out: &mut String, field: &Field) {
        let mut tell = |key: &str, value: f64| entry(out, key, value);
        tell("CenterCircleRadius", field.circle_radius);
        tell("CorderAreaRadius", field.corner_radius);
        tell("CornerAreaRadius", field.corner_radius);
        tell("GoalieAreaLength", field.goalie_area[0]);
        tell("GoalieAreaWidth", field.goalie_area[1]);
        tell("PenaltySpotDistance", field.penalty_spot);
        if let Some([length, width]) = field.penalty_area {
            tell("PenaltyAreaLength", length);
            tell("PenaltyAreaWidth", width);
        }
    }

    /// The expression.
    pub fn text(&self) -> &str {
        &self.0
    }
}

fn entry(out: &mut String, key: &str, value: f64) {
    out.push('(');
    out.push_str(key);
    out.push(' ');
    match value.fract() == 0.0 && value.abs() < 1e15 {
        true => integer(out, value as i64),
        false => python_float(value, out),
    }
    out.push(')');
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

    #[test]
    fn goals_have_their_width_without_compat() {
        let text = |compat| {
            Environment::new(&Field::fifa(), &Rules::fifa(), 0.11, compat).text().to_owned()
        };
        assert!(text(true).contains("(GoalWidth 1.6)(GoalDepth 7.32)"));
        assert!(text(false).contains("(GoalWidth 7.32)(GoalDepth 1.6)"));
    }
}
