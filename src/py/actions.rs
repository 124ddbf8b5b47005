//! Actions of robots: the classes of `rcssgym.actions`.

use super::error::argument_error;
use super::value::{
    Name, PickledState, bytes, missing, owned_string, real, restore_dict, setters, string,
    type_error, value_methods,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString, PyTuple, PyType};
use std::sync::atomic::{AtomicU64, Ordering};

/// How often attributes of actions were assigned in this process.
static CHANGES: AtomicU64 = AtomicU64::new(0);

/// Returns how often attributes of actions have been assigned in this process. Code that has read
/// actions must read them again once this count has grown.
#[pyfunction]
fn action_changes() -> u64 {
    CHANGES.load(Ordering::Relaxed)
}

/// Counts an assignment.
fn changed<T>(value: T) -> T {
    CHANGES.fetch_add(1, Ordering::Relaxed);
    value
}

/// Something that one actuator of a robot is to do; the base class of all actions, including your
/// own.
///
/// A derived class must have a method ``perform(ai)`` and call ``super().__init__(actuator_name)``.
/// Use ``SimAction[T]`` for actions whose ``ai`` is a ``T``.
#[pyclass(module = "rcssgym.actions", subclass)]
pub struct SimAction {
    actuator_name: Name,
}

impl SimAction {
    fn with_name(actuator_name: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        let actuator_name = Name::new(string(actuator_name, "actuator_name")?);
        Ok(PyClassInitializer::from(Self { actuator_name }))
    }

    /// Name of the actuator.
    pub fn actuator<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyString>> {
        self.actuator_name.get(py, "actuator_name")
    }
}

#[pymethods]
impl SimAction {
    #[new]
    #[classmethod]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(actuator_name)")]
    fn new(
        class: &Bound<'_, PyType>,
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Ok(Self { actuator_name: Name::of_subclass::<Self>(class)? })
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __init__(
        &mut self,
        args: &Bound<'_, PyTuple>,
        kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        self.actuator_name.initialize("actuator_name", args, kwargs)
    }

    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        class.py().import("types")?.getattr("GenericAlias")?.call1((class, item))
    }

    /// Name of the actuator.
    #[getter]
    fn actuator_name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.actuator(py).cloned()
    }

    #[setter(actuator_name)]
    fn set_actuator_name(&mut self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.actuator_name.assign(value, "actuator_name").map(changed)
    }

    /// Performs the action on ``ai``. Derived classes must define this method.
    #[pyo3(text_signature = "($self, ai)")]
    fn perform(this: &Bound<'_, Self>, _ai: &Bound<'_, PyAny>) -> PyResult<()> {
        Err(missing(this, "perform"))
    }

    fn __getstate__<'py>(this: &Bound<'py, Self>) -> PyResult<PickledState<'py>> {
        this.borrow().actuator_name.state(this)
    }

    fn __setstate__(this: &Bound<'_, Self>, state: PickledState<'_>) -> PyResult<()> {
        let (name, dict) = state;
        this.borrow_mut().actuator_name.restore(name);
        restore_dict(this, dict)
    }
}

/// Returns the name of an action's actuator. The action is not borrowed afterwards, so the code
/// that performs it may change it.
fn actuator_of<'py>(action: &Bound<'py, SimAction>) -> PyResult<Bound<'py, PyString>> {
    action.borrow().actuator(action.py()).cloned()
}

/// Let a motor apply ``kp * (q - q_now) + kd * (dq - dq_now) + tau``, N m, until told otherwise.
#[pyclass(module = "rcssgym.actions", extends = SimAction)]
pub struct MotorAction {
    /// Angle to reach, rad.
    #[pyo3(get)]
    pub q: f64,
    /// Speed to reach, rad/s.
    #[pyo3(get)]
    pub dq: f64,
    /// Torque per angle error, N m/rad.
    #[pyo3(get)]
    pub kp: f64,
    /// Torque per speed error, N m s/rad.
    #[pyo3(get)]
    pub kd: f64,
    /// Additional torque, N m.
    #[pyo3(get)]
    pub tau: f64,
}

value_methods!(MotorAction: actuator_name, q, dq, kp, kd, tau);
setters!(
    MotorAction: q: changed_real, dq: changed_real, kp: changed_real, kd: changed_real,
    tau: changed_real
);

fn changed_real(value: &Bound<'_, PyAny>, attribute: &str) -> PyResult<f64> {
    real(value, attribute).map(changed)
}

#[pymethods]
impl MotorAction {
    #[new]
    fn new(
        actuator_name: &Bound<'_, PyAny>,
        q: &Bound<'_, PyAny>,
        dq: &Bound<'_, PyAny>,
        kp: &Bound<'_, PyAny>,
        kd: &Bound<'_, PyAny>,
        tau: &Bound<'_, PyAny>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let base = SimAction::with_name(actuator_name)?;
        Ok(base.add_subclass(Self {
            q: real(q, "q")?,
            dq: real(dq, "dq")?,
            kp: real(kp, "kp")?,
            kd: real(kd, "kd")?,
            tau: real(tau, "tau")?,
        }))
    }

    /// Calls ``ai.ctrl_motor(actuator_name, q, dq, kp, kd, tau)``.
    fn perform(this: &Bound<'_, Self>, ai: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, name) = (this.py(), actuator_of(this.as_super())?);
        let Self { q, dq, kp, kd, tau } = *this.borrow();
        ai.call_method1(intern!(py, "ctrl_motor"), (name, q, dq, kp, kd, tau)).map(drop)
    }
}

