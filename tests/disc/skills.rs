//! Compares skills with recorded probes of the real playmaker proxy: the same world model and the
//! same action must lead to the same command.

use rcssgym::disc::skills::intercept::{ReachCell, WayKind};
use rcssgym::disc::skills::planner::{Generators, Planner, offensive_plan};
use rcssgym::disc::skills::{
    BallView, Counts, Dribble, GoToPoint, HoldBall, Intercept, Look, Me, OneStepKick, Outcome,
    PlayerView, Queued, SmartKick, WorldModel, advance_ball, basic_move, basic_tackle,
    body_neck_to_point, clear_ball, dribble, go_to_point, go_to_point_dodge, go_to_point_look_ball,
    hold_ball, intercept_ball, neck_body_to_point, neck_to_angle, neck_to_point, one_step_kick,
    primitive, scan_field, shoot, smart_kick, stop_ball, stop_dash, tackle_to_point, turn_to_angle,
    turn_to_ball, turn_to_point,
};
use rcssgym::disc::{
    Card, Command, PlayMode, PlayerParameters, PlayerType, Rules, ServerParameters, Side, Vec2,
    ViewWidth,
};
use serde_json::Value;
use std::collections::BTreeMap;

pub const PROBES: &str = include_str!("../reference/proxy/probes.json");

pub fn rules() -> Rules {
    // The parameters with which the probes were recorded.
    let quiet =
        ServerParameters { player_rand: 0.0, ball_rand: 0.0, ..ServerParameters::default() };
    let server = ServerParameters { kick_rand: 0.0, use_offside: false, ..quiet };
    let player = PlayerParameters::default();
    Rules::new(server, player, None, 1).unwrap()
}

fn number(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or(0.0)
}

fn flag(value: &Value, name: &str) -> bool {
    value[name].as_bool().unwrap_or(false)
}

fn motion(value: &Value) -> (Vec2, Vec2) {
    let numbers: Vec<f64> =
        value.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
    (Vec2::new(numbers[0], numbers[1]), Vec2::new(numbers[2], numbers[3]))
}

fn point(action: &Value, name: &str) -> Vec2 {
    Vec2::new(number(&action[name], "x"), number(&action[name], "y"))
}

/// Returns what the player of a probe knows of themselves.
fn oneself<'a>(own: &'a PlayerType, me: &Value) -> Me<'a> {
    let (position, velocity) = motion(&me["motion"]);
    let (view_angle, view_width) = match me["view_width"].as_str().unwrap() {
        "WIDE" => (180.0, ViewWidth::Wide),
        "NORMAL" => (120.0, ViewWidth::Normal),
        _ => (60.0, ViewWidth::Narrow),
    };
    Me {
        unum: 2,
        is_goalie: false,
        own,
        position,
        position_count: 0,
        velocity,
        body: number(me, "body"),
        neck: number(me, "neck"),
        view_angle,
        view_width,
        sees_with_cycle: true,
        focus: [0.0; 2],
        card: Card::None,
        stamina: number(me, "stamina"),
        effort: number(me, "effort"),
        recovery: number(me, "recovery"),
        capacity: number(me, "capacity"),
        is_frozen: flag(me, "tackling"),
        catch_ban: 0,
        holds_ball: false,
        can_kick: flag(me, "kickable"),
    }
}

/// Returns the world model of a probe, where all players have type 0.
pub fn world<'a>(rules: &'a Rules, probe: &Value) -> WorldModel<'a> {
    let own: &PlayerType = &rules.types[0];
    let (position, velocity) = motion(&probe["ball"]);
    let other = |other: &Value| {
        let (position, velocity) = motion(&other["motion"]);
        PlayerView {
            is_ours: Some(flag(other, "ours")),
            unum: Some(number(other, "unum") as u8),
            is_goalie: flag(other, "goalie"),
            own,
            position,
            velocity,
            body: number(other, "body"),
            counts: Counts::default(),
            seen_count: 0,
            ghost_count: 0,
            is_tackling: flag(other, "tackling"),
        }
    };
    WorldModel {
        rules,
        side: Side::Left,
        cycle: number(probe, "cycle") as u32,
        stopped: 0,
        mode: PlayMode::PlayOn,
        me: oneself(own, &probe["me"]),
        ball: BallView {
            position,
            velocity,
            counts: Counts::default(),
            seen_count: 0,
            lost_count: 0,
        },
        others: probe["others"].as_array().unwrap().iter().map(other).collect(),
        has_seen: true,
        last_kick_is_ours: None,
        cycles_left: None,
        looked: None,
        queued: Queued::default(),
        reach: ReachCell::default(),
    }
}

