//! Models by name, by path or as objects.

use super::argument::{self, text, type_name};
use super::error::{ModelError, OrRaise, argument_error};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rcssgym::error::Error;
use rcssgym::model::{self, Files, Model};
use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::path;
use std::sync::Arc;

/// The text of a model's file, and those of the files that it includes, by name.
type Texts = (String, BTreeMap<String, String>);

/// Maximum number of robots in a team.
pub const MAX_TEAM: usize = 11;

/// A robot model: a built-in one by name (``"T1"``, ``"K1"``, ``"ant"``, ``"nao"``, ``"nao1"`` to
/// ``"nao4"``) or an MJCF file by path.
///
/// Raises :class:`ModelError` if there is no such model, or if the file lies outside the supported
/// subset of MJCF; the message names file, line, element and value. Pickles and copies hold what
/// the model was read from, and do not read its file again.
#[pyclass(name = "Model", module = "rcssgym", frozen)]
pub struct PyModel {
    source: String,
    model: Arc<Model>,
}

#[pymethods]
impl PyModel {
    /// The second argument is what pickles hold of a file.
    #[new]
    #[pyo3(signature = (name_or_path, files=None, /), text_signature = "(name_or_path, /)")]
    fn new(name_or_path: &Bound<'_, PyAny>, files: Option<Texts>) -> PyResult<Self> {
        if let Some((text, parts)) = files {
            let source = argument::text(name_or_path, "name_or_path")?;
            let model = model::reload(&source, Files { text, parts }).or_raise()?;
            return Ok(Self { source, model: Arc::new(model) });
        }
        let source = source_of(name_or_path, "name_or_path")?;
        let model = load(&source, "name_or_path")?;
        Ok(Self { source, model })
    }

    /// Name of the model.
    #[getter]
    fn name(&self) -> &str {
        &self.model.name
    }

    /// Name of a built-in model, or absolute path of the file.
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }

    /// Motors, in the order of targets and joint positions.
    #[getter]
    fn motor_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, motor_names(&self.model))
    }

    /// Hinges, in the order of ``qpos``.
    #[getter]
    fn joint_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.model.joints.iter().map(|joint| joint.name.as_str()))
    }

    /// Bodies, parents before children; unnamed ones are empty strings.
    #[getter]
    fn body_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.model.bodies.iter().map(|body| body.name.as_str()))
    }

    /// Mass of each body, kg.
    #[getter]
    fn body_masses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.model.bodies.iter().map(|body| body.mass))
    }

    /// Collision shapes; unnamed ones are empty strings.
    #[getter]
    fn geom_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.model.geoms.iter().map(|geom| geom.name.as_str()))
    }

    /// Frames fixed to bodies.
    #[getter]
    fn site_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.model.sites.iter().map(|site| site.name.as_str()))
    }

    /// Sensors, in the order of the file.
    #[getter]
    fn sensor_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.model.sensors.iter().map(|sensor| sensor.name.as_str()))
    }

    fn __repr__(&self) -> String {
        format!("Model('{}')", self.source)
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String, Option<Texts>)) {
        let Self { source, model } = this.get();
        let files = model.files.as_deref().map(|files| (files.text.clone(), files.parts.clone()));
        (this.get_type().into_any(), (source.clone(), files))
    }
}

impl PyModel {
    /// A model that is in use.
    pub fn of(model: &Arc<Model>) -> Self {
        Self { source: model.name.clone(), model: Arc::clone(model) }
    }

