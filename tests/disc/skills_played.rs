//! Skills serve their purpose when they are played in the game, each in 10,000 random states and
//! from both sides.

use crate::stage::{Left, Right, Stage};
use rcssgym::disc::skills::called::{Call, SKILLS, call};
use rcssgym::disc::skills::intercept::best_way;
use rcssgym::disc::skills::{
    Dribble, GoToPoint, Intercept, OneStepKick, Outcome, PlayerView, SmartKick, WorldModel,
    dribble, follow_way, go_to_point, intercept_ball, one_step_kick, plan_kick, smart_kick,
    stop_ball, stop_dash, tackle_failure, turn_to_point,
};
use rcssgym::disc::{Command, Game, PlayMode, Player, Side, Vec2};
use rcssgym::math::splitmix::SplitMix64;
use std::collections::BTreeMap;
use std::f64::consts::PI;

const STATES: usize = 10_000;
/// A place where the ball is in nobody's way.
const CORNER: Vec2 = Vec2::new(-52.0, -33.5);

/// One player of each team on the pitch, one of whom acts, and the ball; without noise.
pub struct Field {
    pub stage: Stage,
    random: SplitMix64,
    pub side: Side,
}

impl Field {
    pub fn new(seed: u64) -> Self {
        let mut stage = Stage::of_teams(&[("ball_stuck_area", 0.0)], [2, 2]);
        stage.mode("play_on");
        Self { stage, random: SplitMix64::new(seed), side: Left }
    }

    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.random.uniform([low, high])
    }

    pub fn point(&mut self, x: f64, y: f64) -> Vec2 {
        Vec2::new(self.uniform(-x, x), self.uniform(-y, y))
    }

    pub fn vector(&mut self, longest: f64) -> Vec2 {
        let length = self.uniform(0.0, longest);
        Vec2::polar(length, self.uniform(-PI, PI))
    }

    pub fn place(&self) -> usize {
        Player::place(self.side, 2)
    }

    /// Puts the player who acts at a point, with a velocity and a random direction of the body,
    /// sets the ball, and puts all other players elsewhere.
    pub fn begin(&mut self, at: Vec2, velocity: Vec2, ball: Vec2, ball_velocity: Vec2) {
        self.side = if self.uniform(-1.0, 1.0) < 0.0 { Left } else { Right };
        let body = self.uniform(-PI, PI);
        let place = self.place();
        let game = &mut self.stage.world.game;
        for (other, player) in game.players.iter_mut().enumerate() {
            player.position = Vec2::new(-50.0 + 2.0 * other as f64, 36.5);
            player.velocity = Vec2::ZERO;
            (player.tackle_cycles, player.stamina, player.effort) = (0, 8000.0, 1.0);
            (player.recovery, player.capacity) = (1.0, 130_600.0);
        }
        let player = &mut game.players[place];
        player.acted = false;
        (player.position, player.velocity) = (at, velocity);
        (player.body, player.next_body) = (body, body);
        (game.mode, game.cycle) = (PlayMode::PlayOn, 1);
        self.stage.ball(ball.x, ball.y, ball_velocity.x, ball_velocity.y);
    }

    pub fn game(&self) -> &Game {
        &self.stage.world.game
    }

    pub fn ask<T>(&self, skill: impl FnOnce(&WorldModel) -> T) -> T {
        skill(&WorldModel::full(self.stage.world.rules(), self.game(), self.place()))
    }

    /// Returns a point of the pitch in the frame of the player's team.
    pub fn own(&self, point: Vec2) -> Vec2 {
        point * self.side.sign()
    }

    pub fn play(&mut self, command: Option<Command>) {
        let place = self.place();
        self.stage.stadium(|stadium| {
            if let Some(command) = command {
                stadium.act(place, command);
            }
            stadium.step();
        });
    }
}

