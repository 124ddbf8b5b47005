//! When other players reach the ball: turns, then dashes at full power.

use super::super::angle;
use super::super::own_motion::top_speed;
use super::super::world_model::{PlayerView, WorldModel, after};
use super::{NEVER, margin, turn_cycles};
use crate::disc::{PlayerType, ServerParameters, Vec2, pitch};
use arrayvec::ArrayVec;

/// Directions that differ by less need no turn, degrees.
const STRAIGHT: f64 = 15.0;
/// Mates are taken to reach less far than they do, m.
const DOUBT: f64 = 0.2;
/// For how many cycles of an old position a player is taken to have run already.
const BONUS: u16 = 3;
/// Older positions tell nothing.
const OLDEST: u16 = 15;
/// Nearer than this, a player may run backwards instead of turning round, m.
const BACKWARDS: f64 = 10.0;
/// Cycles of the ball's way that are looked at, and after which a player stands still.
const CYCLES: usize = 50;
const REST: u32 = 100;
/// Slower than this, the ball stands after some cycles, m/cycle.
const STANDS: f64 = 0.005;
const STANDS_AFTER: usize = 10;
/// How far beyond the pitch the ball still counts, m.
const BEYOND: f64 = 5.0;
/// By how much he gets faster in a cycle who is as fast as he ever is, m/cycle.
const SETTLED: f64 = 1e-5;
/// What is missing of a distance that is as good as run, m.
const AS_GOOD: f64 = 0.001;

/// Where the ball is in this and the coming cycles, if nobody plays it; the direction of its way,
/// and its speed at most.
#[derive(Clone, Debug)]
pub(crate) struct BallPath(ArrayVec<Vec2, CYCLES>, Vec2, f64);

impl BallPath {
    pub(super) fn of(world: &WorldModel) -> Self {
        Self::moving(world, world.ball.velocity)
    }

    /// Of a ball that stays where it is.
    pub(super) fn at_rest(world: &WorldModel) -> Self {
        Self::moving(world, Vec2::ZERO)
    }

    fn moving(world: &WorldModel, moves: Vec2) -> Self {
        let (mut at, mut velocity) = (world.ball.position, moves);
        let mut path = ArrayVec::new();
        for cycle in 0..CYCLES {
            path.push(at);
            if cycle >= STANDS_AFTER && velocity.length2() < STANDS * STANDS {
                break;
            }
            at += velocity;
            velocity *= world.rules.server.ball_decay;
            let is_out = |value: f64, most: f64| value.abs() > most + BEYOND;
            if is_out(at.x, pitch::HALF_LENGTH) || is_out(at.y, pitch::HALF_WIDTH) {
                break;
            }
        }
        let length = moves.length();
        let along = if length > 0.0 { moves * (1.0 / length) } else { Vec2::new(1.0, 0.0) };
        Self(path, along, length)
    }

    /// The path of a ball that stays at a place for some cycles and then goes with a velocity, so
    /// far as it is inside the surroundings of the pitch, for at most so many cycles.
    pub(crate) fn along(
        server: &ServerParameters,
        from: Vec2,
        velocity: Vec2,
        delay: u32,
        cycles: u32,
    ) -> Self {
        let (mut at, mut moves) = (from, velocity);
        let mut path = ArrayVec::new();
        for cycle in 0..=(cycles as usize).min(CYCLES - 1) {
            path.push(at);
            if cycle >= delay as usize {
                at += moves;
                moves *= server.ball_decay;
            }
            let is_out = |value: f64, most: f64| value.abs() > most + BEYOND;
            if is_out(at.x, pitch::HALF_LENGTH) || is_out(at.y, pitch::HALF_WIDTH) {
                break;
            }
        }
        let length = velocity.length();
        let along = if length > 0.0 { velocity * (1.0 / length) } else { Vec2::new(1.0, 0.0) };
        Self(path, along, length)
    }

    /// Where the ball is in each cycle.
    pub(crate) fn places(&self) -> &[Vec2] {
        &self.0
    }

    /// The last place, and its cycle.
    fn last(&self) -> (Vec2, u32) {
        (self.0.last().copied().unwrap_or(Vec2::ZERO), self.0.len().saturating_sub(1) as u32)
    }
}

/// Cycles until a player reaches the ball if he goes for it at full power; [`NEVER`] if nothing is
/// known of him.
pub fn steps_of(world: &WorldModel, player: &PlayerView) -> u32 {
    steps_on(world, &BallPath::of(world), player)
}

