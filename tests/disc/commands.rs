//! What recorded games do not show: commands that come too late, commands of frozen players, and
//! the effects of parameters on commands.

use crate::stage::{Left, Right, Stage};
use rcssgym::disc::{Command, Game, Lot, Player, Side, Vec2, ViewWidth, flags, visible_angle};

fn act(stage: &mut Stage, side: Side, unum: u8, command: Command) {
    stage.stadium(|stadium| stadium.act(Player::place(side, unum), command));
}

fn degrees(angle: f64) -> f64 {
    (angle.to_degrees() * 1e9).round() / 1e9
}

#[test]
fn a_game_is_small() {
    assert!(size_of::<Game>() <= 8192, "{} bytes", size_of::<Game>());
}

#[test]
fn the_first_body_command_of_a_cycle_wins() {
    let mut stage = Stage::in_play(&[]);
    stage.put(Left, 2, -20.0, 0.0, 0.0);
    act(&mut stage, Left, 2, Command::Catch(0.0));
    act(&mut stage, Left, 2, Command::Turn(90.0));
    act(&mut stage, Left, 2, Command::TurnNeck(30.0));
    act(&mut stage, Left, 2, Command::TurnNeck(60.0));
    stage.step(1);
    let player = *stage.player(Left, 2);
    assert_eq!((degrees(player.body), degrees(player.neck)), (0.0, 30.0));
    assert_eq!(player.shown & flags::CATCH_FAULT, flags::CATCH_FAULT);
    act(&mut stage, Left, 2, Command::Turn(90.0));
    act(&mut stage, Left, 2, Command::Turn(-90.0));
    stage.step(1);
    assert_eq!(degrees(stage.player(Left, 2).body), 90.0);
}

#[test]
fn a_tackle_freezes_ten_cycles_but_legs() {
    let mut stage = Stage::in_play(&[]);
    stage.put(Left, 2, -20.0, 0.0, 0.0);
    act(&mut stage, Left, 2, Command::Tackle(0.0, false));
    for cycle in 0..10 {
        act(&mut stage, Left, 2, Command::Turn(10.0));
        act(&mut stage, Left, 2, Command::Dash(100.0, 0.0));
        stage.step(1);
        let player = stage.player(Left, 2);
        assert_eq!((degrees(player.body), player.velocity), (0.0, Vec2::ZERO), "{cycle}");
    }
    act(&mut stage, Left, 2, Command::Turn(10.0));
    stage.step(1);
    assert_eq!(degrees(stage.player(Left, 2).body), 10.0);
    act(&mut stage, Left, 2, Command::Tackle(0.0, false));
    act(&mut stage, Left, 2, Command::Legs([Some((100.0, 0.0)); 2]));
    stage.step(1);
    assert_eq!(stage.player(Left, 2).velocity, Vec2::ZERO, "the tackle itself takes the legs");
    act(&mut stage, Left, 2, Command::Legs([Some((100.0, 0.0)); 2]));
    stage.step(1);
    assert!(stage.player(Left, 2).velocity.length() > 0.2);
}

#[test]
fn early_tackles_push_along_the_body_with_their_power() {
    let push = |power: f64, noise: f64| {
        let parameters = [("max_back_tackle_power", 50.0), ("kick_rand", noise)];
        let mut stage = Stage::in_play(&parameters);
        stage.fate.events = vec![(Lot::Tackle, true)];
        stage.ball(0.0, 0.0, 0.0, 0.0);
        stage.put(Left, 2, 0.0, -0.5, 90.0);
        stage.reseed(1);
        act(&mut stage, Left, 2, Command::TackleAhead(power, false));
        assert!(stage.player(Left, 2).acted && stage.player(Left, 2).legs_used);
        stage.world.game.ball.acceleration
    };
    let rate = Stage::new().world.rules().server.tackle_power_rate;
    for (power, clipped) in [(40.0, 40.0), (300.0, 100.0), (-30.0, -30.0), (-300.0, -50.0)] {
        let far = push(power, 0.0) - Vec2::new(0.0, clipped * rate);
        assert!(far.length() < 1e-12, "{power}");
    }
    // The noise grows with the share of the greatest power in that direction.
    let noise = |power: f64| push(power, 0.1) - push(power, 0.0);
    let (all, none) = (noise(100.0), noise(0.0));
    assert!(all.length() > 1e-3 && none == Vec2::ZERO);
    for (power, share) in [(25.0, 0.25), (-25.0, 0.5), (-50.0, 1.0)] {
        assert!((noise(power) - all * share).length() < 1e-12, "{power}");
    }
}

#[test]
fn dashes_backwards_cost_twice_as_much() {
    let run = |power: f64| {
        let mut stage = Stage::in_play(&[("min_dash_power", -100.0)]);
        stage.put(Left, 2, -20.0, 5.0, 0.0);
        stage.stadium(|stadium| stadium.recover_all());
        act(&mut stage, Left, 2, Command::Dash(power, 0.0));
        stage.step(1);
        let player = stage.player(Left, 2);
        (player.velocity.x, 8000.0 - player.stamina)
    };
    let (forward, cost) = run(50.0);
    let (backward, double) = run(-50.0);
    assert_eq!(forward, -backward);
    // 45 are recovered in the cycle.
    assert_eq!((cost, double), (5.0, 55.0));
    assert_eq!(run(-1000.0).0, -2.0 * forward);
}

