//! Where heads turn.

use super::{aged, game, looks, model, near, opponent, with_ball};
use crate::disc::skills::pose::next_ball;
use crate::disc::skills::{Neck, neck_scan_field, turn_neck_to};
use crate::disc::{Command, Vec2};

#[test]
fn a_queued_kick_moves_the_ball_that_is_looked_at() {
    let game = game(|_| {});
    let mut world = with_ball(model(&game), Vec2::new(0.5, 0.0), Vec2::new(0.1, 0.0));
    assert!((next_ball(&world) - Vec2::new(0.6, 0.0)).length() < 1e-9);
    world.queued.body = Some(Command::Kick(50.0, 90.0));
    let next = next_ball(&world);
    assert!(near(next.x, 0.6) && next.y > 1.0, "{next:?}");
}

/// A ball that is known only by hearsay does not count as seen: the view must contain it.
#[test]
fn ball_and_player_are_shown_at_once() {
    let game = game(|_| {});
    let mut world = model(&game);
    world.ball.position = Vec2::new(20.0, 0.0);
    let other = world.find(false, 5).unwrap();
    world.others[other].position = Vec2::new(0.0, 20.0).rotated((-40.0_f64).to_radians());
    let look = |world: &_, neck| looks(world, turn_neck_to(world, neck));
    // They have been seen in this cycle: they are not looked for.
    let ball = look(&world, Neck::Ball);
    assert!(near(look(&world, Neck::BallAndPlayer(other, 0)), ball));
    // Halfway between both.
    world.others[other].counts = aged(1);
    let middle = look(&world, Neck::BallAndPlayer(other, 0));
    assert!(near(middle, 25.0), "{middle}");
    // Only the ball's age is new: it does not matter.
    world.ball.counts = aged(0);
    assert!(near(look(&world, Neck::BallAndPlayer(other, 0)), 25.0));
    // A ghost is not looked for.
    world.others[other].ghost_count = 1;
    let ball = look(&world, Neck::Ball);
    assert!(near(look(&world, Neck::BallAndPlayer(other, 0)), ball));
    world.others[other].ghost_count = 0;
    // If the ball is behind, the player alone is looked at.
    world.ball.position = Vec2::new(-20.0, -0.1);
    let angle = look(&world, Neck::BallAndPlayer(other, 0));
    assert!(near(angle, 50.0), "{angle}");
}

#[test]
fn ghosts_are_not_looked_at() {
    let game = game(|_| {});
    let mut world = model(&game);
    world.ball.position = Vec2::new(20.0, 1.0);
    world.ball.counts = aged(2);
    let other = world.find(false, 5).unwrap();
    world.others[other].position = Vec2::new(0.0, 20.0);
    world.others[other].counts = aged(4);
    let look = |world: &_, neck| looks(world, turn_neck_to(world, neck));
    assert!(near(look(&world, Neck::PlayerOrScan(other, 0)), 90.0));
    world.others[other].ghost_count = 1;
    let ball = look(&world, Neck::BallOrScan(0));
    assert!(near(look(&world, Neck::PlayerOrScan(other, 0)), ball));
}

#[test]
fn the_mate_in_front_who_was_seen_last_long_ago_is_looked_at() {
    let game = game(|_| {});
    let mut world = model(&game);
    let [near_one, far_one] = [6, 7].map(|unum| world.find(true, unum).unwrap());
    world.others[near_one].position = Vec2::new(0.0, 10.0);
    world.others[far_one].position = Vec2::new(5.0, -20.0);
    // Both were seen lately.
    let ball = looks(&world, turn_neck_to(&world, Neck::BallOrScan(0)));
    assert!(near(looks(&world, turn_neck_to(&world, Neck::OldestMate)), ball));
    for (index, age) in [(near_one, 5), (far_one, 3)] {
        world.others[index].counts = aged(age);
        world.others[index].seen_count = age;
    }
    let half = 0.5 * world.me.view_angle;
    let off = |world: &_, at: Vec2| {
        let head = looks(world, turn_neck_to(world, Neck::OldestMate));
        (at.direction().to_degrees() - head).abs()
    };
    assert!(off(&world, Vec2::new(0.0, 10.0)) < half);
    // One in front who was seen as long ago is preferred.
    world.others[far_one].counts = aged(5);
    assert!(off(&world, Vec2::new(5.0, -20.0)) < half);
    world.others[far_one].ghost_count = 2;
    assert!(off(&world, Vec2::new(0.0, 10.0)) < half);
}

/// Players are scanned for only if all are known by side, and none of them is sought in vain near
/// by.
#[test]
fn players_are_scanned_for_only_if_all_are_known() {
    let game = game(|_| {});
    let mut world = model(&game);
    opponent(&mut world).position = Vec2::new(5.0, 20.0);
    for other in &mut world.others {
        (other.counts, other.seen_count) = (aged(0), 0);
    }
    let old = opponent(&mut world);
    (old.counts, old.seen_count) = (aged(9), 9);
    let shows = |world: &_| (76.0 - looks(world, neck_scan_field(world))).abs() < 60.0;
    assert!(shows(&world));
    // Their age is that of their sight, not that of what was heard of them.
    opponent(&mut world).counts = aged(0);
    assert!(shows(&world));
    let by_players = looks(&world, neck_scan_field(&world));
    opponent(&mut world).ghost_count = 2;
    let by_field = looks(&world, neck_scan_field(&world));
    assert!(!near(by_players, by_field), "{by_players}");
    opponent(&mut world).ghost_count = 0;
    world.others.iter_mut().rev().take(1).for_each(|it| it.is_ours = None);
    assert!(near(looks(&world, neck_scan_field(&world)), by_field));
}
