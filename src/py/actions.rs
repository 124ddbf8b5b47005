//! What robots can do, as the objects of `rcssgym.actions`.

use super::argument::type_name;
use super::error::argument_error;
use super::value::{Name, State, bytes, missing, value_methods};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString, PyTuple, PyType};

/// Something that one actuator of a robot shall do: base of all actions, and of your own.
///
/// A class derived from this one has a method ``perform(ai)`` and calls
/// ``super().__init__(actuator_name)``. ``SimAction[T]`` is for those whose ``ai`` is a ``T``.
#[pyclass(module = "rcssgym.actions", subclass, frozen)]
pub struct SimAction {
    actuator_name: Name,
}

impl SimAction {
    fn with_name(actuator_name: &Bound<'_, PyString>) -> PyClassInitializer<Self> {
        PyClassInitializer::from(Self { actuator_name: Name::new(actuator_name) })
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
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(
        class: &Bound<'_, PyType>,
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        Ok(Self { actuator_name: Name::of_subclass::<Self>(class)? })
    }

    #[pyo3(signature = (*args, **kwargs))]
    fn __init__(
        &self,
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

    /// Does it.
    fn perform(this: &Bound<'_, Self>, ai: &Bound<'_, PyAny>) -> PyResult<()> {
        let _ = ai;
        Err(missing(this, "perform"))
    }

    fn __getstate__<'py>(this: &Bound<'py, Self>) -> PyResult<State<'py>> {
        this.get().actuator_name.state(this)
    }

    fn __setstate__(this: &Bound<'_, Self>, state: State<'_>) -> PyResult<()> {
        this.get().actuator_name.restore(this, state)
    }
}

/// Let a motor apply ``kp * (q - q_now) + kd * (dq - dq_now) + tau``, N m, until told otherwise.
#[pyclass(module = "rcssgym.actions", extends = SimAction, frozen)]
pub struct MotorAction {
    /// Angle to reach, rad.
    #[pyo3(get)]
    pub q: f64,
    /// Speed to reach, rad/s.
    #[pyo3(get)]
    pub dq: f64,
    /// Torque per angle that is missing, N m/rad.
    #[pyo3(get)]
    pub kp: f64,
    /// Torque per speed that is missing, N m s/rad.
    #[pyo3(get)]
    pub kd: f64,
    /// Torque on top, N m.
    #[pyo3(get)]
    pub tau: f64,
}

value_methods!(MotorAction: actuator_name, q, dq, kp, kd, tau);

#[pymethods]
impl MotorAction {
    #[new]
    fn new(
        actuator_name: &Bound<'_, PyString>,
        q: f64,
        dq: f64,
        kp: f64,
        kd: f64,
        tau: f64,
    ) -> PyClassInitializer<Self> {
        SimAction::with_name(actuator_name).add_subclass(Self { q, dq, kp, kd, tau })
    }

    /// Calls ``ai.ctrl_motor(actuator_name, q, dq, kp, kd, tau)``.
    fn perform(this: &Bound<'_, Self>, ai: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, Self { q, dq, kp, kd, tau }) = (this.py(), this.get());
        let name = this.as_super().get().actuator(py)?;
        ai.call_method1(intern!(py, "ctrl_motor"), (name, q, dq, kp, kd, tau)).map(drop)
    }
}

/// Say something for everybody within earshot to hear.
#[pyclass(module = "rcssgym.actions", extends = SimAction, frozen)]
pub struct SpeakerAction {
    /// How loud; 1 is as loud as it gets.
    #[pyo3(get)]
    pub volume: f64,
    /// What to say.
    #[pyo3(get)]
    message: Py<PyAny>,
}

value_methods!(SpeakerAction: actuator_name, volume, message);

impl SpeakerAction {
    /// The message as it is now.
    pub fn bytes(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        Ok(bytes(self.message.bind(py))?.into_owned())
    }
}

