//! What a step tells, as Gymnasium's vector environments have it in `info`: beside each array a
//! mask of its own, under its name with a line before it.

use super::error::argument_error;
use super::owned::Fresh;
use numpy::ndarray::IxDyn;
use numpy::{PyArray1, PyArrayDyn, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyString, PyTuple, PyType};

/// Adds terms of the reward to ``info["reward"]`` and measures to ``info``, each with a fresh copy
/// of ``mask``, bool ``(W,)``.
#[pyfunction]
pub fn tell_step<'py>(
    info: &Bound<'py, PyDict>,
    terms: &Bound<'py, PyDict>,
    measures: &Bound<'py, PyDict>,
    mask: PyReadonlyArray1<'py, bool>,
) -> PyResult<()> {
    let (py, mask) = (info.py(), mask.as_slice()?);
    let fresh = || PyArray1::from_slice(py, mask);
    let rewards = terms.copy()?;
    for (name, _) in terms {
        rewards.set_item(masked(&name.cast_into()?), fresh())?;
    }
    info.set_item("reward", rewards)?;
    info.set_item("_reward", fresh())?;
    for (name, measure) in measures {
        info.set_item(&name, measure)?;
        info.set_item(masked(&name.cast_into()?), fresh())?;
    }
    Ok(())
}

/// Name of the mask of what has this name.
fn masked<'py>(name: &Bound<'py, PyString>) -> Bound<'py, PyString> {
    PyString::new(name.py(), &format!("_{}", name.to_string_lossy()))
}

/// How steps of a task are told in `info`.
///
/// :param told: class of ``info["reward"]``: a dictionary that makes its arrays when it is asked,
///     of the names of the terms, ``_names``, all that is told ``(T + M, W)``, ``_rows``, and a
///     mask of its own, ``_mask``.
/// :param terms: names of the terms of the reward, T.
/// :param measures: what is made of the M rows behind them: names, which rows, and what they
///     become. ``"number"``: the row as it is. ``"flag"``: bool. ``"count"``: int64, as the first
///     robot of each world has it; of several rows ``(W, n)``.
/// :param of_first: whether all measures are told as the first robot of each world has them.
#[pyclass(name = "Teller", module = "rcssgym._core", frozen)]
pub struct PyTeller {
    told: Py<PyType>,
    /// Makes one, empty.
    new: Py<PyAny>,
    slots: [Py<PyString>; 3],
    terms: Py<PyTuple>,
    measures: Vec<Measure>,
    of_first: bool,
    rewards: [Py<PyString>; 2],
    /// Rows of terms and measures.
    rows: usize,
}

/// What `info` has of some rows.
struct Measure {
    /// The mask's, and its own.
    names: [Py<PyString>; 2],
    rows: Vec<usize>,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Number,
    Flag,
    Count,
}

/// An array of `info` that is written when the step has been made.
pub struct Later<'py> {
    rows: Vec<usize>,
    /// Whether it is as the first robot of each world has it.
    of_first: bool,
    out: Room<'py>,
}

enum Room<'py> {
    Flags(Fresh<'py, bool, IxDyn>),
    Counts(Fresh<'py, i64, IxDyn>),
}

impl Later<'_> {
    /// Writes it, of all that is told: rows of so many numbers, one for each robot of each world.
    pub fn write(&self, told: &[f64], width: usize, agents: usize) {
        let row = |index: usize| &told[index * width..][..width];
        match &self.out {
            Room::Flags(flags) => {
                // SAFETY: the array is as new as the step: nobody else has it, and it is asked
                // once.
                let out = unsafe { flags.slice() };
                let told = row(self.rows[0]).iter().step_by(if self.of_first { agents } else { 1 });
                out.iter_mut().zip(told).for_each(|(out, flag)| *out = *flag != 0.0);
            }
            Room::Counts(counts) => {
                // SAFETY: the same.
                let out = unsafe { counts.slice() };
                for (place, &index) in self.rows.iter().enumerate() {
                    let out = out.iter_mut().skip(place).step_by(self.rows.len());
                    let firsts = row(index).iter().step_by(agents);
                    out.zip(firsts).for_each(|(out, count)| *out = *count as i64);
                }
            }
        }
    }
}

