//! The schedule of rcssserver's passes on its grid of 10 ms.

use crate::disc::ServerParameters;

/// Milliseconds from one tick of the grid to the next.
pub(super) const TICK: i64 = 10;

/// The passes that are due in a tick, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Passes {
    /// Messages of clients are read.
    pub(super) receive: bool,
    /// A cycle is played.
    pub(super) step: bool,
    /// Players feel their bodies, and hear.
    pub(super) body: bool,
    /// Players who do not see with the cycle may see.
    pub(super) see: bool,
    /// Players who see with the cycle may see.
    pub(super) synch_see: bool,
    /// Trainer and coaches see.
    pub(super) coach: bool,
    /// Clients are asked to think, and waited for.
    pub(super) think: bool,
}

/// A pass that is due at a fixed interval, which may include a fraction of a millisecond.
#[derive(Clone, Debug)]
struct Every {
    /// Quarters of milliseconds.
    interval: i64,
    offset: i64,
    /// How many times it has been due since the grid restarted.
    count: i64,
}

impl Every {
    fn new(interval: i64, offset: i64) -> Self {
        Self { interval: interval.max(1), offset, count: 0 }
    }

    /// Whether it is due at a time; at most once per tick, as in rcssserver.
    fn is_due(&mut self, time: i64) -> bool {
        let passed = (time - self.offset).div_euclid(self.interval);
        let is_due = passed > self.count;
        if is_due {
            self.count = passed;
        }
        is_due
    }
}

/// The passes of a game. All restart together after the shortest time that contains a whole number
/// of each.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    synch: bool,
    /// Quarters of milliseconds, like all times here.
    time: i64,
    length: i64,
    receive: Every,
    step: Every,
    body: Every,
    see: Every,
    synch_see: Every,
    coach: Every,
    think: Every,
    has_seen: bool,
}

/// Quarters in a millisecond. They are needed because players' eyes tick every quarter of
/// `send_step`.
const QUARTERS: i64 = 4;

impl Schedule {
    pub(super) fn new(server: &ServerParameters) -> Self {
        let slow = i64::from(server.slow_down_factor.max(1));
        let ms = |value: i32| i64::from(value.max(1)) * QUARTERS;
        let step = ms(server.simulator_step) * slow;
        let send = i64::from(server.send_step.max(1)) * slow;
        let (body, coach) = (ms(server.sense_body_step) * slow, ms(server.send_vi_step) * slow);
        let receive = ms(server.recv_step);
        let offset = |value: i32| i64::from(value) * QUARTERS * slow;
        let length = [send * QUARTERS, body, coach, receive].into_iter().fold(step, lcm);
        Self {
            synch: server.synch_mode,
            time: 0,
            length,
            receive: Every::new(receive, 0),
            step: Every::new(step, 0),
            body: Every::new(body, 0),
            see: Every::new(send, 0),
            // The first one belongs to the step at time 0 of the grid.
            synch_see: Every::new(step, offset(server.synch_see_offset) - step),
            coach: Every::new(coach, 0),
            think: Every::new(step, offset(server.synch_offset) - step),
            has_seen: false,
        }
    }

    /// Returns the passes of the next tick.
    pub(super) fn tick(&mut self) -> Passes {
        self.time += TICK * QUARTERS;
        let time = self.time;
        let step = self.step.is_due(time);
        if step {
            self.has_seen = false;
        }
        // Once after each step, at its offset.
        let synch_see = !self.has_seen && self.synch_see.is_due(time);
        self.has_seen |= synch_see;
        let passes = Passes {
            receive: !self.synch && self.receive.is_due(time),
            step,
            body: self.body.is_due(time),
            see: self.see.is_due(time),
            synch_see,
            coach: self.coach.is_due(time),
            think: self.synch && self.think.is_due(time),
        };
        if time >= self.length {
            self.begin_anew();
        }
        passes
    }

    fn begin_anew(&mut self) {
        self.time = 0;
        for pass in [
            &mut self.receive,
            &mut self.step,
            &mut self.body,
            &mut self.see,
            &mut self.synch_see,
            &mut self.coach,
            &mut self.think,
        ] {
            pass.count = 0;
        }
    }
}

fn lcm(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    // For long intervals it may be beyond any number, and then beyond any game, too.
    (a / x).saturating_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Indices of the ticks, starting at 1, in which something happens.
    fn when(schedule: &mut Schedule, ticks: i64, is: impl Fn(Passes) -> bool) -> Vec<i64> {
        (1..=ticks).filter(|_| is(schedule.tick())).collect()
    }

    #[test]
    fn eyes_have_ticks_as_recorded() {
        let mut schedule = Schedule::new(&ServerParameters::default());
        let seen = when(&mut schedule, 60, |passes| passes.see);
        let ms: Vec<_> = seen.iter().map(|tick| tick * TICK).collect();
        let first = [40, 80, 120, 150, 190, 230, 270, 300];
        let again: Vec<_> = first.iter().map(|time| time + 300).collect();
        assert_eq!(ms, [&first[..], &again].concat());
    }

    #[test]
    fn cycles_last_100_ms() {
        let mut schedule = Schedule::new(&ServerParameters::default());
        let mut passes = Vec::new();
        for tick in 1..=60 {
            let now = schedule.tick();
            assert!(now.receive && !now.think);
            assert!(now.step == now.body && now.step == now.coach);
            if now.step {
                passes.push((tick * TICK, now.synch_see));
            }
        }
        assert_eq!(passes, [100, 200, 300, 400, 500, 600].map(|time| (time, true)));
    }

    #[test]
    fn in_synch_mode_clients_think_60_ms_into_each_cycle() {
        let server = ServerParameters { synch_mode: true, ..ServerParameters::default() };
        let mut schedule = Schedule::new(&server);
        let thoughts = when(&mut schedule, 60, |passes| passes.think);
        assert_eq!(thoughts, [6, 16, 26, 36, 46, 56]);
        assert!(when(&mut schedule, 60, |passes| passes.receive).is_empty());
    }

    #[test]
    fn a_server_may_be_slowed_down() {
        let server = ServerParameters { slow_down_factor: 3, ..ServerParameters::default() };
        let steps = when(&mut Schedule::new(&server), 100, |passes| passes.step);
        assert_eq!(steps, [30, 60, 90]);
    }

    #[test]
    fn long_intervals_without_common_divisors_are_kept() {
        let server = ServerParameters {
            simulator_step: 59_999,
            send_step: 59_981,
            sense_body_step: 59_957,
            send_vi_step: 59_951,
            recv_step: 59_929,
            slow_down_factor: 999,
            ..ServerParameters::default()
        };
        let steps = when(&mut Schedule::new(&server), 12_000_000, |passes| passes.step);
        assert_eq!(steps, [5_993_901, 11_987_801]);
    }
}
