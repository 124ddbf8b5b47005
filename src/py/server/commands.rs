//! Commands from the network as the objects that a simulation performs.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rcssgym::soccer::Command;

/// The object of `rcssgym.soccer.commands` that requests the same.
pub fn object<'py>(py: Python<'py>, command: &Command) -> PyResult<Bound<'py, PyAny>> {
    let (class, arguments) = match command {
        Command::KickOff(side) => ("KickOffCommand", (side.index(),).into_pyobject(py)?),
        Command::DropBall(pos) => ("DropBallCommand", (*pos,).into_pyobject(py)?),
        Command::PlaceBall { pos, vel } => ("PlaceBallCommand", (*pos, *vel).into_pyobject(py)?),
        Command::SetBallVelocity(vel) => ("SetBallVelocityCommand", (*vel,).into_pyobject(py)?),
        Command::PlacePlayer { number, team, pos, quat } => {
            ("PlacePlayerCommand", (number, team, *pos, *quat).into_pyobject(py)?)
        }
        Command::GoalKick(side) => ("GoalKickCommand", (side.index(),).into_pyobject(py)?),
        Command::BeginPass(side) => ("BeginPassCommand", (side.index(),).into_pyobject(py)?),
        Command::DropBallInField => ("DropBallInFieldCommand", PyTuple::empty(py)),
        Command::MovePlayer { number, team, pos, quat } => {
            ("MovePlayerCommand", (number, team, *pos, *quat).into_pyobject(py)?)
        }
        Command::MoveBall(pos) => ("MoveBallCommand", (*pos,).into_pyobject(py)?),
        Command::PushPlayer { number, team, vel } => {
            ("PushPlayerCommand", (number, team, *vel).into_pyobject(py)?)
        }
        Command::SendAway { number, team } => {
            ("SendAwayCommand", (number, team).into_pyobject(py)?)
        }
        Command::LineUp { number, team } => ("LineUpCommand", (number, team).into_pyobject(py)?),
        Command::Reposition { number, team } => {
            ("RepositionCommand", (number, team).into_pyobject(py)?)
        }
        Command::SetPlayMode(mode) => ("SetPlayModeCommand", (mode.name(),).into_pyobject(py)?),
        Command::SetTime(time) => ("SetTimeCommand", (time,).into_pyobject(py)?),
        Command::SetScore(score) => ("SetScoreCommand", (score[0], score[1]).into_pyobject(py)?),
        Command::Kill => ("KillSimCommand", PyTuple::empty(py)),
    };
    py.import("rcssgym.soccer.commands")?.getattr(class)?.call1(arguments)
}
