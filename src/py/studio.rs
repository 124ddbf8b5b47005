//! `rcssgym._core.Studio`: pictures of whatever the viewer shows.

use super::Any;
use super::argument::{index, integer};
use super::batch::PyWorldBatch;
use super::error::{RcssGymError, argument_error};
use super::soccer::PySoccerWorld;
use super::web::{Disc, PyFilm, disc_players, notes};
use crate::render::Size;
use crate::server::web::{Angle, DiscStage, Shot, Stage, Studio, disc_standing};
use numpy::{PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

type Picture<'py> = Bound<'py, PyArray3<u8>>;

/// Draws what the viewer shows, without a browser. An implementation detail of
/// :mod:`rcssgym.view`.
#[pyclass(name = "Studio", module = "rcssgym._core", frozen)]
pub struct PyStudio {
    inner: Mutex<Inner>,
    size: Size,
    angle: Angle,
    has_caption: bool,
}

#[derive(Default)]
struct Inner {
    studio: Studio,
    stage: Stage,
    discs: DiscStage,
}

#[pymethods]
impl PyStudio {
    #[new]
    fn new(
        width: Any<'_, '_>,
        height: Any<'_, '_>,
        angle: &str,
        has_caption: bool,
    ) -> PyResult<Self> {
        let side = |value, name| integer(value, name, 1..=Size::MAX_SIDE);
        let size = Size::new(side(width, "width")?, side(height, "height")?)?;
        let angle = match angle {
            "usual" => Angle::Usual,
            "ball" => Angle::Ball,
            "pitch" => Angle::Pitch,
            "robot" => Angle::Robot,
            other => {
                let known = "usual, ball, pitch and robot";
                return Err(argument_error(
                    "camera",
                    format!("there is no {other:?}, only {known}"),
                ));
            }
        };
        Ok(Self { inner: Mutex::default(), size, angle, has_caption })
    }

    /// A world of a batch, with notes as JSON, as of ``Show``: ``(height, width, 3)`` uint8.
    fn world<'py>(
        &self,
        py: Python<'py>,
        worlds: Py<PyWorldBatch>,
        world: Any<'_, 'py>,
        notes: &str,
    ) -> PyResult<Picture<'py>> {
        let (worlds, notes) = (worlds.get(), self::notes(notes)?);
        let world = index(world, "world", worlds.layout.worlds)?;
        let mut out = vec![0; self.size.bytes()];
        worlds.door.detached(py, |batch| {
            let Inner { studio, stage, .. } = &mut *self.lock();
            let shot = stage.shoot(batch, world, &[], &notes, None)?;
            self.take(studio, &shot, &mut out)
        })??;
        self.picture(py, out)
    }

    /// The game of a simulation.
    fn game<'py>(
        &self,
        py: Python<'py>,
        world: Py<PySoccerWorld>,
        notes: &str,
    ) -> PyResult<Picture<'py>> {
        let (world, notes) = (world.get(), self::notes(notes)?);
        let mut out = vec![0; self.size.bytes()];
        py.detach(|| {
            let batch = world.door().wait().map_err(RcssGymError::new_err)?;
            let Inner { studio, stage, .. } = &mut *self.lock();
            let shot = stage.shoot(&batch, 0, &[], &notes, None)?;
            Ok::<_, PyErr>(self.take(studio, &shot, &mut out)?)
        })?;
        self.picture(py, out)
    }

    /// A 2D game.
    #[allow(clippy::too_many_arguments)]
    fn discs<'py>(
        &self,
        py: Python<'py>,
        time: f64,
        ball: [f64; 2],
        players: Vec<Disc>,
        teams: (String, String),
        score: [i64; 2],
        mode: &str,
        notes: &str,
    ) -> PyResult<Picture<'py>> {
        let standing = disc_standing([&teams.0, &teams.1], score, mode, &self::notes(notes)?);
        let mut out = vec![0; self.size.bytes()];
        let players = disc_players(players);
        let Inner { studio, discs, .. } = &mut *self.lock();
        let shot = discs.shoot(time, ball, &players, &standing);
        self.take(studio, &shot, &mut out)?;
        self.picture(py, out)
    }

    /// A log file so many seconds from its beginning.
    fn film<'py>(
        &self,
        py: Python<'py>,
        film: Py<PyFilm>,
        time: f64,
        notes: &str,
    ) -> PyResult<Picture<'py>> {
        let (film, notes) = (film.get(), self::notes(notes)?);
        let mut out = vec![0; self.size.bytes()];
        py.detach(|| {
            let mut film = film.lock();
            let shot = film.shoot(time, &notes)?;
            Ok::<_, PyErr>(self.take(&mut self.lock().studio, &shot, &mut out)?)
        })?;
        self.picture(py, out)
    }
}

impl PyStudio {
    fn take(&self, studio: &mut Studio, shot: &Shot<'_>, out: &mut [u8]) -> crate::Result<()> {
        studio.take(shot, self.angle, self.size, self.has_caption, out)
    }

    fn picture<'py>(&self, py: Python<'py>, out: Vec<u8>) -> PyResult<Picture<'py>> {
        let picture = PyArray3::zeros(py, [self.size.height(), self.size.width(), 3], false);
        picture.readwrite().as_slice_mut()?.copy_from_slice(&out);
        Ok(picture)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
