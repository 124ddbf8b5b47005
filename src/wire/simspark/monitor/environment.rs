//! The beginning of a full message: the field, the ball and the rules.

use super::float;
use crate::soccer::{Field, PASS_DISTANCE, PASS_TIME, Rules};
use crate::wire::simspark::words::PLAY_MODES;

/// Seconds before a kick-off: rcssserver3d's own value, which by default only means that it would
/// be time for one.
const WAIT_BEFORE_KICK_OFF: f64 = 30.0;
/// Radius of an agent, m, as rcssserver3d has it.
const AGENT_RADIUS: f64 = 0.4;

/// `(FieldLength <m>)...(play_modes ...)`, without parentheses around the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Environment(String);

impl Environment {
    /// Writes the expressions; the ball's radius is in m and its mass in kg.
    pub fn new(field: &Field, rules: &Rules, ball_radius: f64, ball_mass: f64) -> Self {
        let mut out = String::new();
        let [length, width, height] = field.size;
        let [goal_depth, goal_width, goal_height] = field.goal_size;
        for (key, value) in [
            ("FieldLength", length),
            ("FieldWidth", width),
            ("FieldHeight", height),
            ("GoalWidth", goal_width),
            ("GoalDepth", goal_depth),
            ("GoalHeight", goal_height),
            ("BorderSize", field.border),
            ("FreeKickDistance", field.circle_radius),
            ("WaitBeforeKickOff", WAIT_BEFORE_KICK_OFF),
            ("AgentRadius", AGENT_RADIUS),
            ("BallRadius", ball_radius),
            ("BallMass", ball_mass),
            ("RuleGoalPauseTime", rules.goal_pause_time),
            ("RuleKickInPauseTime", rules.throw_in_wait_time),
            ("RuleHalfTime", rules.half_time),
            ("PassModeMinOppBallDist", PASS_DISTANCE),
            ("PassModeDuration", PASS_TIME),
        ] {
            out.push('(');
            out.push_str(key);
            out.push(' ');
            float(value, &mut out);
            out.push(')');
        }
        out.push_str("(play_modes");
        for mode in PLAY_MODES {
            out.push(' ');
            out.push_str(mode);
        }
        out.push(')');
        Self(out)
    }

    /// The expressions.
    pub fn text(&self) -> &str {
        &self.0
    }
}
