//! Skills of players who know only what they have seen, in games with noise: players find what they
//! look for, and skills serve their purpose, within the tolerances of the senses.

use crate::stage::{Left, Right};
use rcssgym::disc::memory::{DIRECTION_STEP, DIRECTIONS};
use rcssgym::disc::skills::planner::{Planner, offensive_plan};
use rcssgym::disc::skills::*;
use rcssgym::disc::*;
use rcssgym::math::splitmix::SplitMix64;
use std::f64::consts::PI;
use std::sync::Arc;

const STATES: usize = 10_000;

/// A game with rcssserver's noise, of players with senses.
struct Sensed {
    world: World,
    random: SplitMix64,
}

impl Sensed {
    fn new(seed: u64, size: usize) -> Self {
        // The referee does not drop a ball that lies still: that would move players away who have
        // arrived near it.
        let server = ServerParameters { ball_stuck_area: 0.0, ..ServerParameters::default() };
        let rules = Rules::new(server, PlayerParameters::default(), None, seed).unwrap();
        let mut world = World::new(Arc::new(rules), seed);
        for team in ["Left", "Right"] {
            for unum in 0..size {
                world.join(team, unum == 0).unwrap();
            }
        }
        referee::start(&mut world.stadium());
        referee::change_mode(&mut world.stadium(), PlayMode::PlayOn);
        world.open_senses(seed, 18, true);
        Self { world, random: SplitMix64::new(seed) }
    }

    fn uniform(&mut self, low: f64, high: f64) -> f64 {
        self.random.uniform([low, high])
    }

    /// Puts all players and the ball somewhere, at rest; nobody knows anything.
    fn begin(&mut self) {
        for place in 0..PLAYERS {
            let at = Vec2::new(self.uniform(-48.0, 48.0), self.uniform(-30.0, 30.0));
            let body = self.uniform(-PI, PI);
            if self.world.game.players[place].connected {
                let mut stadium = self.world.stadium();
                stadium.move_player(place, at, Some(body), Some(Vec2::ZERO));
            }
        }
        let at = Vec2::new(self.uniform(-40.0, 40.0), self.uniform(-26.0, 26.0));
        self.world.stadium().move_ball(at, Vec2::ZERO);
        (self.world.game.mode, self.world.game.cycle) = (PlayMode::PlayOn, 1);
        for player in &mut self.world.game.players {
            (player.stamina, player.effort, player.recovery) = (8000.0, 1.0, 1.0);
            (player.capacity, player.tackle_cycles) = (130_600.0, 0);
        }
        if let Some(minds) = &mut self.world.minds {
            minds.memories.iter_mut().for_each(|memory| {
                *memory = memory::Memory::new(memory.side, memory.unum);
            });
        }
    }

    fn model(&self, place: usize) -> WorldModel<'_> {
        let minds = self.world.minds.as_ref().unwrap();
        WorldModel::sensed(self.world.rules(), &self.world.game, place, &minds.memories[place])
    }

    /// Plays a cycle in which one player gives these commands.
    fn play(&mut self, place: usize, body: Option<Command>, neck: Option<Command>) {
        let mut stadium = self.world.stadium();
        for command in [body, neck].into_iter().flatten() {
            assert!(command.is_finite(), "{command:?}");
            stadium.act(place, command);
        }
        stadium.step();
        self.world.messages.clear();
        self.world.sense();
    }

    /// Returns the true position of a player in their team's frame.
    fn truth(&self, place: usize) -> Vec2 {
        let player = &self.world.game.players[place];
        player.position * player.side.sign()
    }
}

