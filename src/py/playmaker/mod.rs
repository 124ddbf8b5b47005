//! Playmakers, from Python: messages, the execution of actions, games, servers.

mod answering;
mod batch;
mod decode;
mod encode;
mod execute;
mod game;
mod layout;

use pyo3::prelude::*;

/// Adds the functions.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<batch::PyCompany>()?;
    module.add_class::<execute::PyMemory>()?;
    module.add_class::<game::PyPlaymakerServer>()?;
    module.add_class::<game::PySquad>()?;
    let (calls, reasons) = game::names();
    module.add("PLAYMAKER_CALLS", calls)?;
    module.add("PLAYMAKER_REASONS", reasons)?;
    module.add_function(wrap_pyfunction!(answering::playmaker_finish, module)?)?;
    module.add_function(wrap_pyfunction!(execute::playmaker_execute, module)?)?;
    module.add_function(wrap_pyfunction!(layout::playmaker_register, module)?)?;
    module.add_function(wrap_pyfunction!(encode::playmaker_encode, module)?)?;
    module.add_function(wrap_pyfunction!(decode::playmaker_decode, module)?)
}
