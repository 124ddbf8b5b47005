//! `rcssgym._core.Show`: a page on which Python shows worlds, games and log files.

use super::argument::{index, integer, text, texts};
use super::batch::PyWorldBatch;
use super::error::{IntoException, OrRaise, ProtocolError, RcssGymError, argument_error};
use super::soccer::PySoccerWorld;
use pyo3::prelude::*;
use rcssgym::batch::WorldBatch;
use rcssgym::server::web::{
    DiscGame, DiscPlayer, DiscStage, Film, FilmError, PageRequests, Show, ShowConfig, Stage,
    Telecast, TelecastError, disc_game, disc_standing,
};
use rcssgym::soccer::Side;
use rcssgym::wire::log_file::LogForm;
use serde_json::Value;
use std::path::PathBuf;
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
    hands: PageRequests,
}

/// A player of the 2D game: side, number, x, y (m), direction of its body (rad).
pub(super) type Disc = (usize, u32, f64, f64, f64);

pub(super) fn notes(text: &str) -> PyResult<Value> {
    serde_json::from_str(text).map_err(|error| argument_error("notes", error))
}

pub(super) fn disc_players(players: Vec<Disc>) -> Vec<DiscPlayer> {
    let player = |(side, number, x, y, body)| {
        let side = if side == 0 { Side::Left } else { Side::Right };
        DiscPlayer { side, number, place: [x, y], body }
    };
    players.into_iter().map(player).collect()
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
        let show = py.detach(|| Show::open(&config)).or_raise()?;
        let address = (show.address().ip().to_string(), show.address().port());
        let (stage, discs) = (Stage::default(), DiscStage::default());
        let inner = Shown { show: Some(show), stage, discs, hands: PageRequests::default() };
        Ok(Self { inner: Mutex::new(inner), address })
    }

    /// Host and port.
    #[getter]
    fn address(&self) -> (String, u16) {
        self.address.clone()
    }

    /// Number of viewers.
    fn viewers(&self) -> usize {
        self.lock().show.as_mut().map_or(0, Show::viewers)
    }

    /// Requests of viewers since the last call, in their words. Which robot they select in a game
    /// that is only watched is kept here instead.
    fn asked(&self) -> Vec<String> {
        let mut inner = self.lock();
        let Shown { show: Some(show), hands, .. } = &mut *inner else { return Vec::new() };
        hands.watch(show.asked())
    }

    /// Carries out the requests of viewers on a world of a batch, and returns any other requests in
    /// their words.
    fn obey_world(
        &self,
        worlds: Py<PyWorldBatch>,
        world: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<String>> {
        let worlds = worlds.get();
        let world = index(world, "world", worlds.layout.worlds)?;
        let mut batch = worlds.door.open()?;
        Ok(self.obey(&mut batch, world))
    }

    /// Carries out the requests of viewers on the game of a simulation, like `obey_world`.
    fn obey_game(&self, world: Py<PySoccerWorld>) -> PyResult<Vec<String>> {
        let mut batch = world.get().door().open()?;
        Ok(self.obey(&mut batch, 0))
    }

    /// Reports something that has happened, as JSON, with the next picture.
    fn tell(&self, news: String) {
        if let Some(show) = &mut self.lock().show {
            show.tell(news);
        }
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
        worlds.door.attempt(py, |batch| {
            let mut inner = self.lock();
            let Shown { show: Some(show), stage, hands, .. } = &mut *inner else {
                return Ok(());
            };
            let selected = hands.selected();
            if selected.is_some() {
                batch.feel();
            }
            stage.shoot(batch, world, &[], &notes, selected).map(|shot| show.show(&shot))
        })?;
        Ok(())
    }

    /// Shows several worlds of a batch side by side, with notes as JSON.
    fn several(
        &self,
        py: Python<'_>,
        worlds: Py<PyWorldBatch>,
        chosen: Vec<usize>,
        notes: &str,
    ) -> PyResult<()> {
        let (worlds, notes) = (worlds.get(), self::notes(notes)?);
        worlds.door.attempt(py, |batch| {
            let mut inner = self.lock();
            let Shown { show: Some(show), stage, .. } = &mut *inner else { return Ok(()) };
            stage.shoot_several(batch, &chosen, &notes).map(|shot| show.show(&shot))
        })?;
        Ok(())
    }

    /// Shows the game of a simulation, with notes as JSON.
    fn game(&self, py: Python<'_>, world: Py<PySoccerWorld>, notes: &str) -> PyResult<()> {
        let (world, notes) = (world.get(), self::notes(notes)?);
        py.detach(|| {
            let mut batch = world.door().wait().map_err(RcssGymError::new_err)?;
            let mut inner = self.lock();
            let Shown { show: Some(show), stage, hands, .. } = &mut *inner else { return Ok(()) };
            let (fouls, selected) =
                (batch.game(0).or_raise()?.game.referee.fouls.clone(), hands.selected());
            if selected.is_some() {
                batch.feel();
            }
            stage
                .shoot(&batch, 0, &fouls, &notes, selected)
                .map(|shot| show.show(&shot))
                .or_raise()?;
            Ok(())
        })
    }

    /// Shows a 2D game: time, s, the ball's place, m, players, names, score, mode, notes as JSON,
    /// and which world this is, and of how many.
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn discs(
        &self,
        time: f64,
        clock: f64,
        ball: [f64; 2],
        players: Vec<Disc>,
        teams: (String, String),
        score: [i64; 2],
        mode: &str,
        notes: &str,
        world: (i64, usize),
    ) -> PyResult<()> {
        let game = disc_game([&teams.0, &teams.1], score, mode);
        let standing = disc_standing(world.0, world.1, Some(game), &self::notes(notes)?);
        let game = DiscGame { ball, players: disc_players(players) };
        self.show_discs([time, clock], &[game], &standing);
        Ok(())
    }

    /// Shows several of ``worlds`` 2D games side by side: time, s, the balls' places, m, and
    /// players, and notes as JSON.
    fn several_discs(
        &self,
        time: f64,
        games: Vec<([f64; 2], Vec<Disc>)>,
        worlds: usize,
        notes: &str,
    ) -> PyResult<()> {
        let standing = disc_standing(-1, worlds, None, &self::notes(notes)?);
        let game = |(ball, players)| DiscGame { ball, players: disc_players(players) };
        let games: Vec<_> = games.into_iter().map(game).collect();
        self.show_discs([time, time], &games, &standing);
        Ok(())
    }

    /// Shows a log file, ``time`` seconds from its beginning, with notes as JSON.
    fn film(&self, py: Python<'_>, film: Py<PyFilm>, time: f64, notes: &str) -> PyResult<()> {
        let (film, notes) = (film.get(), self::notes(notes)?);
        py.detach(|| {
            let mut film = film.lock();
            let mut inner = self.lock();
            let Shown { show: Some(show), hands, .. } = &mut *inner else { return Ok(()) };
            show.show(&film.shoot(time, &notes, hands.watched()).or_raise()?);
            Ok(())
        })
    }

    /// Shows the game of a server as last received, at a time, s, with notes as JSON; shows nothing
    /// before the first message.
    fn telecast(&self, telecast: &PyTelecast, time: f64, notes: &str) -> PyResult<()> {
        let notes = self::notes(notes)?;
        let mut telecast = telecast.lock();
        let Shown { show, hands, .. } = &mut *self.lock();
        if let (Some(show), Some(shot)) = (show, telecast.shoot(time, &notes, hands.watched())) {
            show.show(&shot);
        }
        telecast.forget_news();
        Ok(())
    }

    /// Closes the page; may be called again.
    fn close(&self, py: Python<'_>) {
        let show = self.lock().show.take();
        py.detach(|| drop(show));
    }
}

