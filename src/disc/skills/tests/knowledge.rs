//! What players make of what they know.

use super::{game, model, near, opponent};
use crate::disc::skills::intercept::team_steps;
use crate::disc::{PlayMode, Side, Vec2};

#[test]
fn opponents_far_away_may_have_the_ball_and_ghosts_do_not() {
    let game = game(|_| {});
    let mut world = model(&game);
    let reach = world.reach_of_kick();
    world.ball.position = Vec2::new(20.0, 0.0);
    let place = |off: f64| Vec2::new(20.0, reach + off);
    opponent(&mut world).position = place(0.45);
    assert!(world.opponent_can_kick());
    opponent(&mut world).position = place(0.55);
    assert!(!world.opponent_can_kick());
    // Nearby their place is known better.
    world.me.position = Vec2::new(19.0, 0.0);
    opponent(&mut world).position = place(0.45);
    assert!(!world.opponent_can_kick());
    opponent(&mut world).position = place(-0.1);
    assert!(world.opponent_can_kick());
    opponent(&mut world).ghost_count = 1;
    assert!(!world.opponent_can_kick());
    // A player who may be an opponent counts as one.
    let it = opponent(&mut world);
    (it.ghost_count, it.is_ours) = (0, None);
    assert!(world.opponent_can_kick());
    assert_eq!(world.reach().opponent, 0);
    assert_eq!((world.opponents().count(), world.sure_opponents().count()), (11, 10));
}

#[test]
fn a_mate_who_is_not_where_expected_has_no_ball() {
    let game = game(|_| {});
    let mut world = model(&game);
    let mate = world.others.iter_mut().find(|it| it.is_ours == Some(true)).unwrap();
    mate.position = Vec2::new(40.5, 30.0);
    assert!(world.mate_can_kick());
    world.others.iter_mut().for_each(|it| it.ghost_count = 1);
    assert!(!world.mate_can_kick());
}

#[test]
fn lines_follow_the_last_players_but_one() {
    let game = game(|_| {});
    let mut world = model(&game);
    world.ball.position = Vec2::new(0.0, 0.0);
    for (index, mate) in world.others.iter_mut().filter(|it| it.is_ours == Some(true)).enumerate() {
        mate.position.x = -5.0 * index as f64;
    }
    // Goalies count like all others: the last one stands at -45 m.
    assert!(near(world.our_defense_line(), -40.0), "{}", world.our_defense_line());
    world.ball.position.x = -42.0;
    assert!(near(world.our_defense_line(), -42.0));
    opponent(&mut world).position.x = 30.0;
    for other in world.others.iter_mut().filter(|it| it.is_ours == Some(false)) {
        other.position.x = other.position.x.min(31.0);
    }
    assert!(near(world.offside_line(), 31.0), "{}", world.offside_line());
    for side in Side::BOTH {
        for mode in [PlayMode::KickIn(side), PlayMode::CornerKick(side), PlayMode::GoalKick(side)] {
            world.mode = mode;
            assert!(near(world.offside_line(), 52.5));
        }
    }
}

/// Steps that are worked out once for all players of a team hold for each of them, though they
/// disagree on whether an opponent has the ball.
#[test]
fn steps_of_a_team_hold_for_those_who_see_a_kicker_and_those_who_do_not() {
    let mut game = game(|_| {});
    game.game.mode = PlayMode::PlayOn;
    game.game.ball.position = Vec2::new(20.0, 0.0);
    game.game.ball.velocity = Vec2::new(0.5, 0.0);
    for (place, player) in game.game.players.iter_mut().enumerate() {
        player.position = Vec2::new(-45.0 + 2.0 * place as f64, 5.0 - 2.0 * place as f64);
    }
    game.game.players[12].position = Vec2::new(20.0, 1.085 + 0.3);
    game.game.players[1].position = Vec2::new(18.0, 0.0);
    let steps = team_steps(game.rules(), &game.game, Side::Left);
    let mut disagree = [0; 2];
    for place in 0..11 {
        let of = || crate::disc::skills::WorldModel::full(game.rules(), &game.game, place);
        let (knowing, alone) = (of().knowing_steps(steps), of());
        assert_eq!(knowing.reach(), alone.reach(), "place {place}");
        disagree[usize::from(alone.opponent_can_kick())] += 1;
    }
    assert!(disagree[0] > 0 && disagree[1] > 0, "{disagree:?}");
}