#[test]
fn the_upper_half_can_be_slow() {
    let run = |y: f64| {
        let mut stage = Stage::in_play(&[("slowness_on_top_for_left_team", 2.0)]);
        stage.put(Left, 2, -20.0, y, 0.0);
        stage.put(Right, 2, 20.0, y, 0.0);
        act(&mut stage, Left, 2, Command::Dash(50.0, 0.0));
        act(&mut stage, Right, 2, Command::Dash(50.0, 0.0));
        stage.step(1);
        (stage.player(Left, 2).velocity.x, stage.player(Right, 2).velocity.x)
    };
    let (left, right) = run(5.0);
    assert_eq!(left, right);
    assert!((run(-5.0).0 - left / 2.0).abs() < 1e-12);
    assert_eq!(run(-5.0).1, right);
}

#[test]
fn wind_blows_if_it_varies() {
    let drift = |rand: f64| {
        let wind = [("wind_force", 100.0), ("wind_dir", 90.0), ("wind_rand", rand)];
        let mut stage = Stage::in_play(&wind);
        stage.stadium(|stadium| stadium.move_ball(Vec2::ZERO, Vec2::new(2.0, 0.0)));
        stage.step(1);
        let first = stage.world.game.ball.position.y;
        stage.stadium(|stadium| stadium.reverse_wind());
        stage.stadium(|stadium| stadium.move_ball(Vec2::ZERO, Vec2::new(2.0, 0.0)));
        stage.step(1);
        (first, stage.world.game.ball.position.y)
    };
    assert_eq!(drift(0.0), (0.0, 0.0));
    let (first, second) = drift(1e-9);
    // 2 m/cycle x 100 / (0.2 x 10000), and back.
    assert!((first - 0.1).abs() < 1e-6 && (second + 0.1).abs() < 1e-6, "{first} {second}");
}

#[test]
fn arms_point_for_a_while_and_rest() {
    let mut stage = Stage::in_play(&[]);
    stage.put(Left, 2, -20.0, 0.0, 90.0);
    act(&mut stage, Left, 2, Command::PointTo(5.0, 0.0));
    let arm = stage.player(Left, 2).arm;
    assert!((arm.target - Vec2::new(-20.0, 5.0)).length() < 1e-12);
    assert_eq!((arm.movable, arm.expires), (5, 20));
    stage.step(4);
    act(&mut stage, Left, 2, Command::PointOff);
    act(&mut stage, Left, 2, Command::PointTo(1.0, 0.0));
    assert_eq!(stage.player(Left, 2).arm.target, arm.target);
    stage.step(1);
    act(&mut stage, Left, 2, Command::PointTo(1.0, 0.0));
    assert_eq!(stage.player(Left, 2).counts.pointto, 2);
    stage.step(20);
    assert_eq!(stage.player(Left, 2).arm.expires, 0);
}

#[test]
fn nobody_listens_to_himself_or_to_whom_there_is_not() {
    let mut stage = Stage::in_play(&[]);
    let attend = |stage: &mut Stage, side, unum| {
        let other = Player::place(side, unum) as u8;
        act(stage, Left, 2, Command::Attend(Some(other)));
        stage.player(Left, 2).attention
    };
    assert_eq!(attend(&mut stage, Left, 2), None);
    assert_eq!(attend(&mut stage, Right, 11), None);
    assert_eq!(attend(&mut stage, Right, 3), Some(Player::place(Right, 3) as u8));
    act(&mut stage, Left, 2, Command::Attend(None));
    assert_eq!(stage.player(Left, 2).attention, None);
    assert_eq!(stage.player(Left, 2).counts.attentionto, 2);
}

#[test]
fn eyes_are_wide_or_narrow_and_focus_inside() {
    let mut stage = Stage::in_play(&[]);
    let angle =
        |stage: &Stage| degrees(visible_angle(&stage.world.rules().server, stage.player(Left, 2)));
    for (width, alone, in_step) in [
        (ViewWidth::Narrow, 45.0, 60.0),
        (ViewWidth::Normal, 90.0, 120.0),
        (ViewWidth::Wide, 180.0, 180.0),
    ] {
        let mut stage = Stage::in_play(&[]);
        act(&mut stage, Left, 2, Command::ChangeView(width, Some(false)));
        assert_eq!(angle(&stage), alone);
        assert!(!stage.player(Left, 2).high_quality);
        act(&mut stage, Left, 2, Command::SynchSee);
        assert_eq!(angle(&stage), in_step);
        act(&mut stage, Left, 2, Command::ChangeView(ViewWidth::Narrow, Some(false)));
        assert_eq!(angle(&stage), in_step, "low quality is void");
    }
    act(&mut stage, Left, 2, Command::ChangeFocus(60.0, 80.0));
    let focus = stage.player(Left, 2).focus;
    assert_eq!((focus[0], degrees(focus[1])), (40.0, 45.0));
    act(&mut stage, Left, 2, Command::ChangeView(ViewWidth::Narrow, None));
    assert_eq!(degrees(stage.player(Left, 2).focus[1]), 22.5);
    act(&mut stage, Left, 2, Command::ChangeFocus(-50.0, -300.0));
    assert_eq!(stage.player(Left, 2).focus[0], 0.0);
}
