//! Behaviours of the playmaker's actions serve their purpose. They are played in random states from
//! both sides, without noise.

use crate::planner_played::Match;
use crate::set_pieces::homes;
use crate::skills_played::Field;
use crate::stage::Stage;
use rcssgym::disc::pitch::HALF_LENGTH;
use rcssgym::disc::skills::planner::{Action, ActionFactors, Evaluator, Planner, State};
use rcssgym::disc::skills::*;
use rcssgym::disc::{Command, PLAYERS, PlayMode, TEAM, Vec2, ViewWidth, flags};
use rcssgym::math::splitmix::SplitMix64;
use std::collections::BTreeMap;
use std::f64::consts::PI;

const STATES: usize = 10_000;

/// Whether a point is in view after a turn of the neck, at least `spare` degrees from the edge.
fn shows(world: &WorldModel, neck: Command, point: Vec2, spare: f64) -> bool {
    let Command::TurnNeck(by) = neck else { panic!("{neck:?}") };
    let pose = Pose::next(world);
    let head = world.me.neck + by;
    assert!((-90.0..=90.0).contains(&head) && by.is_finite(), "{neck:?} from {}", world.me.neck);
    let off = (pose.off_body(point) - head + 540.0).rem_euclid(360.0) - 180.0;
    off.abs() <= 0.5 * pose.view_angle - spare + 1e-9
}

#[test]
fn heads_turn_to_what_is_asked_for() {
    let mut game = Match::new(21);
    let mut tried = BTreeMap::<&str, usize>::new();
    for _ in 0..STATES {
        game.begin(false);
        let place = game.place;
        let player = &mut game.stage.world.game.players[place];
        player.neck = -PI / 3.0;
        let (target, width) = (game.uniform(-45.0, 45.0), game.uniform(0.0, 3.0));
        let width = [ViewWidth::Narrow, ViewWidth::Normal, ViewWidth::Wide][width as usize];
        let other = game.uniform(0.0, 20.99) as usize;
        let body = game.uniform(-180.0, 180.0);
        let ball = Vec2::new(game.uniform(-50.0, 50.0), game.uniform(-30.0, 30.0));
        game.stage.ball(ball.x, ball.y, 0.0, 0.0);
        game.ask(place, |world| {
            let mut world = world.clone();
            // Looks are computed for the pose after the commands that are queued already.
            world.queued = Queued { body: Some(Command::Turn(body)), view: Some(width) };
            let pose = Pose::next(&world);
            let can_see = |point| pose.off_body(point).abs() < 90.0 + 0.5 * pose.view_angle - 5.0;
            let point = Vec2::new(target, 0.5 * target);
            let player = world.others[other];
            let there = player.position + player.velocity;
            let ball = world.ball_after(1);
            let mut check = |name, neck, point: Vec2, spare| {
                // A very near point is seen whatever the direction of the head.
                if can_see(point) && point.distance(pose.position) > 3.0 {
                    assert!(shows(&world, turn_neck_to(&world, neck), point, spare), "{name}");
                    *tried.entry(name).or_default() += 1;
                }
            };
            check("point", Neck::Point(point), point, 0.0);
            check("ball", Neck::Ball, ball, 0.0);
            check("ball or scan", Neck::BallOrScan(-1), ball, 0.0);
            check("player", Neck::PlayerOrScan(other, -1), there, 0.0);
            if let Some(goalie) = world.their_goalie() {
                let there = goalie.position + goalie.velocity;
                check("goalie", Neck::GoalieOrScan(-1), there, 0.0);
            }
            // If both are behind them on different sides, the middle between them may be on either.
            if pose.off_body(ball).abs() < 90.0 {
                check("ball and player", Neck::BallAndPlayer(other, -1), ball, 0.0);
            }
            for neck in [Neck::ScanField, Neck::ScanPlayers, Neck::OldestMate] {
                assert!(shows(&world, turn_neck_to(&world, neck), point, -360.0));
            }
            let neck = turn_neck_to(&world, Neck::OffensiveIntercept);
            assert!(shows(&world, neck, point, -360.0));
            // The focus lies at the requested point if that is in view.
            let neck = turn_neck_to(&world, Neck::Point(point));
            if shows(&world, neck, point, 0.5) && point.distance(pose.position) < 40.0 {
                let focus = focus_on(&world, point, Some(neck)).unwrap();
                let (Command::TurnNeck(by), Command::ChangeFocus(far, off)) = (neck, focus) else {
                    panic!("{neck:?} {focus:?}")
                };
                let way = pose.body + world.me.neck + by + world.me.focus[1] + off;
                let at = Vec2::polar(world.me.focus[0] + far, way.to_radians());
                assert!((pose.position + at).distance(point) < 1e-6);
                *tried.entry("focus").or_default() += 1;
            }
            let view = View::Tactical.width(&world);
            *tried.entry(["narrow", "normal", "wide"][view as usize]).or_default() += 1;
        });
    }
    println!("{tried:?}");
    assert!(tried.len() == 10 && tried.values().all(|&count| count > 500), "{tried:?}");
}