#[test]
fn players_arrive_where_they_go() {
    let mut field = Field::new(1);
    let mut slowest = 0;
    for _ in 0..STATES {
        let (at, speed, target) =
            (field.point(48.0, 32.0), field.vector(0.4), field.point(48.0, 32.0));
        field.begin(at, speed, CORNER, Vec2::ZERO);
        let threshold = field.uniform(0.3, 2.0);
        let how = GoToPoint { threshold, power: 100.0, save_recovery: false };
        let goal = field.own(target);
        // Their own speed counts twice, so that on the way they sometimes wait for a cycle.
        let (mut cycles, mut waits) = (0, 0);
        while waits < 3 {
            let outcome = field.ask(|world| go_to_point(world, goal, how));
            waits = if outcome.is_success { 0 } else { waits + 1 };
            field.play(outcome.command);
            cycles += 1;
            assert!(cycles < 250, "still on the way from {at:?} to {target:?}");
        }
        field.play(Some(Command::Turn(0.0)));
        (0..20).for_each(|_| field.play(None));
        let gap = field.game().players[field.place()].position.distance(target);
        assert!(gap < threshold + 0.1, "{gap} off {target:?}, threshold {threshold}");
        slowest = slowest.max(cycles as i64 - (at.distance(target)) as i64);
    }
    assert!(slowest < 30, "a way took {slowest} cycles more than metres");
}

/// Lets players go for the ball in random states. Returns by how many cycles they are later than
/// predicted, with the number of cases of each.
fn delays(go: impl Fn(&WorldModel) -> (u32, Outcome)) -> BTreeMap<i64, usize> {
    let mut field = Field::new(2);
    let mut delays = BTreeMap::new();
    for _ in 0..STATES {
        let (at, speed) = (field.point(40.0, 28.0), field.vector(0.3));
        let ball = at + field.vector(25.0);
        let ball = Vec2::new(ball.x.clamp(-50.0, 50.0), ball.y.clamp(-32.0, 32.0));
        let ball_speed = field.vector(1.0);
        field.begin(at, speed, ball, ball_speed);
        let end = field.ask(|world| world.ball_after(100));
        if end.x.abs() > 52.0 || end.y.abs() > 33.5 {
            continue;
        }
        let (mut told, mut steps) = (None, 0);
        while !field.ask(|world| world.me.can_kick) && steps < 100 {
            let (steps_now, outcome) = field.ask(&go);
            told = told.or(Some(steps_now));
            field.play(outcome.command);
            steps += 1;
        }
        if let Some(told) = told {
            *delays.entry(i64::from(steps) - i64::from(told)).or_default() += 1;
        }
    }
    delays
}

const SOON: Intercept = Intercept { save_recovery: false, face: None };

#[test]
fn players_meet_the_ball_when_they_were_to() {
    let delays = delays(|world| {
        let way = world.ways()[0];
        assert_eq!(world.reach().me, way.steps());
        (way.steps(), follow_way(world, &way, SOON))
    });
    println!("{delays:?}");
    let all = delays.values().sum::<usize>();
    let late = delays.range(1..).map(|(_, count)| count).sum::<usize>();
    assert!(all > 8_000 && late * 50 < all && delays[&0] * 5 > all * 4, "{delays:?}");
    assert!(delays.keys().all(|&delay| delay < 2), "{delays:?}");
}

#[test]
fn players_go_for_the_ball() {
    let delays = delays(|world| {
        let way = best_way(world, false).unwrap();
        (way.steps(), intercept_ball(world, SOON))
    });
    println!("{delays:?}");
    let all = delays.values().sum::<usize>();
    let late = delays.range(1..).map(|(_, count)| count).sum::<usize>();
    assert!(all > 8_000 && late * 50 < all && delays.keys().all(|&delay| delay < 4), "{delays:?}");
}

