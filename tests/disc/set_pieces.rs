//! Goalies, set plays and penalties, played by the playmaker's behaviours.

use crate::skills_played::Field;
use crate::stage::{Left, Right, Stage, states};
use rcssgym::disc::pitch::HALF_LENGTH;
use rcssgym::disc::skills::planner::Planner;
use rcssgym::disc::skills::*;
use rcssgym::disc::{Command, PLAYERS, PlayMode, Player, Side, TEAM, Vec2};
use rcssgym::math::splitmix::SplitMix64;
use std::collections::BTreeMap;

/// Number of shots on a goalie, and of a goalie's free kicks.
const STATES: usize = 10_000;

/// With shots from everywhere and nobody but the goalie to stop them, most of those that a goalie
/// who stands still misses are saved.
#[test]
fn goalies_save_shots() {
    let mut saved = [[0; 2]; 2];
    for moves in [false, true] {
        let mut field = Field::new(34);
        for _ in 0..STATES {
            field.begin(Vec2::new(-50.0, 0.0), Vec2::ZERO, Vec2::ZERO, Vec2::ZERO);
            let side = field.side;
            let sign = -side.sign();
            let ball = Vec2::new(sign * field.uniform(22.0, 36.0), field.uniform(-16.0, 16.0));
            let target = Vec2::new(sign * HALF_LENGTH, field.uniform(-6.5, 6.5));
            let speed = field.uniform(1.8, 2.7);
            let shot = (target - ball).with_length(speed);
            field.stage.ball(ball.x, ball.y, shot.x, shot.y);
            let keeper = Player::place(side, 1);
            field.stage.put(side, 1, sign * 49.8, 0.0, 90.0);
            let goals = field.stage.goals()[side.other().index()];
            for _ in 0..40 {
                let command = if moves {
                    let rules = field.stage.world.rules();
                    goalie(&WorldModel::full(rules, field.game(), keeper)).body.command
                } else {
                    None
                };
                field.stage.stadium(|stadium| {
                    if let Some(command) = command {
                        stadium.act(keeper, command);
                    }
                    stadium.step();
                });
                if field.game().mode != PlayMode::PlayOn {
                    break;
                }
            }
            let scored = field.stage.goals()[side.other().index()] > goals;
            saved[usize::from(moves)][usize::from(!scored)] += 1;
        }
    }
    println!("{saved:?}");
    assert!(saved[1][1] > 2 * saved[0][1] && saved[1][1] > STATES / 2, "{saved:?}");
}

/// A goalie who has caught the ball plays it in time, out of their area.
#[test]
fn goalies_take_free_kicks() {
    for seed in 0..STATES as u64 {
        let mut random = SplitMix64::new(seed);
        let mut stage = Stage::of_teams(&[], [TEAM, TEAM]);
        stage.scatter();
        stage.mode("play_on");
        let side = if seed % 2 == 0 { Left } else { Right };
        let sign = -side.sign();
        let at = Vec2::new(sign * 49.0, random.uniform([-8.0, 8.0]));
        stage.put(side, 1, at.x, at.y, if side == Left { 0.0 } else { 180.0 });
        for unum in 2..=TEAM as u8 {
            let [x, y] = [[-30.0, 30.0], [-30.0, 30.0]].map(|range| random.uniform(range));
            stage.put(side, unum, x, y, 0.0);
            stage.put(side.other(), unum, -x, -y, 0.0);
        }
        stage.ball(at.x - sign * 0.6, at.y, 0.0, 0.0);
        stage.act(side, 1, Command::Catch(0.0));
        stage.step(1);
        let keeper = Player::place(side, 1);
        assert_eq!(stage.now(), format!("free_kick_{}", side.letter()));
        let mut memory = GoalieFreeKick::default();
        let mut cycles = 0;
        while stage.now() != "play_on" {
            memory = memory.advance();
            let world = WorldModel::full(stage.world.rules(), &stage.world.game, keeper);
            let play = goalie_free_kick(&world, &mut memory);
            if let Some(command) = play.body.command {
                stage.stadium(|stadium| stadium.act(keeper, command));
            }
            stage.step(1);
            cycles += 1;
            assert!(cycles < 110, "{seed}: still {}", stage.now());
        }
        assert!(cycles > 50, "{cycles}");
    }
}

