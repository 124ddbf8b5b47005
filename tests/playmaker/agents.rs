//! What players do that the server's rules leave open: as the agents of the league do it.

use rcssgym::disc::skills::{
    HoldBall, Intercept, UNKNOWN, WorldModel, hold_ball, intercept_ball, neck_body_to_point,
    scan_field,
};
use rcssgym::disc::{
    Command, PLAYERS, PlayMode, PlayerParameters, Rules, ServerParameters, Side, Vec2, ViewWidth,
    World,
};
use rcssgym::playmaker::execute::{Choice, Judge, Mind, Nobody, Orders, Task};
use rcssgym::playmaker::protos::player_action::Action;
use rcssgym::playmaker::protos::{self, PlayerAction, PlayerActions};
use rcssgym::playmaker::vector;
use std::sync::Arc;

/// The number of the player who acts.
const OWN: usize = 5;

/// A game in play: they are at (-10, 10), the ball at a place relative to them, everybody else far
/// away.
fn world(ball: Vec2) -> World {
    let rules = Rules::new(ServerParameters::default(), PlayerParameters::default(), None, 1);
    let mut world = World::new(Arc::new(rules.unwrap()), 1);
    for place in 0..PLAYERS {
        world.join(["A", "B"][place / 11], place % 11 == 0).unwrap();
    }
    world.game.mode = PlayMode::PlayOn;
    for (place, player) in world.game.players.iter_mut().enumerate() {
        player.position = Vec2::new(40.0, place as f64 - 20.0);
    }
    let own = &mut world.game.players[OWN - 1];
    (own.position, own.body) = (Vec2::new(-10.0, 10.0), 2.0);
    world.game.ball.position = own.position + ball;
    world
}

fn model(world: &World) -> WorldModel<'_> {
    WorldModel::full(world.rules(), &world.game, OWN - 1)
}

fn actions(actions: impl IntoIterator<Item = Action>) -> PlayerActions {
    let wrap = |action| PlayerAction { action: Some(action) };
    PlayerActions { actions: actions.into_iter().map(wrap).collect(), ..Default::default() }
}

/// Actions before which they do nothing by themselves, but for what they mean to go on with.
fn undisturbed(own: impl IntoIterator<Item = Action>) -> PlayerActions {
    PlayerActions {
        ignore_preprocess: true,
        ignore_shoot_in_preprocess: true,
        ignore_doforcekick: true,
        ..actions(own)
    }
}

fn task<'a, 'b>(world: WorldModel<'a>, judge: &'b dyn Judge) -> Task<'a, 'b> {
    Task {
        world,
        homes: [Vec2::ZERO; 11],
        they_kick_off: false,
        penalty_taker: 11,
        heard_pass: None,
        has_habits: false,
        judge,
    }
}

fn execute(world: WorldModel, own: &PlayerActions) -> Orders {
    task(world, &Nobody).execute(own, &mut Mind::default())
}

fn turn() -> Action {
    Action::Turn(protos::Turn { relative_direction: 30.0 })
}

#[test]
fn points_that_are_not_set_are_the_centre_of_the_pitch() {
    let world = world(Vec2::new(0.5, 0.0));
    let world = model(&world);
    assert!(world.me.can_kick);
    let face = protos::BodyIntercept { save_recovery: true, face_point: None };
    let ours = execute(world.clone(), &undisturbed([Action::BodyIntercept(face)])).body;
    let facing = |face| intercept_ball(&world, Intercept { save_recovery: true, face }).command;
    assert_eq!(ours, facing(Some(Vec2::ZERO)));
    assert_ne!(ours, facing(None));
}