#[test]
fn kicks_reach_speed_and_direction_within_the_players_power() {
    let mut field = Field::new(3);
    let (mut reached, mut tried) = (0, 0);
    for _ in 0..STATES {
        let at = field.point(40.0, 25.0);
        let distance = field.uniform(0.4, 1.05);
        let ball = at + Vec2::polar(distance, field.uniform(-PI, PI));
        let (speed, ball_speed) = (field.vector(0.3), field.vector(1.0));
        field.begin(at, speed, ball, ball_speed);
        let target = field.point(52.0, 34.0);
        let how = OneStepKick { speed: field.uniform(0.3, 2.8), force: false };
        let goal = field.own(target);
        let outcome = field.ask(|world| one_step_kick(world, goal, how));
        let Some(command) = outcome.command else { continue };
        tried += 1;
        // Checks the effect of the kick before ball and player can collide.
        let place = field.place();
        field.stage.stadium(|stadium| stadium.act(place, command));
        let game = field.game();
        let velocity = game.ball.velocity + game.ball.acceleration;
        let off = velocity.rotated(-(target - game.ball.position).direction());
        assert!(off.y.abs() < 1e-6 && off.x > 0.0, "{velocity:?} is not towards {target:?}");
        assert!(off.x < how.speed + 1e-6, "{} instead of {}", off.x, how.speed);
        reached += usize::from(off.x > how.speed - 1e-6);
        let Command::Kick(power, _) = command else { panic!("{command:?}") };
        assert!(off.x > how.speed - 1e-6 || power > 99.999, "{power} gives {}", off.x);
    }
    assert!(tried > 9_000 && reached > tried / 2, "{reached} of {tried}");
}

/// Kicks in several steps give the ball the speed and direction that were planned at the start, in
/// as many kicks as planned, each within the player's power.
#[test]
fn kicks_in_several_steps_do_what_is_planned() {
    let mut field = Field::new(6);
    // Numbers of sequences that failed and that ended as planned; and of plans by number of kicks.
    let (mut reached, mut kicks) = ([0; 2], [0; 4]);
    for _ in 0..STATES {
        let at = field.point(40.0, 25.0);
        let distance = field.uniform(0.45, 1.05);
        let ball = at + Vec2::polar(distance, field.uniform(-PI, PI));
        let (speed, ball_speed) = (field.vector(0.3), field.vector(1.0));
        field.begin(at, speed, ball, ball_speed);
        let goal = field.point(52.0, 34.0);
        let speed = field.uniform(1.5, 3.0);
        let how = SmartKick { speed, threshold: 0.9 * speed, steps: 3 };
        let Some(plan) = field.ask(|world| plan_kick(world, goal, how)) else { continue };
        if plan.speed < how.threshold {
            continue;
        }
        let steps = plan.positions.len();
        kicks[steps] += 1;
        let (mut done, mut is_right) = (1, false);
        for step in 1..=steps {
            let how = SmartKick { steps: (steps + 1 - step) as u32, ..how };
            let outcome = field.ask(|world| smart_kick(world, goal, how));
            let Some(Command::Kick(power, _)) = outcome.command else { break };
            assert!(power <= 100.0);
            field.play(outcome.command);
            done = step;
            let moved = field.ask(|world| world.ball.velocity) / 0.94;
            let from = field.ask(|world| world.ball.position) - moved;
            let off = moved.rotated(-(goal - from).direction());
            is_right = off.x >= how.threshold - 1e-6 && off.y.abs() < 1e-6;
            if is_right {
                break;
            }
        }
        reached[usize::from(is_right && done <= steps)] += 1;
    }
    println!("{reached:?} {kicks:?}");
    assert!(reached[1] > 9_000 && reached[0] * 50 < reached[1], "{reached:?}");
    assert!(kicks[2] > 1_000 && kicks[3] > 100, "{kicks:?}");
}

/// Players run to a point with the ball, kicking it on as they go.
#[test]
fn players_dribble_to_a_point() {
    let mut field = Field::new(7);
    let (mut arrived, mut cycles, mut way) = (0, 0.0, 0.0);
    for _ in 0..STATES {
        let at = field.point(40.0, 25.0);
        let distance = field.uniform(0.45, 1.0);
        let ball = at + Vec2::polar(distance, field.uniform(-PI, PI));
        let speed = field.vector(0.3);
        field.begin(at, speed, ball, Vec2::ZERO);
        let target = Vec2::polar(field.uniform(5.0, 20.0), field.uniform(-PI, PI)) + at;
        let target = Vec2::new(target.x.clamp(-48.0, 48.0), target.y.clamp(-30.0, 30.0));
        let goal = field.own(target);
        let how = Dribble { threshold: 1.0, power: 100.0, dashes: 3, dodge: false };
        for cycle in 0..100 {
            let outcome = field.ask(|world| dribble(world, goal, how));
            assert!(outcome.is_success);
            field.play(outcome.command);
            let player = &field.game().players[field.place()];
            let has_ball = field.ask(|world| world.me.can_kick);
            if has_ball && player.position.distance(target) < 1.5 {
                arrived += 1;
                cycles += f64::from(cycle);
                way += at.distance(target);
                break;
            }
        }
    }
    println!("{arrived} arrived, {} m/cycle", way / cycles);
    assert!(arrived * 100 > STATES * 99, "{arrived} of {STATES} arrive with the ball");
    assert!(way > 0.4 * cycles, "{way} m in {cycles} cycles");
}

