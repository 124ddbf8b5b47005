//! What an agent keeps of the cycles before, apart from what it knows of the pitch.

use super::protos::PenaltyKickState;
use crate::disc::{Command, Game, PLAYERS, PlayMode, Side, TEAM, TYPES, Vec2, World};
use crate::wire::clang;

/// Number of players of a side who take penalties, one after the other.
const TAKERS: i32 = 11;

/// What an agent keeps of the cycles before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    mode: Option<PlayMode>,
    /// Cycles for which the clock had stood when the mode began.
    pub mode_stopped: u32,
    /// Cycles since the kind of the mode changed.
    pub set_play_count: u32,
    /// The clock at that time.
    pub set_play_start: u32,
    /// Whether its last command was a kick or a tackle.
    pub has_played: bool,
    /// Whether its last command was a kick.
    pub has_kicked: bool,
    /// The cycle of its last catch; 0: none.
    pub catch_time: u32,
    /// The clock when it last saw something.
    pub see_time: u32,
    /// The offside line that teammates have reported in this cycle.
    pub heard_line: Option<f64>,
    /// Position and velocity of the ball that they have reported.
    pub heard_ball: Option<(Vec2, Vec2)>,
    /// Positions of players that they have reported, by place.
    pub heard_players: Vec<(usize, Vec2)>,
    /// Directions of bodies that teammates have reported, with their ages, by place.
    bodies: [Option<(f64, u16)>; PLAYERS],
    /// Types of the opponents, as the coach has told them.
    types: [Option<u8>; TEAM],
    penalty: PenaltyKickState,
}

impl Notes {
    /// Updates the notes with a cycle of the game.
    pub fn observe(&mut self, game: &Game, side: Side, unum: u8) {
        let kind = |mode: PlayMode| std::mem::discriminant(&mode);
        if self.mode.map(kind) == Some(kind(game.mode)) {
            self.set_play_count += 1;
        } else {
            (self.set_play_count, self.set_play_start) = (0, game.cycle);
        }
        if self.mode != Some(game.mode) {
            self.mode_stopped = game.stopped;
            self.mode = Some(game.mode);
            self.count_penalties(game, side);
        }
        if game.mode.is_shoot_out() {
            let own = self.penalty.our_taker_counter;
            let turn = (own - 1).rem_euclid(TAKERS);
            // Number 11 first, the goalie last.
            let entry = TAKERS - turn;
            // Once it is decided whether a penalty has scored, nobody takes one.
            let is_ours = matches!(game.mode,
                PlayMode::PenaltySetup(of) | PlayMode::PenaltyReady(of) | PlayMode::PenaltyTaken(of)
                    if of == side
            );
            self.penalty.is_kick_taker = is_ours && own > 0 && entry == i32::from(unum);
        }
    }

    fn count_penalties(&mut self, game: &Game, side: Side) {
        let penalty = &mut self.penalty;
        match game.mode {
            PlayMode::PenaltySetup(of) => {
                penalty.current_taker_side = super::protos::Side::from(of) as i32;
                let half = if game.ball.position.x < 0.0 { Side::Left } else { Side::Right };
                penalty.on_field_side = super::protos::Side::from(half) as i32;
                let counter = if of == side {
                    &mut penalty.our_taker_counter
                } else {
                    &mut penalty.their_taker_counter
                };
                *counter += 1;
                penalty.cycle = game.cycle as i32;
            }
            PlayMode::PenaltyReady(_) | PlayMode::PenaltyTaken(_) => {
                penalty.cycle = game.cycle as i32;
            }
            PlayMode::PenaltyScore(of) if of == side => penalty.our_score += 1,
            PlayMode::PenaltyScore(_) => penalty.their_score += 1,
            _ => {}
        }
    }

    /// The state of a shoot-out, while there is one.
    pub fn penalty(&self, mode: PlayMode) -> Option<PenaltyKickState> {
        mode.is_shoot_out().then_some(self.penalty)
    }

    /// Updates the notes with the commands that the agent has given.
    pub fn act(&mut self, commands: &[Command], cycle: u32) {
        let body = commands.iter().find(|command| command.is_body());
        self.has_kicked = matches!(body, Some(Command::Kick(..)));
        self.has_played = self.has_kicked || matches!(body, Some(Command::Tackle(..)));
        if matches!(body, Some(Command::Catch(_))) {
            self.catch_time = cycle;
        }
    }

    /// Forgets what was heard in the last cycle.
    pub fn forget_heard(&mut self) {
        self.heard_ball = None;
        self.heard_players.clear();
        self.heard_line = None;
        for (_, age) in self.bodies.iter_mut().flatten() {
            *age = age.saturating_add(1);
        }
    }

    /// Notes where a player is, and perhaps how their body is directed, degrees, as a mate has
    /// reported it; what is reported last counts.
    pub fn hear_player(&mut self, place: usize, position: Vec2, body: Option<f64>) {
        self.heard_players.retain(|(other, _)| *other != place);
        self.heard_players.push((place, position));
        if let (Some(body), Some(kept)) = (body, self.bodies.get_mut(place)) {
            *kept = Some((body, 1));
        }
    }

    /// The direction of a player's body and its age, if that was reported later than `age` cycles
    /// ago.
    pub fn body_of(&self, place: usize, age: u16) -> Option<(f64, u16)> {
        self.bodies.get(place).copied().flatten().filter(|(_, own)| *own < age)
    }

    /// Notes the types of the opponents if the coach of a side has told them in the last step.
    pub fn hear_coach(&mut self, world: &World, side: Side) {
        for advised in world.advised.iter().filter(|advised| advised.side == side) {
            if let Ok(clang::Message::Freeform(text)) = clang::parse(&advised.text)
                && let Some(types) = types_of(&text)
            {
                self.types = types;
            }
        }
    }

    /// The type of an opponent, by their place; `None` if the coach has not told it, or if they
    /// have been substituted since, which everybody hears.
    pub fn type_of(&self, game: &Game, place: usize) -> Option<u8> {
        let announced = self.types.get(place % TEAM).copied().flatten()?;
        game.players.get(place).map(|player| player.type_id).filter(|own| *own == announced)
    }
}

/// The types that a coach tells, `(pt ABC...)`: a letter for each player, `-` if they do not know.
fn types_of(text: &str) -> Option<[Option<u8>; TEAM]> {
    let letters = text.trim().strip_prefix("(pt ")?.strip_suffix(')')?.as_bytes();
    let letters: [u8; TEAM] = letters.try_into().ok()?;
    Some(letters.map(|letter| letter.checked_sub(b'A').filter(|id| usize::from(*id) < TYPES)))
}
