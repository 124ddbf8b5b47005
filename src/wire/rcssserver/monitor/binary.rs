//! Packets of versions 1 and 2: big-endian, with fields aligned as in C.

use super::super::parameters::{EARLY_PLAYER, EARLY_SERVER, early_value};
use crate::disc::parameters::Value;
use crate::disc::{Player, PlayerType, Rules, TYPES, World, visible_angle};

/// The kind of a packet.
#[derive(Clone, Copy)]
enum Kind {
    Show = 1,
    Message = 2,
    PlayerType = 7,
    ServerParameters = 8,
    PlayerParameters = 9,
}

/// Bytes of a packet of version 1.
const EARLY_LENGTH: usize = 2052;
/// Bytes of a packet of version 2.
const LENGTH: usize = 2056;
/// Bytes of a message.
const MESSAGE: usize = 2048;
/// Bytes of a team's name.
const NAME: usize = 16;
/// Units of version 1 per metre.
const EARLY_SCALE: f64 = 16.0;
/// Units of version 2 per unit of any real quantity.
const SCALE: f64 = 65536.0;

/// Writes a packet.
struct Packet(Vec<u8>);

impl Packet {
    fn new(kind: Kind) -> Self {
        let mut packet = Self(Vec::with_capacity(LENGTH));
        packet.short(kind as i16);
        packet
    }

    fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    fn align(&mut self, bytes: usize) {
        self.0.resize(self.0.len().next_multiple_of(bytes), 0);
    }

    fn short(&mut self, value: i16) {
        self.align(2);
        self.0.extend_from_slice(&value.to_be_bytes());
    }

    fn long(&mut self, value: i32) {
        self.align(4);
        self.0.extend_from_slice(&value.to_be_bytes());
    }

    /// Writes a real number, rounded to the nearest unit.
    fn real(&mut self, value: f64) {
        self.long((value * SCALE).round_ties_even() as i32);
    }

    fn text(&mut self, text: &str, length: usize) {
        let end = self.0.len() + length;
        self.0.extend(text.bytes().take(length));
        self.0.resize(end, 0);
    }

    fn end(mut self, length: usize) -> Vec<u8> {
        self.0.resize(length, 0);
        self.0
    }
}

/// Truncates a number as C does when it assigns a wider one.
fn short(value: i64) -> i16 {
    value as i16
}

fn teams(world: &World, packet: &mut Packet) {
    for (name, score) in world.names().iter().zip(&world.game.score) {
        // A terminator is left to the name.
        packet.text(name, NAME);
        packet.short(if name.is_empty() { 0 } else { short(score.goals.into()) });
    }
}

/// The packet of a step, version 1.
pub(super) fn show_early(world: &World) -> Vec<u8> {
    let mut packet = Packet::new(Kind::Show);
    show_early_body(world, &mut packet);
    packet.end(EARLY_LENGTH)
}

fn show_early_body(world: &World, packet: &mut Packet) {
    let game = &world.game;
    packet.byte(game.mode.number());
    packet.align(2);
    teams(world, packet);
    let units = |metres: f64| (metres * EARLY_SCALE).round_ties_even() as i16;
    let ball = game.ball.position;
    for value in [0, 0, 0, 0, units(ball.x), units(ball.y)] {
        packet.short(value);
    }
    for player in &game.players {
        packet.short(short(player.shown.into()));
        packet.short(player.side.sign() as i16);
        packet.short(player.unum.into());
        packet.short(player.body.to_degrees().round_ties_even() as i16);
        packet.short(units(player.position.x));
        packet.short(units(player.position.y));
    }
    packet.short(short(game.cycle.into()));
}

/// The packet of a step, version 2.
pub(super) fn show(world: &World) -> Vec<u8> {
    let mut packet = Packet::new(Kind::Show);
    packet.align(4);
    let game = &world.game;
    packet.byte(game.mode.number());
    packet.align(2);
    teams(world, &mut packet);
    packet.align(4);
    let ball = &game.ball;
    for value in [ball.position.x, ball.position.y, ball.velocity.x, ball.velocity.y] {
        packet.real(value);
    }
    for player in &game.players {
        show_player(world, player, &mut packet);
    }
    packet.short(short(game.cycle.into()));
    packet.end(LENGTH)
}

