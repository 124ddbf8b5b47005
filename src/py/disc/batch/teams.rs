//! Who plays in the worlds of a `rcssgym.DiscBatch`.

use crate::Any;
use crate::argument::texts;
use crate::error::{OrRaise, argument_error};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use rcssgym::disc::Teams;
use std::sync::Arc;

/// Sizes, goalies and names of the teams.
pub fn read(
    sizes: [usize; 2],
    goalies: Option<Any<'_, '_>>,
    names: Option<Any<'_, '_>>,
) -> PyResult<Teams> {
    let goalies = match goalies {
        None => [true; 2],
        Some(both) if both.is_instance_of::<PyBool>() => [both.extract()?; 2],
        Some(pair) => pair.extract::<[bool; 2]>().map_err(|_| {
            argument_error("goalies", format!("must be a boolean or two of them, not {pair}"))
        })?,
    };
    let names = match names {
        None => ["left".to_owned(), "right".to_owned()],
        Some(names) => {
            let given = texts(names, "team_names")?;
            <[String; 2]>::try_from(given).map_err(|given| {
                argument_error("team_names", format!("must be two names, not {}", given.len()))
            })?
        }
    };
    for name in &names {
        rcssgym::disc::check_team_name("team_names", name).or_raise()?;
    }
    if names[0] == names[1] {
        let message = format!("both are {:?}", names[0]);
        return Err(argument_error("team_names", message));
    }
    let mut names = names;
    for (name, size) in names.iter_mut().zip(sizes) {
        if size == 0 {
            name.clear();
        }
    }
    Ok(Teams { sizes, goalies, names: Arc::new(names) })
}
