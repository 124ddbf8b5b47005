//! `rcssgym._core.Studio`: pictures of whatever the viewer shows.

use super::Any;
use super::argument::{index, integer};
use super::batch::PyWorldBatch;
use super::error::{OrRaise, RcssGymError, argument_error};
use super::soccer::PySoccerWorld;
use super::web::{Disc, PyFilm, disc_players, notes};
use numpy::{PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use rcssgym::batch::WorldBatch;
use rcssgym::render::Size;
use rcssgym::server::web::{
    Angle, DiscGame, DiscStage, Overlays, Selected, Stage, Studio, Style, disc_game, disc_standing,
};
use rcssgym::soccer::{PlayerId, Side};
use std::sync::{Mutex, MutexGuard, PoisonError};

type Picture<'py> = Bound<'py, PyArray3<u8>>;

/// Draws what the viewer shows, without a browser. An implementation detail of
/// :mod:`rcssgym.view`.
#[pyclass(name = "Studio", module = "rcssgym._core", frozen)]
pub struct PyStudio {
    inner: Mutex<Inner>,
    style: Style,
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
        overlays: Vec<String>,
        robot: Option<(usize, u32)>,
    ) -> PyResult<Self> {
        let side = |value, name| integer(value, name, 1..=Size::MAX_SIDE);
        let size = Size::new(side(width, "width")?, side(height, "height")?).or_raise()?;
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
        let overlays = read_overlays(&overlays)?;
        let robot = robot.map(|(side, number)| PlayerId {
            side: if side == 0 { Side::Left } else { Side::Right },
            number,
        });
        let style = Style { angle, size, has_caption, robot, overlays };
        Ok(Self { inner: Mutex::default(), style })
    }

    /// A world of a batch, with notes as JSON, as in ``Show``: ``(height, width, 3)`` uint8.
    fn world<'py>(
        &self,
        py: Python<'py>,
        worlds: Py<PyWorldBatch>,
        world: Any<'_, 'py>,
        notes: &str,
    ) -> PyResult<Picture<'py>> {
        let (worlds, notes) = (worlds.get(), self::notes(notes)?);
        let world = index(world, "world", worlds.layout.worlds)?;
        let mut out = vec![0; self.style.size.bytes()];
        worlds.door.attempt(py, |batch| {
            let Inner { studio, stage, .. } = &mut *self.lock();
            let selected = self.selected(batch);
            let shot = stage.shoot(batch, world, &[], &notes, selected)?;
            studio.take(&shot, &self.style, &mut out)
        })?;
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
        let mut out = vec![0; self.style.size.bytes()];
        py.detach(|| {
            let mut batch = world.door().wait().map_err(RcssGymError::new_err)?;
            let Inner { studio, stage, .. } = &mut *self.lock();
            let selected = self.selected(&mut batch);
            let shot = stage.shoot(&batch, 0, &[], &notes, selected).or_raise()?;
            studio.take(&shot, &self.style, &mut out).or_raise()
        })?;
        self.picture(py, out)
    }

    /// A 2D game.
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn discs<'py>(
        &self,
        py: Python<'py>,
        time: f64,
        clock: f64,
        ball: [f64; 2],
        players: Vec<Disc>,
        teams: (String, String),
        score: [i64; 2],
        mode: &str,
        notes: &str,
    ) -> PyResult<Picture<'py>> {
        let game = disc_game([&teams.0, &teams.1], score, mode);
        let standing = disc_standing(0, 1, Some(game), &self::notes(notes)?);
        let mut out = vec![0; self.style.size.bytes()];
        let game = DiscGame { ball, players: disc_players(players) };
        let Inner { studio, discs, .. } = &mut *self.lock();
        let shot = discs.shoot(time, clock, &[game], &standing);
        studio.take(&shot, &self.style, &mut out).or_raise()?;
        self.picture(py, out)
    }

    /// A log file, ``time`` seconds from its beginning.
    fn film<'py>(
        &self,
        py: Python<'py>,
        film: Py<PyFilm>,
        time: f64,
        notes: &str,
    ) -> PyResult<Picture<'py>> {
        let (film, notes) = (film.get(), self::notes(notes)?);
        let mut out = vec![0; self.style.size.bytes()];
        py.detach(|| {
            let mut film = film.lock();
            let selected = self.watched();
            let shot = film.shoot(time, &notes, &selected).or_raise()?;
            self.lock().studio.take(&shot, &self.style, &mut out).or_raise()
        })?;
        self.picture(py, out)
    }
}

impl PyStudio {
    /// The robot that overlays show: the requested one, or else the first one.
    fn selected(&self, batch: &mut WorldBatch) -> Option<PlayerId> {
        if !self.style.overlays.any() {
            return None;
        }
        batch.feel();
        self.style.robot.or(batch.arena().players().first().copied())
    }

    /// Like `selected`, for a game that is only watched.
    fn watched(&self) -> Selected {
        match self.style {
            Style { overlays, .. } if !overlays.any() => Selected::Nobody,
            Style { robot: Some(player), .. } => Selected::Player(player),
            _ => Selected::First,
        }
    }

    fn picture<'py>(&self, py: Python<'py>, out: Vec<u8>) -> PyResult<Picture<'py>> {
        let size = self.style.size;
        let picture = PyArray3::zeros(py, [size.height(), size.width(), 3], false);
        picture.readwrite().as_slice_mut()?.copy_from_slice(&out);
        Ok(picture)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn read_overlays(names: &[String]) -> PyResult<Overlays> {
    let mut overlays = Overlays::default();
    for name in names {
        match name.as_str() {
            "sight" => overlays.sight = true,
            "forces" => overlays.forces = true,
            "joints" => overlays.joints = true,
            other => {
                let message = format!("there is no {other:?}, only sight, forces and joints");
                return Err(argument_error("overlays", message));
            }
        }
    }
    Ok(overlays)
}
