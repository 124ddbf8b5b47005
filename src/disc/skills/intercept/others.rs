//! When other players reach the ball: turns, then dashes at full power.

use super::super::angle;
use super::super::own_motion::top_speed;
use super::super::world_model::{PlayerView, WorldModel, after};
use super::stretch::Stretch;
use super::{HORIZON, NEVER, OTHERS_STRAIGHT, straight, turn_per_cycle};
use crate::disc::power::whole_power;
use crate::disc::senses::direction;
use crate::disc::{ServerParameters, Vec2, pitch};
use arrayvec::ArrayVec;
use std::borrow::Cow;

/// By how much the reach of mates is underestimated, m.
const DOUBT: f64 = 0.2;
/// A player whose position is old is assumed to have run since then, for at most this many cycles.
const BONUS: u16 = 3;
/// Positions as old as this are not used, cycles.
const OLDEST: u16 = 15;
/// Nearer than this, a player may run backwards instead of turning round, m.
const BACKWARDS: f64 = 10.0;
/// Cycles of the ball's path that are considered.
const CYCLES: usize = 50;
/// Cycles after which a player stands still.
const REST: u32 = 100;
/// A ball slower than this counts as standing, m/cycle.
const STANDS: f64 = 0.005;
/// No ball counts as standing before this many cycles.
const STANDS_AFTER: usize = 10;
/// How far beyond the pitch the ball still counts, m.
const BEYOND: f64 = 5.0;
/// Angles this near to a value at which a decision changes are computed exactly, degrees. This is
/// more than enough.
const DECIDED: f64 = 1e-4;
const _: () = assert!(DECIDED > 50.0 * 57.3 * direction::DOUBT);

/// Positions of the ball in this and the coming cycles if nobody plays it, the direction of its
/// path, and its highest speed.
#[derive(Clone, Debug)]
pub(crate) struct BallPath(ArrayVec<Vec2, CYCLES>, Vec2, f64);

impl BallPath {
    pub(super) fn of(world: &WorldModel) -> Self {
        Self::moving(world, world.ball.velocity)
    }

    /// The path of a ball that stays where it is.
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

    /// The path of a ball that stays at a place for `delay` cycles and then starts with a velocity.
    /// It ends after `cycles` cycles at the latest, or where the ball leaves the surroundings of
    /// the pitch.
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

/// Cycles until a player reaches the ball if they go for it at full power; [`NEVER`] if nothing is
/// known of them.
pub fn steps_of(world: &WorldModel, player: &PlayerView) -> u32 {
    steps_on(world, &BallPath::of(world), player)
}

/// Does what [`steps_of`] does, on a known path.
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

/// The first cycle in which a player can reach the ball on a path, if they can at all; `bonus`:
/// what is added to their usual reach, m.
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
    player: &'a PlayerView<'a>,
    area: f64,
    fastest: f64,
    /// Cycles that they are assumed to have run already, and cycles in which they cannot run.
    bonus: u32,
    penalty: u32,
    stretch: Cow<'a, Stretch>,
}

impl<'a> Runner<'a> {
    fn of(world: &'a WorldModel, player: &'a PlayerView<'a>, area: f64) -> Self {
        let server = &world.rules.server;
        let lasts = (server.tackle_cycles.max(0) as u32).saturating_sub(2);
        Self {
            player,
            area,
            fastest: top_speed(server, player.own),
            bonus: u32::from(player.counts.position.min(BONUS)),
            penalty: if player.is_tackling { lasts } else { 0 },
            stretch: world.rules.stretch(player.own),
        }
    }

    /// Cycles until they reach the ball at a place that counts.
    fn steps(&self, path: &BallPath, counts: impl Fn(Vec2) -> bool) -> u32 {
        let counts_at = &counts;
        let (end, last) = path.last();
        let first = self.first_step(path);
        if first > last {
            return self.steps_to_end(end, last);
        }
        // The last place is where the ball stays for players who come late.
        match self.search(path, first, last, counts_at) {
            Some(steps) => steps,
            None if counts(end) => self.steps_to_end(end, last),
            None => NEVER,
        }
    }

    /// The first cycle in which they can be at the ball on a path.
    fn first(&self, path: &BallPath, counts: impl Fn(Vec2) -> bool) -> Option<u32> {
        let (_, last) = path.last();
        self.search(path, self.first_step(path), last + 1, &counts)
    }

    /// The first cycle, before `end`, in which they can be at the ball on a path.
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
                // Player and ball approach each other by no more than this in a cycle.
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

    /// The first cycle in which they can be on the line of the ball's path at all.
    fn first_step(&self, path: &BallPath) -> u32 {
        let Some(&ball) = path.0.first() else { return 0 };
        let (gap, along) = (self.player.position - ball, path.1);
        let off = (gap.y * along.x - gap.x * along.y).abs();
        let steps = ((off - self.area).max(0.3) / self.fastest) as u32;
        steps.saturating_add(self.penalty).saturating_sub(self.bonus)
    }