/// Returns a planner with all generators that the proxy uses. It looks for shots before it plans.
pub fn proxy_planner() -> Planner {
    let generators = Generators { shoot: false, ..Generators::default() };
    Planner { generators, ..Planner::default() }
}

/// Returns what our skill for an action does; `None` for actions that have no skill yet.
fn perform(world: &WorldModel, kind: &str, probe: &Value) -> Option<Outcome> {
    let action = &probe["action"];
    let direction = number(action, "relative_direction");
    let home = probe["home"].as_array().map_or(Vec2::ZERO, |home| {
        let [x, y] = [0, 1].map(|index: usize| home[index].as_f64().unwrap());
        Vec2::new(x, y)
    });
    let cycles = number(action, "cycle") as u32;
    Some(match kind {
        "body_turn_to_angle" => turn_to_angle(world, number(action, "angle")),
        "body_turn_to_point" => turn_to_point(world, point(action, "target_point"), cycles),
        "body_turn_to_ball" => turn_to_ball(world, cycles),
        "body_go_to_point" => {
            let threshold = number(action, "distance_threshold");
            let power = number(action, "max_dash_power");
            let how = GoToPoint { threshold, power, save_recovery: true };
            go_to_point(world, point(action, "target_point"), how)
        }
        "body_intercept" => {
            let face = action.get("face_point").map(|_| point(action, "face_point"));
            let save_recovery = flag(action, "save_recovery");
            intercept_ball(world, Intercept { save_recovery, face })
        }
        "body_stop_dash" => stop_dash(world, flag(action, "save_recovery")),
        "body_advance_ball" => advance_ball(world),
        "helios_shoot" => shoot(world),
        "helios_offensive_planner" => offensive_plan(world, &proxy_planner()),
        "body_clear_ball" => clear_ball(world),
        "body_stop_ball" => stop_ball(world),
        "dash" => primitive::dash(world, number(action, "power"), direction),
        "turn" => primitive::turn(world, direction),
        "kick" => primitive::kick(world, number(action, "power"), direction),
        "catch" => primitive::catch_ball(world),
        "tackle" => primitive::tackle(world, number(action, "power_or_dir"), flag(action, "foul")),
        "body_go_to_point_dodge" => {
            go_to_point_dodge(world, point(action, "target_point"), number(action, "dash_power"))
        }
        "bhv_go_to_point_look_ball" => {
            let threshold = number(action, "distance_threshold");
            let power = number(action, "max_dash_power");
            let target = point(action, "target_point");
            go_to_point_look_ball(world, target, threshold, power).body
        }
        "helios_basic_move" => basic_move(world, home, false).body,
        "helios_basic_tackle" => basic_tackle(world, number(action, "min_prob")).body,
        _ => return perform_with_ball(world, kind, action),
    })
}

/// Does the same for actions that take the ball somewhere.
fn perform_with_ball(world: &WorldModel, kind: &str, action: &Value) -> Option<Outcome> {
    Some(match kind {
        "body_kick_one_step" => {
            let how = OneStepKick {
                speed: number(action, "first_speed"),
                force: flag(action, "force_mode"),
            };
            one_step_kick(world, point(action, "target_point"), how)
        }
        "body_smart_kick" => {
            let how = SmartKick {
                speed: number(action, "first_speed"),
                threshold: number(action, "first_speed_threshold"),
                steps: number(action, "max_steps") as u32,
            };
            smart_kick(world, point(action, "target_point"), how)
        }
        "body_dribble" => {
            let how = Dribble {
                threshold: number(action, "distance_threshold"),
                power: number(action, "dash_power"),
                dashes: number(action, "dash_count") as u32,
                dodge: flag(action, "dodge"),
            };
            dribble(world, point(action, "target_point"), how)
        }
        "body_hold_ball" => {
            let given = |name| action.get(name).map(|_| point(action, name));
            let turn_to = given("turn_target_point").filter(|_| flag(action, "do_turn"));
            hold_ball(world, HoldBall { turn_to, kick_target: given("kick_target_point") })
        }
        "body_tackle_to_point" => {
            let probability = number(action, "min_probability");
            let speed = number(action, "min_speed");
            tackle_to_point(world, point(action, "target_point"), probability, speed)
        }
        _ => return None,
    })
}