/// Players who go by what they see arrive at a point as exactly as they know where they are.
#[test]
fn players_who_see_arrive() {
    let mut game = Sensed::new(51, 2);
    let (mut worst, mut sum) = (0.0_f64, 0.0);
    for state in 0..STATES {
        game.begin();
        let place = Player::place(if state % 2 == 0 { Left } else { Right }, 2);
        let goal = Vec2::new(game.uniform(-45.0, 45.0), game.uniform(-28.0, 28.0));
        let how = GoToPoint { threshold: 0.7, power: 100.0, save_recovery: true };
        let mut arrived = false;
        for _ in 0..220 {
            let world = game.model(place);
            let knows = world.me.position_count < UNKNOWN;
            let body = if knows { go_to_point(&world, goal, how) } else { scan_field(&world).body };
            let neck = knows.then(|| turn_neck_to(&world, Neck::ScanField));
            arrived = knows && !body.is_success;
            if arrived {
                break;
            }
            game.play(place, body.command, neck);
        }
        assert!(arrived, "still on the way to {goal:?} from {:?}", game.truth(place));
        (0..8).for_each(|_| game.play(place, None, None));
        let off = game.truth(place).distance(goal);
        worst = worst.max(off);
        sum += off;
    }
    let mean = sum / STATES as f64;
    println!("off by {mean} m in the mean, {worst} at most");
    assert!(worst < 1.5 && mean < 0.6, "{worst} {mean}");
}

/// A player who does not know where the ball is finds it by scanning, wherever it lies and
/// whichever way they face.
#[test]
fn scanning_finds_the_ball() {
    let mut game = Sensed::new(52, 2);
    let mut cycles = [0_usize; 40];
    for state in 0..STATES {
        game.begin();
        let place = Player::place(if state % 2 == 0 { Left } else { Right }, 2);
        let found = (0..40).find(|_| {
            let world = game.model(place);
            if world.ball.counts.position < UNKNOWN {
                return true;
            }
            let look = scan_field(&world);
            let view = look.view.map(|width| Command::ChangeView(width, None));
            if let Some(view) = view {
                game.world.stadium().act(place, view);
            }
            game.play(place, look.body.command, look.neck);
            false
        });
        cycles[found.unwrap_or_else(|| panic!("the ball is not found in state {state}"))] += 1;
        game.world.stadium().act(place, Command::ChangeView(ViewWidth::Normal, None));
    }
    println!("{cycles:?}");
    assert!(cycles[..12].iter().sum::<usize>() * 100 > STATES * 99, "{cycles:?}");
}

/// A head that scans the field knows more of the players than one that looks straight on.
#[test]
fn scanning_heads_see_more_players() {
    let mut mean = [0.0; 2];
    for scans in [false, true] {
        let mut game = Sensed::new(53, 11);
        game.begin();
        let (mut sum, mut count) = (0.0, 0.0);
        let place = Player::place(Left, 5);
        for cycle in 0..1_000 {
            let world = game.model(place);
            let knows = world.me.position_count < UNKNOWN;
            let neck = (scans && knows).then(|| turn_neck_to(&world, Neck::ScanField));
            if cycle > 100 {
                let ages = world.others.iter().map(|player| player.counts.position.min(100));
                sum += ages.map(f64::from).sum::<f64>();
                // Players of whom they know nothing count 100.
                sum += 100.0 * (21.0 - world.others.len() as f64).max(0.0);
                count += 21.0;
            }
            game.play(place, Some(Command::Turn(3.0)), neck);
        }
        mean[usize::from(scans)] = sum / count;
    }
    println!("straight on players are {} cycles old, scanning {}", mean[0], mean[1]);
    assert!(mean[1] * 2.0 < mean[0], "{mean:?}");
}

/// When few players are in sight, a scanning head looks in all directions that it can reach, in
/// turn.
#[test]
fn scanning_heads_look_all_around() {
    let mut game = Sensed::new(56, 2);
    game.begin();
    let place = Player::place(Left, 2);
    game.world.stadium().move_player(place, Vec2::ZERO, Some(0.0), None);
    let mut oldest = 0;
    for cycle in 0..STATES {
        let world = game.model(place);
        let knows = world.me.position_count < UNKNOWN;
        let neck = knows.then(|| turn_neck_to(&world, Neck::ScanField));
        if cycle > 60 {
            let looked = world.looked.unwrap();
            let directions = (0..DIRECTIONS).map(|index| index as f64 * DIRECTION_STEP - 180.0);
            let seen = directions.filter(|direction| direction.abs() < 90.0);
            oldest = oldest.max(seen.map(|direction| looked.age(direction)).max().unwrap());
        }
        game.world.game.cycle = 1;
        game.play(place, None, neck);
    }
    println!("directions are {oldest} cycles old at most");
    assert!(oldest < 60, "{oldest}");
}

