//! Commands of body and eyes together.

use super::{aged, game, model, near, opponent};
use crate::disc::skills::{
    Neck, Outcome, before_kick_off, focus_on, go_to_point_look_ball, neck_body_to_point,
    scan_field, view_tactical, view_to_intercept, world_model::UNKNOWN,
};
use crate::disc::{Command, PlayMode, Side, Vec2, ViewWidth};

#[test]
fn a_turn_of_the_neck_alone_is_a_success() {
    let game = game(|_| {});
    let world = model(&game);
    let look = neck_body_to_point(&world, Vec2::new(0.1, 10.0), 0.0);
    assert_eq!(look.body, Outcome::done_waiting());
    // With some degrees to spare the body must turn.
    let look = neck_body_to_point(&world, Vec2::new(0.1, 10.0), 5.0);
    assert!(matches!(look.body.command, Some(Command::Turn(by)) if by > 80.0));
}

/// On a place that they cannot get nearer to, the ball is faced with the body from 85 degrees on.
#[test]
fn the_body_turns_to_a_ball_that_is_nearly_behind() {
    let game = game(|_| {});
    let mut world = model(&game);
    world.ball.position = Vec2::new(1.0, 20.0);
    let far = Vec2::new(0.0, 5.0);
    let play = go_to_point_look_ball(&world, far, 0.5, 0.0);
    assert!(!play.body.is_success);
    assert!(matches!(play.body.command, Some(Command::Turn(by)) if by > 80.0), "{play:?}");
}

#[test]
fn players_are_placed_before_a_kick_off_once_the_game_has_settled() {
    let game = game(|_| {});
    let mut world = model(&game);
    world.mode = PlayMode::BeforeKickOff;
    (world.cycle, world.stopped) = (0, 4);
    let spot = Vec2::new(-5.0, 20.0);
    assert_eq!(before_kick_off(&world, spot, false).body, Outcome::WAIT);
    let moved = Outcome::done(Command::Move(-5.0, 20.0));
    world.stopped = 5;
    assert_eq!(before_kick_off(&world, spot, false).body, moved);
    (world.cycle, world.stopped) = (3000, 0);
    assert_eq!(before_kick_off(&world, spot, false).body, moved);
    // After a goal those who still run turn round first.
    world.mode = PlayMode::Goal(Side::Left);
    world.me.velocity = Vec2::new(0.06, 0.0);
    let play = before_kick_off(&world, spot, false);
    assert!(play.body.command == Some(Command::Turn(180.0)) && play.body.is_success);
    assert_eq!(play.neck, Some(Neck::Angle(0.0)));
    // Places just outside the circle are kept.
    world.me.velocity = Vec2::ZERO;
    let outside = Vec2::new(-9.3, 0.0);
    let play = before_kick_off(&world, outside, true);
    assert_eq!(play.body, Outcome::done(Command::Move(-9.3, 0.0)));
}

#[test]
fn a_lost_ball_is_sought_on_either_side_in_turns() {
    let game = game(|_| {});
    let mut world = model(&game);
    world.ball.position = Vec2::new(20.0, 0.0);
    world.ball.counts.position = UNKNOWN;
    for (lost, is_ahead) in [(2, true), (3, false), (5, false), (6, true)] {
        world.ball.lost_count = lost;
        let look = scan_field(&world);
        let turns = matches!(look.body.command, Some(Command::Turn(by)) if by.abs() > 90.0);
        assert_eq!(turns, !is_ahead, "{lost}");
    }
    // A ball that is known makes them turn by what they see now and next.
    world.ball.counts.position = 0;
    world.me.view_width = ViewWidth::Narrow;
    world.me.view_angle = 60.0;
    world.queued.view = Some(ViewWidth::Wide);
    let body = scan_field(&world).body;
    assert_eq!(body, Outcome::done(Command::Turn(120.0)));
}

#[test]
fn the_focus_stays_inside_the_view() {
    let game = game(|_| {});
    let mut world = model(&game);
    (world.me.view_angle, world.me.view_width) = (60.0, ViewWidth::Narrow);
    let focus = |point| match focus_on(&world, point, None) {
        Some(Command::ChangeFocus(far, off)) => (far, off),
        other => panic!("{other:?}"),
    };
    let at = |far: f64, off: f64| Vec2::polar(far, off.to_radians());
    let (far, off) = focus(at(20.0, 29.0));
    assert!(near(far, 20.0) && near(off, 29.0));
    // Outside, the nearest point of the view's edge.
    let (far, off) = focus(at(20.0, 59.5));
    assert!(near(far, 20.0 * 30.0_f64.to_radians().cos()) && near(off, 29.5), "{far} {off}");
    let (far, off) = focus(at(20.0, -59.5));
    assert!(near(far, 20.0 * 30.0_f64.to_radians().cos()) && near(off, -29.5));
    assert_eq!(focus_on(&world, at(20.0, 170.0), None), None);
}

#[test]
fn views_are_as_wide_as_the_ball_is_far_when_somebody_has_it() {
    let game = game(|_| {});
    let mut world = model(&game);
    let at = |world: &mut _, ball: Vec2| {
        let world: &mut crate::disc::skills::WorldModel = world;
        world.ball.position = ball;
        world.reach = Default::default();
        view_tactical(world)
    };
    assert_eq!(at(&mut world, Vec2::new(50.0, 0.0)), ViewWidth::Wide);
    assert_eq!(at(&mut world, Vec2::new(5.0, 0.0)), ViewWidth::Narrow);
    // Nobody has a ball that rolls away from 8 m before it is 10 m away and alone.
    world.ball.velocity = Vec2::new(2.5, 0.0);
    assert_ne!(at(&mut world, Vec2::new(8.0, 0.0)), ViewWidth::Narrow);
    world.ball.velocity = Vec2::ZERO;
    world.mode = PlayMode::Goal(Side::Left);
    assert_eq!(at(&mut world, Vec2::new(5.0, 0.0)), ViewWidth::Wide);
    world.mode = PlayMode::PlayOn;
    world.ball.counts.position = UNKNOWN;
    assert_eq!(at(&mut world, Vec2::new(5.0, 0.0)), ViewWidth::Wide);
    // A goalie looks as wide as it takes to see the ball.
    world.ball.counts = aged(0);
    world.me.is_goalie = true;
    assert_eq!(at(&mut world, Vec2::new(-0.5, 30.0)), ViewWidth::Normal);
    world.me.body = 0.0;
    assert_eq!(at(&mut world, Vec2::new(-15.0, 2.0)), ViewWidth::Wide);
}

/// With four cycles to go they have time for a wide view, with three for a normal one.
#[test]
fn there_is_time_for_a_wide_view_before_the_player_has_the_ball() {
    let game = game(|_| {});
    let mut world = model(&game);
    let mut widths = Vec::new();
    opponent(&mut world).position = Vec2::new(45.0, -20.0);
    for far in 2..12 {
        world.ball.position = Vec2::new(0.5 * f64::from(far), 0.0);
        world.reach = Default::default();
        let steps = world.reach().me;
        let wanted = match steps {
            4 => ViewWidth::Wide,
            3 => ViewWidth::Normal,
            _ => ViewWidth::Narrow,
        };
        if steps <= 6 {
            assert_eq!(view_to_intercept(&world), wanted, "{steps} steps");
            widths.push(wanted);
        }
    }
    assert!(widths.contains(&ViewWidth::Wide) && widths.contains(&ViewWidth::Normal));
}