/// A log file of a game in three dimensions. An implementation detail of :mod:`rcssgym.view`.
#[pyclass(name = "Film", module = "rcssgym._core", frozen)]
pub struct PyFilm(Mutex<Film>);

impl IntoException for FilmError {
    fn into_exception(self) -> PyErr {
        match self {
            Self::Recording(error) => error.into_exception(),
            Self::Message { .. } => ProtocolError::new_err(self.to_string()),
            Self::Shapes(error) => error.into_exception(),
        }
    }
}

#[pymethods]
impl PyFilm {
    #[new]
    fn new(py: Python<'_>, file: PathBuf, name: String, simspark: bool) -> PyResult<Self> {
        Ok(Self(Mutex::new(py.detach(|| Film::open(&file, name, form(simspark))).or_raise()?)))
    }

    /// Time of the last message, s from the first.
    #[getter]
    fn duration(&self) -> f64 {
        self.lock().duration()
    }

    /// Goals and fouls: time, s from the beginning, and what happened.
    fn chapters(&self, py: Python<'_>) -> PyResult<Vec<(f64, String)>> {
        let chapters = py.detach(|| self.lock().chapters()).or_raise()?;
        Ok(chapters.into_iter().map(|chapter| (chapter.time, chapter.text)).collect())
    }
}

/// The name of a play mode of any protocol in words. An implementation detail of
/// :mod:`rcssgym.view`.
#[pyfunction]
pub fn mode_words(name: &str) -> String {
    rcssgym::render::mode_words(name)
}

/// The game of a server as its messages to monitors describe it. An implementation detail of
/// :mod:`rcssgym.view`.
#[pyclass(name = "Telecast", module = "rcssgym._core", frozen)]
pub struct PyTelecast(Mutex<Telecast>);

#[pymethods]
impl PyTelecast {
    #[new]
    fn new(simspark: bool) -> Self {
        Self(Mutex::new(Telecast::new(form(simspark))))
    }

    /// Processes a message.
    fn hear(&self, py: Python<'_>, message: &[u8]) -> PyResult<()> {
        py.detach(|| self.lock().hear(message, false)).map_err(|error| match error {
            TelecastError::Message(_) => ProtocolError::new_err(error.to_string()),
            TelecastError::Shapes(error) => error.into_exception(),
        })
    }
}

impl PyTelecast {
    fn lock(&self) -> MutexGuard<'_, Telecast> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn form(simspark: bool) -> LogForm {
    if simspark { LogForm::Simspark } else { LogForm::Rcsssmj }
}

impl PyFilm {
    pub(super) fn lock(&self) -> MutexGuard<'_, Film> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PyShow {
    fn show_discs(&self, [time, clock]: [f64; 2], games: &[DiscGame], standing: &str) {
        if let Shown { show: Some(show), discs, .. } = &mut *self.lock() {
            show.show(&discs.shoot(time, clock, games, standing));
        }
    }

    fn obey(&self, batch: &mut WorldBatch, world: usize) -> Vec<String> {
        let mut inner = self.lock();
        let Shown { show: Some(show), hands, .. } = &mut *inner else { return Vec::new() };
        hands.obey(batch, world, show.asked())
    }

    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