/// Say something for everybody within earshot to hear.
#[pyclass(module = "rcssgym.actions", extends = SimAction)]
pub struct SpeakerAction {
    /// Loudness; 1 is the maximum.
    #[pyo3(get)]
    pub volume: f64,
    /// What to say.
    #[pyo3(get)]
    message: Py<PyAny>,
}

value_methods!(SpeakerAction: actuator_name, volume, message);
setters!(SpeakerAction: volume: changed_real, message: changed_message);

impl SpeakerAction {
    /// The message as it is now.
    pub fn bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        Ok(bytes(self.message.bind(py))?.into_owned())
    }

    /// Can the message change without being assigned?
    pub fn is_live(&self, py: Python<'_>) -> bool {
        self.message.bind(py).is_instance_of::<PyByteArray>()
    }
}

fn changed_message(value: &Bound<'_, PyAny>, attribute: &str) -> PyResult<Py<PyAny>> {
    spoken(value, attribute).map(changed)
}

/// Checks that a message is bytes or a bytearray.
fn spoken(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Py<PyAny>> {
    if !value.is_instance_of::<PyBytes>() && !value.is_instance_of::<PyByteArray>() {
        return Err(type_error(argument, "bytes or bytearray", value));
    }
    Ok(value.clone().unbind())
}

#[pymethods]
impl SpeakerAction {
    #[new]
    fn new(
        actuator_name: &Bound<'_, PyAny>,
        volume: &Bound<'_, PyAny>,
        message: &Bound<'_, PyAny>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let base = SimAction::with_name(actuator_name)?;
        let message = spoken(message, "message")?;
        let volume = real(volume, "volume")?;
        Ok(base.add_subclass(Self { volume, message }))
    }

    /// Calls ``ai.say_message(actuator_name, volume, message)``.
    fn perform(this: &Bound<'_, Self>, ai: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, name) = (this.py(), actuator_of(this.as_super())?);
        let (volume, message) = {
            let action = this.borrow();
            (action.volume, action.message.clone_ref(py))
        };
        ai.call_method1(intern!(py, "say_message"), (name, volume, message)).map(drop)
    }
}

/// Ask for a place on the pitch.
#[pyclass(module = "rcssgym.actions", extends = SimAction)]
pub struct BeamAction {
    /// Position in m and heading in rad, ``(x, y, theta)``. Whatever the sign of ``x``, the
    /// position is in the player's own half; ``theta`` is 0 towards the opponents' goal.
    #[pyo3(get)]
    pub target_pose: (f64, f64, f64),
}

value_methods!(BeamAction: actuator_name, target_pose);
setters!(BeamAction: target_pose: changed_pose);

fn changed_pose(value: &Bound<'_, PyAny>, attribute: &str) -> PyResult<(f64, f64, f64)> {
    three_numbers(value, attribute).map(changed)
}

#[pymethods]
impl BeamAction {
    #[new]
    fn new(
        actuator_name: &Bound<'_, PyAny>,
        target_pose: &Bound<'_, PyAny>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let base = SimAction::with_name(actuator_name)?;
        Ok(base.add_subclass(Self { target_pose: three_numbers(target_pose, "target_pose")? }))
    }

    /// Calls ``ai.beam_agent(actuator_name, target_pose)``.
    fn perform(this: &Bound<'_, Self>, ai: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, name) = (this.py(), actuator_of(this.as_super())?);
        let target_pose = this.borrow().target_pose;
        ai.call_method1(intern!(py, "beam_agent"), (name, target_pose)).map(drop)
    }
}

/// Reads three numbers from any iterable.
fn three_numbers(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<(f64, f64, f64)> {
    let wrong =
        || PyTypeError::new_err(format!("{argument}: must be three real numbers, not {value}"));
    let numbers = value.try_iter().map_err(|_| wrong())?;
    let numbers = numbers.map(|number| real(&number?, argument)).collect::<PyResult<Vec<_>>>()?;
    match numbers[..] {
        [x, y, theta] => Ok((x, y, theta)),
        _ => Err(wrong()),
    }
}

/// Ask to join a team as a robot of some model.
#[pyclass(module = "rcssgym.actions")]
pub struct InitRequest {
    /// Robot model, such as ``"T1"``.
    #[pyo3(get)]
    pub model_name: Py<PyString>,
    /// Team to join.
    #[pyo3(get)]
    pub team_name: Py<PyString>,
    /// Number to play under.
    #[pyo3(get)]
    pub player_no: i64,
}

value_methods!(InitRequest: model_name, team_name, player_no);
setters!(InitRequest: model_name: owned_string, team_name: owned_string, player_no: player_number);

#[pymethods]
impl InitRequest {
    #[new]
    fn new(
        model_name: &Bound<'_, PyAny>,
        team_name: &Bound<'_, PyAny>,
        player_no: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        Ok(Self {
            model_name: owned_string(model_name, "model_name")?,
            team_name: owned_string(team_name, "team_name")?,
            player_no: player_number(player_no, "player_no")?,
        })
    }
}

fn player_number(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<i64> {
    value.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<PyOverflowError>(value.py()) {
            return argument_error(argument, format!("no player has the number {value}"));
        }
        type_error(argument, "an integer", value)
    })
}

/// Adds the classes to the extension module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(action_changes, module)?)?;
    module.add_class::<SimAction>()?;
    module.add_class::<MotorAction>()?;
    module.add_class::<SpeakerAction>()?;
    module.add_class::<BeamAction>()?;
    module.add_class::<InitRequest>()
}
