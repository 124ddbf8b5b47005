//! Sets the state of balls and players.

use super::DiscBatch;
use crate::disc::{LARGEST, TYPES, Vec2};
use crate::error::{Error, Result};

/// The greatest size of a number that can be set.
pub const LARGEST_SET: f64 = LARGEST;

/// Values to set in the worlds that are named with them: rows of numbers, one after the other;
/// empty if nothing is to be set. Angles are in degrees.
#[derive(Clone, Debug, Default)]
pub struct DiscState {
    /// `(n, 2)`, m.
    pub ball_position: Vec<f64>,
    /// `(n, 2)`, m/cycle.
    pub ball_velocity: Vec<f64>,
    /// `(n, P, 2)`, m.
    pub position: Vec<f64>,
    /// `(n, P, 2)`, m/cycle.
    pub velocity: Vec<f64>,
    /// `(n, P)`.
    pub body: Vec<f64>,
    /// `(n, P)`, from the body.
    pub neck: Vec<f64>,
    /// `(n, P)`.
    pub stamina: Vec<f64>,
    /// `(n, P)`.
    pub effort: Vec<f64>,
    /// `(n, P)`.
    pub recovery: Vec<f64>,
    /// `(n, P)`.
    pub capacity: Vec<f64>,
    /// `(n, P)`, 0 to 17.
    pub type_id: Vec<u8>,
}

impl DiscBatch {
    /// Sets the given values in some worlds. A player who gets a type first becomes fresh, as after
    /// a substitution; then everything else is set. A ball whose position is set is held by nobody.
    /// Overlapping objects are not separated before the next step.
    ///
    /// # Errors
    /// [`Error::Argument`] for worlds out of range or named twice, rows of another length, and
    /// numbers that are not finite or beyond [`LARGEST_SET`]; nothing has changed then.
    pub fn set_state(&mut self, worlds: &[usize], state: &DiscState) -> Result<()> {
        self.check_worlds(worlds)?;
        self.check_state(worlds.len(), state)?;
        let players = self.places.len();
        let places = std::mem::take(&mut self.places);
        for (row, &world) in worlds.iter().enumerate() {
            let world = &mut self.worlds[world];
            for (player, &place) in places.iter().enumerate() {
                set_player(world, usize::from(place), row * players + player, state);
            }
            let ball = &mut world.game.ball;
            if let Some(position) = pair(&state.ball_position, row) {
                (ball.position, ball.previous) = (position, position);
                ball.acceleration = Vec2::ZERO;
                ball.holder = None;
            }
            if let Some(velocity) = pair(&state.ball_velocity, row) {
                ball.velocity = velocity;
                ball.acceleration = Vec2::ZERO;
            }
        }
        self.places = places;
        Ok(())
    }

    fn check_state(&self, rows: usize, state: &DiscState) -> Result<()> {
        let players = rows * self.places.len();
        let arrays = [
            ("ball_position", &state.ball_position, 2 * rows),
            ("ball_velocity", &state.ball_velocity, 2 * rows),
            ("position", &state.position, 2 * players),
            ("velocity", &state.velocity, 2 * players),
            ("body", &state.body, players),
            ("neck", &state.neck, players),
            ("stamina", &state.stamina, players),
            ("effort", &state.effort, players),
            ("recovery", &state.recovery, players),
            ("capacity", &state.capacity, players),
        ];
        for (name, values, length) in arrays {
            if !values.is_empty() {
                super::checks::length(name, values.len(), length)?;
                check_size(name, values)?;
            }
        }
        if !state.type_id.is_empty() {
            super::checks::length("type_id", state.type_id.len(), players)?;
        }
        match state.type_id.iter().find(|&&id| usize::from(id) >= TYPES) {
            None => Ok(()),
            Some(id) => Err(Error::argument("type_id", format!("{id} is not below {TYPES}"))),
        }
    }
}

