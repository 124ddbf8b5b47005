//! Dimensions of the field, and rules.

use super::entry;
use crate::soccer::{Field, PlayMode, Rules};
use crate::wire::number::{Number, PythonNumber};

/// Dimensions of the field, and what a monitor needs to know of the rules, as
/// [`EnvironmentFigures`] writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment(String);

impl Environment {
    /// Writes the expression; `ball_radius` is in m. Whole numbers have no decimal point, as in
    /// rcsssmj's own fields and rules.
    pub fn new(field: &Field, rules: &Rules, ball_radius: f64, compat: bool) -> Self {
        let plain = PythonNumber::plain;
        let figures = EnvironmentFigures {
            field: field.size.map(plain),
            goal: field.goal_size.map(plain),
            line_width: plain(field.line_width),
            ball_radius: plain(ball_radius),
            goal_pause_time: plain(rules.goal_pause_time),
            half_time: plain(rules.half_time),
            circle_radius: plain(field.circle_radius),
            corner_radius: plain(field.corner_radius),
            goalie_area: field.goalie_area.map(plain),
            penalty_spot: plain(field.penalty_spot),
            penalty_area: field.penalty_area.map(|size| size.map(plain)),
        };
        Self(figures.text(compat))
    }

    /// The expression.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// The surroundings of a game: sizes in m, times in s.
#[derive(Clone, Debug)]
pub struct EnvironmentFigures<N> {
    /// Length, width and height.
    pub field: [N; 3],
    /// Depth, width and height.
    pub goal: [N; 3],
    /// Width of the lines.
    pub line_width: N,
    /// Radius of the ball.
    pub ball_radius: N,
    /// Time from a goal to the kick-off.
    pub goal_pause_time: N,
    /// Duration of a half.
    pub half_time: N,
    /// Radius of the centre circle.
    pub circle_radius: N,
    /// Radius of the corner areas.
    pub corner_radius: N,
    /// Length and width.
    pub goalie_area: [N; 2],
    /// Distance from the goal line.
    pub penalty_spot: N,
    /// Length and width, if there is one.
    pub penalty_area: Option<[N; 2]>,
}

impl<N: Number> EnvironmentFigures<N> {
    /// The expression `((ge 1 0)(FieldLength <m>)...)`.
    ///
    /// rcsssmj gives the depth of a goal as its width and the width as its depth; `compat` keeps
    /// that, for monitors that rely on it.
    pub fn text(&self, compat: bool) -> String {
        let mut out = String::from("((ge 1 0)");
        let [length, width, height] = &self.field;
        let [depth, across, up] = &self.goal;
        let (goal_width, goal_depth) = if compat { (depth, across) } else { (across, depth) };
        let mut tell = |key: &str, value: &N| entry(&mut out, key, value);
        tell("FieldLength", length);
        tell("FieldWidth", width);
        tell("FieldHeight", height);
        tell("GoalWidth", goal_width);
        tell("GoalDepth", goal_depth);
        tell("GoalHeight", up);
        tell("BorderSize", &self.line_width);
        entry(&mut out, "FreeKickDistance", 0_i64);
        let mut tell = |key: &str, value: &N| entry(&mut out, key, value);
        tell("BallRadius", &self.ball_radius);
        tell("RuleGoalPauseTime", &self.goal_pause_time);
        tell("RuleHalfTime", &self.half_time);
        out.push_str("(play_modes");
        for mode in PlayMode::ALL {
            out.push(' ');
            out.push_str(mode.name());
        }
        out.push(')');
        self.write_markings(&mut out);
        out.push(')');
        out
    }

    /// Writes the lines on the pitch. rcsssmj writes only `Corder` for a corner; RoboViz reads the
    /// correct word, and ignores words that it does not know.
    fn write_markings(&self, out: &mut String) {
        let mut tell = |key: &str, value: &N| entry(out, key, value);
        tell("CenterCircleRadius", &self.circle_radius);
        tell("CorderAreaRadius", &self.corner_radius);
        tell("CornerAreaRadius", &self.corner_radius);
        tell("GoalieAreaLength", &self.goalie_area[0]);
        tell("GoalieAreaWidth", &self.goalie_area[1]);
        tell("PenaltySpotDistance", &self.penalty_spot);
        if let Some([length, width]) = &self.penalty_area {
            tell("PenaltyAreaLength", length);
            tell("PenaltyAreaWidth", width);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_have_their_width_without_compat() {
        let text = |compat| {
            Environment::new(&Field::fifa(), &Rules::fifa(), 0.11, compat).text().to_owned()
        };
        assert!(text(true).contains("(GoalWidth 1.6)(GoalDepth 7.32)"));
        assert!(text(false).contains("(GoalWidth 7.32)(GoalDepth 1.6)"));
    }
}
