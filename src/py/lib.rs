//! The Python module `rcssgym._core`: the only place that knows pyo3 and numpy.
//!
//! Arguments are checked here, where worlds, robots and joints have names; the layers below see
//! only finite numbers of the right shape. Every long call leaves the GIL through `door`.

mod actions;
mod acts;
mod argument;
mod array;
mod batch;
mod clang;
mod declared;
mod disc;
mod door;
mod episodes;
mod error;
mod game_log;
mod infos;
mod layout;
mod library;
mod lots;
mod model;
mod motors;
mod network;
mod owned;
mod past;
mod perceptions;
mod playmaker;
mod process;
mod properties;
mod quantity;
mod randomize;
mod read;
mod render;
mod say;
mod scratch;
mod server;
mod simspark;
mod soccer;
mod state;
mod strided;
mod studio;
mod value;
mod web;

use crate::error::OrRaise;
use error::argument_error;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rcssgym::math::simd::SimdLevel;
use rcssgym::wire;

/// An argument of any type.
type Any<'a, 'py> = &'a Bound<'py, PyAny>;

/// Instruction set in use: ``"avx512"``, ``"avx2"``, ``"neon"`` (on ARM) or ``"baseline"``.
///
/// The CPU decides at run time; the environment variable ``RCSSGYM_SIMD`` can select a lower one.
/// Results are the same bit for bit with all but the baseline, which has no fused multiply-add.
///
/// Raises :class:`ArgumentError`, as every new :class:`WorldBatch` does, if the variable is not one
/// of these names, or names a set that the CPU does not have.
#[pyfunction]
fn simd_level() -> PyResult<&'static str> {
    Ok(SimdLevel::detect().or_raise()?.name())
}

/// Checks that a team may join a server under a name.
///
/// Raises :class:`ArgumentError` for a name that no server accepts.
#[pyfunction]
#[pyo3(signature = (name, *, argument="name"))]
fn check_team_name(name: &Bound<'_, PyAny>, argument: &str) -> PyResult<()> {
    let Ok(text) = name.extract::<&str>() else {
        let name = name.repr()?;
        return Err(argument_error(argument, format!("{name} is not text that can be sent")));
    };
    wire::rcsssmj::agent::check_team_name(text).map_err(|reason| argument_error(argument, reason))
}

// A free-threaded Python enables the GIL again when it loads this module: arrays are copied under
// it.
#[pymodule(gil_used = true)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    process::count_forks()?;
    module.add_class::<batch::PyWorldBatch>()?;
    module.add_class::<episodes::PyEpisodes>()?;
    module.add_class::<infos::PyInfoBuilder>()?;
    module.add_class::<episodes::PyStepper>()?;
    module.add_class::<past::PyPast>()?;
    module.add_class::<game_log::PyCommandLogReader>()?;
    module.add_class::<game_log::PyGameLogReader>()?;
    module.add_class::<game_log::PyGameLogWriter>()?;
    module.add_class::<disc::PyDiscBatch>()?;
    module.add_class::<disc::PyDiscWorld>()?;
    module.add_class::<disc::PyScripted>()?;
    module.add_class::<model::PyModel>()?;
    module.add_class::<render::PyCamera>()?;
    module.add_class::<server::PyDiscServer>()?;
    module.add_class::<server::PyServer>()?;
    module.add_class::<server::PyReplay>()?;
    module.add_class::<network::PyNetwork>()?;
    module.add_class::<web::PyFilm>()?;
    module.add_class::<studio::PyStudio>()?;
    module.add_class::<web::PyShow>()?;
    module.add_class::<web::PyTelecast>()?;
    module.add_class::<soccer::PySoccerWorld>()?;
    module.add_class::<soccer::PyGameState>()?;
    module.add_class::<soccer::PyWorldCommands>()?;
    module.add_class::<soccer::PySceneGraph>()?;
    module.add_class::<soccer::PySentPoses>()?;
    actions::register(module)?;
    clang::register(module)?;
    say::register(module)?;
    perceptions::register(module)?;
    playmaker::register(module)?;
    simspark::register(module)?;
    soccer::register(module)?;
    module.add_function(wrap_pyfunction!(library::disc_acts, module)?)?;
    module.add_function(wrap_pyfunction!(library::disc_act_limits, module)?)?;
    module.add_function(wrap_pyfunction!(library::observation_widths, module)?)?;
    module.add_function(wrap_pyfunction!(infos::add_step_info, module)?)?;
    module.add_function(wrap_pyfunction!(web::mode_words, module)?)?;
    module.add_function(wrap_pyfunction!(library::term_library, module)?)?;
    module.add_function(wrap_pyfunction!(game_log::command_log_line, module)?)?;
    module.add_function(wrap_pyfunction!(disc::disc_option, module)?)?;
    module.add_function(wrap_pyfunction!(disc::disc_options, module)?)?;
    module.add_function(wrap_pyfunction!(simd_level, module)?)?;
    module.add_function(wrap_pyfunction!(check_team_name, module)?)?;
    module.add_function(wrap_pyfunction!(randomize::check_ranges, module)?)?;
    module.add("DISC_BODY_COMMANDS", rcssgym::batch::disc::BODY_COMMANDS.to_vec())?;
    module.add("DISC_SKILLS", rcssgym::disc::skills::called::SKILLS.to_vec())?;
    module.add("DISC_LOOKS", rcssgym::disc::skills::called::LOOKS.to_vec())?;
    let modes = rcssgym::disc::PlayMode::all().map(|mode| mode.name());
    module.add("DISC_PLAY_MODES", modes.collect::<Vec<_>>())?;
    module
        .add("DISC_SENSED_COLUMNS", PyTuple::new(module.py(), rcssgym::disc::memory::COLUMNS)?)?;
    module.add(
        "DISC_STATISTICS",
        PyTuple::new(module.py(), rcssgym::teams::TeamStatistics::NAMES)?,
    )?;
    module.add("DISC_TEAM", rcssgym::disc::TEAM)?;
    module.add("LARGEST_OBSERVATION", rcssgym::terms::LARGEST_OBSERVATION)?;
    module.add("LARGEST_IN_2D", rcssgym::terms::LARGEST_IN_2D)?;
    module.add("MAX_PICTURE_SIDE", rcssgym::render::Size::MAX_SIDE)?;
    module.add("MAX_PER_ADDRESS", rcssgym::server::MAX_PER_ADDRESS)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