/// Returns the body command of a probe, which the proxy printed with three decimals.
fn recorded(probe: &Value) -> String {
    let commands = probe["commands"].as_str().unwrap();
    let first = commands.split(')').next().unwrap().trim_start_matches('(');
    let is_body = ["dash", "turn ", "kick", "tackle", "catch", "move"];
    let is_body = is_body.iter().any(|name| first.starts_with(name));
    if is_body { first.to_owned() } else { "turn 0".to_owned() }
}

fn numbers(command: &str) -> Vec<f64> {
    command.split(' ').skip(1).filter_map(|word| word.parse().ok()).collect()
}

fn text(outcome: Outcome) -> String {
    match outcome.command {
        None => "turn 0".to_owned(),
        Some(Command::Turn(moment)) => format!("turn {moment}"),
        Some(Command::Dash(power, 0.0)) => format!("dash {power}"),
        Some(Command::Dash(power, direction)) => format!("dash {power} {direction}"),
        Some(Command::Kick(power, direction)) => format!("kick {power} {direction}"),
        Some(Command::Tackle(direction, _)) => format!("tackle {direction}"),
        other => panic!("{other:?}"),
    }
}

/// Whether commands are equal up to the precision of printing. Half a turn to the left equals one
/// to the right.
fn agrees(recorded: &str, ours: &str) -> bool {
    let name = |command: &str| command.split(' ').next().unwrap().to_owned();
    let (a, b) = (numbers(recorded), numbers(ours));
    let near = |(a, b): (&f64, &f64)| {
        (a - b).abs() < 2e-3 * (1.0 + a.abs() / 100.0) || (a.abs() == 180.0 && (a + b).abs() < 2e-3)
    };
    name(recorded) == name(ours) && a.len() == b.len() && a.iter().zip(&b).all(near)
}

/// Cycles to the ball are those that the proxy reports in each probe, for the player themselves and
/// for the others.
#[test]
fn cycles_to_the_ball() {
    let probes: Vec<Value> = serde_json::from_str(PROBES).unwrap();
    let rules = rules();
    // Numbers of exact values, of values wrong by more than one cycle, and of all values.
    let (mut own, mut others) = ([0; 3], [0; 3]);
    let note = |counts: &mut [usize; 3], ours: u32, told: u32| {
        counts[0] += usize::from(ours == told);
        counts[1] += usize::from(ours.abs_diff(told) > 1);
        counts[2] += 1;
    };
    for probe in &probes {
        let world = world(&rules, probe);
        if !world.me.is_frozen {
            note(&mut own, world.reach().me, number(probe, "steps") as u32);
        }
        let recorded = probe["others"].as_array().unwrap();
        for (&steps, recorded) in world.reach().others.iter().zip(recorded) {
            let told = number(recorded, "reach_steps") as u32;
            if told > 0 {
                note(&mut others, steps, told);
                if steps != told {
                    println!("in {}: {steps} instead of {recorded}", world.cycle);
                }
            }
        }
    }
    println!("own {own:?}, others {others:?}");
    assert!(own[0] == own[2], "{own:?}");
    assert!(others[0] + 3 >= others[2] && others[1] <= 2, "{others:?}");
}

/// The ways to the ball are those that the proxy reports: kinds, turns, dashes, powers,
/// directions.
#[test]
fn ways_to_the_ball() {
    let probes: Vec<Value> = serde_json::from_str(PROBES).unwrap();
    let rules = rules();
    let mut counts = [0; 2];
    for probe in &probes {
        let table = probe["table"].as_array().unwrap();
        if table.is_empty() {
            continue;
        }
        let world = world(&rules, probe);
        let row = |row: &Value| {
            let number = |index: usize| row[index].as_f64().unwrap();
            let kind = row[0].as_str().unwrap().to_owned();
            (kind, [1, 2, 3, 4, 5].map(number))
        };
        let kind = |kind: WayKind| match kind {
            WayKind::Forward => "TURN_FORWARD_DASH",
            WayKind::Back => "TURN_BACK_DASH",
            WayKind::Side => "OMNI_DASH",
        };
        let ours: Vec<(String, [f64; 5])> = world
            .ways()
            .iter()
            .map(|way| {
                let (turns, dashes) = (f64::from(way.turns), f64::from(way.dashes));
                let numbers = [turns, way.angle, dashes, way.power, way.direction];
                (kind(way.kind).to_owned(), numbers)
            })
            .collect();
        let told: Vec<(String, [f64; 5])> = table.iter().map(row).collect();
        let near = |(one, other): (&f64, &f64)| (one - other).abs() < 0.01;
        let same = ours.len() == told.len()
            && ours
                .iter()
                .zip(&told)
                .all(|(one, other)| one.0 == other.0 && one.1.iter().zip(&other.1).all(near));
        counts[1] += 1;
        counts[0] += usize::from(same);
        if !same {
            let differs = ours
                .iter()
                .zip(&told)
                .find(|(one, other)| one.0 != other.0 || !one.1.iter().zip(&other.1).all(near));
            println!("in {}: {differs:?}, {} of {}", world.cycle, ours.len(), told.len());
        }
    }
    println!("{counts:?}");
    assert!(counts[0] == counts[1], "{counts:?}");
}