    /// A model by its name or path, or as an object.
    pub fn load(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<Arc<Model>> {
        match value.cast::<Self>() {
            Ok(model) => Ok(Arc::clone(&model.get().model)),
            Err(_) => load(&source_of(value, argument)?, argument),
        }
    }
}

/// Names of the motors of a model.
pub fn motor_names(model: &Model) -> impl ExactSizeIterator<Item = &str> {
    model.motors.iter().map(|motor| motor.name.as_str())
}

/// The robots of one team.
#[derive(Default)]
pub struct Team {
    /// Where each model comes from.
    pub sources: Vec<String>,
    /// The models; each source is loaded once.
    pub models: Vec<Arc<Model>>,
}

/// Models that have been loaded, by source.
pub type Loaded = HashMap<String, Arc<Model>>;

impl Team {
    /// Reads a sequence of names, paths and [`PyModel`]s.
    pub fn new(value: &Bound<'_, PyAny>, argument: &str, loaded: &mut Loaded) -> PyResult<Self> {
        if value.is_instance_of::<PyString>() {
            return Err(argument_error(
                argument,
                format!("must be a sequence of models such as ('{value}',), not a string"),
            ));
        }
        let items = value.try_iter().map_err(|_| {
            let kind = type_name(value);
            argument_error(argument, format!("must be a sequence of models, not {kind}"))
        })?;
        let mut team = Self::default();
        for (i, item) in items.enumerate() {
            if i == MAX_TEAM {
                return Err(argument_error(argument, format!("more than {MAX_TEAM} robots")));
            }
            team.push(&item?, &format!("{argument}[{i}]"), loaded)?;
        }
        Ok(team)
    }

    /// The argument from which a pickle makes the team: names of built-in models, and what others
    /// were read from.
    pub fn argument<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut shown: HashMap<*const Model, Bound<'py, PyAny>> = HashMap::new();
        for (source, model) in self.sources.iter().zip(&self.models) {
            if shown.contains_key(&Arc::as_ptr(model)) {
                continue;
            }
            let argument = match model.files {
                None => source.into_pyobject(py)?.into_any(),
                Some(_) => {
                    let model = PyModel { source: source.clone(), model: Arc::clone(model) };
                    Bound::new(py, model)?.into_any()
                }
            };
            shown.insert(Arc::as_ptr(model), argument);
        }
        PyTuple::new(py, self.models.iter().map(|model| &shown[&Arc::as_ptr(model)]))
    }

    fn push(&mut self, item: &Bound<'_, PyAny>, place: &str, loaded: &mut Loaded) -> PyResult<()> {
        let (source, model) = match item.cast::<PyModel>() {
            Ok(model) => {
                let PyModel { source, model } = model.get();
                (source.clone(), Arc::clone(model))
            }
            Err(_) => {
                let source = source_of(item, place)?;
                let model = match loaded.get(&source) {
                    Some(model) => Arc::clone(model),
                    None => load(&source, place)?,
                };
                (source, model)
            }
        };
        loaded.insert(source.clone(), Arc::clone(&model));
        self.sources.push(source);
        self.models.push(model);
        Ok(())
    }
}

/// Returns a built-in name unchanged, and a path made absolute.
fn source_of(value: &Bound<'_, PyAny>, place: &str) -> PyResult<String> {
    let path = value.py().import("os")?.call_method1("fspath", (value,)).map_err(|_| {
        let kind = type_name(value);
        argument_error(place, format!("must be the name or path of a model, not {kind}"))
    })?;
    let source = text(&path, place)?;
    if model::builtin_names().contains(&source.as_str()) || !path::Path::new(&source).exists() {
        return Ok(source);
    }
    let absolute = path::absolute(&source).map_err(|error| argument_error(place, error))?;
    Ok(absolute.to_string_lossy().into_owned())
}

fn load(source: &str, place: &str) -> PyResult<Arc<Model>> {
    if source == "ball" {
        return Err(ModelError::new_err(format!("{place}: the ball is not a robot")));
    }
    model::load_shared(source).map_err(|error| match error {
        Error::Io { source: reason, .. } if reason.kind() == ErrorKind::NotFound => {
            let known = model::builtin_names().join(", ");
            ModelError::new_err(format!(
                "{place}: unknown model '{source}': neither a file nor one of {known}"
            ))
        }
        other => ModelError::new_err(format!("{place}: {other}")),
    })
}
