//! What a team has been told by its coach.

use super::meaning::written;
use super::message;
use super::situation::{PySituation, shown};
use crate::argument::integer;
use crate::error::ClangError;
use numpy::ndarray::Array;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use rcssgym::advice::{
    ActionKind, Applied, Definitions, Directives, Row, RuleBase, Situation, Source, rows,
};
use rcssgym::disc::TEAM;
use rcssgym::wire::clang::{self, RuleMode};

/// The base class of `rcssgym.clang.RuleBase`.
#[pyclass(name = "ClangRuleBase", module = "rcssgym._core", subclass)]
#[derive(Clone, Debug, Default)]
pub struct PyRuleBase(RuleBase);

impl PyRuleBase {
    pub(super) fn definitions(&self) -> &Definitions {
        self.0.definitions()
    }
}

#[pymethods]
impl PyRuleBase {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn _hear(&mut self, said: &Bound<'_, PyAny>, time: &Bound<'_, PyAny>) -> PyResult<()> {
        let time = integer(time, "time", i64::MIN..=i64::MAX)?;
        let said = match said.cast::<PyString>() {
            Ok(text) => {
                let text = text.to_str()?;
                clang::parse(text).map_err(|error| super::refused(text, error))?
            }
            Err(_) => message(said)?,
        };
        self.0.hear(&said, time).map_err(|error| ClangError::new_err((error.to_string(), 0)))
    }

    fn _rules(&self) -> Vec<(String, &'static str, bool)> {
        let mode = |mode| match mode {
            RuleMode::Model => "model",
            RuleMode::Directive => "direc",
        };
        let rules = self.0.rules();
        rules.map(|(name, of, on)| (name.to_string(), mode(of), on)).collect()
    }

    fn _problems(&self) -> Vec<String> {
        self.0.problems().iter().map(ToString::to_string).collect()
    }

    fn _directives<'py>(
        &self,
        py: Python<'py>,
        situation: &PySituation,
    ) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let mut directives = Directives::default();
        self.0.directives(&situation.0, &mut directives);
        directives.all().iter().map(|applied| tuple(py, applied, &directives)).collect()
    }

    /// Arrays of the directives that each of our players is to follow in these situations.
    fn _table<'py>(
        &self,
        py: Python<'py>,
        situations: Vec<PyRef<'py, PySituation>>,
        slots: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let slots = integer(slots, "slots", 1..=1_000_usize)?;
        let situations: Vec<_> = situations.iter().map(|one| one.0.clone()).collect();
        let (list, counts) = py.detach(|| self.table(&situations, slots));
        arrays(py, &list, counts, [situations.len(), TEAM, slots])
    }
}

impl PyRuleBase {
    fn table(&self, situations: &[Situation], slots: usize) -> (Vec<Row>, Vec<i64>) {
        let mut list = vec![Row::default(); situations.len() * TEAM * slots];
        let mut counts = Vec::with_capacity(situations.len() * TEAM);
        let mut directives = Directives::default();
        for (situation, own) in situations.iter().zip(list.chunks_mut(TEAM * slots)) {
            self.0.directives(situation, &mut directives);
            for (player, own) in own.chunks_mut(slots).enumerate() {
                counts.push(rows(&directives, situation, player + 1, own) as i64);
            }
        }
        (list, counts)
    }
}

/// The rows as arrays by name.
fn arrays<'py>(
    py: Python<'py>,
    rows: &[Row],
    counts: Vec<i64>,
    [situations, players, slots]: [usize; 3],
) -> PyResult<Bound<'py, PyDict>> {
    let shape = [situations, players, slots];
    let all = PyDict::new(py);
    let kind: Vec<_> = rows.iter().map(|row| row.kind as i8 - 1).collect();
    let positive: Vec<_> = rows.iter().map(|row| row.positive).collect();
    let target: Vec<_> = rows.iter().flat_map(|row| row.target).collect();
    let unums: Vec<_> = rows.iter().map(|row| row.unums).collect();
    let number: Vec<_> = rows.iter().map(|row| row.number).collect();
    all.set_item("kind", Array::from_vec(kind).into_pyarray(py).reshape(shape)?)?;
    all.set_item("positive", Array::from_vec(positive).into_pyarray(py).reshape(shape)?)?;
    let points = [situations, players, slots, 2];
    all.set_item("target", Array::from_vec(target).into_pyarray(py).reshape(points)?)?;
    all.set_item("unums", Array::from_vec(unums).into_pyarray(py).reshape(shape)?)?;
    all.set_item("number", Array::from_vec(number).into_pyarray(py).reshape(shape)?)?;
    let per_player = [situations, players];
    all.set_item("counts", Array::from_vec(counts).into_pyarray(py).reshape(per_player)?)?;
    Ok(all)
}

/// The fields of `rcssgym.clang.Applied`, in order.
fn tuple<'py>(
    py: Python<'py>,
    applied: &Applied,
    directives: &Directives,
) -> PyResult<Bound<'py, PyTuple>> {
    let (source, rule) = match applied.source {
        Source::Rule(name) => ("direc", Some(name.to_string())),
        Source::Model(name) => ("model", Some(name.to_string())),
        Source::Advice => ("advice", None),
        Source::Info => ("info", None),
    };
    let shapes: Vec<_> = directives.region(applied).iter().map(written).collect();
    let shapes = applied.has_region.then_some(shapes);
    let fields = (
        source,
        rule,
        applied.directive,
        applied.positive,
        applied.team.text(),
        shown(py, applied.players)?,
        applied.kind.name(),
        shapes,
        shown(py, applied.unums)?,
        (applied.kind == ActionKind::PlayerType).then_some(applied.number),
        applied.ways.letters(),
    );
    fields.into_pyobject(py)
}