/// Both are in view if the view is wide enough for them.
#[test]
fn one_look_shows_ball_and_player() {
    let mut game = Match::new(22);
    let mut both = [0; 2];
    for _ in 0..STATES {
        game.begin(false);
        let place = game.place;
        let other = game.uniform(0.0, 20.99) as usize;
        let ball = Vec2::new(game.uniform(-50.0, 50.0), game.uniform(-30.0, 30.0));
        game.stage.ball(ball.x, ball.y, 0.0, 0.0);
        game.ask(place, |world| {
            let pose = Pose::next(world);
            let there = world.others[other].position + world.others[other].velocity;
            let offs = [pose.off_body(world.ball.position), pose.off_body(there)];
            let fits = offs.iter().all(|off| off.abs() < 80.0)
                && (offs[0] - offs[1]).abs() < pose.view_angle - 12.0;
            if fits {
                let neck = turn_neck_to(world, Neck::BallAndPlayer(other, -1));
                let sees =
                    shows(world, neck, world.ball.position, 0.0) && shows(world, neck, there, 0.0);
                both[usize::from(sees)] += 1;
            }
        });
    }
    assert!(both[1] > 500 && both[0] == 0, "{both:?}");
}

#[test]
fn players_go_round_others_and_keep_an_eye_on_the_ball() {
    let mut field = Field::new(31);
    // Runs with a collision: around the other player, and straight on.
    let (mut collisions, mut unseen, mut cycles, mut stuck) = ([0; 2], 0, 0, 0);
    for state in 0..STATES {
        let (at, target) = (field.point(45.0, 28.0), field.point(45.0, 28.0));
        if at.distance(target) < 4.0 {
            continue;
        }
        // The ball is somewhere ahead.
        let ahead = (target - at).with_length(field.uniform(4.0, 8.0));
        let ball = target + ahead.rotated(field.uniform(-0.6, 0.6));
        let speed = field.vector(0.3);
        field.begin(at, speed, ball, Vec2::ZERO);
        let (looks, dodges) = (state % 2 == 1, state % 4 == 0);
        if !looks {
            // An opponent stands in the way.
            let share = field.uniform(0.4, 0.6);
            let side = field.side;
            let post = at + (target - at) * share;
            field.stage.put(side.other(), 2, post.x, post.y, 0.0);
        }
        let goal = field.own(target);
        let (mut arrives, mut has_hit) = (false, false);
        for cycle in 0..250 {
            let play = field.ask(|world| {
                if looks {
                    let play = go_to_point_look_ball(world, goal, 1.0, 100.0);
                    (play.body, play.eyes(world).0)
                } else if dodges {
                    (go_to_point_dodge(world, goal, 100.0), None)
                } else {
                    let how = GoToPoint { threshold: 0.1, power: 100.0, save_recovery: true };
                    (go_to_point(world, goal, how), None)
                }
            });
            let place = field.place();
            if let Some(neck) = play.1 {
                field.stage.stadium(|stadium| stadium.act(place, neck));
            }
            field.play(play.0.command);
            let player = field.game().players[place];
            has_hit |= cycle > 0 && player.shown & flags::PLAYER_COLLIDE != 0;
            let gap = field.game().ball.position - player.position;
            if looks && cycle > 3 {
                let off = gap.rotated(-player.body - player.neck).direction().abs();
                unseen += usize::from(off > PI / 4.0 && gap.length() > 3.0);
                cycles += 1;
            }
            if player.position.distance(target) < if looks { 1.1 } else { 0.3 } {
                arrives = true;
                break;
            }
        }
        // A player who watches the ball ahead with the target beside them would have to run
        // backwards, which they may not.
        assert!(arrives || looks, "{at:?} to {target:?}");
        stuck += usize::from(!arrives);
        collisions[usize::from(!dodges)] += usize::from(has_hit && !looks);
    }
    println!("{collisions:?} collisions, ball unseen in {unseen} of {cycles}, {stuck} stuck");
    assert!(stuck * 20 < STATES, "{stuck} do not arrive");
    assert!(
        collisions[0] * 9 < collisions[1] * 5 && unseen * 20 < cycles,
        "{collisions:?} {unseen}"
    );
}