/// Players who go by what they see reach a rolling ball and can kick it.
#[test]
fn players_who_see_get_the_ball() {
    let mut game = Sensed::new(54, 2);
    let mut delays = std::collections::BTreeMap::<i64, usize>::new();
    for state in 0..STATES {
        game.begin();
        let place = Player::place(if state % 2 == 0 { Left } else { Right }, 2);
        let at = game.world.game.players[place].position;
        let direction = game.uniform(-PI, PI);
        let ball = at + Vec2::polar(game.uniform(3.0, 20.0), direction);
        let ball = Vec2::new(ball.x.clamp(-45.0, 45.0), ball.y.clamp(-28.0, 28.0));
        let moves = Vec2::polar(game.uniform(0.0, 0.8), direction + game.uniform(-2.0, 2.0));
        game.world.stadium().move_ball(ball, moves);
        // They look at the ball for some cycles first.
        for _ in 0..4 {
            let world = game.model(place);
            let look =
                body_neck_to_point(&world, ball * game.world.game.players[place].side.sign());
            game.play(place, look.body.command, look.neck);
        }
        let full = WorldModel::full(game.world.rules(), &game.world.game, place).reach().me;
        if full > 60 {
            continue;
        }
        let mut cycles = 0;
        while !game.world.game.can_kick(game.world.rules(), place) && cycles < 150 {
            let world = game.model(place);
            let body = intercept_ball(&world, Intercept::default());
            let neck = turn_neck_to(&world, Neck::Ball);
            game.play(place, body.command, Some(neck));
            cycles += 1;
            if game.world.game.mode != PlayMode::PlayOn {
                break;
            }
        }
        if game.world.game.mode == PlayMode::PlayOn {
            *delays.entry((cycles as i64 - i64::from(full)).clamp(-5, 20)).or_default() += 1;
        }
    }
    println!("{delays:?}");
    let all: usize = delays.values().sum();
    let late: usize = delays.range(6..).map(|(_, count)| count).sum();
    assert!(all > 6_000 && late * 50 < all, "{delays:?}");
}

/// Every skill gives finite commands to players who know only what they have seen, in 10,000 states
/// of games between whole teams.
#[test]
fn skills_of_players_who_see_are_finite() {
    let mut game = Sensed::new(55, 11);
    let planner = Planner::default();
    let mut asked = 0;
    for cycle in 0..STATES / PLAYERS + 1 {
        if cycle % 40 == 0 {
            game.begin();
        }
        let mut commands = Vec::new();
        for place in 0..PLAYERS {
            let world = game.model(place);
            let home = Vec2::new(-10.0, 5.0);
            let play = if world.me.can_kick {
                Play::body(offensive_plan(&world, &planner))
            } else if world.me.is_goalie {
                goalie(&world)
            } else {
                basic_move(&world, home, false)
            };
            let (neck, view) = play.eyes(&world);
            let told = communication(&world);
            assert!(told.attends.is_none_or(|unum| (1..=11).contains(&unum)));
            for (index, _) in world.others.iter().enumerate() {
                let mark = mark(&world, index, 100.0);
                assert!(mark.command.is_none_or(|command| command.is_finite()));
            }
            let view = view.map(|width| Command::ChangeView(width, None));
            let all = [play.body.command, neck, view];
            assert!(all.iter().flatten().all(Command::is_finite), "{all:?}");
            commands.push((place, all));
            asked += 1;
        }
        let mut stadium = game.world.stadium();
        for (place, all) in commands {
            for command in all.into_iter().flatten() {
                stadium.act(place, command);
            }
        }
        stadium.step();
        game.world.messages.clear();
        game.world.sense();
        if game.world.game.mode != PlayMode::PlayOn {
            game.begin();
        }
    }
    assert!(asked >= STATES);
}