#[pymethods]
impl SpeakerAction {
    #[new]
    fn new(
        actuator_name: &Bound<'_, PyString>,
        volume: f64,
        #[pyo3(from_py_with = message)] message: Py<PyAny>,
    ) -> PyClassInitializer<Self> {
        SimAction::with_name(actuator_name).add_subclass(Self { volume, message })
    }

    /// Calls ``ai.say_message(actuator_name, volume, message)``.
    fn perform(this: &Bound<'_, Self>, ai: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, Self { volume, message }) = (this.py(), this.get());
        let name = this.as_super().get().actuator(py)?;
        ai.call_method1(intern!(py, "say_message"), (name, volume, message)).map(drop)
    }
}

fn message(value: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    if value.is_instance_of::<PyBytes>() || value.is_instance_of::<PyByteArray>() {
        return Ok(value.clone().unbind());
    }
    let kind = type_name(value);
    Err(PyTypeError::new_err(format!("must be bytes or bytearray, not {kind}")))
}

/// Ask for a place on the pitch.
#[pyclass(module = "rcssgym.actions", extends = SimAction, frozen)]
pub struct BeamAction {
    /// Position in m and heading in rad, ``(x, y, theta)``: whatever the sign of ``x``, in the own
    /// half; ``theta`` is 0 towards the opponents' goal.
    #[pyo3(get)]
    pub target_pose: (f64, f64, f64),
}

value_methods!(BeamAction: actuator_name, target_pose);

#[pymethods]
impl BeamAction {
    #[new]
    fn new(
        actuator_name: &Bound<'_, PyString>,
        #[pyo3(from_py_with = pose)] target_pose: (f64, f64, f64),
    ) -> PyClassInitializer<Self> {
        SimAction::with_name(actuator_name).add_subclass(Self { target_pose })
    }

    /// Calls ``ai.beam_agent(actuator_name, target_pose)``.
    fn perform(this: &Bound<'_, Self>, ai: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = this.py();
        let name = this.as_super().get().actuator(py)?;
        ai.call_method1(intern!(py, "beam_agent"), (name, this.get().target_pose)).map(drop)
    }
}

/// Three numbers of any sequence.
fn pose(value: &Bound<'_, PyAny>) -> PyResult<(f64, f64, f64)> {
    let wrong = || PyTypeError::new_err("must be three real numbers");
    let numbers = value.try_iter().map_err(|_| wrong())?;
    let numbers = numbers.map(|number| number?.extract()).collect::<PyResult<Vec<f64>>>();
    match numbers.map_err(|_| wrong())?[..] {
        [x, y, theta] => Ok((x, y, theta)),
        _ => Err(wrong()),
    }
}

/// Ask to join a team as a robot of some model.
#[pyclass(module = "rcssgym.actions", frozen)]
pub struct InitRequest {
    /// Robot model, such as ``"T1"``.
    #[pyo3(get)]
    model_name: Py<PyString>,
    /// Team to join.
    #[pyo3(get)]
    team_name: Py<PyString>,
    /// Number to play under.
    #[pyo3(get)]
    pub player_no: i64,
}

value_methods!(InitRequest: model_name, team_name, player_no);

#[pymethods]
impl InitRequest {
    #[new]
    fn new(
        model_name: Py<PyString>,
        team_name: Py<PyString>,
        #[pyo3(from_py_with = player_number)] player_no: i64,
    ) -> Self {
        Self { model_name, team_name, player_no }
    }
}

fn player_number(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    value.extract().map_err(|error: PyErr| {
        match error.is_instance_of::<PyOverflowError>(value.py()) {
            true => argument_error("player_no", format!("no player has the number {value}")),
            false => error,
        }
    })
}

/// Adds the classes to the extension module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SimAction>()?;
    module.add_class::<MotorAction>()?;
    module.add_class::<SpeakerAction>()?;
    module.add_class::<BeamAction>()?;
    module.add_class::<InitRequest>()
}
