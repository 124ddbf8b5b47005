//! What a step tells, as Gymnasium's vector environments have it in `info`: beside each array a
//! mask of its own, under its name with a line before it.

use super::error::argument_error;
use super::strided::items;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PySlice, PyString, PyTuple, PyType};

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
/// :param info: class of ``info``: a dictionary that :meth:`tell` fills when it is first asked
///     anything; it has ``_teller``, ``_rows``, all that is told ``(T + M, W)``, in games
///     ``(T + M, W, A)``, and ``_mask``, bool ``(W,)``.
/// :param told: class of ``info["reward"]``: another one, which fills itself; it has ``_names``,
///     those of the terms, ``_rows``, and a mask of its own, ``_mask``.
/// :param terms: names of the terms of the reward, T.
/// :param measures: what is made of the M rows behind them: names, which rows, and what they
///     become. ``"number"``: the row as it is. ``"flag"``: bool. ``"count"``: int64, as the first
///     robot of each world has it; of several rows ``(W, n)``.
/// :param of_first: whether all measures are told as the first robot of each world has them.
#[pyclass(name = "Teller", module = "rcssgym._core", frozen)]
pub struct PyTeller {
    info: Deferred,
    told: Deferred,
    terms: Py<PyTuple>,
    measures: Vec<Measure>,
    of_first: bool,
    rewards: Names,
    names: Py<PyFrozenSet>,
    /// Rows of terms and measures.
    rows: usize,
}

/// A class of dictionaries that are filled when somebody asks, and which attributes they have.
struct Deferred {
    class: Py<PyType>,
    /// Makes one, empty.
    new: Py<PyAny>,
    slots: [Py<PyString>; 3],
}

impl Deferred {
    fn new(class: &Bound<'_, PyType>, slots: [&str; 3]) -> PyResult<Self> {
        let new = class.getattr("__new__")?.unbind();
        let slots = slots.map(|name| PyString::intern(class.py(), name).unbind());
        Ok(Self { class: class.clone().unbind(), new, slots })
    }

    /// One of them, as its class would make it, but that no Python runs.
    fn make<'py>(&self, attributes: [&Bound<'py, PyAny>; 3]) -> PyResult<Bound<'py, PyAny>> {
        let py = attributes[0].py();
        let made = self.new.bind(py).call1((self.class.bind(py),))?;
        for (slot, attribute) in self.slots.iter().zip(attributes) {
            made.setattr(slot, attribute)?;
        }
        Ok(made)
    }
}

/// Of something in `info`: its own name, and that of its mask.
type Names = [Py<PyString>; 2];

fn with_mask(name: &Bound<'_, PyString>) -> Names {
    [name.clone().unbind(), masked(name).unbind()]
}

/// What `info` has of some rows.
struct Measure {
    names: Names,
    rows: Vec<usize>,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Number,
    Flag,
    Count,
}

