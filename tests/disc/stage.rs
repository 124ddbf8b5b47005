//! A game that a test directs: where players stand, what they do, and what random draws result in.

use rcssgym::disc::parameters::Value;
use rcssgym::disc::*;
use std::sync::Arc;

pub use Side::{Left, Right};

/// A test's answers to random draws of the rules.
#[derive(Default)]
pub struct Fate {
    pub events: Vec<(Lot, bool)>,
    pub points: Vec<(Lot, Vec2)>,
    /// The draws requested so far: lot, place, probability.
    pub asked: Vec<(Lot, Option<usize>, f64)>,
}

impl Answers for Fate {
    fn event(&mut self, lot: Lot, player: Option<usize>, probability: f64) -> Option<bool> {
        self.asked.push((lot, player, probability));
        self.events.iter().find(|(own, _)| *own == lot).map(|&(_, happens)| happens)
    }
    fn number(&mut self, lot: Lot, player: Option<usize>) -> Option<f64> {
        self.asked.push((lot, player, 0.0));
        None
    }
    fn point(&mut self, lot: Lot, player: Option<usize>) -> Option<Vec2> {
        self.asked.push((lot, player, 0.0));
        self.points.iter().find(|(own, _)| *own == lot).map(|&(_, point)| point)
    }
}

pub struct Stage {
    pub world: World,
    pub fate: Fate,
}

impl Stage {
    /// Two teams of four with goalies as number 1, no noise; parameters by name.
    pub fn with(parameters: &[(&str, f64)]) -> Self {
        Self::of_teams(parameters, [4, 4])
    }

    pub fn new() -> Self {
        Self::with(&[])
    }

    pub fn of_teams(parameters: &[(&str, f64)], sizes: [usize; 2]) -> Self {
        let mut server = ServerParameters::default();
        let quiet = ["player_rand", "ball_rand", "kick_rand"].map(|name| (name, 0.0));
        for &(name, value) in quiet.iter().chain(parameters) {
            server.set(name, &Value::Real(value)).unwrap();
        }
        let types = [PlayerType::standard(&server); TYPES];
        let rules = Rules::new(server, PlayerParameters::default(), Some(types), 0).unwrap();
        let names = Arc::new(["A".to_owned(), "B".to_owned()]);
        let world =
            World::with_teams(Arc::new(rules), 7, &Teams { sizes, goalies: [true; 2], names });
        Self { world, fate: Fate::default() }
    }

    /// Restarts the random generator with this seed.
    pub fn reseed(&mut self, seed: u64) {
        self.world.game.random = Random::new(seed);
    }

    /// Makes a stage in play: all players are far from the ball, at the upper side line of their
    /// half.
    pub fn in_play(parameters: &[(&str, f64)]) -> Self {
        let mut stage = Self::with(parameters);
        stage.scatter();
        stage.mode("play_on");
        stage.step(1);
        stage.said();
        stage
    }

    pub fn scatter(&mut self) {
        for side in Side::BOTH {
            for unum in 1..=TEAM as u8 {
                if self.player(side, unum).connected {
                    let x = -side.sign() * (10.0 + 4.0 * f64::from(unum));
                    self.put(side, unum, x, -30.0, 0.0);
                }
            }
        }
    }

    pub fn stadium<T>(&mut self, act: impl FnOnce(&mut Stadium) -> T) -> T {
        let mut stadium = self.world.stadium_with(Some(&mut self.fate));
        act(&mut stadium)
    }

    pub fn mode(&mut self, name: &str) {
        let mode = PlayMode::named(name).unwrap();
        self.stadium(|stadium| referee::change_mode(stadium, mode));
    }

    pub fn now(&self) -> &'static str {
        self.world.game.mode.name()
    }

    pub fn start(&mut self) {
        self.stadium(referee::start);
    }

    pub fn step(&mut self, cycles: usize) {
        for _ in 0..cycles {
            self.stadium(|stadium| stadium.step());
        }
    }

    /// Returns what the referee has said since the last call.
    pub fn said(&mut self) -> Vec<String> {
        self.world.messages.drain(..).map(|message| message.to_string()).collect()
    }

    pub fn ball(&mut self, x: f64, y: f64, vx: f64, vy: f64) {
        self.stadium(|stadium| stadium.move_ball(Vec2::new(x, y), Vec2::new(vx, vy)));
    }

    pub fn put(&mut self, side: Side, unum: u8, x: f64, y: f64, degrees: f64) {
        let (place, rad) = (Player::place(side, unum), degrees.to_radians());
        let at = Vec2::new(x, y);
        self.stadium(|stadium| stadium.move_player(place, at, Some(rad), Some(Vec2::ZERO)));
    }

    pub fn act(&mut self, side: Side, unum: u8, command: Command) {
        self.stadium(|stadium| stadium.act(Player::place(side, unum), command));
    }

    pub fn player(&self, side: Side, unum: u8) -> &Player {
        &self.world.game.players[Player::place(side, unum)]
    }

    pub fn ball_at(&self) -> [f64; 2] {
        let ball = self.world.game.ball.position;
        [ball.x, ball.y]
    }

    pub fn at(&self, side: Side, unum: u8) -> [f64; 2] {
        let position = self.player(side, unum).position;
        [position.x, position.y]
    }

    /// Returns the distance of a player from the ball, m.
    pub fn gap(&self, side: Side, unum: u8) -> f64 {
        self.player(side, unum).position.distance(self.world.game.ball.position)
    }

    pub fn clock(&self) -> [u32; 2] {
        [self.world.game.cycle, self.world.game.stopped]
    }

    pub fn goals(&self) -> [u32; 2] {
        self.world.game.score.map(|score| score.goals)
    }

    /// Puts a player at the left of the ball, facing +x, and lets them kick it.
    pub fn kick(&mut self, side: Side, unum: u8, power: f64, degrees: f64) {
        let [x, y] = self.ball_at();
        self.put(side, unum, x - 0.7, y, 0.0);
        self.act(side, unum, Command::Kick(power, degrees));
    }

    /// Steps until the mode changes; returns how many cycles that took.
    pub fn until_change(&mut self, most: usize) -> usize {
        let before = self.now();
        (1..=most)
            .find(|_| {
                self.step(1);
                self.now() != before
            })
            .unwrap_or_else(|| panic!("{before} lasts longer than {most} cycles"))
    }
}

/// Returns how often something happens in 400 games with different seeds.
pub fn count(happens: impl Fn(u64) -> bool) -> usize {
    (0..400).filter(|&seed| happens(seed)).count()
}

/// Five standard deviations around half of 400.
pub const HALF_OF_400: std::ops::RangeInclusive<usize> = 150..=250;

pub fn near(one: [f64; 2], other: [f64; 2]) {
    let close = one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-6);
    assert!(close, "{one:?} is not {other:?}");
}

/// Returns the number of states that `RCSSGYM_STATES` sets for the long form of a test, or
/// `otherwise`.
pub fn states(otherwise: usize) -> usize {
    let Ok(text) = std::env::var("RCSSGYM_STATES") else { return otherwise };
    text.parse().expect("RCSSGYM_STATES")
}
