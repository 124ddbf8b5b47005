//! Compares what players know from their senses with the truth, over whole games.

use rcssgym::disc::memory::{Minds, NEVER};
use rcssgym::disc::*;
use std::sync::Arc;

/// A game of 22 players who run about, chase the ball, play it and look around.
pub struct Match {
    pub world: World,
    random: Random,
}

impl Match {
    pub fn new(seed: u64, version: u8) -> Self {
        let server = ServerParameters::default();
        let rules = Rules::new(server, PlayerParameters::default(), None, seed).unwrap();
        let mut world = World::new(Arc::new(rules), seed);
        for team in ["Left", "Right"] {
            for unum in 1..=11 {
                world.join(team, unum == 1).unwrap();
            }
        }
        for place in 0..PLAYERS {
            world.stadium().move_player(place, home(place), None, None);
        }
        referee::start(&mut world.stadium());
        referee::change_mode(&mut world.stadium(), PlayMode::PlayOn);
        world.open_senses(seed, version, true);
        Self { world, random: Random::new(seed ^ 77) }
    }

    /// Returns what a player does by the true state: they chase the ball if it is near, and run
    /// about otherwise.
    fn command(&mut self, place: usize) -> Command {
        let (random, stadium) = (&mut self.random, self.world.stadium());
        let player = stadium.game.players[place];
        let to_ball = stadium.game.ball.position - player.position;
        if stadium.can_kick(place) {
            return Command::Kick(random.uniform(20.0, 100.0), random.uniform(-180.0, 180.0));
        }
        let near = to_ball.length() < 8.0;
        let home = home(place) + stadium.game.ball.position * 0.4 - player.position;
        let wish = if near { to_ball } else { home };
        let off = (wish.direction() - player.body).to_degrees();
        let off = (off + 540.0).rem_euclid(360.0) - 180.0;
        match random.below(10) {
            0..2 if off.abs() > 20.0 => Command::Turn(off),
            2 => Command::Turn(random.uniform(-180.0, 180.0)),
            _ => Command::Dash(random.uniform(30.0, 100.0), 0.0),
        }
    }

    fn play(&mut self) {
        for place in 0..PLAYERS {
            let command = self.command(place);
            let looks = self.random.uniform(-60.0, 60.0);
            let wide = [ViewWidth::Narrow, ViewWidth::Normal, ViewWidth::Wide];
            let width = wide[self.random.below(3) as usize];
            let changes = self.random.below(20) == 0;
            let mut stadium = self.world.stadium();
            stadium.act(place, command);
            stadium.act(place, Command::TurnNeck(looks));
            if changes {
                stadium.act(place, Command::ChangeView(width, None));
            }
        }
        self.world.stadium().step();
        self.world.messages.clear();
    }

    pub fn step(&mut self) {
        self.play();
        self.world.sense();
    }

    /// Makes a step; `show` gets the world for each player before the players sense.
    fn step_with(&mut self, mut show: impl FnMut(&World, usize)) {
        self.play();
        (0..PLAYERS).for_each(|place| show(&self.world, place));
        self.world.sense();
    }
}

/// Returns the home position of a player.
fn home(place: usize) -> Vec2 {
    let (row, column) = ((place % 11) / 4, place % 11 % 4);
    let own = Vec2::new(-40.0 + 16.0 * row as f64, -24.0 + 16.0 * column as f64);
    own * if place < 11 { 1.0 } else { -1.0 }
}

/// Errors of one kind: number, sum, sum of squares, largest.
#[derive(Clone, Copy, Default)]
pub struct Errors {
    count: f64,
    sum: [f64; 2],
    squares: f64,
    most: f64,
}

impl Errors {
    pub fn add(&mut self, off: Vec2) {
        self.count += 1.0;
        self.sum[0] += off.x;
        self.sum[1] += off.y;
        self.squares += off.length2();
        self.most = self.most.max(off.length());
    }

    /// Root mean square, of both coordinates together.
    pub fn rms(&self) -> f64 {
        (self.squares / self.count).sqrt()
    }

    /// Returns the length of the mean, and how large it may be by chance (three standard
    /// deviations).
    pub fn bias(&self) -> (f64, f64) {
        let mean = Vec2::new(self.sum[0], self.sum[1]) / self.count;
        (mean.length(), 3.0 * self.rms() / self.count.sqrt())
    }
}

