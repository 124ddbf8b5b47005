//! What steps report in `info`, in the form of Gymnasium's vector environments: beside each array
//! is a mask of its own, under the array's name with an underscore in front.

use super::error::argument_error;
use super::strided::items;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PySlice, PyString, PyTuple, PyType};

/// Adds terms of the reward to ``info["reward"]`` and measures to ``info``, each with a fresh copy
/// of ``mask``, bool ``(W,)``.
#[pyfunction]
pub fn add_step_info<'py>(
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

/// Name of the mask of the array that has this name.
fn masked<'py>(name: &Bound<'py, PyString>) -> Bound<'py, PyString> {
    PyString::new(name.py(), &format!("_{}", name.to_string_lossy()))
}

/// How steps of a task are reported in `info`.
///
/// :param info: class of ``info``: a mapping whose dictionary :meth:`fill` fills when it is first
///     read. It has the attributes ``_builder``, ``_rows``, all terms and measures ``(T + M, W)``,
///     in games ``(T + M, W, A)``, and ``_mask``, bool ``(W,)``.
/// :param lazy: class of what stands for ``info["reward"]`` until that is read, and then becomes a
///     dictionary. It has the attributes ``_names``, the names of the terms, ``_rows``, and
///     ``_mask``, a mask of its own.
/// :param terms: names of the terms of the reward, T.
/// :param measures: what is made of the M rows after the terms: names, which rows, and what they
///     become. ``"number"``: the row as it is. ``"flag"``: bool. ``"count"``: int64, for the first
///     robot of each world; ``(W, n)`` for several rows.
/// :param of_first: whether all measures are reported for the first robot of each world only.
#[pyclass(name = "InfoBuilder", module = "rcssgym._core", frozen)]
pub struct PyInfoBuilder {
    info: Deferred,
    lazy: Deferred,
    terms: Py<PyTuple>,
    measures: Vec<Measure>,
    of_first: bool,
    rewards: Names,
    names: Py<PyFrozenSet>,
    /// Number of rows of terms and measures.
    rows: usize,
}

/// A class of dictionaries that are filled when they are first accessed, and the attributes that
/// they have.
struct Deferred {
    class: Py<PyType>,
    /// The class's `__new__`, which makes an empty one.
    new: Py<PyAny>,
    slots: [Py<PyString>; 3],
}

impl Deferred {
    fn new(class: &Bound<'_, PyType>, slots: [&str; 3]) -> PyResult<Self> {
        let new = class.getattr("__new__")?.unbind();
        let slots = slots.map(|name| PyString::intern(class.py(), name).unbind());
        Ok(Self { class: class.clone().unbind(), new, slots })
    }

    /// Makes one of them as its class would, but without running Python code.
    fn make<'py>(&self, attributes: [&Bound<'py, PyAny>; 3]) -> PyResult<Bound<'py, PyAny>> {
        let py = attributes[0].py();
        let made = self.new.bind(py).call1((self.class.bind(py),))?;
        for (slot, attribute) in self.slots.iter().zip(attributes) {
            made.setattr(slot, attribute)?;
        }
        Ok(made)
    }
}

/// The name of an entry of `info`, and that of its mask.
type Names = [Py<PyString>; 2];

fn with_mask(name: &Bound<'_, PyString>) -> Names {
    [name.clone().unbind(), masked(name).unbind()]
}

/// An entry of `info` that is made from some rows.
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
impl PyInfoBuilder {
    #[new]
    fn new(
        info: &Bound<'_, PyType>,
        lazy: &Bound<'_, PyType>,
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
            info: Deferred::new(info, ["_builder", "_rows", "_mask"])?,
            lazy: Deferred::new(lazy, ["_names", "_rows", "_mask"])?,
            terms: terms.clone().unbind(),
            measures,
            of_first,
            rewards,
            rows,
        })
    }

    /// The names that :meth:`fill` adds to ``info``.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> Bound<'py, PyFrozenSet> {
        self.names.bind(py).clone()
    }

    /// Fills ``info`` from ``rows``, ``(T + M, W)`` or ``(T + M, W, A)``, and puts a copy of
    /// ``mask``, ``(W,)``, beside each array.
    fn fill<'py>(
        &self,
        info: &Bound<'py, PyDict>,
        rows: &Bound<'py, PyArrayDyn<f64>>,
        mask: PyReadonlyArray1<'py, bool>,
    ) -> PyResult<()> {
        let (py, mask) = (info.py(), mask.as_slice()?);
        self.check(rows)?;
        let fresh = || PyArray1::from_slice(py, mask).into_any();
        let [name, beside] = &self.rewards;
        info.set_item(name, self.lazy.make([self.terms.bind(py), rows, &fresh()])?)?;
        info.set_item(beside, fresh())?;
        for measure in &self.measures {
            let [name, beside] = &measure.names;
            info.set_item(name, self.measured(measure, rows)?)?;
            info.set_item(beside, fresh())?;
        }
        Ok(())
    }

    /// The measures by name, without masks, from ``rows`` as :meth:`fill` takes them.
    fn measures<'py>(
        &self,
        py: Python<'py>,
        rows: &Bound<'py, PyArrayDyn<f64>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        self.check(rows)?;
        let measures = PyDict::new(py);
        for measure in &self.measures {
            measures.set_item(&measure.names[0], self.measured(measure, rows)?)?;
        }
        Ok(measures)
    }
}

impl PyInfoBuilder {
    /// Checks that there are as many rows as this has names for.
    fn check(&self, rows: &Bound<'_, PyArrayDyn<f64>>) -> PyResult<()> {
        match rows.shape() {
            [count, _, ..] if *count == self.rows => Ok(()),
            shape => Err(argument_error("rows", format!("{shape:?}, must be {} rows", self.rows))),
        }
    }

    /// Number of rows that it reports.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Makes the ``info`` of a step from all terms and measures, ``reported``, whose memory may
    /// still be written until somebody else has it. `is_masked` is true for environments about
    /// which nothing is reported.
    pub fn info<'py>(
        this: &Bound<'py, Self>,
        reported: &Bound<'py, PyArrayDyn<f64>>,
        is_masked: &[bool],
    ) -> PyResult<Bound<'py, PyAny>> {
        let mask = is_masked.iter().map(|is_masked| !is_masked).collect();
        let mask = PyArray1::from_vec(this.py(), mask);
        this.get().info.make([this, reported, &mask])
    }

    /// A measure as it is reported.
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
