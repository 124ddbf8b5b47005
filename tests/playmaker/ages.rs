//! How old what agents know may be before they no longer rely on it.

use rcssgym::disc::memory::Report;
use rcssgym::disc::senses::NEWEST;
use rcssgym::disc::{
    PLAYERS, PlayMode, PlayerParameters, Rules, ServerParameters, Side, Vec2, World,
};
use rcssgym::playmaker::Notes;
use rcssgym::playmaker::execute::{Nobody, Task};
use rcssgym::playmaker::protos;
use rcssgym::playmaker::state::Asker;
use rcssgym::teams::Playbook;
use std::sync::Arc;

/// The place of the player who asks.
const OWN: usize = 6;
/// The place of a mate.
const MATE: usize = 8;

/// What the player sends, and whether they say that they will act before they are asked, if their
/// own place and the ball's are so many cycles old, and a mate's as old as the ball's.
fn asked(own: u16, ball: u16, is_goalie: bool) -> (protos::WorldModel, bool) {
    let rules = Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 1);
    let mut world = World::new(Arc::new(rules.unwrap()), 1);
    for place in 0..PLAYERS {
        world.join(["A", "B"][place / 11], place % 11 == if is_goalie { OWN } else { 0 }).unwrap();
    }
    world.open_senses(1, NEWEST, true);
    world.game.mode = PlayMode::PlayOn;
    let memory = &mut world.minds.as_mut().unwrap().memories[OWN];
    assert_eq!(memory.side, Side::Left);
    (memory.own.position, memory.own.pos_count) = (Vec2::new(-10.0, 0.0), own);
    memory.ball.position = Vec2::new(-8.7, 0.0);
    (memory.ball.pos_count, memory.ball.seen_pos_count) = (ball, ball);
    (memory.ball.vel_count, memory.ball.seen_vel_count) = (ball, ball);
    memory.hear(Report::Player { place: MATE, position: Vec2::new(-8.0, 0.0), age: 0 });
    let (notes, playbook) = (Notes::default(), Playbook::standard().unwrap());
    let asker =
        Asker { world: &world, place: OWN, is_full: false, notes: &notes, playbook: &playbook };
    let model = asker.model();
    let told = asker.world_model(&model);
    let task = Task {
        world: model,
        homes: [Vec2::ZERO; 11],
        they_kick_off: false,
        penalty_taker: 11,
        heard_pass: None,
        has_habits: false,
        judge: &Nobody,
    };
    (told, task.needs_preprocess())
}

#[test]
fn nobody_is_expected_at_a_ball_that_is_ten_cycles_old() {
    for (age, is_known) in [(9, true), (10, false)] {
        let (told, _) = asked(0, age, false);
        let (table, own) = (told.intercept_table.unwrap(), told.self_.unwrap());
        assert_eq!(told.ball.unwrap().pos_count, i32::from(age));
        assert_eq!(table.self_reach_steps < 1000, is_known, "{age}");
        assert_eq!(own.ball_reach_steps < 1000, is_known, "{age}");
        assert_eq!(table.first_teammate_reach_steps < 1000, is_known, "{age}");
        assert_eq!(table.first_teammate_id != 0, is_known, "{age}");
        assert_eq!(told.teammates[0].ball_reach_steps < 1000, is_known, "{age}");
        assert_eq!(table.self_intercept_info.is_empty(), !is_known, "{age}");
        assert_eq!(own.tackle_probability > 0.0, is_known, "{age}");
        assert!(told.kickable_teammate_existance, "their place is not older than the ball's");
    }
}

#[test]
fn a_place_of_his_own_that_is_twenty_cycles_old_is_not_known() {
    for (age, is_known) in [(19, true), (20, false)] {
        let (told, needs_preprocess) = asked(age, 0, false);
        assert_eq!(told.self_.unwrap().pos_count, i32::from(age));
        assert_eq!(needs_preprocess, !is_known, "{age}");
        assert_eq!(told.intercept_table.unwrap().self_reach_steps < 1000, is_known, "{age}");
    }
}

#[test]
fn goalies_look_for_the_ball_later_than_others() {
    let searches = |age, is_goalie| asked(0, age, is_goalie).1;
    assert_eq!([5, 6, 10, 11].map(|age| searches(age, false)), [false, true, true, true]);
    assert_eq!([5, 6, 10, 11].map(|age| searches(age, true)), [false, false, false, true]);
}
