//! A monitor that watches a recording.

use super::recording::{Recording, RecordingError};
use crate::server::monitor::{MOST_UNREAD, MonitorLink};
use crate::wire::rcsssmj::monitor::team_names;
use crate::wire::rcsssmj::replay::Control;

/// A viewer that is more messages behind than this skips to the latest full one.
const FAR: usize = 50;

/// A viewer, and how far it has got.
#[derive(Debug)]
pub(super) struct Viewer {
    pub(super) link: MonitorLink<Control>,
    /// Index of the next message for it.
    next: usize,
    /// Names of the teams that it knows. Viewers such as RoboViz find players by these names, which
    /// come after the players in a message. So a message with new names is sent twice.
    teams: Option<[Vec<u8>; 2]>,
}

impl Viewer {
    /// Creates a viewer that starts where `due` messages of the recording have been sent.
    pub(super) fn new(link: MonitorLink<Control>, recording: &Recording, due: usize) -> Self {
        Self { link, next: recording.index.full_among(due), teams: None }
    }

    /// Goes to where `due` messages of the recording have been sent.
    pub(super) fn jump(&mut self, recording: &Recording, due: usize) {
        self.next = recording.index.full_among(due);
    }

    /// Sends the messages that are due and have not been sent, as far as the viewer keeps reading.
    ///
    /// Messages are skipped only up to a full one, since differences need the messages before them.
    /// A viewer that never reads may stay: it may be one that only sends.
    pub(super) fn show(
        &mut self,
        recording: &mut Recording,
        due: usize,
    ) -> Result<(), RecordingError> {
        if due > self.next + FAR {
            self.next = self.next.max(recording.index.full_among(due));
        }
        while self.next < due && self.link.outbox.waiting() < MOST_UNREAD {
            let is_full = recording.index.is_full(self.next);
            let message = recording.message(self.next)?;
            self.link.outbox.send(message);
            if is_full && self.meets_teams(message) {
                self.link.outbox.send(message);
            }
            self.next += 1;
        }
        Ok(())
    }

