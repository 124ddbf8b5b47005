//! Rule books: how many play, for how long, and how long to wait.

use super::phase::Phase;
use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// A rule book. Times in s; a negative time to wait for a kick never runs out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// Maximum number of players in a team.
    pub max_team_size: usize,
    /// Highest number that a player may wear.
    pub max_player_no: u32,
    /// Length of a half.
    pub half_time: f64,
    /// Length of a half of extra time.
    pub extra_half_time: f64,
    /// Length of the penalty shoot-out.
    pub penalty_shooting_time: f64,
    /// How long a kick-off waits for the team that takes it.
    pub kick_off_time: f64,
    /// How long a throw-in waits.
    pub throw_in_time: f64,
    /// How long a corner kick waits.
    pub corner_kick_time: f64,
    /// How long a goal kick waits.
    pub goal_kick_time: f64,
    /// How long an indirect free kick waits.
    pub free_kick_time: f64,
    /// How long a direct free kick waits.
    pub direct_free_kick_time: f64,
    /// Time from a goal to the kick-off.
    pub goal_pause_time: f64,
    /// Time from the ball crossing the touch line to the throw-in. The league's referee does not
    /// wait.
    pub throw_in_wait_time: f64,
    /// How long a field player may lie on the ground.
    pub ground_max_time: f64,
    /// How long a goalie may lie on the ground.
    pub goalie_ground_max_time: f64,
    /// How long a field player may sit or lie.
    pub not_standing_max_time: f64,
    /// How long a goalie may sit or lie.
    pub goalie_not_standing_max_time: f64,
    /// Name of the field that the book goes with.
    pub default_field: String,
    /// `fifa`, `ssim26`, or a name that its creator has chosen.
    pub name: String,
    /// When phases begin and end, if that does not follow from the lengths of the halves.
    pub phase_times: Option<PhaseTimes>,
}

/// When phases begin and end, by phase, s of play time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseTimes {
    /// Beginnings.
    pub start: [f64; Phase::ALL.len()],
    /// Whether a beginning is known as a whole number, and printed as one.
    pub start_is_whole: [bool; Phase::ALL.len()],
    /// Ends.
    pub end: [f64; Phase::ALL.len()],
}

impl Rules {
    /// Eleven against eleven, halves of 45 minutes (FIFA's Laws of the Game); the times to wait
    /// are rcsssmj's, those for the fallen come from the league.
    pub fn fifa() -> Self {
        Self {
            max_team_size: 11,
            max_player_no: 99,
            half_time: 45.0 * 60.0,
            extra_half_time: 15.0 * 60.0,
            penalty_shooting_time: 60.0,
            kick_off_time: 15.0,
            throw_in_time: 15.0,
            corner_kick_time: 15.0,
            goal_kick_time: 15.0,
            free_kick_time: 15.0,
            direct_free_kick_time: 15.0,
            goal_pause_time: 3.0,
            throw_in_wait_time: 1.0,
            ground_max_time: 15.0,
            goalie_ground_max_time: 30.0,
            not_standing_max_time: 30.0,
            goalie_not_standing_max_time: 60.0,
            default_field: "fifa".to_owned(),
            name: "fifa".to_owned(),
            phase_times: None,
        }
    }

    /// Seven against seven, halves of 5 minutes: RoboCup's simulation league in 2026.
    pub fn ssim26() -> Self {
        Self {
            max_team_size: 7,
            half_time: 5.0 * 60.0,
            extra_half_time: 3.0 * 60.0,
            default_field: "fifa7vs7".to_owned(),
            name: "ssim26".to_owned(),
            ..Self::fifa()
        }
    }

    /// Returns a rule book by its name: `fifa`, `ssim26`, or `ssim` for the latest of the league.
    ///
    /// # Errors
    /// [`Error::Argument`] for any other name.
    pub fn from_name(name: &str) -> Result<Self> {
        match name {
            "fifa" => Ok(Self::fifa()),
            "ssim" | "ssim26" => Ok(Self::ssim26()),
            _ => Err(Error::argument(
                "rules",
                format!("unknown rule book '{name}', known are 'fifa', 'ssim' and 'ssim26'"),
            )),
        }
    }

    /// Play time at which a phase begins, s.
    pub fn start_time(&self, phase: Phase) -> f64 {
        if let Some(times) = &self.phase_times {
            return times.start[phase.index()];
        }
        match phase {
            Phase::FirstHalf | Phase::PenaltyShooting => 0.0,
            Phase::SecondHalf => self.half_time,
            Phase::FirstExtraHalf => 2.0 * self.half_time,
            Phase::SecondExtraHalf => 2.0 * self.half_time + self.extra_half_time,
        }
    }

    /// Play time at which a phase ends, s.
    pub fn end_time(&self, phase: Phase) -> f64 {
        if let Some(times) = &self.phase_times {
            return times.end[phase.index()];
        }
        match phase {
            Phase::FirstHalf => self.half_time,
            Phase::SecondHalf => 2.0 * self.half_time,
            Phase::FirstExtraHalf => 2.0 * self.half_time + self.extra_half_time,
            Phase::SecondExtraHalf => 2.0 * (self.half_time + self.extra_half_time),
            Phase::PenaltyShooting => self.penalty_shooting_time,
        }
    }

    /// Whether rcsssmj knows the phase's start as a whole number, and prints it as one.
    pub fn start_is_whole(&self, phase: Phase) -> bool {
        if let Some(times) = &self.phase_times {
            return times.start_is_whole[phase.index()];
        }
        let given = !matches!(phase, Phase::FirstHalf | Phase::PenaltyShooting);
        given && self.start_time(phase).fract() == 0.0
    }
}