    /// How much farther the ball is than they could possibly reach, m.
    fn missing(&self, ball: Vec2, steps: u32) -> f64 {
        let time = f64::from(steps + self.bonus) - f64::from(self.penalty);
        let far = self.area + self.fastest * time + 0.5;
        (self.player.position - ball).length() - far
    }

    fn reaches(&self, ball: Vec2, steps: u32) -> bool {
        let gap = ball - self.free(steps);
        let run = gap.length() - self.area;
        // Turns can only delay them.
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

    /// Cycles that this many turns and dashes take.
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
        self.cycles(self.turns(gap), self.stretch.cycles_to(run)).max(last)
    }

    /// Where they are if they do nothing.
    fn free(&self, steps: u32) -> Vec2 {
        let decay = self.player.own.player_decay;
        after(self.player.position, self.player.velocity, decay, steps + self.bonus)
    }

    fn turns(&self, gap: Vec2) -> u32 {
        let distance = gap.length();
        if distance <= self.area {
            return 0;
        }
        let margin = straight(OTHERS_STRAIGHT, self.area, distance);
        let nearly = direction::nearly(gap).to_degrees();
        self.decided_turns(nearly, distance, margin, DECIDED)
            .or_else(|| self.decided_turns(angle::of(gap), distance, margin, 0.0))
            .unwrap_or(0)
    }

    /// Turns to a direction that is known up to `doubt`, degrees; `None` if their number depends on
    /// the error.
    fn decided_turns(&self, to: f64, distance: f64, margin: f64, doubt: f64) -> Option<u32> {
        let is_open = |value: f64, edge: f64| (value - edge).abs() < doubt;
        let own = self.player.own;
        let off = angle::from_to(self.player.body, to).abs();
        if distance < BACKWARDS && is_open(off, 90.0) {
            return None;
        }
        let runs_back = distance < BACKWARDS && off > 90.0;
        let mut left = if runs_back { 180.0 - off } else { off };
        let mut speed = self.player.velocity.length();
        speed *= whole_power(own.player_decay, self.penalty);
        let mut turns = 0;
        while !is_open(left, margin) {
            if left <= margin || turns >= HORIZON {
                return Some(turns);
            }
            left -= turn_per_cycle(own, speed);
            speed *= own.player_decay;
            turns += 1;
        }
        None
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{DECIDED, OTHERS_STRAIGHT, Runner, direction, straight};
    use crate::disc::skills::{WorldModel, angle};
    use crate::disc::{PlayerParameters, Random, Rules, ServerParameters, Teams, Vec2, World};
    use std::sync::Arc;

    /// An approximate direction gives as many turns as the exact one, even where the angle is at an
    /// edge between two numbers of turns.
    #[test]
    fn nearly_worked_out_directions_need_as_many_turns() {
        let (server, player) = (ServerParameters::default(), PlayerParameters::default());
        let rules = Arc::new(Rules::new(server, player, None, 1).unwrap());
        let teams = Teams { sizes: [2, 0], goalies: [false; 2], names: Arc::default() };
        let world = World::with_teams(rules, 1, &teams);
        let (mut model, mut random) =
            (WorldModel::full(world.rules(), &world.game, 0), Random::new(5));
        let (mut decided, mut open) = (0, 0);
        for case in 0..20_000 {
            let other = &mut model.others[0];
            other.velocity = Vec2::new(if case % 2 == 0 { 0.0 } else { 0.5 }, 0.0);
            other.body = random.uniform(-180.0, 180.0);
            let distance = random.uniform(1.5, 30.0);
            // Three cases in four are as near to an edge as numbers can be.
            let off = [random.uniform(-180.0, 180.0), 15.0, 90.0, -15.0][case % 4];
            let to = (other.body + off + random.uniform(-1e-7, 1e-7)).to_radians();
            let gap = Vec2::polar(distance, to);
            let runner = Runner::of(&model, &model.others[0], 0.9);
            let margin = straight(OTHERS_STRAIGHT, 0.9, gap.length());
            let exact = runner.decided_turns(angle::of(gap), gap.length(), margin, 0.0);
            let nearly = direction::nearly(gap).to_degrees();
            match runner.decided_turns(nearly, gap.length(), margin, DECIDED) {
                Some(turns) => {
                    assert_eq!(Some(turns), exact, "{gap:?}");
                    decided += 1;
                }
                None => open += 1,
            }
            assert_eq!(Some(runner.turns(gap)), exact, "{gap:?}");
        }
        assert!(decided > 5000 && open > 5000, "{decided} {open}");
    }
}