fn turned(angle: f64) -> f64 {
    (angle.to_degrees() + 540.0).rem_euclid(360.0) - 180.0
}

/// Errors of what players know in a game, by distance: 5 m per bin, and a last bin for everything
/// farther away.
#[derive(Default)]
struct Statistics {
    own: Errors,
    velocity: Errors,
    heading: Errors,
    ball: [Errors; 8],
    ball_velocity: [Errors; 8],
    others: [Errors; 8],
    others_velocity: [Errors; 8],
    bodies: Errors,
    lost: u32,
    all: u32,
}

fn bin(distance: f64) -> usize {
    ((distance / 5.0) as usize).min(7)
}

impl Statistics {
    fn add(&mut self, game: &Game, minds: &Minds) {
        for (player, memory) in game.players.iter().zip(&minds.memories) {
            let own = &memory.own;
            self.all += 1;
            self.lost += u32::from(own.pos_count == NEVER);
            if own.pos_count > 0 {
                continue;
            }
            self.own.add(own.position - player.position);
            self.velocity.add(own.velocity - player.velocity);
            let heading = turned(own.heading() - player.body - player.neck);
            self.heading.add(Vec2::new(heading, 0.0));
            let along = |place: Vec2, off: Vec2| off.rotated(-(place - own.position).direction());
            let ball = &memory.ball;
            if ball.pos_count == 0 {
                let at = bin(ball.position.distance(own.position));
                self.ball[at].add(along(ball.position, ball.position - game.ball.position));
                if ball.seen_vel_count == 0 {
                    self.ball_velocity[at].add(ball.velocity - game.ball.velocity);
                }
            }
            for (other, truth) in memory.players().zip(&game.players) {
                // A player who is seen without their number may be mistaken for another one.
                if other.unum_count > 0 || other.pos_count > 0 {
                    continue;
                }
                let at = bin(other.position.distance(own.position));
                self.others[at].add(along(other.position, other.position - truth.position));
                self.others_velocity[at].add(other.velocity - truth.velocity);
                self.bodies.add(Vec2::new(turned(other.body - truth.body), 0.0));
            }
        }
    }
}

/// A table of `docs/disc-senses.md`.
fn show(version: u8, statistics: &Statistics) {
    let of = |errors: &Errors| format!("{:.3} ({:.3})", errors.rms(), errors.bias().0);
    println!(
        "version {version}: own position {}, velocity {}, head {} degrees, bodies {} degrees",
        of(&statistics.own),
        of(&statistics.velocity),
        of(&statistics.heading),
        of(&statistics.bodies)
    );
    for at in 0..8 {
        println!(
            "| {} | {} | {} | {} | {} |",
            at * 5,
            of(&statistics.ball[at]),
            of(&statistics.ball_velocity[at]),
            of(&statistics.others[at]),
            of(&statistics.others_velocity[at])
        );
    }
}

#[test]
fn what_players_know_is_near_the_truth_and_has_no_bias() {
    for version in [19, 13] {
        let mut statistics = Statistics::default();
        for seed in 0..3 {
            let mut game = Match::new(seed, version);
            for _ in 0..1500 {
                game.step();
                statistics.add(&game.world.game, game.world.minds.as_ref().unwrap());
            }
        }
        show(version, &statistics);
        let Statistics { own, velocity, heading, bodies, .. } = &statistics;
        assert!(own.rms() < 0.1 && own.bias().0 < 0.003, "{version}: own {}", own.rms());
        assert!(velocity.rms() < 0.02 && velocity.bias().0 < 0.001, "{version}");
        assert!(heading.rms() < 0.5 && heading.bias().0 < 0.02, "{version}: {}", heading.rms());
        assert!(bodies.rms() < 0.6 && bodies.bias().0 < 0.05, "{version}: {}", bodies.rms());
        assert!(f64::from(statistics.lost) < 0.005 * f64::from(statistics.all), "{version}");
        for at in 0..8 {
            // Distances are quantized in steps of 10 %, which gives 2.9 %. The last bin contains
            // everything farther away.
            let far = if at == 7 { 60.0 } else { 5.0 * (at as f64 + 1.0) };
            for (name, errors) in [("ball", statistics.ball[at]), ("other", statistics.others[at])]
            {
                assert!(errors.count > 50.0, "{version} {name} {at}: {}", errors.count);
                assert!(
                    errors.rms() < 0.1 + 0.032 * far,
                    "{version} {name} {at}: {}",
                    errors.rms()
                );
                let (bias, chance) = errors.bias();
                assert!(bias < 0.012 * far + 1.5 * chance, "{version} {name} {at}: {bias}");
            }
            let moving = statistics.others_velocity[at];
            assert!(moving.rms() < 0.03 + 0.01 * far, "{version} {at}: {}", moving.rms());
            assert!(moving.bias().0 < 0.01 + moving.bias().1, "{version} {at}");
        }
    }
}