#[test]
fn tackles_in_need_do_what_is_foreseen() {
    let mut field = Field::new(32);
    let mut tackles = 0;
    for _ in 0..STATES {
        let at = field.point(48.0, 28.0);
        let ball = at + Vec2::polar(field.uniform(0.5, 1.9), field.uniform(-PI, PI));
        let moves = field.vector(0.5);
        field.begin(at, Vec2::ZERO, ball, moves);
        let rival = ball + Vec2::polar(field.uniform(0.4, 1.0), field.uniform(-PI, PI));
        let side = field.side;
        field.stage.put(side.other(), 2, rival.x, rival.y, 90.0);
        let probability = field.uniform(0.5, 0.9);
        let play = field.ask(|world| basic_tackle(world, probability));
        let Some(command) = play.body.command else { continue };
        let Command::Tackle(_, is_foul) = command else { panic!("{command:?}") };
        let Some(Neck::Point(next)) = play.neck else { panic!("{play:?}") };
        let failure = field.ask(tackle_failure);
        assert!(is_foul || 1.0 - failure >= probability);
        let place = field.place();
        field.stage.world.game.ball.acceleration = Vec2::ZERO;
        field.stage.world.game.players[place].flags = 0;
        field.stage.stadium(|stadium| stadium.act(place, command));
        let game = field.game();
        let velocity = game.ball.velocity + game.ball.acceleration;
        let velocity = velocity.with_length(velocity.length().min(3.0));
        let own = field.own(game.ball.position + velocity);
        // A tackle may fail, and then nothing happens; or be a foul, and then play stops.
        let missed =
            game.players[place].flags & flags::TACKLE_FAULT != 0 || game.mode != PlayMode::PlayOn;
        assert!(missed || own.distance(next) < 1e-6, "{own:?} instead of {next:?}");
        tackles += usize::from(!missed);
        field.stage.world.game.players[place].tackle_cycles = 0;
    }
    assert!(tackles > 300, "{tackles}");
}

#[test]
fn markers_stand_between_opponent_and_goal_and_blockers_before_the_ball() {
    let mut game = Match::new(33);
    for _ in 0..STATES {
        game.begin(false);
        let place = game.place;
        game.ask(place, |world| {
            let own_goal = Vec2::new(-HALF_LENGTH, 0.0);
            for rival in world.opponents() {
                let (at, there) = (rival.position, marking_place(world, rival));
                assert!(there.distance(own_goal) < at.distance(own_goal) + 1.6);
                assert!(at.distance(there) < 3.5);
            }
            let block = blocking_place(world);
            let soonest = world.reach().opponent;
            let ball = world.ball_after(if soonest < 100 { soonest } else { 0 });
            assert!(block.distance(own_goal) <= ball.distance(own_goal) + 1e-9);
            assert!(block.is_finite() && block.distance(ball) <= 6.0 + 1e-9);
            let outcome = mark(world, usize::MAX, 100.0);
            assert!(outcome == Outcome::NOTHING);
        });
    }
}

#[test]
fn players_without_the_ball_go_for_it_or_to_their_places() {
    let mut game = Match::new(35);
    let mut counts = [0; 2];
    for _ in 0..STATES {
        game.begin(false);
        let place = 1 + game.uniform(0.0, 9.99) as usize + if game.place < TEAM { TEAM } else { 0 };
        let ball = Vec2::new(game.uniform(-50.0, 50.0), game.uniform(-30.0, 30.0));
        game.stage.ball(ball.x, ball.y, 0.0, 0.0);
        game.ask(place, |world| {
            let home = Vec2::new(-20.0, 10.0);
            let play = basic_move(world, home, saves_stamina(world, false));
            let Some(command) = play.body.command else { panic!("{play:?}") };
            assert!(command.is_finite() && play.body.is_success);
            let (neck, view) = play.eyes(world);
            assert!(neck.is_some());
            let goes = play.neck == Some(Neck::OffensiveIntercept);
            assert!(!goes || view.is_some());
            counts[usize::from(goes)] += 1;
            let power = usual_dash_power(world, false);
            assert!((0.0..=100.0).contains(&power));
            assert!(usual_dash_power(world, true) <= power);
        });
    }
    assert!(counts[0] > 5_000 && counts[1] > 300, "{counts:?}");
}

