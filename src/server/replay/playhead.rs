//! The position in a recording, and how playback continues.

use super::index::{INTERVAL, Index};
use super::recording::RecordingError;
use super::{FASTEST, SLOWEST};
use std::time::Duration;

/// Longest real time that counts in one step; the rest is skipped, for example after the machine
/// was paused.
const LONGEST_TICK: Duration = Duration::from_secs(1);

/// The position in a recording, and how playback continues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playhead {
    /// Time since the beginning of the recording, s.
    pub time: f64,
    /// Speed, as a multiple of real time.
    pub speed: f64,
    /// Whether playback is paused.
    pub paused: bool,
    /// Whether playback starts again at the end.
    pub looped: bool,
}

impl Playhead {
    /// Advances by some real time. Returns whether playback has started again.
    pub(super) fn advance(&mut self, elapsed: Duration, index: &Index) -> bool {
        if self.paused {
            return false;
        }
        let end = index.duration();
        self.time += elapsed.min(LONGEST_TICK).as_secs_f64() * self.speed;
        if !self.looped {
            self.time = self.time.min(end);
        } else if self.time >= end + INTERVAL {
            self.time = 0.0;
            return true;
        }
        false
    }

    /// Moves to the next message, or stays at the last one, and pauses.
    pub(super) fn step(&mut self, index: &Index) {
        self.paused = true;
        let next = index.entries().get(index.due(self.time));
        self.time = next.map_or(index.duration(), |entry| entry.at);
    }

    /// Real time until the next message is due, if there is one.
    pub(super) fn rest(&self, index: &Index) -> Option<Duration> {
        if self.paused {
            return None;
        }
        let next = match index.entries().get(index.due(self.time)) {
            Some(entry) => entry.at,
            None if self.looped => index.duration() + INTERVAL,
            None => return None,
        };
        Duration::try_from_secs_f64((next - self.time) / self.speed).ok()
    }
}

/// Whether something can be shown at this speed.
pub(super) fn check_speed(speed: f64) -> Result<(), RecordingError> {
    match (SLOWEST..=FASTEST).contains(&speed) {
        true => Ok(()),
        false => Err(RecordingError::Speed { speed }),
    }
}

/// Whether a recording has this time.
pub(super) fn check_time(time: f64, duration: f64) -> Result<(), RecordingError> {
    match (0.0..=duration).contains(&time) {
        true => Ok(()),
        false => Err(RecordingError::Time { time, duration }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::log_file::LogForm;

    fn index() -> Index {
        let line = |time: f64, kind: &str| {
            format!("((RSMP 1 0)((gt 1 0){time:.2})((sg 1 0){kind}(nd)))\n")
        };
        let text = line(1.0, "full") + &line(1.04, "diff") + &line(1.08, "diff");
        Index::read(text.as_bytes(), "test", LogForm::Rcsssmj).unwrap()
    }

    fn playhead() -> Playhead {
        Playhead { time: 0.0, speed: 2.0, paused: false, looped: false }
    }

    const TICK: Duration = Duration::from_millis(10);

    #[test]
    fn goes_on_by_its_speed_to_the_end() {
        let (index, mut playhead) = (index(), playhead());
        assert_eq!(playhead.rest(&index), Some(Duration::from_millis(20)));
        assert!(!playhead.advance(TICK, &index));
        assert_eq!(playhead.time, 0.02);
        playhead.advance(TICK * 100, &index);
        assert_eq!(playhead.time, index.duration());
        assert_eq!(playhead.rest(&index), None);
    }

    #[test]
    fn begins_anew() {
        let (index, mut playhead) = (index(), Playhead { looped: true, ..playhead() });
        assert!(!playhead.advance(TICK * 5, &index));
        assert!(playhead.rest(&index).is_some());
        assert!(playhead.advance(TICK * 2, &index));
        assert_eq!(playhead.time, 0.0);
    }

    #[test]
    fn stands_still_and_steps() {
        let (index, mut playhead) = (index(), playhead());
        for expected in [0.04, 0.08, 0.08] {
            playhead.step(&index);
            assert!((playhead.time - expected).abs() < 1e-9, "{playhead:?}");
        }
        assert!(playhead.paused);
        playhead.time = 0.0;
        assert!(!playhead.advance(TICK, &index));
        assert_eq!((playhead.time, playhead.rest(&index)), (0.0, None));
    }

    #[test]
    fn speeds_and_times() {
        check_speed(0.01).unwrap();
        for speed in [0.0, -1.0, 1001.0, f64::NAN, f64::INFINITY] {
            let error = check_speed(speed).unwrap_err().to_string();
            assert!(error.contains("from 0.01 to 1000 times real time"), "{error}");
        }
        check_time(12.0, 12.0).unwrap();
        for time in [-0.1, 12.01, f64::NAN] {
            let error = check_time(time, 12.0).unwrap_err().to_string();
            assert!(error.contains("in a recording from 0 to 12.00 s"), "{error}");
        }
    }
}
