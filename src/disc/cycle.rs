//! One cycle.

use super::{
    PLAYERS, PlayMode, Player, Stadium, Vec2, collisions, dash, flags, motion, referee, stamina,
};

/// Flags that outlast the cycle.
const LASTING: u32 = flags::STAND | flags::GOALIE | flags::YELLOW_CARD | flags::RED_CARD;

/// Puts the cycle's commands into effect, moves everything and lets the referee judge.
pub(super) fn step(stadium: &mut Stadium) {
    // Places that nobody has ever taken do not change.
    for place in stadium.game.joined().select(0..PLAYERS) {
        if stadium.game.players[place].connected {
            dash::take_effect(stadium, place);
        }
        next_commands(&mut stadium.game.players[place]);
    }
    play(stadium);
    stamina::recover(stadium);
    referee::auto_mode(stadium);
    for player in stadium.game.joined().select(&mut stadium.game.players) {
        show_flags(player);
    }
}

/// Motion, clock, referee.
fn play(stadium: &mut Stadium) {
    let mode = stadium.game.mode;
    match mode {
        PlayMode::BeforeKickOff => {
            motion::turn_only(stadium);
            stadium.game.stopped += 1;
            referee::analyse(stadium);
        }
        PlayMode::TimeOver => stadium.game.stopped += 1,
        _ if mode.is_interruption() => {
            stadium.game.ball.holder = None;
            advance(stadium);
            stadium.game.stopped += 1;
            referee::analyse(stadium);
            if stadium.game.mode != mode {
                stadium.game.cycle += 1;
                stadium.game.stopped = 0;
            }
        }
        _ => {
            advance(stadium);
            stadium.game.cycle += 1;
            stadium.game.stopped = 0;
            referee::analyse(stadium);
        }
    }
}

fn advance(stadium: &mut Stadium) {
    motion::advance(stadium);
    collisions::collide(stadium);
    let Some(holder) = stadium.game.ball.holder.map(usize::from) else { return };
    let contact = stadium.type_of(holder).player_size + stadium.rules.server.ball_size;
    let holder = &stadium.game.players[holder];
    stadium.game.ball.position = holder.position + Vec2::polar(contact, holder.body);
}

/// Makes a player ready for the commands of the next cycle.
fn next_commands(player: &mut Player) {
    if player.legs[0].dashes || player.legs[1].dashes {
        player.legs = Default::default();
    }
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

/// Keeps the flags for observers, and clears those that concern this cycle only.
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