/// The same, on a known path.
pub(super) fn steps_on(world: &WorldModel, path: &BallPath, player: &PlayerView) -> u32 {
    if player.counts.position >= OLDEST {
        return NEVER;
    }
    let reach = player.own.kickable_area(world.rules.server.ball_size);
    if player.position.distance(world.ball.position) < reach && !player.is_tackling {
        return 0;
    }
    let doubt = if player.is_ours == Some(true) { DOUBT } else { 0.0 };
    let runner = Runner::of(world, player, reach - doubt);
    let steps = runner.steps(path, |_| true);
    if !player.is_goalie {
        return steps;
    }
    let area = super::super::goalie::sure_catch(&world.rules.server, player.own) - doubt;
    let inside = |ball: Vec2| {
        ball.x.abs() >= pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH
            && ball.y.abs() <= pitch::PENALTY_AREA_HALF_WIDTH
    };
    steps.min(Runner { area, ..runner }.steps(path, inside))
}

/// The first cycle in which a player can reach the ball on a path, if he can at all; `bonus`: by
/// how much farther than he is taken to reach otherwise, m.
pub(crate) fn first_on(
    world: &WorldModel,
    path: &BallPath,
    player: &PlayerView,
    bonus: f64,
) -> Option<u32> {
    if player.counts.position >= OLDEST {
        return None;
    }
    let server = &world.rules.server;
    let reach = player.own.kickable_area(server.ball_size);
    let doubt = if player.is_ours == Some(true) { DOUBT } else { 0.0 };
    let runner = Runner::of(world, player, reach - doubt + bonus);
    let kick = runner.first(path, |_| true);
    if !player.is_goalie {
        return kick;
    }
    let area = super::super::goalie::sure_catch(server, player.own) - doubt + bonus;
    let side = if player.is_ours == Some(true) { -1.0 } else { 1.0 };
    let inside = |ball: Vec2| {
        side * ball.x >= pitch::HALF_LENGTH - pitch::PENALTY_AREA_LENGTH
            && ball.y.abs() <= pitch::PENALTY_AREA_HALF_WIDTH
    };
    let caught = Runner { area, ..runner }.first(path, inside);
    kick.into_iter().chain(caught).min()
}

/// Somebody who runs for the ball.
struct Runner<'a> {
    server: &'a ServerParameters,
    player: &'a PlayerView<'a>,
    area: f64,
    fastest: f64,
    /// Cycles that he has run already, and in which he cannot.
    bonus: u32,
    penalty: u32,
    stretch: Stretch,
}

/// How far a player runs from standing at full power in so many cycles, until he is as fast as he
/// ever is; and his speed then.
#[derive(Clone)]
struct Stretch(ArrayVec<f64, { CYCLES + 1 }>, f64);

impl Stretch {
    fn of(server: &ServerParameters, own: &PlayerType) -> Self {
        let push = own.effort_max * server.max_dash_power * own.dash_power_rate;
        let push = push.min(server.player_accel_max);
        let (mut far, mut speed) = (0.0, 0.0_f64);
        let mut stretch = ArrayVec::new();
        stretch.push(far);
        for _ in 0..CYCLES {
            let before = speed;
            speed = (speed * own.player_decay + push).min(own.player_speed_max);
            far += speed;
            stretch.push(far);
            if speed - before < SETTLED {
                break;
            }
        }
        Self(stretch, speed)
    }

    /// Whether he runs so far in so many cycles.
    fn reaches(&self, distance: f64, cycles: u32) -> bool {
        if distance <= AS_GOOD {
            return true;
        }
        let last = self.0.len() - 1;
        let more = f64::from(cycles) - last as f64;
        let far = match self.0.get(cycles as usize) {
            Some(far) => *far,
            None => self.0[last] + more * self.1,
        };
        far >= distance - AS_GOOD
    }
}

impl<'a> Runner<'a> {
    fn of(world: &'a WorldModel, player: &'a PlayerView<'a>, area: f64) -> Self {
        let server = &world.rules.server;
        let lasts = (server.tackle_cycles.max(0) as u32).saturating_sub(2);
        Self {
            server,
            player,
            area,
            fastest: top_speed(server, player.own),
            bonus: u32::from(player.counts.position.min(BONUS)),
            penalty: if player.is_tackling { lasts } else { 0 },
            stretch: Stretch::of(server, player.own),
        }
    }

    /// Cycles to the ball at places that count.
    fn steps(&self, path: &BallPath, counts: impl Fn(Vec2) -> bool) -> u32 {
        let counts_at = &counts;
        let (end, last) = path.last();
        let first = self.first_step(path);
        if first > last {
            return self.steps_to_end(end, last);
        }
        // The last place is where the ball ends, for who comes late.
        match self.search(path, first, last, counts_at) {
            Some(steps) => steps,
            None if counts(end) => self.steps_to_end(end, last),
            None => NEVER,
        }
    }

    /// The first cycle in which he can be at the ball on a path.
    fn first(&self, path: &BallPath, counts: impl Fn(Vec2) -> bool) -> Option<u32> {
        let (_, last) = path.last();
        self.search(path, self.first_step(path), last + 1, &counts)
    }