/// Returns what our skill for body and neck does for an action.
fn look(world: &WorldModel, kind: &str, action: &Value) -> Option<Look> {
    let ball = world.ball_after(1);
    let spare = number(action, "angle_buf");
    let neck = |neck| Look { body: Outcome::WAIT, neck, view: None };
    Some(match kind {
        "neck_turn_to_relative" => neck(Some(neck_to_angle(world, number(action, "angle")))),
        "neck_turn_to_point" => neck(Some(neck_to_point(world, point(action, "target_point"))?)),
        "bhv_scan_field" => scan_field(world),
        "bhv_body_neck_to_point" => body_neck_to_point(world, point(action, "point")),
        "bhv_body_neck_to_ball" => body_neck_to_point(world, ball),
        "bhv_neck_body_to_point" => neck_body_to_point(world, point(action, "point"), spare),
        "bhv_neck_body_to_ball" => neck_body_to_point(world, ball, spare),
        _ => return None,
    })
}

/// The proxy turns necks by whole degrees.
#[test]
fn looks_of_the_proxy() {
    let probes: Vec<Value> = serde_json::from_str(PROBES).unwrap();
    let rules = rules();
    let mut count = 0;
    for probe in &probes {
        let kind = probe["kind"].as_str().unwrap();
        let mut world = world(&rules, probe);
        // When it has seen nothing new, the proxy does not scan yet.
        world.has_seen = kind != "bhv_scan_field" || recorded(probe) != "turn 0";
        let Some(look) = look(&world, kind, &probe["action"]) else { continue };
        let told = probe["commands"].as_str().unwrap().split("(turn_neck ").nth(1);
        let told: f64 = told.unwrap().split(')').next().unwrap().parse().unwrap();
        let Some(Command::TurnNeck(ours)) = look.neck else { panic!("{look:?}") };
        assert!((told - ours).abs() <= 0.51, "{kind} in {}: {told}, ours {ours}", world.cycle);
        let (expected, body) = (recorded(probe), text(look.body));
        assert!(agrees(&expected, &body), "{kind} in {}: {expected}, ours {body}", world.cycle);
        count += 1;
    }
    // Four points were too far behind the player; for these, the proxy scans the field.
    assert_eq!(count, 7 * 14 - 4);
}

#[test]
fn probes_of_the_proxy() {
    let probes: Vec<Value> = serde_json::from_str(PROBES).unwrap();
    let rules = rules();
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for probe in &probes {
        let kind = probe["kind"].as_str().unwrap();
        let world = world(&rules, probe);
        let Some(outcome) = perform(&world, kind, probe) else { continue };
        let (expected, ours) = (recorded(probe), text(outcome));
        let count = counts.entry(kind.to_owned()).or_default();
        count[1] += 1;
        if agrees(&expected, &ours) {
            count[0] += 1;
        } else {
            println!("{kind} in {}: {expected}, ours {ours}", world.cycle);
        }
    }
    println!("{counts:?}");
    // Where the proxy advances the ball depends on where it has looked before.
    let missing = |kind: &str| if kind == "body_advance_ball" { 3 } else { 0 };
    assert!(counts.iter().all(|(kind, [same, all])| same + missing(kind) >= *all), "{counts:?}");
    assert!(counts.len() == 25 && counts.values().all(|[_, all]| *all == 14), "{counts:?}");
}