#[test]
fn the_ball_is_held_facing_a_point_only_if_that_is_told() {
    let world = world(Vec2::new(0.5, 0.0));
    let world = model(&world);
    let behind = Vec2::new(-40.0, -20.0);
    let kick_target = Some(Vec2::ZERO);
    let hold = |turn_to| hold_ball(&world, HoldBall { turn_to, kick_target }).command;
    for (do_turn, expected) in [(true, hold(Some(behind))), (false, hold(None))] {
        let turn_target_point = Some(vector(behind));
        let own = protos::BodyHoldBall { do_turn, turn_target_point, kick_target_point: None };
        let ours = execute(world.clone(), &undisturbed([Action::BodyHoldBall(own)])).body;
        assert!(matches!(ours, Some(Command::Turn(_))));
        assert_eq!(ours, expected, "{do_turn}");
    }
    assert_ne!(hold(Some(behind)), hold(None));
}

#[test]
fn a_ball_is_looked_for_where_it_should_be_and_everywhere_once_that_is_old() {
    let world = world(Vec2::new(-20.0, 5.0));
    let mut world = model(&world);
    world.ball.counts.position = 6;
    let facing = neck_body_to_point(&world, world.ball_after(1), 5.0);
    let orders = execute(world.clone(), &actions([turn()]));
    assert_eq!((orders.body, orders.neck, orders.view), (facing.body.command, facing.neck, None));
    world.ball.counts.position = 10;
    let orders = execute(world.clone(), &actions([turn()]));
    world.ball.counts.position = UNKNOWN;
    let scanning = scan_field(&world);
    assert_eq!((orders.body, orders.neck), (scanning.body.command, scanning.neck));
    assert_eq!(orders.view, Some(ViewWidth::Wide));
}

#[test]
fn a_pass_is_received_in_the_cycle_in_which_it_is_heard_and_then_as_an_intention() {
    let world = world(Vec2::new(15.0, 0.0));
    let world = model(&world);
    let receive = || Action::BhvDoHeardPassRecieve(protos::BhvDoHeardPassRecieve {});
    let other = Some(Command::Turn(30.0));
    let act = |told: &PlayerActions, heard_pass, mind: &mut Mind| {
        Task { heard_pass, ..task(world.clone(), &Nobody) }.execute(told, mind).body
    };
    let ignored =
        PlayerActions { ignore_do_heard_pass_recieve: true, ..undisturbed([receive(), turn()]) };
    assert_eq!(act(&ignored, None, &mut Mind::default()), other, "nothing was heard");
    let point = Some(Vec2::new(5.0, 0.0));
    let mut mind = Mind::default();
    assert_ne!(act(&ignored, point, &mut mind), other, "as an action");
    let told = undisturbed([turn()]);
    for cycle in 1..=5 {
        assert_ne!(act(&told, None, &mut mind), other, "cycle {cycle} of receiving");
    }
    assert_eq!(act(&told, None, &mut mind), other, "not for ever");
    let mut mind = Mind::default();
    assert_ne!(act(&told, point, &mut mind), other, "unasked");
    let without = PlayerActions { ignore_do_intention: true, ..told.clone() };
    assert_eq!(act(&without, None, &mut mind), other, "the flag turns it off");
    assert_eq!(act(&told, None, &mut mind), other, "which ends it");
    let mut mind = Mind::default();
    let deaf = PlayerActions { ignore_do_heard_pass_recieve: true, ..told.clone() };
    assert_eq!(act(&deaf, point, &mut mind), other);
    assert_eq!(act(&told, None, &mut mind), other, "the player has not acted on it");
}

#[test]
fn a_ball_that_is_hardly_older_is_met_where_it_comes() {
    let world = world(Vec2::new(15.0, 0.0));
    let mut world = model(&world);
    let point = Vec2::new(-40.0, 0.0);
    let met = intercept_ball(&world, Intercept::default()).command;
    for (position, velocity, meets) in [(1, 1, true), (2, 1, false), (1, 2, false)] {
        (world.ball.counts.position, world.ball.counts.velocity) = (position, velocity);
        let own = Task { heard_pass: Some(point), ..task(world.clone(), &Nobody) };
        let body = own.execute(&undisturbed([]), &mut Mind::default()).body;
        assert_eq!(body == met, meets, "{position}, {velocity}");
    }
}

