//! Commands of the body.

use super::{dash, game, kicked, model, near, with_ball};
use crate::disc::skills::{
    GoToPoint, HoldBall, OneStepKick, Outcome, go_to_point, hold_ball, one_step_kick, stop_ball,
    stop_dash, turn_to_angle, turn_to_ball, turn_to_point, world_model::UNKNOWN,
};
use crate::disc::{Command, Vec2};

const GO: GoToPoint = GoToPoint { threshold: 0.5, power: 100.0, save_recovery: true };

#[test]
fn turns_are_exact_and_succeed_unless_they_are_small() {
    let game = game(|_| {});
    let mut world = model(&game);
    assert_eq!(turn_to_angle(&world, 0.25), Outcome::done(Command::Turn(0.25)));
    let point = Vec2::new(1000.0, 5.0);
    let small = turn_to_point(&world, point, 1);
    assert!(!small.is_success);
    let Some(Command::Turn(by)) = small.command else { panic!("{small:?}") };
    assert!(near(by, 0.005_f64.atan().to_degrees()));
    world.ball.counts.position = UNKNOWN;
    assert_eq!(turn_to_ball(&world, 1), Outcome::NOTHING);
    world.me.position_count = UNKNOWN;
    assert_eq!(turn_to_point(&world, point, 1), Outcome::done(Command::Turn(60.0)));
}

/// Of dashes that leave about the same speed, the one that costs least is chosen: one backwards
/// costs twice its power.
#[test]
fn a_stop_costs_as_little_stamina_as_possible() {
    let game = game(|server| server.min_dash_power = -100.0);
    let mut world = model(&game);
    world.me.velocity = Vec2::new(-0.1, 0.0);
    let rate = world.me.effort * world.me.own.dash_power_rate;
    let (power, direction) = dash(stop_dash(&world, true));
    assert!(near(power, 0.1 / rate) && near(direction, 0.0), "{power} {direction}");
    // Forwards at the power that is needed, which costs more than its like backwards would.
    world.me.velocity = Vec2::new(0.1, 0.0);
    let (power, direction) = dash(stop_dash(&world, true));
    assert!(power > 0.0 && direction.abs() > 90.0, "{power} {direction}");
    world.me.velocity = Vec2::new(0.003, 0.0);
    assert_eq!(stop_dash(&world, true), Outcome::NOTHING);
}

#[test]
fn a_dash_takes_the_players_own_speed_into_account() {
    let game = game(|_| {});
    let mut world = model(&game);
    let rate = world.me.effort * world.me.own.dash_power_rate;
    let decay = world.me.own.player_decay;
    world.me.velocity = Vec2::new(0.2, 0.0);
    let point = Vec2::new(1.2, 0.0);
    let gap = 1.2 - 0.2 / (1.0 - decay);
    let (power, _) = dash(go_to_point(&world, point, GO));
    assert!((power - (gap * (1.0 - decay) - 0.2) / rate).abs() < 1e-3, "{power}");
    // A dash for which too little stamina is left is one without power.
    world.me.stamina = 2000.0;
    assert_eq!(go_to_point(&world, point, GO), Outcome::done(Command::Dash(0.0, 0.0)));
    // Nor do they brake, if no dash does.
    world.me.velocity = Vec2::new(0.5, 0.0);
    let there = Vec2::new(0.5 / (1.0 - decay) + 0.55, 0.0);
    assert_eq!(go_to_point(&world, there, GO), Outcome::done(Command::Dash(0.0, 0.0)));
    assert_eq!(go_to_point(&world, there, GoToPoint { threshold: 0.6, ..GO }), Outcome::WAIT);
}

#[test]
fn posts_in_the_way_are_passed_at_a_distance() {
    let game = game(|_| {});
    let mut world = model(&game);
    let turn = |outcome: Outcome| match outcome.command {
        Some(Command::Turn(by)) => by,
        _ => 0.0,
    };
    // The post is straight ahead, at (-52.44, 7.07): the way passes on the side of the goal.
    world.me.position = Vec2::new(-51.0, 7.07);
    world.me.body = 180.0;
    let point = Vec2::new(-54.0, 6.9);
    let beside = turn(go_to_point(&world, point, GO));
    assert!(near(beside, (5.56_f64 / 1.44).atan().to_degrees()), "{beside}");
    // The post is heeded neither from farther away nor if it is beside the way.
    world.me.position.x = -49.0;
    assert!(near(turn(go_to_point(&world, point, GO)), 0.0));
    world.me.position.x = -51.0;
    assert!(near(turn(go_to_point(&world, Vec2::new(-51.6, 7.07), GO)), 0.0));
}