fn show_player(world: &World, player: &Player, packet: &mut Packet) {
    let server = &world.rules().server;
    packet.short(short(player.shown.into()));
    packet.short(player.type_id.into());
    let (p, v) = (player.position, player.velocity);
    let width = visible_angle(server, player);
    for value in [p.x, p.y, v.x, v.y, player.body, player.neck, width] {
        packet.real(value);
    }
    packet.short(player.high_quality.into());
    let fresh = [server.stamina_max, server.effort_init, server.recover_init];
    let own = [player.stamina, player.effort, player.recovery];
    for value in if player.joined { own } else { fresh } {
        packet.real(value);
    }
    let counts = &player.counts;
    for count in [
        counts.kick,
        counts.dash,
        counts.turn,
        counts.say,
        counts.turn_neck,
        counts.catch,
        counts.relocate,
        counts.change_view,
    ] {
        packet.short(short(count.into()));
    }
}

/// Returns a line for a message board, version 1.
pub(super) fn message_early(board: u8, text: &str) -> Vec<u8> {
    let mut packet = Packet::new(Kind::Message);
    packet.short(board.into());
    // The last byte stays 0.
    packet.text(text, MESSAGE - 1);
    packet.end(EARLY_LENGTH)
}

/// Returns a line for a message board, version 2.
pub(super) fn message(board: u8, text: &str) -> Vec<u8> {
    let mut packet = Packet::new(Kind::Message);
    packet.align(4);
    packet.short(board.into());
    packet.text(text, MESSAGE - 1);
    packet.end(LENGTH)
}

/// Returns parameters and player types, version 2.
pub(super) fn greeting(rules: &Rules) -> Vec<Vec<u8>> {
    let packet = |kind, write: &dyn Fn(&mut Packet)| {
        let mut packet = Packet::new(kind);
        packet.align(4);
        write(&mut packet);
        packet.end(LENGTH)
    };
    let mut messages = vec![
        packet(Kind::ServerParameters, &|packet| server_parameters(rules, packet)),
        packet(Kind::PlayerParameters, &|packet| player_parameters(rules, packet)),
    ];
    messages.extend(
        (0..TYPES).map(|id| packet(Kind::PlayerType, &|packet| player_type(rules, id, packet))),
    );
    messages
}

/// Writes a parameter: whole numbers as 16 bits, real ones as 32 bits, truncated after `more` units
/// are added.
fn parameter(value: Option<Value>, more: f64, packet: &mut Packet) {
    match value {
        Some(Value::Real(value)) => packet.long((value * SCALE + more) as i32),
        Some(Value::Int(value)) => packet.short(short(value.into())),
        Some(Value::Bool(value)) => packet.short(value.into()),
        Some(Value::Text(_)) | None => {}
    }
}

/// After this parameter of version 7, packets have [`LATER`].
const LAST_COMMON: &str = "send_vi_step";
/// See [`LAST_COMMON`].
const LATER: [&str; 10] = [
    "slowness_on_top_for_left_team",
    "slowness_on_top_for_right_team",
    "keepaway_length",
    "keepaway_width",
    "ball_stuck_area",
    "max_tackle_power",
    "max_back_tackle_power",
    "tackle_dist",
    "tackle_back_dist",
    "tackle_width",
];
/// Parameters at the end of packets.
const LAST: [&str; 5] =
    ["synch_mode", "synch_offset", "synch_micro_sleep", "point_to_ban", "point_to_duration"];

fn server_parameters(rules: &Rules, packet: &mut Packet) {
    let mut write = |name: &str| parameter(early_value(&rules.server, name), 0.0, packet);
    for name in EARLY_SERVER {
        write(name);
        if name == LAST_COMMON {
            LATER.iter().for_each(|name| write(name));
        }
    }
    LAST.iter().for_each(|name| write(name));
}

const LATER_PLAYER: [&str; 8] = [
    "new_dash_power_rate_delta_min",
    "new_dash_power_rate_delta_max",
    "new_stamina_inc_max_delta_factor",
    "kick_power_rate_delta_min",
    "kick_power_rate_delta_max",
    "foul_detect_probability_delta_factor",
    "catchable_area_l_stretch_min",
    "catchable_area_l_stretch_max",
];

fn player_parameters(rules: &Rules, packet: &mut Packet) {
    const ROUNDING: f64 = 0.5;
    for name in EARLY_PLAYER {
        parameter(rules.player.get(name), ROUNDING, packet);
    }
    packet.long(rules.player.random_seed);
    for name in LATER_PLAYER {
        parameter(rules.player.get(name), ROUNDING, packet);
    }
    packet.long(0);
    packet.short(rules.player.allow_mult_default_type.into());
}

fn player_type(rules: &Rules, id: usize, packet: &mut Packet) {
    packet.short(id as i16);
    for name in PlayerType::NAMES {
        packet.real(rules.types[id].get(name).unwrap_or_default());
    }
}
