//! The words and symbols of types with only a few values.

use super::token::{Kind, Tokens};
use super::tree::{BallMoves, Comparison, Operator, PlayMode, Quantity, Team};

impl Team {
    /// `our` or `opp`.
    pub fn text(self) -> &'static str {
        match self {
            Self::Our => "our",
            Self::Opp => "opp",
        }
    }
}

impl PlayMode {
    /// Returns the mode of a team, by the part of its name before the team, such as `ki_`.
    pub(super) fn of_team(mode: &[u8], team: Team) -> Option<Self> {
        Some(match mode {
            b"ko_" => Self::KickOff(team),
            b"ki_" => Self::KickIn(team),
            b"fk_" => Self::FreeKick(team),
            b"ck_" => Self::CornerKick(team),
            b"gk_" => Self::GoalKick(team),
            b"gc_" => Self::GoalieCatch(team),
            b"ag_" => Self::AfterGoal(team),
            _ => return None,
        })
    }

    /// The mode of that name, such as `ki_our`.
    pub fn named(name: &str) -> Option<Self> {
        let token = Tokens::new(name.as_bytes()).next();
        match token.kind {
            Kind::PlayMode(mode) if token.place == (0..name.len()) => Some(mode),
            _ => None,
        }
    }

    /// Its name, such as `ki_our`.
    pub fn name(self) -> String {
        let (text, team) = match self {
            Self::BeforeKickOff => return "bko".to_owned(),
            Self::TimeOver => return "time_over".to_owned(),
            Self::PlayOn => return "play_on".to_owned(),
            Self::KickOff(team) => ("ko_", team),
            Self::KickIn(team) => ("ki_", team),
            Self::FreeKick(team) => ("fk_", team),
            Self::CornerKick(team) => ("ck_", team),
            Self::GoalKick(team) => ("gk_", team),
            Self::GoalieCatch(team) => ("gc_", team),
            Self::AfterGoal(team) => ("ag_", team),
        };
        [text, team.text()].concat()
    }
}

impl BallMoves {
    /// Its letters, in the order of `pdcs`.
    pub fn letters(self) -> String {
        let all = [(self.pass, 'p'), (self.dribble, 'd'), (self.clear, 'c'), (self.score, 's')];
        all.into_iter().filter(|(is_meant, _)| *is_meant).map(|(_, letter)| letter).collect()
    }
}

impl Quantity {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Time, Self::OurGoals, Self::OppGoals, Self::GoalDifference];

    /// Its word.
    pub fn text(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::OurGoals => "our_goals",
            Self::OppGoals => "opp_goals",
            Self::GoalDifference => "goal_diff",
        }
    }
}

impl Comparison {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Less,
        Self::LessEqual,
        Self::Equal,
        Self::NotEqual,
        Self::GreaterEqual,
        Self::Greater,
    ];

    /// Its symbol.
    pub fn text(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::GreaterEqual => ">=",
            Self::Greater => ">",
        }
    }
}

impl Operator {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Add, Self::Subtract, Self::Multiply, Self::Divide];

    /// Its symbol.
    pub fn text(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
        }
    }
}
