//! Field, ball and players put together: the scene of a match, and who plays in which slot.

use super::field::Field;
use super::player::{PlayerId, Side};
use crate::dynamics::medium::Medium;
use crate::error::Result;
use crate::model::{Model, Shape};
use crate::world::scene::{Kind, Scene, SceneSpec, TreeSpec};
use std::sync::Arc;

/// Slot of the ball; players follow in order of joining.
pub const BALL: usize = 0;

/// rcsssmj's time step, gravity and air.
pub const MEDIUM: Medium =
    Medium { timestep: 0.005, gravity: -9.81, density: 1.2, viscosity: 0.00002 };

/// Substeps of rcsssmj's cycle of 20 ms, in which agents act and perceive once.
pub const SUBSTEPS: usize = 4;

/// A robot and who it is.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its model.
    pub model: Arc<Model>,
    /// The player that it is.
    pub player: PlayerId,
}

/// What all worlds of a batch share: the field, who plays, and the scene that both make.
#[derive(Debug)]
pub struct Arena {
    field: Field,
    players: Vec<PlayerId>,
    scene: Arc<Scene>,
}

impl Arena {
    /// Puts a ball and robots on a field. The fixtures of a side's goal are the scene's group with
    /// that [index](Side::index). Kinds of another scene, `known`, are reused if they fit.
    ///
    /// # Errors
    /// [`Error::Argument`](crate::Error::Argument) if a shape of a model cannot collide.
    pub fn new(
        field: Field,
        ball: &Arc<Model>,
        robots: &[Entrant],
        known: &[Arc<Kind>],
    ) -> Result<Self> {
        let ball = TreeSpec { model: Arc::clone(ball), prefix: String::new(), varies: false };
        let robots = robots.iter();
        let players = robots.clone().map(|robot| robot.player).collect();
        let trees = robots.map(|Entrant { model, player }| TreeSpec {
            model: Arc::clone(model),
            prefix: player.prefix(),
            varies: true,
        });
        let spec = SceneSpec {
            medium: MEDIUM,
            ground: field.ground(),
            fixtures: Side::BOTH.map(|side| field.goal(side)).into(),
            trees: std::iter::once(ball).chain(trees).collect(),
            watched: Some(BALL),
        };
        Ok(Self { field, players, scene: Arc::new(Scene::new(spec, known)?) })
    }

    /// Returns an arena with the same field and ball, but with other robots.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_robots(&self, robots: &[Entrant]) -> Result<Self> {
        Self::new(self.field.clone(), self.scene.model(BALL), robots, &self.scene.kinds)
    }

    /// Field of play.
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// The bodies, as the physics knows them.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// Who plays, in order of joining.
    pub fn players(&self) -> &[PlayerId] {
        &self.players
    }

    /// Who plays and with what, in order of joining.
    pub fn roster(&self) -> Vec<Entrant> {
        let robots = self.players.iter().enumerate();
        robots
            .map(|(index, &player)| {
                let model = Arc::clone(self.scene.model(slot_of_index(index)));
                Entrant { model, player }
            })
            .collect()
    }

    /// Who plays in a slot; `None` for the ball.
    pub fn player(&self, slot: usize) -> Option<PlayerId> {
        self.players.get(slot.checked_sub(slot_of_index(0))?).copied()
    }

    /// The slot of a player.
    pub fn slot_of(&self, player: PlayerId) -> Option<usize> {
        self.players.iter().position(|other| *other == player).map(slot_of_index)
    }

    /// Slots of a side's robots, in order of joining.
    pub fn team(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        let players = self.players.iter().enumerate();
        players
            .filter(move |(_, player)| player.side == side)
            .map(|(index, _)| slot_of_index(index))
    }

    /// Radius of the ball, m.
    pub fn ball_radius(&self) -> f64 {
        ball_radius(self.scene.model(BALL))
    }
}

/// Radius of a ball by its model, m; 0 if that is not a ball.
pub fn ball_radius(ball: &Model) -> f64 {
    match ball.geoms.first().map(|geom| &geom.shape) {
        Some(&Shape::Sphere { radius }) => radius,
        _ => 0.0,
    }
}

/// The slot of a player by its place in the order of joining.
pub(super) fn slot_of_index(index: usize) -> usize {
    BALL + 1 + index
}
