//! Coaches and trainers: types that they give and tell, and what they are asked.

use rcssgym::disc::memory::Report;
use rcssgym::disc::senses::NEWEST;
use rcssgym::disc::{
    PLAYERS, PlayMode, PlayerParameters, PlayerType, Rules, ServerParameters, Side, TYPES, Vec2,
    World,
};
use rcssgym::playmaker::Notes;
use rcssgym::playmaker::execute::{CoachMind, coach_commands, trainer_commands};
use rcssgym::playmaker::protos::coach_action::Action;
use rcssgym::playmaker::protos::{CoachAction, CoachActions};
use rcssgym::playmaker::protos::{DoHeliosSayPlayerTypes, DoHeliosSubstitute};
use rcssgym::playmaker::state::{Asker, staff_state};
use rcssgym::teams::Playbook;
use rcssgym::wire::rcssserver::coach;
use std::sync::Arc;

/// A game in the stop before the kick-off.
fn world() -> World {
    let player = PlayerParameters { random_seed: 5, ..Default::default() };
    world_of(Rules::new(ServerParameters::default(), player, None, 1).unwrap())
}

fn world_of(rules: Rules) -> World {
    let mut world = World::new(Arc::new(rules), 1);
    for place in 0..PLAYERS {
        world.join(["A", "B"][place / 11], place % 11 == 0).unwrap();
    }
    world.game.stopped = 11;
    world
}

fn told(world: &World, action: Action, mind: &mut CoachMind) -> Vec<String> {
    let actions = CoachActions { actions: vec![CoachAction { action: Some(action) }] };
    coach_commands(world, Side::Left, &actions, mind)
}

fn substitute(world: &World, mind: &mut CoachMind) -> Vec<(u8, u8)> {
    let commands = told(world, Action::DoHeliosSubstitute(DoHeliosSubstitute {}), mind);
    let numbers = |text: &String| {
        let mut numbers = text.trim_end_matches(')').split(' ').skip(1).map(|own| own.parse());
        (numbers.next().unwrap().unwrap(), numbers.next().unwrap().unwrap())
    };
    commands.iter().map(numbers).collect()
}

/// Rules with three types that are faster than the others: 2 and 1 as soon as possible, 2 with less
/// effort than 1, and 3 later. `is_free`: whether any number of players may have type 0.
fn rules(is_free: bool) -> Rules {
    let server = ServerParameters::default();
    let mut types = [PlayerType::standard(&server); TYPES];
    for (id, dash_power_rate) in [(1, 0.0066), (2, 0.0066), (3, 0.0063)] {
        types[id].dash_power_rate = dash_power_rate;
    }
    types[2].stamina_inc_max += 5.0;
    let player = PlayerParameters { allow_mult_default_type: is_free, ..Default::default() };
    Rules::new(server, player, Some(types), 1).unwrap()
}

#[test]
fn the_goalie_keeps_the_default_type_and_the_others_get_the_fastest_ones() {
    let fastest = [(1, 0), (11, 2), (2, 1), (3, 3)];
    for is_free in [false, true] {
        let world = world_of(rules(is_free));
        let mut mind = CoachMind::default();
        let given = substitute(&world, &mut mind);
        let others = (4..).zip([10, 9, 6, 4, 5, 7, 8]);
        let others = others.map(|(id, unum)| (unum, if is_free { 0 } else { id }));
        assert_eq!(given, fastest.into_iter().chain(others).collect::<Vec<_>>());
        assert!(substitute(&world, &mut mind).is_empty(), "once only");
    }
}

#[test]
fn all_tired_players_are_substituted_at_once_late_in_the_game() {
    let mut world = world();
    let late = |world: &World| substitute(world, &mut CoachMind::default());
    (world.game.cycle, world.game.stopped) = (5600, 0);
    world.game.mode = PlayMode::KickIn(Side::Right);
    for place in [0, 3, 11 + 2] {
        world.game.players[place].recovery = 0.99;
    }
    world.game.players[7].recovery = 0.9985;
    let numbers: Vec<u8> = late(&world).iter().map(|(unum, _)| *unum).collect();
    assert_eq!(numbers, [1, 4], "of the same team, the goalie included");
    world.game.substitutions[0] = world.rules().player.subs_max as u32 - 1;
    assert_eq!(late(&world).len(), 1, "as many as are left");
    for mode in [PlayMode::PlayOn, PlayMode::PenaltyReady(Side::Left)] {
        world.game.mode = mode;
        assert!(late(&world).is_empty(), "{mode:?}");
    }
    (world.game.mode, world.game.cycle) = (PlayMode::KickIn(Side::Left), 5400);
    assert!(late(&world).is_empty(), "not yet");
}

