//! What does not change in a game.

use super::bounds::LARGEST;
use super::parameters::Value;
use super::skills::{KickTable, RunTable};
use super::{PlayerParameters, PlayerType, Random, ServerParameters, TYPES};
use crate::error::{Error, Result};
use std::sync::Arc;

/// Parameters and player types.
#[derive(Clone, PartialEq)]
pub struct Rules {
    /// `server::` parameters, which games that differ only in their types share.
    pub server: Arc<ServerParameters>,
    /// `player::` parameters.
    pub player: PlayerParameters,
    /// Types 0 to 17.
    pub types: [PlayerType; TYPES],
    /// The table in which skills look up kicks.
    pub(super) kick_table: KickTable,
    pub(super) run_table: RunTable,
}

impl std::fmt::Debug for Rules {
    /// Writes what rules are made of; snapshots of games identify their rules by it.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Rules")
            .field("server", &self.server)
            .field("player", &self.player)
            .field("types", &self.types)
            .field("kick_table", &self.kick_table)
            .finish()
    }
}

/// Relative error of a number printed with six digits.
const PRINTED: f64 = 5.1e-6;

/// The smallest parameter or figure of a type that is divided by: quotients of far smaller ones are
/// not finite.
const SMALLEST: f64 = 1e-9;
/// The largest decay. With one of 1 nothing comes to rest, and skills divide by 0.
const SLOWEST: f64 = 0.999_999;

/// Narrower ranges than up to [`LARGEST`]. A greater decay or noise makes speeds grow without end.
/// Beside larger bodies there is no room on the pitch, so that players touch the ball for ever.
/// Skills search reach and view in small steps.
const RANGES: [(&str, [f64; 2]); 9] = [
    ("ball_decay", [SMALLEST, SLOWEST]),
    ("ball_rand", [-1.0, 1.0]),
    ("ball_size", [SMALLEST, 10.0]),
    ("goal_width", [0.0, LARGEST]),
    ("kickable_margin", [SMALLEST, 10.0]),
    ("player_decay", [0.0, SLOWEST]),
    ("player_rand", [-1.0, 1.0]),
    ("player_size", [SMALLEST, 10.0]),
    ("visible_angle", [-360.0, 360.0]),
];

/// Parameters that the game divides by or uses as a length.
const POSITIVE: [&str; 14] = [
    "ball_decay",
    "ball_size",
    "ball_speed_max",
    "ball_weight",
    "kickable_margin",
    "maxpower",
    "player_size",
    "player_weight",
    "quantize_step",
    "quantize_step_l",
    "simulator_step",
    "slowness_on_top_for_left_team",
    "slowness_on_top_for_right_team",
    "tackle_width",
];

impl Rules {
    /// Makes rules from parameters. Types are used as given; if none are given, they are drawn from
    /// `player.random_seed`, which is itself drawn from `seed` if it is negative. If the given
    /// types are the drawn ones printed with at least six digits, the drawn ones are used instead.
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
            // A different random stream from the game's own.
            player.random_seed = Random::new(!seed).below(i32::MAX as u32) as i32;
        }
        let drawn = PlayerType::draw_all(&server, &player, player.random_seed.unsigned_abs());
        // Records print only some digits of the drawn types; a game is sensitive to those they
        // leave out.
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

    /// Shares the tables that depend only on the parameters with other rules that have the same
    /// parameters, so that these tables are made once for all of them.
    #[must_use]
    pub fn sharing_tables(self, other: &Self) -> Self {
        Self { kick_table: other.kick_table.clone(), ..self }
    }
}

/// Whether types differ from the drawn ones only by what printing loses: rcssserver sends 6 digits,
/// records have up to 13 decimals.
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
    check_ranges(server, player)?;
    if player.player_types != TYPES as i32 {
        let message = format!("player_types must be {TYPES}, not {}", player.player_types);
        return Err(Error::argument("player_params", message));
    }
    Ok(())
}

/// Refuses real numbers with which a game would not stay finite.
fn check_ranges(server: &ServerParameters, player: &PlayerParameters) -> Result<()> {
    let refuse = |argument, name: &str, [least, most]: [f64; 2], value: f64| {
        let message = format!("{name} must be from {least:?} to {most:?}, not {value:?}");
        Err(Error::argument(argument, message))
    };
    for (name, _) in ServerParameters::NAMES {
        let range = range_of(name);
        match server.get(name) {
            Some(Value::Real(value)) if !(range[0]..=range[1]).contains(&value) => {
                return refuse("server_params", name, range, value);
            }
            _ => {}
        }
    }
    for (name, _) in PlayerParameters::NAMES {
        match player.get(name) {
            Some(Value::Real(value)) if value.abs() > LARGEST => {
                return refuse("player_params", name, [-LARGEST, LARGEST], value);
            }
            _ => {}
        }
    }
    let factors = [server.prand_factor_l, server.prand_factor_r];
    for (name, factor) in ["prand_factor_l", "prand_factor_r"].into_iter().zip(factors) {
        let noise = factor * server.player_rand;
        if server.team_actuator_noise && noise.abs() > 1.0 {
            let name = format!("{name} times player_rand");
            return refuse("server_params", &name, [-1.0, 1.0], noise);
        }
    }
    Ok(())
}

/// The range of a parameter of the server.
fn range_of(name: &str) -> [f64; 2] {
    let usual = [if POSITIVE.contains(&name) { SMALLEST } else { -LARGEST }, LARGEST];
    RANGES.iter().find(|(other, _)| *other == name).map_or(usual, |(_, range)| *range)
}

fn check_type(id: usize, own: &PlayerType) -> Result<()> {
    for name in PlayerType::NAMES {
        let value = own.get(name).unwrap_or(f64::NAN);
        let positive = ["player_size", "kickable_margin", "player_speed_max"].contains(name);
        let ([_, most], least) = (range_of(name), if positive { SMALLEST } else { 0.0 });
        if !(least..=most).contains(&value) {
            let message = format!("{name} of type {id} cannot be {value:?}");
            return Err(Error::argument("player_types", message));
        }
    }
    Ok(())
}