#[test]
fn ages_count_the_cycles_since_something_was_seen() {
    let mut game = Match::new(5, 19);
    // For each player, the cycle in which they last saw the ball, and the one in which they last
    // saw the number of each other player.
    let mut last = [[None; PLAYERS + 1]; PLAYERS];
    let mut checked = 0;
    for now in 1..=400_u16 {
        let before = game.world.senses.clone().unwrap();
        game.step_with(|world, own| {
            let rules = world.rules().clone();
            let mut senses = before.clone();
            senses.step(&rules);
            if senses.cycle(&world.game.players[own], own) == 0 {
                return;
            }
            let sight = senses.eye(&rules, &world.game, own, None).look();
            if sight.ball.is_some() {
                last[own][PLAYERS] = Some(now);
            }
            for seen in &sight.players {
                if let (Some(side), Some(unum)) = (seen.side, seen.unum) {
                    last[own][Player::place(side, unum)] = Some(now);
                }
            }
        });
        for (own, memory) in game.world.minds.as_ref().unwrap().memories.iter().enumerate() {
            let age = |at: usize| last[own][at].map_or(NEVER, |then| now - then);
            assert_eq!(memory.ball.seen_pos_count, age(PLAYERS), "{now} {own}: ball");
            for (other, player) in memory.players().enumerate() {
                assert_eq!(player.unum_count, age(other), "{now} {own}: {other}");
                assert!(
                    player.pos_count >= player.seen_pos_count
                        && player.seen_pos_count <= age(other)
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 100_000);
}

/// A player who looks where they believe another one to be, and sees nobody, knows after two looks
/// that the other one is not there.
#[test]
fn who_is_not_where_expected_is_lost() {
    let mut game = Match::new(3, 19);
    for place in 0..PLAYERS {
        game.world.stadium().move_player(place, home(place), Some(0.0), None);
    }
    game.world.stadium().move_player(4, Vec2::new(-20.0, 0.0), Some(0.0), Some(Vec2::ZERO));
    game.world.stadium().move_player(15, Vec2::new(-8.0, 2.0), Some(0.0), Some(Vec2::ZERO));
    game.world.stadium().move_ball(Vec2::new(-12.0, -1.0), Vec2::ZERO);
    let wait = |game: &mut Match, cycles: usize| {
        for _ in 0..cycles {
            game.world.stadium().step();
            game.world.sense();
        }
    };
    wait(&mut game, 4);
    let memory = |game: &Match| game.world.minds.as_ref().unwrap().memories[4].clone();
    let known = memory(&game);
    assert!(known.player(15).pos_count < 2 && known.ball.pos_count < 2);
    assert!(known.player(15).position.distance(Vec2::new(-8.0, 2.0)) < 1.0);
    game.world.stadium().move_player(15, Vec2::new(-45.0, 20.0), None, None);
    game.world.stadium().move_ball(Vec2::new(-45.0, -20.0), Vec2::ZERO);
    wait(&mut game, 2);
    let known = memory(&game);
    assert_eq!((known.player(15).ghost_count, known.ball.ghost_count), (1, 1));
    assert!(known.ball.pos_count < NEVER);
    wait(&mut game, 2);
    let known = memory(&game);
    assert_eq!((known.player(15).pos_count, known.ball.pos_count), (NEVER, NEVER));
    assert!(known.player(15).seen_pos_count < 10, "knows when the player was seen");
}

#[test]
fn sensing_changes_nothing_in_the_game() {
    let mut sensed = Match::new(9, 19);
    let mut blind = Match::new(9, 19);
    blind.world.senses = None;
    blind.world.minds = None;
    for _ in 0..200 {
        sensed.step();
        blind.step();
    }
    for player in &mut blind.world.game.players {
        player.felt = 0;
    }
    assert_eq!(sensed.world.game, blind.world.game);
}
