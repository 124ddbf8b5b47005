//! A game with its rules, for as long as something happens in it: what the commands, the cycle and
//! the referee work on.

use super::{
    Answers, Game, Lot, Lots, Message, PlayerParameters, PlayerType, ServerParameters, Side, TYPES,
    Vec2,
};

/// What does not change in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// `server::` parameters.
    pub server: ServerParameters,
    /// `player::` parameters.
    pub player: PlayerParameters,
    /// Types 0 to 17.
    pub types: [PlayerType; TYPES],
}

/// A game, its rules, who decides what is drawn by lot, and what the referee has said.
pub struct Room<'a> {
    /// Parameters and types.
    pub rules: &'a Rules,
    /// The state.
    pub game: &'a mut Game,
    /// A caller who decides what the rules draw.
    pub answers: Option<&'a mut dyn Answers>,
    /// What the referee has said since the caller last looked.
    pub messages: &'a mut Vec<Message>,
}

impl Room<'_> {
    /// Whether something of this probability happens.
    pub fn event(&mut self, lot: Lot, player: Option<usize>, probability: f64) -> bool {
        let answer =
            self.answers.as_mut().and_then(|answers| answers.event(lot, player, probability));
        answer.unwrap_or_else(|| self.game.lots.event(probability))
    }

    /// A number that a rule draws.
    pub fn number(
        &mut self,
        lot: Lot,
        player: Option<usize>,
        draw: impl FnOnce(&mut Lots) -> f64,
    ) -> f64 {
        let answer = self.answers.as_mut().and_then(|answers| answers.number(lot, player));
        answer.unwrap_or_else(|| draw(&mut self.game.lots))
    }

    /// A point that a rule draws.
    pub fn point(
        &mut self,
        lot: Lot,
        player: Option<usize>,
        draw: impl FnOnce(&mut Lots) -> Vec2,
    ) -> Vec2 {
        let answer = self.answers.as_mut().and_then(|answers| answers.point(lot, player));
        answer.unwrap_or_else(|| draw(&mut self.game.lots))
    }

    /// The referee speaks.
    pub fn say(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// The type of a player.
    pub fn type_of(&self, player: usize) -> &PlayerType {
        &self.rules.types[usize::from(self.game.players[player].type_id)]
    }

    /// Places of the players on the pitch, left 1 to 11, then right.
    pub fn connected(&self) -> impl Iterator<Item = usize> + use<> {
        let connected = self.game.players.each_ref().map(|player| player.connected);
        connected.into_iter().enumerate().filter(|(_, here)| *here).map(|(place, _)| place)
    }

    /// Places of a team's players on the pitch.
    pub fn team(&self, side: Side) -> impl Iterator<Item = usize> + use<> {
        let first = side.index() * super::TEAM;
        self.connected().filter(move |&place| (first..first + super::TEAM).contains(&place))
    }

    /// Whether the ball is within a player's reach, its edge included.
    pub fn can_kick(&self, player: usize) -> bool {
        let reach = self.type_of(player).kickable_area(self.rules.server.ball_size);
        self.game.players[player].position.distance(self.game.ball.position) <= reach
    }

    /// Puts the ball down: no acceleration, nobody holds it.
    pub fn place_ball(&mut self, position: Vec2, velocity: Vec2) {
        let ball = &mut self.game.ball;
        ball.position = position;
        ball.previous = position;
        ball.velocity = velocity;
        ball.acceleration = Vec2::ZERO;
    }

    /// Puts a player somewhere, at rest.
    pub fn place_player(&mut self, player: usize, position: Vec2) {
        let player = &mut self.game.players[player];
        player.position = position;
        player.velocity = Vec2::ZERO;
        player.acceleration = Vec2::ZERO;
    }

    /// Parts everything that overlaps, as at the end of a step ([`super::collisions`]).
    pub fn collide(&mut self) {}

    /// Everyone's stamina, effort, recovery and capacity as at the start.
    pub fn recover_all(&mut self) {}

    /// Everyone's capacity as at the start.
    pub fn recover_capacity(&mut self) {}

    /// Sends a player off or lets him go: he plays no more.
    pub fn remove(&mut self, player: usize) {
        self.game.players[player].connected = false;
    }

    /// Gives unchanged players of both teams types of their own, as at the first kick-off.
    pub fn assign_types(&mut self) {}
}
