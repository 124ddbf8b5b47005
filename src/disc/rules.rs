//! What does not change in a game.

use super::skills::{KickTable, RunTable};
use super::{PlayerParameters, PlayerType, Random, ServerParameters, TYPES};
use crate::error::{Error, Result};
use std::sync::Arc;

/// Parameters and player types.
#[derive(Clone, PartialEq)]
pub struct Rules {
    /// `server::` parameters, which games with types of their own share.
    pub server: Arc<ServerParameters>,
    /// `player::` parameters.
    pub player: PlayerParameters,
    /// Types 0 to 17.
    pub types: [PlayerType; TYPES],
    /// What skills look kicks up in.
    pub(super) kick_table: KickTable,
    pub(super) run_table: RunTable,
}

impl std::fmt::Debug for Rules {
    /// What rules are made of: snapshots of games go by it.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Rules")
            .field("server", &self.server)
            .field("player", &self.player)
            .field("types", &self.types)
            .field("kick_table", &self.kick_table)
            .finish()
    }
}

/// Relative error of a number of six printed digits.
const PRINTED: f64 = 5.1e-6;

/// What the game divides by, or takes for a length.
const POSITIVE: [&str; 12] = [
    "ball_decay",
    "ball_size",
    "ball_speed_max",
    "ball_weight",
    "kickable_margin",
    "maxpower",
    "player_size",
    "player_weight",
    "simulator_step",
    "slowness_on_top_for_left_team",
    "slowness_on_top_for_right_team",
    "tackle_width",
];

impl Rules {
    /// Rules of parameters; types as given, else drawn from `player.random_seed`, which is drawn
    /// itself (from `seed`) where it is negative. Given types that are a print of those drawn, with
    /// at least six digits, are taken for them.
    ///
    /// # Errors
    /// A parameter that the game cannot be played with.
    pub fn new(
        server: impl Into<Arc<ServerParameters>>,
        mut player: PlayerParameters,
        types: Option<[PlayerType; TYPES]>,
        seed: u64,
    ) -> Result<Self> {
        let server = server.into();
        check(&server, &player)?;
        if player.random_seed < 0 {
            // Another stream than the game's own.
            player.random_seed = Random::new(!seed).below(i32::MAX as u32) as i32;
        }
        let drawn = PlayerType::draw_all(&server, &player, player.random_seed.unsigned_abs());
        // Records print some digits of what was drawn; a game is sensitive to those they leave out.
        let types = types.filter(|types| !is_print_of(types, &drawn)).unwrap_or(drawn);
        for (id, own) in types.iter().enumerate() {
            check_type(id, own)?;
        }
        Ok(Self {
            server,
            player,
            types,
            kick_table: KickTable::default(),
            run_table: RunTable::default(),
        })
    }

    /// With what follows from the parameters alone shared with other rules of the same parameters:
    /// it is made once for all of them.
    #[must_use]
    pub fn sharing_tables(self, other: &Self) -> Self {
        Self { kick_table: other.kick_table.clone(), ..self }
    }
}

/// Whether types are others only by what a printed number loses: rcssserver sends 6 digits, records
/// have up to 13 decimals.
fn is_print_of(types: &[PlayerType; TYPES], drawn: &[PlayerType; TYPES]) -> bool {
    let near = |(one, other): (&PlayerType, &PlayerType)| {
        PlayerType::NAMES.iter().all(|name| match (one.get(name), other.get(name)) {
            (Some(one), Some(other)) => (one - other).abs() <= PRINTED * other.abs().max(1e-3),
            _ => false,
        })
    };
    types.iter().zip(drawn).all(near)
}

fn check(server: &ServerParameters, player: &PlayerParameters) -> Result<()> {
    use super::parameters::Value;
    for name in POSITIVE {
        let low = match server.get(name) {
            Some(Value::Real(value)) => value <= 0.0,
            Some(Value::Int(value)) => value <= 0,
            _ => false,
        };
        if low {
            let value = server.get(name).map(|value| value.to_string()).unwrap_or_default();
            let message = format!("{name} must be above 0, not {value}");
            return Err(Error::argument("server_params", message));
        }
    }
    if player.player_types != TYPES as i32 {
        let message = format!("player_types must be {TYPES}, not {}", player.player_types);
        return Err(Error::argument("player_params", message));
    }
    Ok(())
}

fn check_type(id: usize, own: &PlayerType) -> Result<()> {
    for name in PlayerType::NAMES {
        let value = own.get(name).unwrap_or(f64::NAN);
        let positive = ["player_size", "kickable_margin", "player_speed_max"].contains(name);
        if !value.is_finite() || value < 0.0 || (positive && value == 0.0) {
            let message = format!("{name} of type {id} cannot be {value}");
            return Err(Error::argument("player_types", message));
        }
    }
    Ok(())
}
