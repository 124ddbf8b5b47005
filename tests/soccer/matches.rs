//! A match in one world whose cycles a test directs: where players are, which ones touch the ball,
//! what time it is. Nothing moves by itself.

use std::sync::Arc;

use rcssgym::model;
use rcssgym::soccer::{
    Arena, Command, Compat, Entrant, Field, Foul, Game, Lineup, Phase, Pitch, PlayMode, PlayerId,
    RefereeKind, Rules, Side, WorldPitch,
};
use rcssgym::world::TreeGeom;
use rcssgym::world::scene::Scene;
use rcssgym::world::state::State;

/// A cycle's length, s.
pub const CYCLE: f64 = 0.02;
/// Half the small field's length, m.
pub const GOAL_LINE: f64 = 27.5;
/// Half its width, m.
pub const TOUCH_LINE: f64 = 18.0;
/// Radius of the small field's centre circle, m.
pub const CIRCLE: f64 = 5.5;
/// Radius of the ball, m.
pub const RADIUS: f64 = 0.11;
/// Height of the root body of a robot that lies flat, m.
pub const FLAT: f64 = 0.1;
/// Height of the root body of a robot that sits, m.
pub const LOW: f64 = 0.2;
/// Height of the root body of a robot that stands, m.
pub const HIGH: f64 = 0.6;

pub fn left(number: u32) -> PlayerId {
    PlayerId { side: Side::Left, number }
}

pub fn right(number: u32) -> PlayerId {
    PlayerId { side: Side::Right, number }
}

/// Returns the player with this number on this side.
pub fn of(side: Side, number: u32) -> PlayerId {
    PlayerId { side, number }
}

pub struct Match {
    pub arena: Arena,
    pub scene: Arc<Scene>,
    pub state: State,
    pub game: Game,
}

impl Match {
    /// Makes a match under the league's rules before the kick-off, with players beside the small
    /// field.
    pub fn new(players: &[PlayerId]) -> Self {
        Self::with(players, "ant", RefereeKind::Soccer)
    }

    pub fn with(players: &[PlayerId], robot: &str, kind: RefereeKind) -> Self {
        let model = Arc::new(model::load(robot).unwrap());
        let ball = Arc::new(model::load("ball").unwrap());
        let entrants: Vec<_> = players
            .iter()
            .map(|player| Entrant { model: Arc::clone(&model), player: *player })
            .collect();
        let arena = Arena::new(Field::fifa7vs7(), &ball, &entrants, &[]).unwrap();
        let scene = Arc::clone(arena.scene());
        let state = State::new(&scene, 1, &arena.start(Lineup::Sideline, true), true);
        let game = Game::new(Rules::ssim26(), kind, Phase::FirstHalf, None, Compat::On);
        Self { arena, scene, state, game }
    }

    /// Makes a match in play, with three players on each side.
    pub fn playing() -> Self {
        let mut game = Self::new(&[left(1), left(2), left(3), right(1), right(2), right(3)]);
        game.set(PlayMode::PlayOn);
        game
    }

    pub fn with_pitch<R>(&mut self, work: impl FnOnce(&mut Game, &mut WorldPitch) -> R) -> R {
        let mut block = self.state.blocks(&self.scene, 1).next().unwrap();
        let world = block.world(&self.scene, 0);
        work(&mut self.game, &mut WorldPitch { arena: &self.arena, world })
    }

    /// Sets the mode, as if play had led to it.
    pub fn set(&mut self, mode: PlayMode) {
        self.game.state.set_play_mode(mode);
    }

    pub fn mode(&self) -> PlayMode {
        self.game.state.play_mode()
    }

    pub fn slot(&self, player: PlayerId) -> usize {
        self.arena.slot_of(player).unwrap()
    }

    /// Puts an upright player somewhere.
    pub fn put(&mut self, player: PlayerId, pos: [f64; 3]) {
        let slot = self.slot(player);
        self.with_pitch(|_, pitch| pitch.world.place(slot, pos, [1.0, 0.0, 0.0, 0.0], [0.0; 6]));
    }

    /// Puts the ball somewhere; whether it is touched does not change.
    pub fn put_ball(&mut self, pos: [f64; 3]) {
        self.with_pitch(|_, pitch| pitch.place_ball(pos, [0.0; 3]));
    }

    /// From now on, these players touch the ball with their first geom.
    pub fn touch(&mut self, players: &[PlayerId]) {
        let touches = players.iter().map(|p| TreeGeom { slot: self.slot(*p), geom: 0 }).collect();
        self.state.observed.as_mut().unwrap().touching[0] = touches;
    }

    /// Lets some cycles pass.
    pub fn cycles(&mut self, count: usize) {
        for _ in 0..count {
            self.state.time[0] += CYCLE;
            self.with_pitch(|game, pitch| {
                game.observe_ball(pitch);
                game.referee(pitch, CYCLE);
            });
        }
    }

    /// Lets the cycles of this many seconds pass, and two more.
    pub fn seconds(&mut self, seconds: f64) {
        self.cycles((seconds / CYCLE).round() as usize + 2);
    }

    pub fn command(&mut self, command: &Command) -> rcssgym::Result<()> {
        self.with_pitch(|game, pitch| game.command(pitch, command))
    }

    pub fn at(&mut self, player: PlayerId) -> [f64; 3] {
        let slot = self.slot(player);
        self.with_pitch(|_, pitch| pitch.world.view().root_position(slot))
    }

    pub fn ball(&mut self) -> [f64; 3] {
        self.with_pitch(|_, pitch| pitch.ball())
    }

    /// Whether the player is beside the pitch.
    pub fn is_off(&mut self, player: PlayerId) -> bool {
        self.at(player)[1].abs() == 21.0
    }

    /// Fouls so far, in order.
    pub fn fouls(&self) -> Vec<(PlayerId, Foul)> {
        self.game.events.iter().map(|event| (event.player, event.foul)).collect()
    }
}
