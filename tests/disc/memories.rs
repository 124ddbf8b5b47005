//! What players know from their senses, against the truth, over whole games.

use rcssgym::disc::memory::{Minds, NEVER};
use rcssgym::disc::*;
use std::sync::Arc;

/// A game of 22 players who run about, chase the ball, play it and look around.
pub struct Match {
    pub world: World,
    pub minds: Minds,
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
            if version >= 18 {
                world.stadium().act(place, Command::SynchSee);
            }
        }
        referee::start(&mut world.stadium());
        referee::change_mode(&mut world.stadium(), PlayMode::PlayOn);
        let minds = Minds::new(&world.rules().clone(), &world.game, seed, version);
        Self { world, minds, random: Random::new(seed ^ 77) }
    }

    /// What a player does by what is so: he chases the ball if he is near, else runs about.
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

    pub fn step(&mut self) {
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
                stadium.act(place, Command::ChangeView(width, true));
            }
        }
        self.world.stadium().step();
        self.world.messages.clear();
        let rules = self.world.rules().clone();
        self.minds.sense(&rules, &mut self.world.game);
    }
}

/// Where a player plays.
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

    /// Length of the mean, and how much it may be by chance (three deviations).
    pub fn bias(&self) -> (f64, f64) {
        let mean = Vec2::new(self.sum[0], self.sum[1]) / self.count;
        (mean.length(), 3.0 * self.rms() / self.count.sqrt())
    }
}

fn turned(angle: f64) -> f64 {
    (angle.to_degrees() + 540.0).rem_euclid(360.0) - 180.0
}

#[test]
fn memory_statistics() {
    for version in [19, 13] {
        let (mut own, mut heading, mut velocity) = (Errors::default(), Errors::default(), Errors::default());
        let mut ball = [Errors::default(); 8];
        let mut ball_v = [Errors::default(); 8];
        let mut others = [Errors::default(); 8];
        let mut others_v = [Errors::default(); 8];
        let mut ages = [Errors::default(); 8];
        let mut own0 = Errors::default(); let mut bad = 0; let (mut lost, mut unknown) = (0, 0);
        for seed in 0..4 {
            let mut game = Match::new(seed, version);
            for _ in 0..1500 {
                game.step();
                for place in 0..PLAYERS {
                    let (memory, player) = (&game.minds.memories[place], &game.world.game.players[place]);
                    if memory.own.pos_count == NEVER { lost += 1; continue; }
                    let e = memory.own.position - player.position;
                    if memory.own.pos_count == 0 { own0.add(e); }
                    if e.length() > 1.0 && bad < 40 { bad += 1; println!("v{version} {seed} cycle {} place {place} off {:?} count {} at {:?} body {:.1} est {:.1}, felt", game.world.game.cycle, e, memory.own.pos_count, player.position, player.body.to_degrees(), memory.own.body.to_degrees()); }
                    own.add(e);
                    velocity.add(memory.own.velocity - player.velocity);
                    heading.add(Vec2::new(turned(memory.own.heading() - player.body - player.neck), 0.0));
                    let gap = game.world.game.ball.position - player.position;
                    let bin = (((memory.ball.position - memory.own.position).length() / 5.0) as usize).min(7);
                    let turn = |off: Vec2, gap: Vec2| off.rotated(-gap.direction());
                    if memory.ball.pos_count == 0 {
                        ball[bin].add(turn(memory.ball.position - game.world.game.ball.position, gap));
                        if memory.ball.vel_count == 0 {
                            ball_v[bin].add(memory.ball.velocity - game.world.game.ball.velocity);
                        }
                    }
                    unknown += memory.unknown.len();
                    for (index, other) in memory.players.iter().enumerate() {
                        let true_other = &game.world.game.players[index];
                        let gap = true_other.position - player.position;
                        let bin = (((other.position - memory.own.position).length() / 5.0) as usize).min(7);
                        let off = other.position - true_other.position;
                        if other.pos_count == 0 {
                            others[bin].add(turn(off, gap));
                            if other.seen_vel_count == 0 { others_v[bin].add(other.velocity - true_other.velocity); }
                        } else if other.pos_count < NEVER {
                            ages[(other.pos_count as usize).min(28) / 4].add(off);
                        }
                    }
                }
            }
        }
        println!("version {version}: lost {lost} unknown {unknown}");
        let show = |name: &str, e: &Errors| println!("{name}: n {} rms {:.3} max {:.2} bias {:.4} ({:.4}) ({:.4} {:.4})", e.count, e.rms(), e.most, e.bias().0, e.bias().1, e.sum[0]/e.count, e.sum[1]/e.count);
        show("own", &own); show("own seen", &own0); show("heading", &heading); show("velocity", &velocity);
        for (i, e) in ball.iter().enumerate() { show(&format!("ball {}", i * 5), e); }
        for (i, e) in ball_v.iter().enumerate() { show(&format!("ball v {}", i * 5), e); }
        for (i, e) in others.iter().enumerate() { show(&format!("players {}", i * 5), e); }
        for (i, e) in others_v.iter().enumerate() { show(&format!("players v {}", i * 5), e); }
        for (i, e) in ages.iter().enumerate() { show(&format!("players age {}", i * 4), e); }
    }
}
