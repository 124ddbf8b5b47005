//! Player types: what heterogeneous players differ in.

use serde::{Deserialize, Serialize};

/// The figures of one player type that the game is played with. What its players see is alike for
/// all types, and belongs to the senses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "rcssserver's names, explained in docs/disc.md")]
pub struct PlayerType {
    pub player_speed_max: f64,
    pub stamina_inc_max: f64,
    pub player_decay: f64,
    pub inertia_moment: f64,
    pub dash_power_rate: f64,
    pub player_size: f64,
    pub kickable_margin: f64,
    pub kick_rand: f64,
    pub extra_stamina: f64,
    pub effort_max: f64,
    pub effort_min: f64,
    pub kick_power_rate: f64,
    pub foul_detect_probability: f64,
    pub catchable_area_l_stretch: f64,
}

impl PlayerType {
    /// How far from a player's centre he can kick a ball of this size.
    pub fn kickable_area(&self, ball_size: f64) -> f64 {
        self.player_size + ball_size + self.kickable_margin
    }
}
