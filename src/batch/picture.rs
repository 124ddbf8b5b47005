//! Pictures of the worlds.

use super::{WorldBatch, checks};
use crate::error::{Error, Result};
use crate::render::{Board, Camera, Caption, Label, Painter, Size};
use crate::soccer::{Arena, BALL, Side};
use std::sync::Arc;

impl WorldBatch {
    /// Draws one world as it is now to `out`, as [`Painter::paint`] does.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] for a world out of range, an `out` of another
    /// length than the picture's, or a shape that cannot be drawn.
    pub fn render(
        &mut self,
        world: usize,
        camera: Option<&Camera>,
        size: Size,
        out: &mut [u8],
    ) -> Result<()> {
        checks::index("world", world, self.num_worlds())?;
        let painter = match self.painter.take() {
            Some(painter) => painter,
            None => Painter::new(&self.arena)?,
        };
        let qpos = &self.state.qpos[world * self.nq()..][..self.nq()];
        self.painter.insert(painter).paint(&self.arena, qpos, camera, size, out)
    }

    /// Writes into a picture of a world that was taken with `camera`, or with the default one if
    /// that is `None`: score, clock and play mode, or the time if there is no game; numbers over
    /// heads; and `notes`, numbers with their names, at the side.
    ///
    /// # Errors
    /// [`Error::Argument`] for a world out of range, or an `out` of another length than the
    /// picture's.
    pub fn caption(
        &self,
        world: usize,
        camera: Option<&Camera>,
        size: Size,
        notes: Vec<(String, f64)>,
        out: &mut [u8],
    ) -> Result<()> {
        checks::index("world", world, self.num_worlds())?;
        let view = self.world(world)?;
        let qpos = &self.state.qpos[world * self.nq()..][..self.nq()];
        let camera = camera.copied().unwrap_or_else(|| Camera::of_arena(&self.arena, qpos));
        let game = self.game(world).ok().map(|game| &game.game.state);
        let team = |side: Side| {
            game.and_then(|state| state.team_name(side)).unwrap_or(side.alias()).to_owned()
        };
        let board = Board {
            teams: game.map_or(Default::default(), |_| Side::BOTH.map(team)),
            score: game.map(|state| state.score),
            seconds: game.map_or(view.time, |state| state.play_time()),
            mode: game.map_or("", |state| state.play_mode().name()).to_owned(),
        };
        let players = self.arena.players().iter().enumerate();
        let labels = players.filter_map(|(index, player)| {
            let [x, y, z] = view.root_position(index + 1);
            let at = camera.pixel([x, y, z + ABOVE], size)?;
            Some(Label { at, text: player.number.to_string(), side: Some(player.side) })
        });
        let is_alone = self.arena.players().len() == 1;
        let labels = if is_alone { Vec::new() } else { labels.collect() };
        Caption { board: Some(board), labels, notes, ..Caption::default() }.write(size, out)
    }
}

/// Height of a name above its robot's root, m.
const ABOVE: f64 = 0.62;

impl WorldBatch {
    /// The camera beside the ball of a world as it is now.
    ///
    /// # Errors
    /// [`Error::Argument`] for a world out of range.
    pub fn beside_ball(&self, world: usize) -> Result<Camera> {
        checks::index("world", world, self.num_worlds())?;
        let qpos = &self.state.qpos[world * self.scene().nq()..][..self.scene().nq()];
        let ball = &qpos[self.scene().slots[BALL].qpos.clone()];
        Camera::beside_ball([ball[0], ball[1], ball[2]])
    }
}

/// What a [`WorldRenderer`] shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The whole pitch.
    Pitch,
    /// The ball and what is around it, followed from picture to picture.
    Ball,
}

/// Draws worlds while their batch keeps stepping: [`look`](Self::look) copies a world, which is
/// fast, and [`paint`](Self::paint) draws the copy.
#[derive(Debug, Default)]
pub struct WorldRenderer {
    arena: Option<Arc<Arena>>,
    /// The painter for that arena.
    painter: Option<Painter>,
    qpos: Vec<f64>,
    /// Time of the world that was copied, s.
    time: f64,
    film: Option<Shot>,
}