fn check_size(name: &'static str, values: &[f64]) -> Result<()> {
    match values.iter().position(|value| value.is_nan() || value.abs() > LARGEST_SET) {
        None => Ok(()),
        Some(i) => {
            let message = format!("{:?} at index {i}: must be within +-{LARGEST_SET:e}", values[i]);
            Err(Error::argument(name, message))
        }
    }
}

fn pair(values: &[f64], row: usize) -> Option<Vec2> {
    let values = values.get(2 * row..2 * row + 2)?;
    Some(Vec2::new(values[0], values[1]))
}

/// Sets the state of a player; `row` is their row among those of all worlds.
fn set_player(world: &mut crate::disc::World, place: usize, row: usize, state: &DiscState) {
    if let Some(&type_id) = state.type_id.get(row) {
        world.stadium().substitute(place, type_id);
    }
    let player = &mut world.game.players[place];
    if let Some(position) = pair(&state.position, row) {
        player.position = position;
        player.acceleration = Vec2::ZERO;
    }
    if let Some(velocity) = pair(&state.velocity, row) {
        player.velocity = velocity;
        player.acceleration = Vec2::ZERO;
    }
    if let Some(body) = state.body.get(row) {
        player.body = crate::disc::normalize_angle(body.to_radians());
        player.next_body = player.body;
    }
    if let Some(neck) = state.neck.get(row) {
        player.neck = neck.to_radians();
        player.next_neck = player.neck;
    }
    for (own, values) in [
        (&mut player.stamina, &state.stamina),
        (&mut player.effort, &state.effort),
        (&mut player.recovery, &state.recovery),
        (&mut player.capacity, &state.capacity),
    ] {
        if let Some(value) = values.get(row) {
            *own = *value;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{DiscState, LARGEST_SET};
    use crate::batch::disc::{DiscBatch, DiscConfig};
    use crate::disc::{PlayMode, PlayerParameters, Teams, referee};
    use std::sync::Arc;

    fn state(number: f64) -> DiscState {
        let all = |count: usize| vec![number; count];
        DiscState {
            ball_position: all(2),
            ball_velocity: all(2),
            position: all(4),
            velocity: all(4),
            body: all(2),
            neck: all(2),
            stamina: all(2),
            effort: all(2),
            recovery: all(2),
            capacity: all(2),
            type_id: Vec::new(),
        }
    }

    #[test]
    fn the_largest_numbers_stay_finite_and_larger_ones_are_refused() {
        let names = Arc::new(["A".to_owned(), "B".to_owned()]);
        let teams = Teams { sizes: [1, 1], goalies: [true; 2], names };
        let config = DiscConfig {
            num_worlds: 1,
            teams,
            server: Arc::default(),
            player: PlayerParameters::default(),
            types: None,
            threads: Some(1),
            seed: 0,
            messages: false,
            sensed: false,
            hearing: false,
            plays: [None, None],
        };
        let mut batch = DiscBatch::new(config).unwrap();
        referee::change_mode(&mut batch.worlds[0].stadium(), PlayMode::PlayOn);
        let before = batch.snapshot().unwrap();
        let too_large = DiscState { velocity: vec![0.0, 0.0, -2e9, 0.0], ..DiscState::default() };
        let error = batch.set_state(&[0], &too_large).unwrap_err().to_string();
        assert_eq!(error, "velocity: -2000000000.0 at index 2: must be within +-1e9");
        assert!(batch.set_state(&[0], &state(f64::NAN)).is_err());
        assert_eq!(batch.snapshot().unwrap(), before);
        for number in [LARGEST_SET, -LARGEST_SET] {
            batch.set_state(&[0], &state(number)).unwrap();
            batch.advance(200, None, &mut || false).unwrap();
            let game = &batch.worlds[0].game;
            assert!(game.ball.position.is_finite() && game.ball.velocity.is_finite());
            for player in &game.players {
                assert!(player.position.is_finite() && player.velocity.is_finite());
                assert!(player.body.is_finite() && player.stamina.is_finite());
            }
        }
    }
}