    /// Takes note of the teams in a full message; returns whether they are new to the viewer.
    fn meets_teams(&mut self, message: &[u8]) -> bool {
        let Some(names) = team_names(message) else { return false };
        let is_known = self.teams.as_ref().is_some_and(|known| *known == names);
        self.teams = Some(names.map(<[u8]>::to_vec));
        !is_known
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::complaints::Complaints;
    use crate::server::session::{Capacity, Intake, Outbox, Queued, Requests};
    use crate::wire::log_file::LogForm;
    use std::fs;
    use std::path::Path;
    use std::vec;
    use tokio_util::sync::CancellationToken;

    /// One message in this many is a full one.
    const EVERY: usize = 100;

    fn line(number: usize) -> String {
        let kind = if number.is_multiple_of(EVERY) { "full" } else { "diff" };
        format!("((RSMP 1 0)((gt 1 0){number})((sg 1 0){kind}(nd)))")
    }

    fn recording(name: &str) -> Recording {
        record(name, &(0..500).map(line).collect::<Vec<_>>())
    }

    fn record(name: &str, lines: &[String]) -> Recording {
        let name = format!("rcssgym-{name}-{}.log", std::process::id());
        let path = Path::new(&std::env::temp_dir()).join(name);
        fs::write(&path, lines.join("\n")).unwrap();
        let recording = Recording::open(&path, "a recording".to_owned(), LogForm::Rcsssmj).unwrap();
        fs::remove_file(&path).unwrap();
        recording
    }

    /// A viewer that reads only when asked to.
    struct Eye {
        viewer: Viewer,
        queued: Queued,
        _asked: Intake<vec::IntoIter<Control>>,
    }

    impl Eye {
        fn new(recording: &Recording, due: usize) -> Self {
            let (outbox, queued) = Outbox::queue(1000);
            let name = "monitor".to_owned();
            let complaints = Complaints::about("viewer");
            let (_asked, requests) =
                Requests::new(Capacity { messages: 1, bytes: 1 }, CancellationToken::new());
            let link = MonitorLink { name, requests, outbox, complaints };
            Self { viewer: Viewer::new(link, recording, due), queued, _asked }
        }

        /// The numbers of all messages that it has been sent.
        fn read(&mut self) -> Vec<usize> {
            let mut numbers = Vec::new();
            while let Ok(parcel) = self.queued.try_recv() {
                let text = str::from_utf8(&parcel.content).unwrap();
                let number = (0..500).find(|&number| line(number) == text).unwrap();
                numbers.push(number);
            }
            numbers
        }
    }

    #[test]
    fn comes_late_and_gets_all_since_the_last_full_one() {
        let mut recording = recording("late");
        let mut eye = Eye::new(&recording, 131);
        eye.viewer.show(&mut recording, 131).unwrap();
        assert_eq!(eye.read(), (100..131).collect::<Vec<_>>());
        eye.viewer.show(&mut recording, 131).unwrap();
        assert_eq!(eye.read(), Vec::<usize>::new());
        eye.viewer.show(&mut recording, 133).unwrap();
        assert_eq!(eye.read(), [131, 132]);
    }

    #[test]
    fn gets_a_message_with_new_teams_twice() {
        let (message, left) = (
            |left: &str, number: usize| {
                let game = format!("((gs 1 0)(team_left {left})(team_right B))");
                line(number).replace("full(nd))", &format!("full(nd)){game}"))
            },
            ["A", "A", "C", "A"],
        );
        let lines: Vec<_> = (0..400).map(|number| message(left[number / EVERY], number)).collect();
        let mut recording = record("teams", &lines);
        let mut eye = Eye::new(&recording, 1);
        let mut count = |eye: &mut Eye, due: usize| {
            eye.viewer.show(&mut recording, due).unwrap();
            let mut count = 0;
            while eye.queued.try_recv().is_ok() {
                count += 1;
            }
            count
        };
        assert_eq!(count(&mut eye, 1), 2);
        assert_eq!(count(&mut eye, 40), 39);
        assert_eq!((count(&mut eye, 80), count(&mut eye, 101)), (40, 21));
        // Another game of the same file.
        assert_eq!((count(&mut eye, 140), count(&mut eye, 180)), (39, 40));
        assert_eq!((count(&mut eye, 201), count(&mut eye, 202)), (22, 1));
    }

    #[test]
    fn one_that_stops_reading_stays_and_goes_on_with_a_full_one() {
        let mut recording = recording("stuck");
        let mut eye = Eye::new(&recording, 1);
        (1..=430).for_each(|due| eye.viewer.show(&mut recording, due).unwrap());
        assert_eq!(eye.read(), (0..MOST_UNREAD).collect::<Vec<_>>());
        eye.viewer.show(&mut recording, 430).unwrap();
        assert_eq!(eye.read(), (400..430).collect::<Vec<_>>());
    }

    #[test]
    fn jumps_both_ways() {
        let mut recording = recording("jump");
        let mut eye = Eye::new(&recording, 310);
        eye.viewer.show(&mut recording, 310).unwrap();
        eye.read();
        for (due, expected) in [(203, 200..203), (401, 400..401), (2, 0..2), (7, 0..7)] {
            eye.viewer.jump(&recording, due);
            eye.viewer.show(&mut recording, due).unwrap();
            assert_eq!(eye.read(), expected.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_slow_one_misses_nothing_but_what_a_full_one_makes_up_for() {
        let mut recording = recording("slow");
        let mut eye = Eye::new(&recording, 1);
        let mut seen = Vec::new();
        for due in 1..=490 {
            eye.viewer.show(&mut recording, due).unwrap();
            assert!(eye.viewer.link.outbox.waiting() <= MOST_UNREAD);
            if due % 130 == 0 {
                seen.extend(eye.read());
            }
        }
        for _ in 0..3 {
            eye.viewer.show(&mut recording, 490).unwrap();
            seen.extend(eye.read());
        }
        assert_eq!((seen[0], *seen.last().unwrap()), (0, 489));
        for pair in seen.windows(2) {
            assert!(pair[1] == pair[0] + 1 || pair[1] % EVERY == 0, "{pair:?}");
            assert!(pair[1] > pair[0], "{pair:?}");
        }
        assert!(seen.len() < 490, "it was never slow");
    }
}