/// The last picture of the ball: its time, the position of the ball, and the camera.
#[derive(Debug)]
struct Shot {
    time: f64,
    ball: [f64; 3],
    camera: Camera,
}

impl WorldRenderer {
    /// Copies the state of a world.
    ///
    /// # Errors
    /// [`Error::Argument`] for a world out of range.
    pub fn look(&mut self, batch: &WorldBatch, world: usize) -> Result<()> {
        checks::index("world", world, batch.num_worlds())?;
        if !self.arena.as_ref().is_some_and(|arena| Arc::ptr_eq(arena, &batch.arena)) {
            self.arena = Some(Arc::clone(&batch.arena));
            self.painter = None;
        }
        let count = batch.nq();
        self.qpos.clear();
        self.qpos.extend_from_slice(&batch.qpos()[world * count..][..count]);
        self.time = batch.time()[world];
        Ok(())
    }

    /// Draws the world that was copied last to `out`, as [`Painter::paint`] does.
    ///
    /// # Errors
    /// [`Error::Argument`] if no world has been copied yet, for an `out` of another length than the
    /// picture's, or for a shape that cannot be drawn.
    pub fn paint(&mut self, shown: Shown, size: Size, out: &mut [u8]) -> Result<()> {
        let nothing = || Error::argument("world", "was not looked at yet");
        let arena = self.arena.as_ref().ok_or_else(nothing)?;
        let camera = match shown {
            Shown::Pitch => Camera::overview(arena.field(), size),
            Shown::Ball => {
                let ball = &self.qpos[arena.scene().slots[BALL].qpos.clone()];
                let shot = Shot::next(self.film.as_ref(), [ball[0], ball[1], ball[2]], self.time)?;
                self.film.insert(shot).camera
            }
        };
        let painter = match self.painter.take() {
            Some(painter) => painter,
            None => Painter::new(arena)?,
        };
        self.painter.insert(painter).paint(arena, &self.qpos, Some(&camera), size, out)
    }
}

impl Shot {
    /// Returns the next shot. If the moment is the same as in the last shot, so is the camera.
    fn next(last: Option<&Self>, ball: [f64; 3], time: f64) -> Result<Self> {
        let camera = match last {
            Some(last) if last.time == time && last.ball == ball => last.camera,
            Some(last) => last.camera.follow_ball(ball, time - last.time)?,
            None => Camera::beside_ball(ball)?,
        };
        Ok(Self { time, ball, camera })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::BatchConfig;
    use crate::math::precision::Precision;
    use crate::model;
    use crate::soccer::Field;

    fn config() -> BatchConfig {
        BatchConfig {
            num_worlds: 1,
            left: vec![Arc::new(model::load("ant").unwrap())],
            right: Vec::new(),
            field: Field::fifa7vs7(),
            threads: Some(1),
            seed: 0,
            precision: Precision::F64,
            game: None,
        }
    }

    #[test]
    fn a_renderer_keeps_what_it_saw() {
        let size = Size::new(64, 48).unwrap();
        let mut batch = WorldBatch::new(config()).unwrap();
        let (mut renderer, mut seen, mut drawn) =
            (WorldRenderer::default(), vec![0; size.bytes()], vec![0; size.bytes()]);
        assert!(renderer.paint(Shown::Pitch, size, &mut drawn).is_err());
        renderer.look(&batch, 0).unwrap();
        let camera = Camera::overview(batch.field(), size);
        batch.render(0, Some(&camera), size, &mut seen).unwrap();
        batch.advance(400, &mut || false);
        renderer.paint(Shown::Pitch, size, &mut drawn).unwrap();
        assert_eq!(drawn, seen);
        renderer.paint(Shown::Ball, size, &mut drawn).unwrap();
        assert_ne!(drawn, seen);
        assert!(renderer.look(&batch, 1).is_err());
    }
}
