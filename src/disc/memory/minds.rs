//! The memories of all players of a game.

use super::{Memory, NEVER, PlayerMemory};
use crate::disc::angle::normalize;
use crate::disc::senses::{BodySense, Draws};
use crate::disc::{Game, Lot, PLAYERS, Player, Rules, Vec2};
use serde::{Deserialize, Serialize};

/// Number of players without numbers in a row.
pub const UNKNOWN_OBJECTS: usize = 8;
/// Number of objects in a row: the player themselves, the ball, the 22 places, and players without
/// numbers.
pub const OBJECTS: usize = 2 + PLAYERS + UNKNOWN_OBJECTS;
/// The columns of each object in a row: m, m/cycle, degrees; ages in cycles. A side is 1 for left,
/// -1 for right, 0 for unknown.
pub const COLUMNS: [&str; 10] =
    ["x", "y", "vx", "vy", "body", "face", "pos_count", "vel_count", "body_count", "side"];

/// What all players of a game know: plain data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Minds {
    /// By place.
    pub memories: Vec<Memory>,
    /// Directions of the bodies when they were last felt, rad.
    bodies: [f64; PLAYERS],
}

impl Minds {
    /// The memories for a game that begins.
    pub fn new(game: &Game) -> Self {
        let memory = |player: &Player| Memory::new(player.side, player.unum);
        Self {
            memories: game.players.iter().map(memory).collect(),
            bodies: game.players.each_ref().map(|player| player.body),
        }
    }

    /// Whether there is a memory for every place.
    pub(crate) fn is_possible(&self) -> bool {
        self.memories.len() == PLAYERS
    }

    /// Prefetches the memory of the player who senses next, and perhaps sees.
    #[inline]
    pub(in crate::disc) fn prefetch(&self, place: usize, sees: bool) {
        if let Some(memory) = self.memories.get(place) {
            memory.prefetch(sees);
        }
    }

    /// Takes what a player feels in this cycle into their memory.
    pub fn feel(
        &mut self,
        rules: &Rules,
        player: &Player,
        place: usize,
        body: &BodySense,
        draws: &Draws<'_>,
    ) {
        let turned = self.expected_turn(rules, player, place, draws);
        self.memories[place].feel(rules, player.type_id, body, turned);
    }

    /// Returns the angle by which a player expects to have turned their body. A real player knows
    /// what they commanded, from which noise has made a different turn. Here only the turn is
    /// known, so the error of the estimate is drawn separately.
    fn expected_turn(
        &mut self,
        rules: &Rules,
        player: &Player,
        place: usize,
        draws: &Draws<'_>,
    ) -> f64 {
        let before = std::mem::replace(&mut self.bodies[place], player.body);
        let turned = normalize(player.body - before);
        if turned == 0.0 {
            return 0.0;
        }
        let rand = rules.server.player_rand;
        turned * (1.0 + rand * draws.symmetric(Lot::ExpectedTurn, place))
    }

    /// Fills a player's row: for each of [`OBJECTS`] the [`COLUMNS`].
    pub fn write_row(&self, place: usize, row: &mut [f64]) {
        let (memory, mut columns) = (&self.memories[place], row.chunks_exact_mut(COLUMNS.len()));
        let mut add = |object: [f64; COLUMNS.len()]| {
            if let Some(columns) = columns.next() {
                columns.copy_from_slice(&object);
            }
        };
        let own = &memory.own;
        let ages = [own.pos_count, 0, own.pos_count];
        add(object(
            own.position,
            own.velocity,
            [own.body, own.heading()],
            ages,
            memory.side.sign(),
        ));
        let ball = &memory.ball;
        let ages = [ball.pos_count, ball.vel_count, NEVER];
        add(object(ball.position, ball.velocity, [0.0; 2], ages, 0.0));
        let nobody = PlayerMemory::nobody();
        let unknown = memory.unknown().chain(std::iter::repeat(nobody));
        for player in memory.players().chain(unknown.take(UNKNOWN_OBJECTS)) {
            let ages = [player.pos_count, player.vel_count, player.body_count];
            let side = player.side.map_or(0.0, |side| side.sign());
            let facing = [player.body, player.face];
            add(object(player.position, player.velocity, facing, ages, side));
        }
    }
}

/// The columns of an object in a row.
fn object(
    position: Vec2,
    velocity: Vec2,
    facing: [f64; 2],
    ages: [u16; 3],
    side: f64,
) -> [f64; COLUMNS.len()] {
    let [body, face] = facing.map(|angle| normalize(angle).to_degrees());
    let [pos, vel, turned] = ages.map(f64::from);
    [position.x, position.y, velocity.x, velocity.y, body, face, pos, vel, turned, side]
}