#[test]
fn before_a_kick_off_players_are_put_where_they_may_be() {
    let mut field = Field::new(36);
    field.stage.mode("before_kick_off");
    for _ in 0..STATES {
        let (at, place) = (field.point(50.0, 30.0), field.point(50.0, 30.0));
        if place.length() < 2.0 {
            continue;
        }
        field.begin(at, Vec2::ZERO, Vec2::ZERO, Vec2::ZERO);
        field.stage.world.game.mode = PlayMode::BeforeKickOff;
        (field.stage.world.game.cycle, field.stage.world.game.stopped) = (0, 5);
        let they = field.uniform(0.0, 1.0) < 0.5;
        let side = field.side;
        let kicks = if they { side.other() } else { side };
        field.stage.world.game.kick_off_side = Some(kicks);
        let play = field.ask(|world| before_kick_off(world, place, they));
        match play.body.command {
            Some(Command::Move(x, y)) => {
                assert!(x <= 0.0 && (!they || Vec2::new(x, y).length() >= 9.15));
                field.play(Some(Command::Move(x, y)));
                let there = field.own(field.game().players[field.place()].position);
                // They may be pushed away by a player who stands there.
                assert!(
                    there.distance(Vec2::new(x, y)) < 0.7,
                    "{there:?} instead of {x} {y} from {at:?}"
                );
            }
            _ => assert!(play.neck_command.is_some() || play.body == Outcome::WAIT),
        }
    }
}

#[test]
fn bare_commands_stay_within_what_is_possible() {
    let mut field = Field::new(37);
    for _ in 0..STATES {
        let at = field.point(45.0, 28.0);
        let speed = field.vector(0.5);
        field.begin(at, speed, at + Vec2::new(0.7, 0.0), Vec2::ZERO);
        let (power, direction) = (field.uniform(-150.0, 150.0), field.uniform(-400.0, 400.0));
        let outcome = field.ask(|world| primitive::dash(world, power, direction));
        let Some(Command::Dash(power, whole)) = outcome.command else { panic!("{outcome:?}") };
        assert!((0.0..=100.0).contains(&power) && whole == whole.round() && whole.abs() <= 180.0);
        field.play(outcome.command);
        let velocity = field.game().players[field.place()].velocity.length() / 0.4;
        assert!(velocity <= 1.05 + 1e-3, "{velocity}");
        let turn = field.ask(|world| primitive::turn(world, direction));
        let body = field.game().players[field.place()].body;
        field.play(turn.command);
        let Some(Command::Turn(moment)) = turn.command else { panic!("{turn:?}") };
        let turned = field.game().players[field.place()].body - body;
        let off = (turned.to_degrees() - direction + 540.0).rem_euclid(360.0) - 180.0;
        assert!(moment.abs() == 180.0 || off.abs() < 1e-6, "{direction} became {turned}");
    }
}

/// The value of a state is that of the field plus that of the grid, times the factor of the first
/// action, less a cost for near opponents, times the factor of the mate.
#[test]
fn evaluators_have_their_coefficients() {
    let mut game = Match::new(38);
    for _ in 0..STATES {
        game.begin(false);
        let place = game.place;
        let ball = Vec2::new(game.uniform(-52.0, 30.0), game.uniform(-33.0, 33.0));
        let [a, b, c] =
            [(0.1, 3.0), (0.1, 3.0), (10.0, 60.0)].map(|(low, high)| game.uniform(low, high));
        let holder = game.uniform(0.0, 9.99) as usize;
        game.ask(place, |world| {
            let state = State { ball, holder: Some(holder), cycles: 5 };
            let goal = Vec2::new(HALF_LENGTH, 0.0);
            let mut own = Evaluator { x: a, goal: b, goal_reach: c, ..Evaluator::default() };
            let field = a * (ball.x + 52.5) + b * (c - ball.distance(goal)).max(0.0);
            let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-6, "{one} {other}");
            near(own.value(world, &state, &[]), field);
            // The value of the grid is added, where its least value counts as 0.
            own.matrix = vec![vec![-4.0, 1.0], vec![2.0, 6.0]];
            let cell = own.matrix[usize::from(ball.x >= 0.0)][usize::from(ball.y >= 0.0)] + 4.0;
            near(own.value(world, &state, &[]), field + cell);
            own.values_field = false;
            near(own.value(world, &state, &[]), cell);
            own.values_field = true;
            // Negative factors count as 0.
            own.actions = ActionFactors { hold: 0.5, ..ActionFactors::default() };
            near(own.value(world, &state, &[Action::Hold]), 0.5 * (field + cell));
            own.actions.hold = -3.0;
            near(own.value(world, &state, &[Action::Hold]), 0.0);
            own.actions.hold = 1.0;
            // The nearest opponent costs by its distance, relative to the greatest possible cost.
            own.opponent_distance = vec![-30.0, -20.0, 5.0, -10.0];
            let far = world.opponents().map(|rival| rival.position.distance(ball));
            let far = far.fold(f64::INFINITY, f64::min) as usize;
            let costs = [-30.0, -20.0, 0.0, -10.0].get(far).copied().unwrap_or(0.0) + 30.0;
            near(own.value(world, &state, &[]), field + cell + costs);
            let unum = world.others[holder].unum.unwrap();
            own.mates.insert(unum, 2.0);
            own.mates.insert(0, 3.0);
            near(own.value(world, &state, &[]), 6.0 * (field + cell + costs));
        });
    }
}