    /// The first cycle, before `end`, in which he can be at the ball on a path.
    fn search(
        &self,
        path: &BallPath,
        first: u32,
        end: u32,
        counts: &impl Fn(Vec2) -> bool,
    ) -> Option<u32> {
        let mut steps = first;
        while steps < end {
            let ball = path.0[steps as usize];
            let missing = self.missing(ball, steps);
            if missing > 0.0 {
                // Both come nearer by so much in a cycle at most.
                let nearer = self.fastest + path.2;
                steps = steps.saturating_add(((missing / nearer) as u32).max(1));
                continue;
            }
            if counts(ball) && self.reaches(ball, steps) {
                return Some(steps);
            }
            steps += 1;
        }
        None
    }

    /// Before this cycle he cannot even be on the ball's way.
    fn first_step(&self, path: &BallPath) -> u32 {
        let Some(&ball) = path.0.first() else { return 0 };
        let (gap, along) = (self.player.position - ball, path.1);
        let off = (gap.y * along.x - gap.x * along.y).abs();
        let steps = ((off - self.area).max(0.3) / self.fastest).floor() as u32;
        steps.saturating_add(self.penalty).saturating_sub(self.bonus)
    }

    /// How much farther the ball is than he could possibly reach, m.
    fn missing(&self, ball: Vec2, steps: u32) -> f64 {
        let time = f64::from(steps + self.bonus) - f64::from(self.penalty);
        let far = self.area + self.fastest * time + 0.5;
        (self.player.position - ball).length() - far
    }

    fn reaches(&self, ball: Vec2, steps: u32) -> bool {
        let gap = ball - self.free(steps);
        let run = gap.length() - self.area;
        // Turns only make it later.
        let runs = |time: Option<u32>| time.is_some_and(|time| self.stretch.reaches(run, time));
        if !runs((steps + self.bonus).checked_sub(self.penalty)) {
            return false;
        }
        let turns = self.turns(gap);
        if steps < turns + self.penalty {
            return false;
        }
        let bonus = self.bonus.saturating_sub(turns);
        (run < 0.0 && steps > self.penalty)
            || runs((steps + bonus).checked_sub(turns + self.penalty))
    }

    /// Cycles with so many turns and dashes.
    fn cycles(&self, turns: u32, dashes: u32) -> u32 {
        let bonus = self.bonus.saturating_sub(turns);
        (turns + dashes + self.penalty).saturating_sub(bonus)
    }

    fn steps_to_end(&self, end: Vec2, last: u32) -> u32 {
        let gap = end - self.free(REST);
        let run = gap.length() - self.area;
        if run < 0.0 && last > self.penalty {
            return last;
        }
        self.cycles(self.turns(gap), cycles_to_run(self.server, self.player.own, run)).max(last)
    }

    /// Where he is if he does nothing.
    fn free(&self, steps: u32) -> Vec2 {
        let decay = self.player.own.player_decay;
        after(self.player.position, self.player.velocity, decay, steps + self.bonus)
    }

    fn turns(&self, gap: Vec2) -> u32 {
        let distance = gap.length();
        if distance <= self.area {
            return 0;
        }
        let off = angle::from_to(self.player.body, angle::of(gap)).abs();
        let runs_back = distance < BACKWARDS && off > 90.0;
        let off = if runs_back { 180.0 - off } else { off };
        let speed = self.player.velocity.length();
        let speed = speed * self.player.own.player_decay.powi(self.penalty as i32);
        turn_cycles(self.player.own, speed, off, STRAIGHT.max(margin(self.area, distance))).0
    }
}

/// Cycles in which a player of a type runs so far from standing, at full power; at most
/// [`NEVER`].
pub(crate) fn cycles_to_run(server: &ServerParameters, own: &PlayerType, distance: f64) -> u32 {
    if distance <= AS_GOOD {
        return 0;
    }
    let push = own.effort_max * server.max_dash_power * own.dash_power_rate;
    let push = push.min(server.player_accel_max);
    let (mut far, mut speed) = (0.0, 0.0_f64);
    for cycles in 1..=CYCLES as u32 {
        let before = speed;
        speed = (speed * own.player_decay + push).min(own.player_speed_max);
        far += speed;
        if far >= distance - AS_GOOD {
            return cycles;
        }
        if speed - before < SETTLED {
            // As fast as he ever is.
            let more = ((distance - AS_GOOD - far) / speed).ceil();
            return (f64::from(cycles) + more).min(f64::from(NEVER)) as u32;
        }
    }
    let more = ((distance - AS_GOOD - far) / speed).ceil();
    (CYCLES as f64 + more).min(f64::from(NEVER)) as u32
}
