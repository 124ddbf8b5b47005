//! `rcssgym._core.Show`: a page on which Python shows what it has.

use super::argument::{index, integer, text, texts};
use super::batch::PyWorldBatch;
use super::error::{RcssGymError, argument_error};
use super::soccer::PySoccerWorld;
use crate::server::web::{DiscPlayer, DiscStage, Show, ShowConfig, Stage, disc_standing};
use crate::soccer::Side;
use pyo3::prelude::*;
use serde_json::Value;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A page in browsers, and what it shows. An implementation detail of :mod:`rcssgym.view`.
#[pyclass(name = "Show", module = "rcssgym._core", frozen)]
pub struct PyShow {
    inner: Mutex<Shown>,
    address: (String, u16),
}

struct Shown {
    /// `None` once it is closed.
    show: Option<Show>,
    stage: Stage,
    discs: DiscStage,
}

/// A player of the 2D game: side, number, x, y (m), where its body looks (rad).
type Disc = (usize, u32, f64, f64, f64);

fn notes(text: &str) -> PyResult<Value> {
    serde_json::from_str(text).map_err(|error| argument_error("notes", error))
}

#[pymethods]
impl PyShow {
    #[new]
    fn new(
        py: Python<'_>,
        host: &Bound<'_, PyAny>,
        port: &Bound<'_, PyAny>,
        token: String,
        origins: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let config = ShowConfig {
            host: text(host, "host")?,
            port: integer(port, "port", 0..=u16::MAX)?,
            token,
            origins: texts(origins, "origins")?,
        };
        let show = py.detach(|| Show::open(&config))?;
        let address = (show.address().ip().to_string(), show.address().port());
        let inner =
            Shown { show: Some(show), stage: Stage::default(), discs: DiscStage::default() };
        Ok(Self { inner: Mutex::new(inner), address })
    }

    /// Host and port.
    #[getter]
    fn address(&self) -> (String, u16) {
        self.address.clone()
    }

    /// How many watch.
    fn viewers(&self) -> usize {
        self.lock().show.as_mut().map_or(0, Show::viewers)
    }

    /// What viewers have asked for since the last call, in their words.
    fn asked(&self) -> Vec<String> {
        self.lock().show.as_mut().map_or_else(Vec::new, Show::asked)
    }

    /// Shows a world of a batch, with notes as JSON.
    fn world(
        &self,
        py: Python<'_>,
        worlds: Py<PyWorldBatch>,
        world: &Bound<'_, PyAny>,
        notes: &str,
    ) -> PyResult<()> {
        let (worlds, notes) = (worlds.get(), self::notes(notes)?);
        let world = index(world, "world", worlds.layout.worlds)?;
        worlds.door.detached(py, |batch| {
            let mut inner = self.lock();
            let Shown { show: Some(show), stage, .. } = &mut *inner else { return Ok(()) };
            stage.shoot(batch, world, &[], &notes).map(|shot| show.show(&shot))
        })??;
        Ok(())
    }

    /// Shows the game of a simulation, with notes as JSON.
    fn game(&self, py: Python<'_>, world: Py<PySoccerWorld>, notes: &str) -> PyResult<()> {
        let (world, notes) = (world.get(), self::notes(notes)?);
        py.detach(|| {
            let batch = world.door().wait().map_err(RcssGymError::new_err)?;
            let mut inner = self.lock();
            let Shown { show: Some(show), stage, .. } = &mut *inner else { return Ok(()) };
            let fouls = batch.game(0)?.game.referee.fouls.clone();
            stage.shoot(&batch, 0, &fouls, &notes).map(|shot| show.show(&shot))?;
            Ok(())
        })
    }

    /// Shows a 2D game: time, s, the ball's place, m, players, names, score, mode, notes as JSON.
    #[allow(clippy::too_many_arguments)]
    fn discs(
        &self,
        time: f64,
        ball: [f64; 2],
        players: Vec<Disc>,
        teams: (String, String),
        score: [i64; 2],
        mode: &str,
        notes: &str,
    ) -> PyResult<()> {
        let notes = self::notes(notes)?;
        let players: Vec<_> = players
            .into_iter()
            .map(|(side, number, x, y, body)| {
                let side = if side == 0 { Side::Left } else { Side::Right };
                DiscPlayer { side, number, place: [x, y], body }
            })
            .collect();
        let standing = disc_standing([&teams.0, &teams.1], score, mode, &notes);
        let mut inner = self.lock();
        let Shown { show: Some(show), discs, .. } = &mut *inner else { return Ok(()) };
        show.show(&discs.shoot(time, ball, &players, &standing));
        Ok(())
    }

    /// Ends it; a second time is fine.
    fn close(&self, py: Python<'_>) {
        let show = self.lock().show.take();
        py.detach(|| drop(show));
    }
}

impl PyShow {
    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