#[pymethods]
impl PyTeller {
    #[new]
    fn new(
        info: &Bound<'_, PyType>,
        told: &Bound<'_, PyType>,
        terms: &Bound<'_, PyTuple>,
        measures: Vec<(Bound<'_, PyString>, Vec<usize>, String)>,
        of_first: bool,
    ) -> PyResult<Self> {
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
            Ok(Measure { names: with_mask(&name), rows, kind })
        });
        let measures = measures.collect::<PyResult<Vec<_>>>()?;
        let rows = measures.iter().map(|measure| measure.rows.len()).sum::<usize>() + terms.len();
        if measures.iter().flat_map(|measure| &measure.rows).any(|&row| row >= rows) {
            return Err(argument_error("measures", format!("name a row beyond {rows}")));
        }
        let rewards = with_mask(&PyString::new(terms.py(), "reward"));
        let names = std::iter::once(&rewards).chain(measures.iter().map(|one| &one.names));
        Ok(Self {
            names: PyFrozenSet::new(terms.py(), names.flatten())?.unbind(),
            info: Deferred::new(info, ["_teller", "_rows", "_mask"])?,
            told: Deferred::new(told, ["_names", "_rows", "_mask"])?,
            terms: terms.clone().unbind(),
            measures,
            of_first,
            rewards,
            rows,
        })
    }

    /// The names that :meth:`tell` gives ``info``.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> Bound<'py, PyFrozenSet> {
        self.names.bind(py).clone()
    }

    /// Fills ``info`` with what ``rows`` tell, ``(T + M, W)`` or ``(T + M, W, A)``, and a copy of
    /// ``mask``, ``(W,)``, beside each array.
    fn tell<'py>(
        &self,
        info: &Bound<'py, PyDict>,
        rows: &Bound<'py, PyArrayDyn<f64>>,
        mask: PyReadonlyArray1<'py, bool>,
    ) -> PyResult<()> {
        let (py, mask) = (info.py(), mask.as_slice()?);
        self.check(rows)?;
        let fresh = || PyArray1::from_slice(py, mask).into_any();
        let [name, beside] = &self.rewards;
        info.set_item(name, self.told.make([self.terms.bind(py), rows, &fresh()])?)?;
        info.set_item(beside, fresh())?;
        for measure in &self.measures {
            let [name, beside] = &measure.names;
            info.set_item(name, self.measured(measure, rows)?)?;
            info.set_item(beside, fresh())?;
        }
        Ok(())
    }

    /// The measures by name, without masks, of ``rows`` as :meth:`tell` takes them.
    fn measures<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyArrayDyn<f64>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.check(rows)?;
        let told = PyDict::new(py);
        for measure in &self.measures {
            told.set_item(&measure.names[0], self.measured(measure, rows)?)?;
        }
        Ok(told)
    }
}

impl PyTeller {
    /// Refuses what are not as many rows as it has names for.
    fn check(&self, rows: &Bound<'_, PyArrayDyn<f64>>) -> PyResult<()> {
        match rows.shape() {
            [count, _, ..] if *count == self.rows => Ok(()),
            shape => Err(argument_error("rows", format!("{shape:?}, must be {} rows", self.rows))),
        }
    }

    /// Rows of what it tells.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// ``info`` of a step, of all that is told, in memory that may still be written until somebody
    /// else has it; `is_masked` is true where nothing is told.
    pub fn info<'py>(
        this: &Bound<'py, Self>,
        told: &Bound<'py, PyArrayDyn<f64>>,
        is_masked: &[bool],
    ) -> PyResult<Bound<'py, PyAny>> {
        let mask = is_masked.iter().map(|is_masked| !is_masked).collect();
        let mask = PyArray1::from_vec(this.py(), mask);
        this.get().info.make([this, told, &mask])
    }

    /// A measure as it is told.
    fn measured<'py>(
        &self,
        measure: &Measure,
        rows: &Bound<'py, PyArrayDyn<f64>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = rows.py();
        let row = |index: usize, is_of_first: bool| {
            let row = match is_of_first && rows.ndim() > 2 {
                true => rows.get_item((index, PySlice::full(py), 0)),
                false => rows.get_item(index),
            };
            Ok::<_, PyErr>(row?.cast_into::<PyArrayDyn<f64>>()?)
        };
        let Measure { rows: indices, kind, .. } = measure;
        match kind {
            Kind::Number => Ok(row(indices[0], self.of_first)?.into_any()),
            Kind::Flag => {
                let row = row(indices[0], self.of_first)?;
                let flags = items(&row)?.iter().map(|flag| *flag != 0.0).collect();
                Ok(PyArray1::from_vec(py, flags).reshape(row.shape().to_vec())?.into_any())
            }
            Kind::Count => {
                let (worlds, several) = (rows.shape()[1], indices.len());
                let mut counts = vec![0; worlds * several];
                for (place, index) in indices.iter().enumerate() {
                    let numbers = items(&row(*index, true)?)?;
                    let places = counts.iter_mut().skip(place).step_by(several);
                    places.zip(numbers).for_each(|(count, number)| *count = number as i64);
                }
                let counts = PyArray1::from_vec(py, counts);
                match several {
                    1 => Ok(counts.into_any()),
                    _ => Ok(counts.reshape([worlds, several])?.into_any()),
                }
            }
        }
    }
}