#[test]
fn types_are_told_again_whenever_they_change() {
    let mut world = world();
    let mut mind = CoachMind::default();
    let mut tell = |world: &World| {
        told(world, Action::DoHeliosSayPlayerTypes(DoHeliosSayPlayerTypes {}), &mut mind)
    };
    assert!(tell(&world).is_empty(), "all have the default type");
    world.game.players[11].type_id = 3;
    world.game.players[21].connected = false;
    assert_eq!(tell(&world), ["(say (freeform \"(pt DAAAAAAAAA-)\"))"]);
    assert!(tell(&world).is_empty());
    world.game.players[12].type_id = 17;
    world.game.mode = PlayMode::PlayOn;
    assert!(tell(&world).is_empty(), "the coach may not speak now");
    world.game.cycle = 605;
    assert_eq!(tell(&world), ["(say (freeform \"(pt DRAAAAAAAA-)\"))"]);
}

#[test]
fn players_know_types_of_opponents_once_the_coach_has_told_them() {
    let mut world = world();
    world.open_senses(1, NEWEST, true);
    world.game.players[15].type_id = 4;
    let memory = &mut world.minds.as_mut().unwrap().memories[6];
    memory.hear(Report::Player { place: 15, position: Vec2::new(20.0, 5.0), age: 0 });
    let playbook = Playbook::standard().unwrap();
    let seen = |world: &World, notes: &Notes| {
        let asker = Asker { world, place: 6, is_full: false, notes, playbook: &playbook };
        let model = asker.model();
        let is_same = std::ptr::eq(model.others[0].own, &world.rules().types[4]);
        let told = asker.world_model(&model);
        assert_eq!(told.opponents[0].type_id, told.their_players_dict[&5].type_id);
        (told.opponents[0].type_id, is_same)
    };
    let mut notes = Notes::default();
    assert_eq!(seen(&world, &notes), (-1, false));
    let say = Action::DoHeliosSayPlayerTypes(DoHeliosSayPlayerTypes {});
    for text in told(&world, say, &mut CoachMind::default()) {
        assert_eq!(coach::answer(&mut world, Side::Left, text.as_bytes()), "(ok say)");
    }
    world.step(None);
    notes.hear_coach(&world, Side::Right);
    assert_eq!(seen(&world, &notes), (-1, false), "the other team's coach");
    notes.hear_coach(&world, Side::Left);
    assert_eq!(seen(&world, &notes), (4, true));
    world.game.players[15].type_id = 5;
    assert_eq!(seen(&world, &notes), (-1, false), "substituted");
}

#[test]
fn a_trainer_changes_to_no_mode_that_the_interface_lacks() {
    use rcssgym::playmaker::protos::{DoChangeMode, TrainerAction, TrainerActions, trainer_action};
    let world = world();
    let commands = |game_mode_type: i32| {
        let action = trainer_action::Action::DoChangeMode(DoChangeMode { game_mode_type, side: 1 });
        let actions = vec![TrainerAction { action: Some(action) }];
        trainer_commands(&world, &TrainerActions { actions })
    };
    assert_eq!(commands(0), ["(change_mode before_kick_off)"]);
    assert_eq!(commands(5), ["(change_mode free_kick_l)"]);
    for unknown in [99, -1] {
        assert!(commands(unknown).is_empty(), "{unknown}");
    }
}

#[test]
fn coaches_send_only_what_nobody_has_to_look_for() {
    let world = world();
    let told = staff_state(&world, Side::Right, &Notes::default());
    assert_eq!((told.teammates.len(), told.opponents.len()), (11, 11));
    assert!(told.our_players_dict.is_empty() && told.their_players_dict.is_empty());
    assert_eq!((told.our_goalie_uniform_number, told.their_goalie_uniform_number), (0, 0));
    assert_eq!((told.game_mode_side, told.set_play_count, told.time_stopped), (0, 0, 0));
    assert!(told.penalty_kick_state.is_none());
    let ball = told.ball.unwrap();
    assert!(ball.position.is_some() && ball.velocity.is_some() && ball.seen_position.is_none());
    for player in told.teammates.iter().chain(&told.opponents) {
        assert!(player.position.is_some() && player.velocity.is_some());
        assert!(player.seen_position.is_none() && player.heard_position.is_none());
        assert!(player.inertia_final_point.is_none());
        assert_eq!((player.id, player.ball_reach_steps), (0, 1000));
    }
    assert!(told.teammates.iter().any(|player| player.is_goalie));
}
