//! Evaluates conditions and regions of `rcssgym.clang` in a situation.

use super::read::Reader;
use super::rule_base::PyRuleBase;
use super::situation::{PySituation, point, set, shown};
use crate::argument::type_name;
use crate::error::{ClangError, argument_error};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rcssgym::advice::{Clause, Definitions, Named, Place, Problem, Shape};
use rcssgym::wire::clang::Name;

type Object<'a, 'py> = &'a Bound<'py, PyAny>;

/// The bindings with which a condition holds, or ``None``.
#[pyfunction]
pub fn clang_holds<'py>(
    condition: Object<'_, 'py>,
    situation: &PySituation,
    bindings: Object<'_, 'py>,
    definitions: Object<'_, 'py>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let condition = Reader::new().condition(condition, None)?;
    let clause = with(definitions, |known| Clause::new(&condition, known))?;
    let Some(named) = clause.holds(&situation.0, &bound(bindings)?) else { return Ok(None) };
    let all = PyDict::new(bindings.py());
    for (name, numbers) in named {
        all.set_item(name.as_str(), shown(bindings.py(), numbers)?)?;
    }
    Ok(Some(all))
}

/// Whether a point is in a region.
#[pyfunction]
pub fn clang_contains(
    region: Object,
    at: Object,
    situation: &PySituation,
    bindings: Object,
    definitions: Object,
) -> PyResult<bool> {
    let at = point(at, "point")?;
    let place = region_of(region, definitions)?;
    Ok(place.contains(at, &situation.0, &bound(bindings)?))
}

/// The shapes of which a region consists: their kinds, with their points and numbers.
#[pyfunction]
pub fn clang_shapes(
    region: Object,
    situation: &PySituation,
    bindings: Object,
    definitions: Object,
) -> PyResult<Vec<(&'static str, Vec<f64>)>> {
    let place = region_of(region, definitions)?;
    let shapes = place.shapes(&situation.0, &bound(bindings)?);
    Ok(shapes.iter().map(written).collect())
}

fn region_of(region: Object, definitions: Object) -> PyResult<Place> {
    let region = Reader::new().region(region, None)?;
    with(definitions, |known| Place::new(&region, known))
}

/// A shape's kind and its numbers in order.
pub(super) fn written(shape: &Shape) -> (&'static str, Vec<f64>) {
    match shape {
        Shape::Point(point) => ("point", point.to_vec()),
        Shape::Rectangle(corners) => ("rectangle", corners.concat()),
        Shape::Triangle(corners) => ("triangle", corners.concat()),
        Shape::Quadrangle(corners) => ("quadrangle", corners.concat()),
        Shape::Arc { centre: [x, y], inner, outer, begin, span } => {
            ("arc", vec![*x, *y, *inner, *outer, *begin, *span])
        }
    }
}

/// Calls `act` with definitions: those of a rule base, those in a sequence, or none for `None`.
fn with<T>(
    definitions: Object,
    act: impl FnOnce(&Definitions) -> Result<T, Problem>,
) -> PyResult<T> {
    let made = if definitions.is_none() {
        act(&Definitions::default())
    } else if let Ok(base) = definitions.cast::<PyRuleBase>() {
        act(base.borrow().definitions())
    } else {
        let mut known = Definitions::default();
        let Ok(items) = definitions.try_iter() else {
            let reason = format!(
                "must be a RuleBase or a sequence of definitions, not a {}",
                type_name(definitions)
            );
            return Err(argument_error("definitions", reason));
        };
        for item in items {
            known.define(&Reader::new().definition(&item?, None)?);
        }
        act(&known)
    };
    made.map_err(|problem| ClangError::new_err((problem.to_string(), 0)))
}

fn bound(bindings: Object) -> PyResult<Named> {
    if bindings.is_none() {
        return Ok(Vec::new());
    }
    let Ok(items) = bindings.call_method0("items").and_then(|items| items.try_iter()) else {
        let class = type_name(bindings);
        let reason = format!("must map names of variables to numbers, not a {class}");
        return Err(argument_error("bindings", reason));
    };
    items.map(|item| binding(&item?)).collect()
}

/// Reads a variable's name with one number or several.
fn binding(item: Object) -> PyResult<(Name, u16)> {
    let (name, value): (String, Bound<'_, PyAny>) = item.extract()?;
    let argument = format!("bindings[{name:?}]");
    let wrong = |error: &dyn std::fmt::Display| argument_error(&argument, error);
    let name = Name::quoted(&name).map_err(|error| wrong(&error))?;
    let is_one = value.extract::<i64>().is_ok();
    let numbers = if is_one { PyTuple::new(value.py(), [value])?.into_any() } else { value };
    Ok((name, set(&numbers, &argument)?))
}