#[pymethods]
impl PyTeller {
    #[new]
    fn new(
        told: &Bound<'_, PyType>,
        terms: &Bound<'_, PyTuple>,
        measures: Vec<(Bound<'_, PyString>, Vec<usize>, String)>,
        of_first: bool,
    ) -> PyResult<Self> {
        let py = terms.py();
        let both = |name: Bound<'_, PyString>| [masked(&name).unbind(), name.unbind()];
        let measures = measures.into_iter().map(|(name, rows, kind)| {
            let kind = match (&*kind, rows.len()) {
                ("number", 1) => Kind::Number,
                ("flag", 1) => Kind::Flag,
                ("count", 1..) => Kind::Count,
                _ => {
                    let problem = format!("a '{kind}' of {} rows is not known", rows.len());
                    return Err(argument_error("measures", problem));
                }
            };
            Ok(Measure { names: both(name), rows, kind })
        });
        let measures = measures.collect::<PyResult<Vec<_>>>()?;
        let rows = measures.iter().map(|measure| measure.rows.len()).sum::<usize>() + terms.len();
        if measures.iter().flat_map(|measure| &measure.rows).any(|&row| row >= rows) {
            return Err(argument_error("measures", format!("name a row beyond {rows}")));
        }
        Ok(Self {
            new: told.getattr("__new__")?.unbind(),
            told: told.clone().unbind(),
            slots: ["_names", "_rows", "_mask"].map(|name| PyString::intern(py, name).unbind()),
            terms: terms.clone().unbind(),
            measures,
            of_first,
            rewards: both(PyString::new(py, "reward")),
            rows,
        })
    }
}

impl PyTeller {
    /// Rows of what it tells.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// What is told, in memory that may still be written, and what is to be written besides;
    /// `is_masked` is true where nothing is told.
    pub fn info<'py>(
        &self,
        told: &Bound<'py, PyArrayDyn<f64>>,
        is_masked: &[bool],
        agents: usize,
    ) -> PyResult<(Bound<'py, PyDict>, Vec<Later<'py>>)> {
        let py = told.py();
        let info = PyDict::new(py);
        let mask: Vec<bool> = is_masked.iter().map(|is_masked| !is_masked).collect();
        let fresh = || PyArray1::from_slice(py, &mask);
        // As its class would do it, but that no Python runs.
        let rewards = self.new.bind(py).call1((self.told.bind(py),))?;
        let [names, rows, own_mask] = &self.slots;
        rewards.setattr(names, self.terms.bind(py))?;
        rewards.setattr(rows, told)?;
        rewards.setattr(own_mask, fresh())?;
        let [beside, name] = &self.rewards;
        info.set_item(name, rewards)?;
        info.set_item(beside, fresh())?;
        let (of_first, mut later) = (self.of_first && told.ndim() > 2, Vec::new());
        for Measure { names: [beside, name], rows, kind } in &self.measures {
            match kind {
                Kind::Number if of_first => {
                    let of_first = (rows[0], PySlice::full(py), 0);
                    info.set_item(name, told.get_item(of_first)?)?;
                }
                Kind::Number => info.set_item(name, told.get_item(rows[0])?)?,
                Kind::Flag => {
                    let axes = if of_first { 1..2 } else { 1..told.ndim() };
                    let shape = told.shape()[axes].to_vec();
                    // SAFETY: it is written when the step has been made; if that fails, `info` is
                    // dropped.
                    let flags = unsafe { Fresh::shaped(py, shape) };
                    info.set_item(name, &flags.array)?;
                    later.push(Later { rows: rows.clone(), of_first, out: Room::Flags(flags) });
                }
                Kind::Count => {
                    let count = (rows.len() > 1).then_some(rows.len());
                    let shape = std::iter::once(told.len() / (self.rows * agents).max(1));
                    // SAFETY: the same.
                    let counts = unsafe { Fresh::shaped(py, shape.chain(count).collect()) };
                    info.set_item(name, &counts.array)?;
                    later.push(Later {
                        rows: rows.clone(),
                        of_first: true,
                        out: Room::Counts(counts),
                    });
                }
            }
            info.set_item(beside, fresh())?;
        }
        Ok((info, later))
    }
}
