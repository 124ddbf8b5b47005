//! How far and how soon players run, in closed form.

use crate::disc::power::whole_power;
use crate::disc::{PlayerType, Rules, Vec2};
use std::sync::LazyLock;

/// How far ahead runs are computed, cycles.
pub(super) const HORIZON: usize = 100;
/// Stands for the number of cycles of a player who never arrives.
pub(super) const NEVER: u32 = 1000;
/// Directions that differ by less need no turn, degrees.
const STRAIGHT: f64 = 15.0;

/// The figures of a player's type that decide how they run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runner {
    /// The speed that full dashes lead to, m/cycle.
    pub top: f64,
    decay: f64,
    /// How far they stay behind a player who runs at top speed from the first cycle, m.
    lag: f64,
    inertia: f64,
    /// How far from their centre they can kick, m.
    pub reach: f64,
}

impl Runner {
    /// Returns the runner of a type, at full effort.
    pub fn new(rules: &Rules, own: &PlayerType) -> Self {
        let server = &rules.server;
        let push = (server.max_dash_power * own.dash_power_rate * own.effort_max)
            .min(server.player_accel_max);
        let decay = own.player_decay;
        let top = (push / (1.0 - decay)).min(own.player_speed_max);
        Self {
            top,
            decay,
            lag: top * decay / (1.0 - decay),
            inertia: own.inertia_moment,
            reach: own.kickable_area(server.ball_size),
        }
    }

    /// How far goalies catch, m.
    pub fn catch(rules: &Rules) -> f64 {
        rules.server.catchable_area_l.hypot(0.5 * rules.server.catchable_area_w)
    }

    /// How far they get from a standstill in this many cycles, m.
    pub fn run(&self, cycles: u32) -> f64 {
        let cycles = cycles.min(HORIZON as u32);
        self.top * f64::from(cycles) - self.lag * (1.0 - whole_power(self.decay, cycles))
    }

    /// Cycles until they are within `size` of a point.
    pub fn steps_to(&self, who: &Stance, point: Vec2, size: f64) -> u32 {
        self.first(who, 0, size, |_| point)
    }

    /// The first cycle, no earlier than `from`, in which they are within `size` of something that
    /// moves along a path; [`NEVER`] if there is none.
    pub fn first(&self, who: &Stance, from: u32, size: f64, path: impl Fn(usize) -> Vec2) -> u32 {
        let mut power = whole_power(self.decay, from);
        let inertia = who.velocity * (1.0 / (1.0 - self.decay));
        for cycle in from..=HORIZON as u32 {
            let at = who.position + inertia * (1.0 - power);
            let gap = path(cycle as usize) - at;
            let free = self.top * f64::from(cycle) - self.lag * (1.0 - power) + size;
            power *= self.decay;
            let distance2 = gap.length2();
            if distance2 > free * free {
                continue;
            }
            if distance2 <= size * size {
                return cycle;
            }
            let (distance, turns) = (distance2.sqrt(), who.turns_to(gap, distance2));
            if cycle >= turns && self.run(cycle - turns) + size >= distance {
                return cycle;
            }
        }
        NEVER
    }

    /// Where they are in each of the cycles to come if they do nothing, and how far they get from
    /// there by then if they run without a turn.
    pub fn ahead<const N: usize>(&self, who: &Stance) -> ([Vec2; N], [f64; N]) {
        let (mut at, mut free) = ([who.position; N], [0.0; N]);
        let inertia = who.velocity * (1.0 / (1.0 - self.decay));
        let mut power = 1.0;
        for cycle in 0..N {
            at[cycle] = who.position + inertia * (1.0 - power);
            free[cycle] = self.top * cycle as f64 - self.lag * (1.0 - power);
            power *= self.decay;
        }
        (at, free)
    }
}

/// Where and how a player stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stance {
    pub position: Vec2,
    pub velocity: Vec2,
    /// Unit vector of the body's direction.
    ahead: Vec2,
    /// Cosines of the angles for which no, one and two turns suffice.
    turns: [f64; 3],
}

impl Stance {
    /// `body`: degrees.
    pub fn new(position: Vec2, velocity: Vec2, body: f64, runner: &Runner) -> Self {
        static AHEAD: LazyLock<f64> = LazyLock::new(|| STRAIGHT.to_radians().cos());
        let (mut angle, mut speed) = (STRAIGHT, velocity.length());
        let mut turns = [*AHEAD; 3];
        for cosine in &mut turns[1..] {
            angle += 180.0 / (1.0 + runner.inertia * speed);
            speed *= runner.decay;
            *cosine = if angle < 180.0 { angle.to_radians().cos() } else { -2.0 };
        }
        Self { position, velocity, ahead: Vec2::polar(1.0, body.to_radians()), turns }
    }

    /// Cycles in which they turn to face along a gap, whose length is given squared.
    pub fn turns_to(&self, gap: Vec2, length2: f64) -> u32 {
        let along = gap.x * self.ahead.x + gap.y * self.ahead.y;
        // Compares the squares of cosines, with their signs, which needs no root.
        let along2 = along * along.abs();
        let suffices = |cosine: &f64| along2 >= cosine * cosine.abs() * length2;
        self.turns.iter().position(suffices).unwrap_or(self.turns.len()) as u32
    }
}
