//! What skills do in states that were worked out by hand from what the proxy does.

#![allow(clippy::unwrap_used)]

mod bodies;
mod eyes;
mod knowledge;
mod looks;

use super::world_model::{Counts, PlayerView, WorldModel};
use super::{Outcome, angle};
use crate::disc::{Command, PlayMode, PlayerParameters, Rules, ServerParameters};
use crate::disc::{Teams, Vec2, World};
use std::sync::Arc;

/// A game of the usual rules, except what `change` changes in them.
fn game(change: impl FnOnce(&mut ServerParameters)) -> World {
    let mut server = ServerParameters::default();
    change(&mut server);
    let rules = Arc::new(Rules::new(server, PlayerParameters::default(), None, 1).unwrap());
    let teams = Teams { sizes: [11, 11], goalies: [true; 2], names: Arc::default() };
    World::with_teams(rules, 1, &teams)
}

/// What number 2 of the left team knows: they stand in the middle, face +x, and all others and the
/// ball are far away and at rest.
fn model(game: &World) -> WorldModel<'_> {
    let mut world = WorldModel::full(game.rules(), &game.game, 1);
    world.mode = PlayMode::PlayOn;
    (world.cycle, world.stopped) = (100, 0);
    let me = &mut world.me;
    (me.position, me.velocity, me.body, me.neck) = (Vec2::ZERO, Vec2::ZERO, 0.0, 0.0);
    me.can_kick = false;
    world.ball.position = Vec2::new(40.0, 30.0);
    world.ball.velocity = Vec2::ZERO;
    for (index, other) in world.others.iter_mut().enumerate() {
        let x = if other.is_ours == Some(true) { -45.0 } else { 45.0 };
        (other.position, other.velocity) = (Vec2::new(x, index as f64 - 30.0), Vec2::ZERO);
    }
    world
}

/// The model with the ball at a place where they can kick it.
fn with_ball(mut world: WorldModel<'_>, at: Vec2, velocity: Vec2) -> WorldModel<'_> {
    (world.ball.position, world.ball.velocity) = (at, velocity);
    world.me.can_kick = true;
    world
}

/// The first opponent of the model who is not a goalie.
fn opponent<'a, 'b>(world: &'a mut WorldModel<'b>) -> &'a mut PlayerView<'b> {
    world.others.iter_mut().find(|it| it.is_ours == Some(false) && !it.is_goalie).unwrap()
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// The power and direction of a dash.
fn dash(outcome: Outcome) -> (f64, f64) {
    let Some(Command::Dash(power, direction)) = outcome.command else { panic!("{outcome:?}") };
    (power, direction)
}

/// The ball's velocity after a kick.
fn kicked(world: &WorldModel, outcome: Outcome) -> Vec2 {
    let mut world = world.clone();
    world.queued.body = outcome.command;
    super::pose::next_ball(&world) - world.ball.position
}

/// The direction from the body in which the head is after a command of the neck.
fn looks(world: &WorldModel, command: Command) -> f64 {
    let Command::TurnNeck(by) = command else { panic!("{command:?}") };
    angle::normalize(world.me.neck + by)
}

/// Makes a position `age` cycles old.
fn aged(age: u16) -> Counts {
    Counts { position: age, velocity: age, body: age }
}
