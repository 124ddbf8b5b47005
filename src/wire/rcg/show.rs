//! What a log records of a step.

use crate::disc::{Game, PLAYERS, Player, Rules, visible_angle};

/// Ball and players after a step, rounded as logs have them: coordinates and speeds to 0.1 mm,
/// angles to 0.001 degrees.
#[derive(Clone, Debug, PartialEq)]
pub struct Show {
    /// The clock: cycles.
    pub cycle: u32,
    /// x, y in m, and their changes in m/cycle.
    pub ball: [f64; 4],
    /// Left 1 to 11, then right 1 to 11, including those who do not play.
    pub players: [PlayerShow; PLAYERS],
}

/// A player after a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerShow {
    /// Player type, 0 to 17.
    pub type_id: u8,
    /// [`flags`](crate::disc::flags); 0 for a place that nobody has.
    pub state: u32,
    /// x, y in m, and their changes in m/cycle.
    pub motion: [f64; 4],
    /// Direction of the body, degrees.
    pub body: f64,
    /// Direction of the head from the body, degrees.
    pub neck: f64,
    /// The point to which they point, m.
    pub pointed: Option<[f64; 2]>,
    /// Whether they see in high quality.
    pub high_quality: bool,
    /// Their view width, degrees.
    pub view_width: f64,
    /// Distance, m, and direction from the head, degrees, of their eyes' focus; since version 6.
    pub focus: Option<[f64; 2]>,
    /// Stamina.
    pub stamina: f64,
    /// Fraction of its power that a dash has.
    pub effort: f64,
    /// Fraction of the full stamina recovery that takes effect.
    pub recovery: f64,
    /// Stamina that can still be recovered; since version 5.
    pub capacity: Option<f64>,
    /// The player to whom they listen, as an index into the players.
    pub attention: Option<u8>,
    /// Commands that have taken effect: kick, dash, turn, catch, move, turn_neck, change_view, say,
    /// tackle, pointto, attentionto, and since version 6 change_focus.
    pub counts: [u32; 12],
}

impl Show {
    /// Returns what a log records of a game's current step.
    pub fn of(game: &Game, rules: &Rules) -> Self {
        let ball = &game.ball;
        let motion = [ball.position.x, ball.position.y, ball.velocity.x, ball.velocity.y];
        Self {
            cycle: game.cycle,
            ball: motion.map(short),
            players: std::array::from_fn(|place| match &game.players[place] {
                player if player.joined => PlayerShow::of(player, rules),
                player => PlayerShow::of_nobody(player, rules),
            }),
        }
    }
}

impl PlayerShow {
    /// A place that nobody has ever had: a fresh player beside the pitch.
    fn of_nobody(place: &Player, rules: &Rules) -> Self {
        let server = &rules.server;
        Self {
            stamina: server.stamina_max,
            effort: server.effort_init,
            recovery: server.recover_init,
            capacity: Some(server.stamina_capacity),
            ..Self::of(place, rules)
        }
    }

    fn of(player: &Player, rules: &Rules) -> Self {
        let (position, velocity, target) = (player.position, player.velocity, player.arm.target);
        let counts = &player.counts;
        Self {
            type_id: player.type_id,
            state: player.shown,
            motion: [position.x, position.y, velocity.x, velocity.y].map(short),
            body: degrees(player.body),
            neck: degrees(player.neck),
            pointed: (player.arm.expires > 0).then(|| [target.x, target.y].map(short)),
            high_quality: player.high_quality,
            view_width: degrees(visible_angle(&rules.server, player)),
            focus: Some([short(player.focus[0]), degrees(player.focus[1])]),
            stamina: player.stamina,
            effort: player.effort,
            recovery: player.recovery,
            capacity: Some(player.capacity),
            attention: player.attention,
            counts: [
                counts.kick,
                counts.dash,
                counts.turn,
                counts.catch,
                counts.relocate,
                counts.turn_neck,
                counts.change_view,
                counts.say,
                counts.tackle,
                counts.pointto,
                counts.attentionto,
                counts.change_focus,
            ],
        }
    }
}

/// A length to 0.1 mm.
fn short(value: f64) -> f64 {
    (value / 1e-4).round_ties_even() * 1e-4
}

/// An angle in degrees, to 0.001.
fn degrees(angle: f64) -> f64 {
    (angle.to_degrees() / 1e-3).round_ties_even() * 1e-3
}
