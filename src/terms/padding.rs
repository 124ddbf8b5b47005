//! Parts of an observation that a task has no use for, but others of the same layout have.

use super::arguments::{REQUIRED, parameter};
use super::program::Observation;
use super::registry::{Entry, Make};

/// The terms of this family.
pub const TERMS: &[Entry] = &[Entry {
    name: "zeros",
    formula: "zeros, in the place of what other tasks of the same layout observe",
    shape: "width",
    unit: "1",
    parameters: &[parameter("width", REQUIRED, "number of zeros")],
    make: Make::Observation(|_, arguments| {
        let width = arguments.steps("width")?;
        if width > 1024 {
            return Err(arguments.fail(format!("width: {width} is more than 1024")));
        }
        let term: Observation = Box::new(|_, out| out.fill(0.0));
        Ok((width as usize, term))
    }),
}];