struct Says(Choice);

impl Judge for Says {
    fn choose(&self, _: protos::BestPlannerActionRequest) -> Choice {
        self.0
    }
}

#[test]
fn a_plan_that_nobody_chooses_leaves_the_body_to_later_actions() {
    let world = world(Vec2::new(0.5, 0.0));
    let planner = protos::HeliosOffensivePlanner {
        server_side_decision: true,
        short_dribble: true,
        ..Default::default()
    };
    let told = undisturbed([Action::HeliosOffensivePlanner(planner), turn()]);
    let body =
        |choice| task(model(&world), &Says(choice)).execute(&told, &mut Mind::default()).body;
    let other = Some(Command::Turn(30.0));
    for choice in [Choice::Failed, Choice::Plan(-1), Choice::Plan(i32::MIN), Choice::Plan(9999)] {
        assert_eq!(body(choice), other, "{choice:?}");
    }
    for choice in [Choice::Plan(0), Choice::Best] {
        assert_ne!(body(choice), other, "{choice:?}");
    }
}

#[test]
fn a_plan_that_is_chosen_is_done_as_the_best_one_is() {
    let planner = protos::HeliosOffensivePlanner {
        server_side_decision: true,
        short_dribble: true,
        ..Default::default()
    };
    let told = undisturbed([Action::HeliosOffensivePlanner(planner), turn()]);
    let body = |world: &World, choice| {
        task(model(world), &Says(choice)).execute(&told, &mut Mind::default()).body
    };
    let mut world = world(Vec2::new(0.5, 0.0));
    // They look backwards, and nobody is near them.
    let front = Vec2::new(42.0, 5.0) - Vec2::new(-10.0, 10.0);
    let off = (front.direction() - 2.0).to_degrees();
    for choice in [Choice::Plan(0), Choice::Plan(1), Choice::Best] {
        let Some(Command::Turn(moment)) = body(&world, choice) else { panic!("{choice:?}") };
        assert!((moment - off).abs() < 1e-9, "{choice:?}: {moment}, {off}");
    }
    world.game.players[OWN - 1].body = 0.0;
    for choice in [Choice::Plan(0), Choice::Plan(1), Choice::Best] {
        assert_ne!(body(&world, choice), Some(Command::Turn(30.0)), "{choice:?}");
    }
    world.game.mode = PlayMode::FreeKick(Side::Left);
    assert_eq!(body(&world, Choice::Plan(0)), Some(Command::Turn(30.0)), "no holding now");
}

#[test]
fn nobody_looks_at_unknown_players() {
    let world = world(Vec2::new(15.0, 0.0));
    let (side, uniform_number, count_threshold) = (protos::Side::Right as i32, 7, -1);
    let own = [
        Action::NeckTurnToPlayerOrScan(protos::NeckTurnToPlayerOrScan {
            side,
            uniform_number,
            count_threshold,
        }),
        Action::NeckTurnToBallAndPlayer(protos::NeckTurnToBallAndPlayer {
            side,
            uniform_number,
            count_threshold,
        }),
    ];
    let alone = WorldModel::alone(world.rules(), &world.game, OWN - 1);
    for (model, is_known) in [(model(&world), true), (alone, false)] {
        for action in own.clone() {
            let neck = execute(model.clone(), &undisturbed([action])).neck;
            assert_eq!(neck.is_some(), is_known);
        }
    }
}

#[test]
fn the_width_of_the_view_is_changed_only_where_he_has_seen_something() {
    let world = world(Vec2::new(5.0, 0.0));
    let wide = Action::ViewWide(protos::ViewWide {});
    let normal = Action::ViewNormal(protos::ViewNormal {});
    let mut told = model(&world);
    assert_eq!(told.me.view_width, ViewWidth::Normal);
    let view = |world: &WorldModel, own: &[&Action]| {
        execute(world.clone(), &undisturbed(own.iter().copied().cloned())).view
    };
    assert_eq!(view(&told, &[&wide]), Some(ViewWidth::Wide));
    assert_eq!(view(&told, &[&normal]), None);
    assert_eq!(view(&told, &[&wide, &normal]), Some(ViewWidth::Wide));
    told.has_seen = false;
    assert_eq!(view(&told, &[&wide]), None);
}

