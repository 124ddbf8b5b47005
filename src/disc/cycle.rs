//! One cycle.

use super::{PlayMode, Player, Room, Vec2, collisions, dash, flags, motion, referee, stamina};

/// Flags that outlast the cycle.
const LASTING: u32 = flags::STAND | flags::GOALIE | flags::YELLOW_CARD | flags::RED_CARD;

/// Takes the cycle's commands into effect, moves everything, lets the referee look.
pub(super) fn step(room: &mut Room) {
    for place in 0..room.game.players.len() {
        if room.game.players[place].connected {
            dash::take_effect(room, place);
        }
        next_commands(&mut room.game.players[place]);
    }
    play(room);
    stamina::recover(room);
    referee::auto_mode(room);
    for player in &mut room.game.players {
        show_flags(player);
    }
}

/// Motion, clock, referee.
fn play(room: &mut Room) {
    let mode = room.game.mode;
    match mode {
        PlayMode::BeforeKickOff => {
            motion::turn_only(room);
            room.game.stopped += 1;
            referee::analyse(room);
        }
        PlayMode::TimeOver => room.game.stopped += 1,
        _ if mode.is_interruption() => {
            room.game.ball.holder = None;
            advance(room);
            room.game.stopped += 1;
            referee::analyse(room);
            if room.game.mode != mode {
                room.game.cycle += 1;
                room.game.stopped = 0;
            }
        }
        _ => {
            advance(room);
            room.game.cycle += 1;
            room.game.stopped = 0;
            referee::analyse(room);
        }
    }
}

fn advance(room: &mut Room) {
    motion::advance(room);
    collisions::collide(room);
    let Some(holder) = room.game.ball.holder.map(usize::from) else { return };
    let contact = room.type_of(holder).player_size + room.rules.server.ball_size;
    let holder = &room.game.players[holder];
    room.game.ball.position = holder.position + Vec2::polar(contact, holder.body);
}

/// Makes a player ready for the commands of the next cycle.
fn next_commands(player: &mut Player) {
    player.legs = Default::default();
    player.dash_cycles = (player.dash_cycles - 1).max(-1);
    player.tackle_cycles = player.tackle_cycles.saturating_sub(1);
    player.foul_cycles = player.foul_cycles.saturating_sub(1);
    if player.tackle_cycles == 0 && player.foul_cycles == 0 {
        player.acted = false;
    }
    player.legs_used = false;
    player.neck_turned = false;
    player.arm.movable = player.arm.movable.saturating_sub(1);
    player.arm.expires = player.arm.expires.saturating_sub(1);
}

/// Keeps the flags for those who look on, and forgets what was of this cycle only.
fn show_flags(player: &mut Player) {
    player.shown = player.flags;
    let mut kept = LASTING;
    if player.tackle_cycles > 0 {
        kept |= flags::TACKLE | flags::TACKLE_FAULT;
    }
    if player.foul_cycles > 0 {
        kept |= flags::FOUL_CHARGED;
    }
    player.flags &= kept;
}