/// Returns the places of a simple formation, which depend on the ball.
pub fn homes(ball: Vec2) -> [Vec2; TEAM] {
    std::array::from_fn(|index| {
        let (row, column) = ((index + 2) / 4, (index + 2) % 4);
        if index == 0 {
            return Vec2::new(-50.0, 0.0);
        }
        let home = Vec2::new(-45.0 + 22.0 * row as f64, -24.0 + 16.0 * column as f64) + ball * 0.4;
        Vec2::new(home.x.clamp(-50.0, 50.0), home.y.clamp(-32.0, 32.0))
    })
}

/// Set plays of all kinds, with both teams played by these behaviours. The taker brings the ball
/// into play before it is dropped, and no opponent is near.
#[test]
fn set_plays_are_taken() {
    let modes =
        ["kick_in", "corner_kick", "free_kick", "goal_kick", "indirect_free_kick", "kick_off"];
    let mut taken = BTreeMap::<&str, [usize; 2]>::new();
    let count = states(240);
    for seed in 0..count as u64 {
        let mut random = SplitMix64::new(seed);
        let mut stage = Stage::of_teams(&[], [TEAM, TEAM]);
        let name = modes[seed as usize % modes.len()];
        let side = if (seed / 6) % 2 == 0 { Left } else { Right };
        let (x, y) = (random.uniform([-40.0, 40.0]), random.uniform([-33.0, 33.0]));
        let sign = side.sign();
        let ball = match name {
            "kick_in" => Vec2::new(x, if y < 0.0 { -34.0 } else { 34.0 }),
            "corner_kick" => Vec2::new(sign * 51.5, if y < 0.0 { -33.0 } else { 33.0 }),
            "goal_kick" => Vec2::new(-sign * 47.0, if y < 0.0 { -9.16 } else { 9.16 }),
            "kick_off" => Vec2::ZERO,
            _ => Vec2::new(0.8 * x, y),
        };
        for place in 0..PLAYERS {
            let own = Side::BOTH[place / TEAM];
            let at = homes(ball * own.sign())[place % TEAM] * own.sign();
            stage.put(own, (place % TEAM) as u8 + 1, at.x, at.y, 0.0);
        }
        stage.ball(ball.x, ball.y, 0.0, 0.0);
        stage.mode(&format!("{name}_{}", side.letter()));
        let planner = Planner::default();
        let mut memory = vec![GoalieFreeKick::default(); PLAYERS];
        let mut cycles = 0;
        let mut near = 0;
        let begins = stage.now();
        while stage.now() == begins && cycles < 250 {
            for (place, memory) in memory.iter_mut().enumerate() {
                let world = WorldModel::full(stage.world.rules(), &stage.world.game, place);
                let homes = homes(world.ball.position);
                let how = SetPlay { homes: &homes, planner: &planner, saves: false };
                let play = set_play(&world, &how, memory);
                let (neck, _) = play.eyes(&world);
                if let Some(command) = play.body.command {
                    assert!(command.is_finite(), "{command:?}");
                    stage.stadium(|stadium| stadium.act(place, command));
                }
                if let Some(neck) = neck {
                    stage.stadium(|stadium| stadium.act(place, neck));
                }
            }
            stage.step(1);
            cycles += 1;
            let rivals = (1..=TEAM as u8).filter(|&unum| stage.gap(side.other(), unum) < 9.0);
            near += usize::from(cycles > 60) * rivals.count();
        }
        let dropped = stage.said().iter().any(|message| message.contains("drop"));
        let is_taken = stage.now() == "play_on" && !dropped && cycles < 200;
        taken.entry(name).or_default()[usize::from(is_taken)] += 1;
        assert_eq!(near, 0, "{name} {seed}: opponents stay near");
    }
    println!("{taken:?}");
    // At least 95 of 100 of each kind.
    let least = count / modes.len() * 95 / 100;
    assert!(taken.values().all(|[_, taken]| *taken >= least), "{taken:?}");
}

/// Shoot-outs played by these behaviours, with noise: every one ends, and most penalties go in. In
/// the first ten penalties of each team, nobody is late or breaks a rule. The eleventh is the
/// goalie's, who comes from the line on which they have just stood, 42 m away, and has to be back
/// there.
#[test]
fn penalties_are_taken() {
    let count = states(40) as u32;
    let [mut penalties, mut kicked, mut scored, mut seed] = [0; 4];
    while penalties < count {
        let [more, kicks, goals] = shoot_out(u64::from(seed), &[]);
        (penalties, kicked, scored) = (penalties + more, kicked + kicks, scored + goals);
        seed += 1;
    }
    println!("{penalties} penalties in {seed} shoot-outs, {kicked} kicked, {scored} in");
    // One goalie in four is too late for their penalty.
    assert!(penalties - kicked <= seed, "{kicked} of {penalties} kicked");
    assert!(2 * scored > penalties, "{scored} of {penalties} in");
}