/// A near point beside them is reached by dashes to the side, whose power is what is needed.
#[test]
fn side_dashes_have_the_power_that_is_needed() {
    let game = game(|_| {});
    let mut world = model(&game);
    let (power, direction) = dash(go_to_point(&world, Vec2::new(0.0, 0.9), GO));
    let decay = world.me.own.player_decay;
    let rate = world.me.effort * world.me.own.dash_power_rate;
    let share = 0.4 + 0.6 * (1.0 - direction / 90.0);
    let along = 0.9 * direction.to_radians().sin();
    assert!(
        near(power, (along * (1.0 - decay) / (rate * share)).min(100.0)),
        "{power} {direction}"
    );
    // No dash has less power than the rules allow.
    let backwards = GoToPoint { power: -4.0, threshold: 0.8, ..GO };
    world.me.velocity = Vec2::new(0.0, 0.3);
    assert_eq!(dash(go_to_point(&world, Vec2::new(0.1, 1.4), backwards)).0, 0.0);
    world.me.velocity = Vec2::ZERO;
    // Without stamina to spare there is no such dash that arrives.
    world.me.stamina = 2000.0;
    let tired = go_to_point(&world, Vec2::new(0.0, 0.9), GO);
    assert!(matches!(tired.command, Some(Command::Turn(_))), "{tired:?}");
}

#[test]
fn one_kick_stops_or_holds_a_ball_that_it_cannot_turn() {
    let game = game(|_| {});
    let kick = |speed, force| OneStepKick { speed, force };
    let at = Vec2::new(0.7, 0.0);
    // No kick speed: the ball is stopped by a push against its velocity.
    let world = with_ball(model(&game), at, Vec2::new(0.3, 0.4));
    let outcome = one_step_kick(&world, Vec2::new(50.0, 0.0), kick(0.0, false));
    assert!(kicked(&world, outcome).length() < 1e-9);
    // It comes too fast to be turned to the target: stopped, whatever is asked for.
    let fast = with_ball(model(&game), at, Vec2::new(0.0, 2.8));
    for force in [false, true] {
        let outcome = one_step_kick(&fast, Vec2::new(50.0, 0.0), kick(2.0, force));
        assert_eq!(outcome, stop_ball(&fast));
    }
    // It is too fast in the wanted direction already: held, or kicked all the same.
    let fast = with_ball(model(&game), at, Vec2::new(2.8, 0.0));
    let target = Vec2::new(50.0, 0.0);
    let held = HoldBall { turn_to: Some(target), kick_target: Some(target) };
    assert_eq!(one_step_kick(&fast, target, kick(0.1, false)), hold_ball(&fast, held));
    let outcome = one_step_kick(&fast, target, kick(0.1, true));
    let Some(Command::Kick(power, direction)) = outcome.command else { panic!("{outcome:?}") };
    assert!(near(power, 100.0) && near(direction.abs(), 180.0));
}

/// A ball that is too fast to be stopped is pushed towards the player.
#[test]
fn fast_balls_are_braked_towards_the_player() {
    let game = game(|_| {});
    let mut world = with_ball(model(&game), Vec2::new(0.7, 0.0), Vec2::new(0.0, 2.8));
    let next = world.ball_after(1);
    let push = kicked(&world, stop_ball(&world)) - world.ball.velocity;
    assert!((push.direction() - (-next).direction()).abs() < 1e-9, "{push:?}");
    // It is half as strong as the way to them if nothing is known of its velocity.
    world.ball.counts.velocity = UNKNOWN;
    world.ball.velocity = Vec2::ZERO;
    world.me.velocity = Vec2::new(0.1, 0.0);
    let push = kicked(&world, stop_ball(&world));
    assert!((push - Vec2::new(-0.3, 0.0)).length() < 1e-9, "{push:?}");
}