#[test]
fn balls_are_stopped_within_reach() {
    let mut field = Field::new(4);
    let mut kept = 0;
    for _ in 0..STATES {
        let at = field.point(40.0, 25.0);
        let distance = field.uniform(0.45, 1.05);
        let ball = at + Vec2::polar(distance, field.uniform(-PI, PI));
        let (speed, ball_speed) = (field.vector(0.3), field.vector(1.2));
        field.begin(at, speed, ball, ball_speed);
        let outcome = field.ask(stop_ball);
        field.play(outcome.command);
        kept += usize::from(field.ask(|world| world.me.can_kick));
    }
    assert!(kept * 100 > STATES * 98, "{kept} of {STATES} are still within reach");
}

#[test]
fn players_turn_and_stop() {
    let mut field = Field::new(5);
    for _ in 0..STATES {
        let (at, speed, target) =
            (field.point(40.0, 25.0), field.vector(0.4), field.point(50.0, 30.0));
        field.begin(at, speed, CORNER, Vec2::ZERO);
        let goal = field.own(target);
        let before = field.game().players[field.place()].velocity.length();
        let stop = field.ask(|world| stop_dash(world, true));
        field.play(stop.command);
        let after = field.game().players[field.place()].velocity.length() / 0.4;
        // Sideways dashes have two fifths of the power.
        assert!(after <= (0.4 * before).max(0.01), "{before} became {after}");
        for _ in 0..4 {
            let turn = field.ask(|world| turn_to_point(world, goal, 1));
            field.play(turn.command);
        }
        let player = &field.game().players[field.place()];
        let off = ((target - player.position).direction() - player.body).to_degrees();
        let off = (off + 540.0).rem_euclid(360.0) - 180.0;
        assert!(off.abs() <= 1.0, "{off} degrees off");
        assert!((0.0..=1.0).contains(&field.ask(tackle_failure)));
    }
}

/// Commands stay finite and nothing panics with odd parameters and states: no reach, no power, no
/// decay, all players on one spot.
#[test]
fn odd_parameters_give_finite_commands() {
    let odd: [&[(&str, f64)]; 6] = [
        &[("kickable_margin", 0.01)],
        &[("dash_power_rate", 0.0)],
        &[("kick_power_rate", 0.0)],
        &[("catchable_area_w", 0.0), ("tackle_dist", 0.0)],
        &[("min_dash_power", 50.0), ("max_dash_power", 10.0)],
        &[("ball_speed_max", 0.1), ("player_speed_max", 0.05)],
    ];
    for parameters in odd {
        let mut stage = Stage::of_teams(parameters, [4, 4]);
        stage.mode("play_on");
        let mut random = SplitMix64::new(5);
        for state in 0..1_700 {
            let game = &mut stage.world.game;
            let spread = if state % 3 == 0 { 0.0 } else { 2.0 };
            for player in &mut game.players {
                let at = [0; 2].map(|_| random.uniform([-spread, spread]));
                player.position = Vec2::new(at[0], at[1]);
                player.body = random.uniform([-PI, PI]);
                player.tackle_cycles = 0;
            }
            game.ball.position = Vec2::new(random.uniform([-1.0, 1.0]), 0.0);
            game.ball.velocity = Vec2::polar(random.uniform([0.0, 0.1]), 1.0);
            game.mode = PlayMode::PlayOn;
            for skill in 0..SKILLS.len() as u8 {
                let world = WorldModel::full(stage.world.rules(), &stage.world.game, state % 4);
                let numbers = [random.uniform([-1.0, 1.0]), 0.0, 1.0, 0.5];
                let answer = call(&world, Call { skill, numbers, look: skill % 4 });
                let text = format!("{answer:?}");
                let is_finite = !text.contains("NaN") && !text.contains("inf");
                assert!(is_finite, "{} with {parameters:?}: {text}", SKILLS[usize::from(skill)].0);
            }
        }
    }
}