/// Players who nobody moves take their places by themselves.
#[test]
fn penalties_need_no_help_of_the_referee() {
    shoot_out(1, &[("pen_coach_moves_players", 0.0)]);
}

/// Outside of the area, where a catch is a foul, the goalie does not catch.
#[test]
fn goalies_catch_penalties_in_their_area() {
    let mut stage = Stage::of_teams(&[], [TEAM, TEAM]);
    for (x, catches) in [(-40.0, true), (-30.0, false)] {
        stage.mode("penalty_taken_r");
        stage.put(Left, 1, x, 0.0, 0.0);
        stage.ball(x + 1.0, 0.0, 0.0, 0.0);
        let world = WorldModel::full(stage.world.rules(), &stage.world.game, 0);
        let command = penalty(&world, 11).body.command;
        assert_eq!(matches!(command, Some(Command::Catch(_))), catches, "{x}: {command:?}");
    }
}

/// Plays a shoot-out with these parameters besides its own; returns how many penalties it has, how
/// many are kicked, and how many go in.
fn shoot_out(seed: u64, more: &[(&str, f64)]) -> [u32; 3] {
    let own = [
        ("half_time", 1.0),
        ("nr_extra_halfs", 0.0),
        ("use_offside", 0.0),
        ("player_rand", 0.1),
        ("ball_rand", 0.05),
        ("kick_rand", 0.1),
    ];
    let parameters = [&own, more].concat();
    let mut stage = Stage::of_teams(&parameters, [TEAM, TEAM]);
    stage.reseed(seed);
    stage.scatter();
    for _ in 0..2 {
        stage.start();
        stage.mode("play_on");
        stage.until_change(20);
    }
    let (mut cycles, mut kicks, mut fouls) = (0, [0_u32; 2], 0);
    let mut before = stage.world.game.mode;
    while stage.now() != "time_over" {
        let mode = stage.world.game.mode;
        if mode != before {
            if let PlayMode::PenaltyTaken(side) = mode {
                kicks[side.index()] += 1;
            }
            before = mode;
        }
        if mode.is_shoot_out() {
            take_part(&mut stage, mode, kicks);
        }
        stage.step(1);
        cycles += 1;
        assert!(cycles < 20_000, "{seed}: {kicks:?}");
        fouls += stage.said().iter().filter(|message| message.contains("foul")).count();
    }
    let score = stage.world.game.score;
    let [scored, missed] = [
        score.iter().map(|score| score.penalties_scored).sum(),
        score.iter().map(|score| score.penalties_missed).sum::<u32>(),
    ];
    assert!(kicks[0] >= 3 && kicks[1] >= 3, "{seed}: {kicks:?}");
    let (penalties, kicked) = (scored + missed, kicks[0] + kicks[1]);
    let is_goalies_turn = penalties > 2 * (TEAM as u32 - 1);
    let is_faultless = fouls == 0 && penalties == kicked;
    assert!(is_faultless || is_goalies_turn, "{seed}: {fouls} fouls, {kicks:?} of {penalties}");
    [penalties, kicked, scored]
}

/// Lets every player act for one cycle.
fn take_part(stage: &mut Stage, mode: PlayMode, kicks: [u32; 2]) {
    for place in 0..PLAYERS {
        let side = Side::BOTH[place / TEAM];
        let taken = kicks[side.index()];
        let running = u32::from(mode == PlayMode::PenaltyTaken(side));
        let world = WorldModel::full(stage.world.rules(), &stage.world.game, place);
        // The frame is the one in which a team shoots its penalties towards +x.
        let taking = mode.side() == Some(side);
        let goal = if world.ball.position.x < 0.0 { -1.0 } else { 1.0 };
        let is_turned = taking == (goal < 0.0) && world.ball.position.x.abs() > 5.0;
        let world = if is_turned { world.turned() } else { world };
        let play = penalty(&world, penalty_taker(taken - running));
        if let Some(command) = play.body.command {
            assert!(command.is_finite(), "{command:?}");
            stage.stadium(|stadium| stadium.act(place, command));
        }
    }
}