#[test]
fn actions_of_numbers_that_are_none_fail() {
    let world = world(Vec2::new(0.5, 0.0));
    use protos::say::Message;
    let said = |message| Action::Say(protos::Say { message: Some(message) });
    let (nan, inf) = (f32::NAN, f32::INFINITY);
    let nowhere = Some(protos::RpcVector2D { x: nan, ..Default::default() });
    let effector = protos::OpponentEffector {
        negetive_effect_by_distance: vec![-1.0, nan],
        ..Default::default()
    };
    let effectors = protos::PlannerEvaluationEffector {
        opponent_effector: Some(effector),
        ..Default::default()
    };
    let evaluation = protos::PlannerEvaluation { effectors: Some(effectors), ..Default::default() };
    let odd = [
        Action::Turn(protos::Turn { relative_direction: nan }),
        Action::Dash(protos::Dash { power: nan, relative_direction: 0.0 }),
        Action::Dash(protos::Dash { power: 100.0, relative_direction: nan }),
        Action::Kick(protos::Kick { power: nan, relative_direction: 0.0 }),
        Action::Tackle(protos::Tackle { power_or_dir: nan, foul: false }),
        Action::TurnNeck(protos::TurnNeck { moment: nan }),
        Action::NeckTurnToRelative(protos::NeckTurnToRelative { angle: nan }),
        Action::PointTo(protos::PointTo { x: nan, y: 0.0 }),
        Action::Dash(protos::Dash { power: inf, relative_direction: 0.0 }),
        Action::BodyGoToPoint(protos::BodyGoToPoint {
            target_point: nowhere,
            distance_threshold: 1.0,
            max_dash_power: 100.0,
        }),
        Action::BodyDribble(protos::BodyDribble {
            target_point: nowhere,
            dash_power: 100.0,
            dash_count: 3,
            ..Default::default()
        }),
        Action::BodyHoldBall(protos::BodyHoldBall {
            kick_target_point: nowhere,
            ..Default::default()
        }),
        Action::HeliosOffensivePlanner(protos::HeliosOffensivePlanner {
            direct_pass: true,
            short_dribble: true,
            evaluation: Some(evaluation),
            ..Default::default()
        }),
        said(Message::BallMessage(protos::BallMessage {
            ball_position: nowhere,
            ball_velocity: None,
        })),
        said(Message::StaminaMessage(protos::StaminaMessage { stamina: inf })),
    ];
    for own in odd {
        let orders = execute(model(&world), &undisturbed([own.clone(), turn()]));
        let alone = execute(model(&world), &undisturbed([turn()]));
        assert_eq!(orders.texts(), alone.texts(), "{own:?}");
    }
}

#[test]
fn actions_of_members_that_the_interface_lacks_fail() {
    let world = world(Vec2::new(5.0, 0.0));
    let (wide, side, uniform_number) = (77, 9, 7);
    let odd = [
        Action::ChangeView(protos::ChangeView { view_width: wide }),
        Action::ViewChangeWidth(protos::ViewChangeWidth { view_width: wide }),
        Action::AttentionTo(protos::AttentionTo { side, unum: uniform_number }),
        Action::NeckTurnToPlayerOrScan(protos::NeckTurnToPlayerOrScan {
            side,
            uniform_number,
            count_threshold: -1,
        }),
        Action::NeckTurnToBallAndPlayer(protos::NeckTurnToBallAndPlayer {
            side,
            uniform_number,
            count_threshold: -1,
        }),
    ];
    for own in odd {
        let orders = execute(model(&world), &undisturbed([own.clone()]));
        assert_eq!(orders.texts(), ["(turn 0)"], "{own:?}");
    }
}