/// All behaviours answer with finite numbers, whatever the parameters are, and whether a player
/// knows everything or nothing.
#[test]
fn behaviours_give_finite_commands() {
    let odd: [&[(&str, f64)]; 6] = [
        &[],
        &[("kickable_margin", 0.01)],
        &[("dash_power_rate", 0.0), ("kick_power_rate", 0.0)],
        &[("catchable_area_w", 0.0), ("tackle_dist", 0.0), ("tackle_width", 0.01)],
        &[("min_dash_power", 50.0), ("max_dash_power", 10.0)],
        &[("ball_speed_max", 0.1), ("player_speed_max", 0.05), ("maxneckang", 0.0)],
    ];
    for parameters in odd {
        let mut stage = Stage::of_teams(parameters, [TEAM, TEAM]);
        let mut random = SplitMix64::new(5);
        let planner = Planner::default();
        for state in 0..1_700 {
            let spread = [0.0, 3.0, 60.0][state % 3];
            let game = &mut stage.world.game;
            for player in &mut game.players {
                let at = [0; 2].map(|_| random.uniform([-spread, spread]));
                player.position = Vec2::new(at[0], at[1]);
                player.body = random.uniform([-PI, PI]);
                player.tackle_cycles = u16::from(state % 7 == 0);
            }
            game.ball.position = Vec2::new(random.uniform([-spread, spread]), 0.0);
            game.ball.velocity = Vec2::polar(random.uniform([0.0, 0.1]), 1.0);
            let number = 1 + (state % 51) as u8;
            game.mode = PlayMode::numbered(number).unwrap_or(PlayMode::PlayOn);
            let world = match state % 4 {
                0 => WorldModel::alone(stage.world.rules(), &stage.world.game, state % PLAYERS),
                _ => WorldModel::full(stage.world.rules(), &stage.world.game, state % PLAYERS),
            };
            let homes = homes(world.ball.position);
            let how = SetPlay { homes: &homes, planner: &planner, saves: true };
            let point = Vec2::new(1.0, 2.0);
            let mut memory = GoalieFreeKick { cycles: 90, moves: (state % 3) as u32, moved: 50 };
            let plays = [
                goalie(&world),
                goalie_move(&world),
                goalie_kick(&world),
                goalie_free_kick(&world, &mut memory),
                set_play(&world, &how, &mut memory),
                penalty(&world, 11),
                basic_move(&world, point, true),
                basic_tackle(&world, 0.0),
                force_kick(&world),
                receive_pass(&world, point),
                before_kick_off(&world, point, true),
                go_to_point_look_ball(&world, point, 1.0, 100.0),
                shoot_and_look(&world),
                planner::offensive_plan_and_look(&world, &planner),
                Play::look(emergency(&world)),
                Play::body(go_to_point_dodge(&world, point, 100.0)),
                Play::body(mark(&world, 3, 100.0)),
                Play::body(block(&world, 100.0)),
            ];
            for (index, play) in plays.iter().enumerate() {
                let (neck, _) = play.eyes(&world);
                let commands = [play.body.command, neck, focus_on(&world, point, neck)];
                let finite = commands.iter().flatten().all(Command::is_finite);
                assert!(finite, "{index} with {parameters:?}: {commands:?}");
            }
            let told = communication(&world);
            assert!(told.topics.len() <= 6);
        }
    }
}