/// Returns the cycles until a player meets the ball, found by trying every number of turns followed
/// by dashes at full power towards where the ball will be. They move as the server moves them.
fn by_trying(world: &WorldModel, player: &PlayerView, area: f64) -> Option<u32> {
    let (own, server) = (player.own, &world.rules.server);
    for cycles in 0..60_u32 {
        let ball = world.ball_after(cycles);
        for turns in 0..=cycles.min(4) {
            let (mut at, mut velocity) = (player.position, player.velocity);
            let mut body = player.body;
            for cycle in 0..cycles {
                if cycle < turns {
                    // Towards the ball as seen from where they would come to rest.
                    let rest = at + velocity * (1.0 / (1.0 - own.player_decay));
                    let off = (ball - rest).direction().to_degrees() - body;
                    let off = (off + 540.0).rem_euclid(360.0) - 180.0;
                    let most = 180.0 / (1.0 + own.inertia_moment * velocity.length());
                    body += off.clamp(-most, most);
                } else {
                    let push = server.max_dash_power * own.dash_power_rate * own.effort_max;
                    velocity += Vec2::polar(push, body.to_radians());
                    let speed = velocity.length().min(own.player_speed_max);
                    velocity = velocity.with_length(speed);
                }
                at += velocity;
                velocity *= own.player_decay;
                // They may stop dashing once they are there.
                if at.distance(ball) <= area && cycle + 1 >= turns {
                    return Some(cycles);
                }
            }
            if cycles == 0 && at.distance(ball) <= area {
                return Some(0);
            }
        }
    }
    None
}

/// The table of cycles to the ball agrees with trying every number of turns and dashes. It allows
/// for a player who turns with an error of up to 15 degrees and reaches the ball at their side, and
/// for a shorter reach of mates.
#[test]
fn cycles_to_the_ball_are_those_found_by_trying() {
    let mut random = SplitMix64::new(9);
    let mut stage = Stage::of_teams(&[], [2, 2]);
    stage.mode("play_on");
    let mut off = BTreeMap::<i64, usize>::new();
    for _ in 0..STATES {
        let game = &mut stage.world.game;
        for player in &mut game.players {
            let [x, y] = [[-50.0, 50.0], [-32.0, 32.0]].map(|range| random.uniform(range));
            player.position = Vec2::new(x, y);
            player.velocity = Vec2::polar(random.uniform([0.0, 0.4]), random.uniform([-PI, PI]));
            player.body = random.uniform([-PI, PI]);
        }
        let [x, y] = [[-45.0, 45.0], [-28.0, 28.0]].map(|range| random.uniform(range));
        game.ball.position = Vec2::new(x, y);
        game.ball.velocity = Vec2::polar(random.uniform([0.0, 1.5]), random.uniform([-PI, PI]));
        let world = WorldModel::full(stage.world.rules(), &stage.world.game, 0);
        let end = world.ball_after(100);
        if end.x.abs() > 52.0 || end.y.abs() > 33.5 || world.opponent_can_kick() {
            continue;
        }
        for (player, &steps) in world.others.iter().zip(&world.reach().others) {
            let doubt = if player.is_ours == Some(true) { 0.2 } else { 0.0 };
            let area = player.own.kickable_area(world.rules.server.ball_size) - doubt;
            // A goalie can also catch the ball, so they are left out.
            if player.is_goalie {
                continue;
            }
            if let Some(tried) = by_trying(&world, player, area) {
                *off.entry(i64::from(steps) - i64::from(tried)).or_default() += 1;
            }
        }
    }
    println!("{off:?}");
    let all: usize = off.values().sum();
    let near: usize = off.range(-1..=1).map(|(_, count)| count).sum();
    assert!(all > 10_000 && near * 100 > all * 97, "{off:?}");
    assert!(off.keys().all(|off| (-6..=2).contains(off)), "{off:?}");
}
