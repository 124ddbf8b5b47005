//! How far a robot has risen from the ground.

use super::arguments::parameter;
use super::geometry::gravity;
use super::program::{Base, Episode, Process};
use super::registry::{Entry, Make};
use super::view::View;

/// The terms of this family.
pub const TERMS: &[Entry] = &[
    Entry {
        name: "risen",
        formula: "h^power, with h as `rising` keeps it; needs the process `rising`",
        shape: "1",
        unit: "1",
        parameters: &[parameter("power", 1.0, "above 1, the first half counts less")],
        make: Make::Value(|builder, arguments| {
            let power = arguments.positive("power")?;
            let at = builder.kept(arguments, "risen", "rising")?;
            Ok(Box::new(move |row| row[at].powf(power)))
        }),
    },
    Entry {
        name: "rise",
        formula: "increase, in this step, of what `rising` keeps, so that the sum over an episode \
                  depends only on its first and last state",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Value(|builder, arguments| {
            let at = builder.kept(arguments, "risen", "rising")?;
            let before = builder.kept(arguments, "risen_before", "rising")?;
            Ok(Box::new(move |row| row[at] - row[before]))
        }),
    },
    Entry {
        name: "rising",
        formula: "keeps how far the robot has risen, from 0 to 1: product of height_share and \
                  uprightness",
        shape: "1",
        unit: "1",
        parameters: &[],
        make: Make::Process(|builder, _| {
            Ok(Box::new(Rising {
                base: builder.base,
                height: builder.body.height,
                at: builder.real("risen", 1),
                before: builder.real("risen_before", 1),
            }))
        }),
    },
];

struct Rising {
    base: Base,
    height: f64,
    at: usize,
    before: usize,
}

impl Process for Rising {
    fn before(&self, episode: &mut Episode<'_>, _: &mut dyn View) {
        episode.row[self.before] = episode.row[self.at];
    }

    fn sense(&self, row: &mut [f64]) {
        let up = -gravity(&row[self.base.quaternion..][..4])[2];
        let height = (row[self.base.position + 2] / self.height).clamp(0.0, 1.0);
        row[self.at] = height * (0.5 * (1.0 + up)).clamp(0.0, 1.0);
    }
}
