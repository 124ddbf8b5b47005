//! A match of plain numbers: ball and players stay where they are put, without physics and bodies.

use rcssgym::soccer::{BallContact, Field, Pitch, PlayerId, Posture};

/// Radius of the ball, m.
pub const RADIUS: f64 = 0.11;
/// Height of a standing player, m.
const STANDING: f64 = 0.6;

/// What is on the field.
pub struct Board<'a> {
    pub field: &'a Field,
    pub players: &'a [PlayerId],
    pub time: f64,
    pub ball: [f64; 3],
    pub ball_velocity: [f64; 3],
    /// Positions of the players, m.
    pub positions: Vec<[f64; 3]>,
    pub contacts: Vec<BallContact>,
    /// Posture of all players.
    pub posture: Option<Posture>,
}

impl<'a> Board<'a> {
    /// Makes a board with the ball in the centre. Players who defend the left goal stand on the
    /// left, the others on the right, with a metre between neighbours.
    pub fn new(field: &'a Field, players: &'a [PlayerId]) -> Self {
        let place = |(index, player): (usize, &PlayerId)| {
            [player.side.sign() * 10.0, index as f64 - 3.0, STANDING]
        };
        Self {
            field,
            players,
            time: 0.0,
            ball: [0.0, 0.0, RADIUS],
            ball_velocity: [0.0; 3],
            positions: players.iter().enumerate().map(place).collect(),
            contacts: Vec::new(),
            posture: None,
        }
    }

    /// From now on, this player touches the ball with this part, and nobody else does.
    pub fn touch(&mut self, player: PlayerId, part: usize) {
        self.contacts = vec![BallContact { player, part }];
    }
}

impl<'a> Pitch<'a> for Board<'a> {
    fn field(&self) -> &'a Field {
        self.field
    }

    fn players(&self) -> &'a [PlayerId] {
        self.players
    }

    fn time(&self) -> f64 {
        self.time
    }

    fn ball(&self) -> [f64; 3] {
        self.ball
    }

    fn ball_radius(&self) -> f64 {
        RADIUS
    }

    fn position(&self, player: usize) -> [f64; 3] {
        self.positions[player]
    }

    fn ball_contact(&self, nth: usize) -> Option<BallContact> {
        self.contacts.get(nth).copied()
    }

    fn posture(&self, _player: usize, parts: &[usize]) -> Option<Posture> {
        self.posture.clone().filter(|_| !parts.is_empty())
    }

    fn place_ball(&mut self, pos: [f64; 3], velocity: [f64; 3]) {
        (self.ball, self.ball_velocity) = (pos, velocity);
    }

    fn move_ball(&mut self, to: [f64; 3]) {
        self.ball = to;
    }

    fn set_ball_velocity(&mut self, velocity: [f64; 3]) {
        self.ball_velocity = velocity;
    }

    fn place_player(&mut self, player: usize, pos: [f64; 3], _quat: [f64; 4]) {
        self.positions[player] = pos;
    }

    fn move_player(&mut self, player: usize, to: [f64; 3]) {
        self.positions[player] = to;
    }

    fn settle_player(&mut self, player: usize, to: [f64; 3], _quat: Option<[f64; 4]>) {
        self.positions[player] = to;
    }

    fn push_player(&mut self, player: usize, [x, y, _]: [f64; 3]) {
        // Nothing moves by itself here: a push moves the player as far as it would in a second.
        self.positions[player][0] += x;
        self.positions[player][1] += y;
    }

    fn stand_player(&mut self, player: usize, [x, y]: [f64; 2], _yaw: f64) {
        self.positions[player] = [x, y, STANDING];
    }
}
