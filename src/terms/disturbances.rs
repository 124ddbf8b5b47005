//! Disturbances: pushes, late actions, sensors that err.

use super::arguments::{REQUIRED, parameter};
use super::program::{Band, Episode, Process, Worlds};
use super::registry::{Entry, Make};
use super::row::of_flag;
use super::stream::Stream;
use super::view::View;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "push",
        formula: "changes the torso's horizontal velocity at once, every `interval` steps on \
                  average, by at most speed along each axis; with grows > 0, by at most speed \
                  min(1, grows progress)",
        shape: "2",
        unit: "m/s",
        parameters: &[
            parameter("speed", REQUIRED, "m/s"),
            parameter("interval", REQUIRED, "steps"),
            parameter(
                "grows",
                0.0,
                "how fast pushes grow with the progress of training; 0: they do not",
            ),
        ],
        make: Make::Process(|builder, arguments| {
            Ok(Box::new(Push {
                at: builder.real("push", 2),
                speed: arguments.unsigned("speed")?,
                threshold: 1.0 - 2.0 / arguments.positive("interval")?,
                grows: arguments.unsigned("grows")?,
            }))
        }),
    },
    Entry {
        name: "late_actions",
        formula: "makes actions take effect one step late in a random share of the episodes",
        shape: "1",
        unit: "bool",
        parameters: &[parameter("share", REQUIRED, "of episodes, 0 to 1")],
        make: Make::Process(|builder, arguments| {
            let share = arguments.share("share")?;
            let at = builder.flag("is_late");
            builder.late = Some(at);
            Ok(Box::new(Late { at, share }))
        }),
    },
    Entry {
        name: "sense_errors",
        formula: "adds errors to what is observed, drawn anew for every step, uniformly from -x to \
                  x with x the parameter of the sense",
        shape: "2 J + 7",
        unit: "rad, rad/s, rad/s, 1",
        parameters: &[
            parameter("angles", 0.0, "rad"),
            parameter("speeds", 0.0, "rad/s"),
            parameter("gyro", 0.0, "rad/s"),
            parameter("quaternion", 0.0, "1"),
        ],
        make: Make::Process(|builder, arguments| {
            let joints = builder.body.joints();
            let mut largest = vec![arguments.unsigned("angles")?; joints];
            largest.resize(2 * joints, arguments.unsigned("speeds")?);
            largest.resize(2 * joints + 3, arguments.unsigned("gyro")?);
            largest.resize(2 * joints + 7, arguments.unsigned("quaternion")?);
            let at = builder.real("errors", largest.len());
            builder.errors = Some(at);
            Ok(Box::new(SenseErrors { at, largest }))
        }),
    },
    Entry {
        name: "kick_off",
        formula: "starts the game at once, with a kick-off for the left team",
        shape: "0",
        unit: "",
        parameters: &[],
        make: Make::Process(|builder, _| {
            builder.needs_game = true;
            Ok(Box::new(KickOff))
        }),
    },
];

struct Push {
    at: usize,
    speed: f64,
    threshold: f64,
    grows: f64,
}

impl Process for Push {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.at..self.at + 2].fill(0.0);
    }

    fn before(&self, episode: &mut Episode<'_>, view: &mut dyn View) {
        if let Some(change) = self.draw(episode) {
            view.push(change);
        }
    }

    fn before_each(&self, band: &mut Band<'_>, worlds: &mut dyn Worlds) {
        for index in 0..band.count() {
            if let Some(change) = self.draw(&mut band.episode(index)) {
                worlds.with(index, &mut |view| view.push(change));
            }
        }
    }
}

impl Push {
    /// Draws the step's push, if there is one.
    fn draw(&self, episode: &mut Episode<'_>) -> Option<[f64; 2]> {
        episode.row[self.at..self.at + 2].fill(0.0);
        let [x, y, chance] = [0; 3].map(|_| episode.stream.uniform(-1.0, 1.0));
        if chance <= self.threshold {
            return None;
        }
        let grown = if self.grows > 0.0 { (self.grows * episode.progress).min(1.0) } else { 1.0 };
        let speed = self.speed * grown;
        let change = [speed * x, speed * y];
        episode.row[self.at..self.at + 2].copy_from_slice(&change);
        Some(change)
    }
}

struct Late {
    at: usize,
    share: f64,
}

impl Process for Late {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.at] = of_flag(episode.stream.unit() < self.share);
    }

    fn before_each(&self, _: &mut Band<'_>, _: &mut dyn Worlds) {}
}

struct SenseErrors {
    at: usize,
    largest: Vec<f64>,
}

impl SenseErrors {
    fn draw(&self, episode: &mut Episode<'_>) {
        episode.stream.fill_even(&self.largest, &mut episode.row[self.at..]);
    }
}

impl Process for SenseErrors {
    fn reset(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        self.draw(episode);
    }

    fn before_each(&self, _: &mut Band<'_>, _: &mut dyn Worlds) {}

    fn after(&self, episode: &mut Episode<'_>) {
        self.draw(episode);
    }

    fn after_each(&self, band: &mut Band<'_>) {
        let errors = self.at..self.at + self.largest.len();
        Stream::fill_each(band.streams, &mut band.rows, &self.largest, errors);
    }
}

struct KickOff;

impl Process for KickOff {
    fn reset(&self, _: &mut Episode<'_>, view: &mut dyn View) {
        view.kick_off(true);
    }
}
