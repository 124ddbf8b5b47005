//! The actions of coaches and trainers as the commands that they give.

use crate::disc::{PlayMode, Side, TEAM, World};
use crate::playmaker::mode::play_mode;
use crate::playmaker::protos::{self, coach_action, trainer_action};
use crate::playmaker::vector::point;
use std::collections::BTreeSet;

/// The order in which players get the fastest types, and in which they are substituted when tired.
const FASTEST: [u8; 10] = [11, 2, 3, 10, 9, 6, 4, 5, 7, 8];
/// Cycles of the stop before the kick-off after which types are assigned.
const SETTLED: u32 = 10;
/// During the last `LAST` cycles tired players are substituted: those whose recovery is below
/// `TIRED`.
const LAST: u32 = 500;
const TIRED: f64 = 0.998;

/// What a coach keeps from cycle to cycle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoachMind {
    has_substituted: bool,
    used: BTreeSet<u8>,
    has_told_types: bool,
}

/// The commands of a side's coach.
pub fn coach_commands(
    world: &World,
    side: Side,
    actions: &protos::CoachActions,
    mind: &mut CoachMind,
) -> Vec<String> {
    let mut commands = Vec::new();
    for action in actions.actions.iter().filter_map(|action| action.action.as_ref()) {
        match action {
            coach_action::Action::ChangePlayerTypes(own) => {
                commands
                    .push(format!("(change_player_type {} {})", own.uniform_number, own.r#type));
            }
            coach_action::Action::DoHeliosSubstitute(_) => {
                commands.extend(substitute(world, side, mind));
            }
            coach_action::Action::DoHeliosSayPlayerTypes(_) => {
                if !mind.has_told_types && world.game.mode != PlayMode::PlayOn {
                    mind.has_told_types = true;
                    commands.push(format!("(say (freeform \"{}\"))", types(world, side.other())));
                }
            }
        }
    }
    commands
}

/// Types of a team's players, a letter each.
fn types(world: &World, side: Side) -> String {
    let first = side.index() * TEAM;
    let letter = |place: usize| char::from(b'A' + world.game.players[place].type_id.min(25));
    (first..first + TEAM).map(letter).collect()
}

/// How fast a type is: how far it runs in ten cycles, and a little for the stamina that comes back.
fn speed(world: &World, id: u8) -> f64 {
    let own = &world.rules().types[usize::from(id)];
    let push = world.rules().server.max_dash_power * own.dash_power_rate * own.effort_max;
    let (mut far, mut speed) = (0.0, 0.0_f64);
    for _ in 0..10 {
        speed = (speed + push).min(own.player_speed_max);
        far += speed;
        speed *= own.player_decay;
    }
    far + 0.01 * own.stamina_inc_max
}

fn substitute(world: &World, side: Side, mind: &mut CoachMind) -> Vec<String> {
    let game = &world.game;
    if !mind.has_substituted && game.cycle == 0 && game.stopped > SETTLED {
        mind.has_substituted = true;
        return first_types(world, side, mind);
    }
    let server = &world.rules().server;
    let end = u32::try_from(server.half_time * 10 * server.nr_normal_halfs).unwrap_or(u32::MAX);
    let is_late = game.cycle + LAST >= end;
    let left = world.rules().player.subs_max.max(0) as u32;
    if !is_late || game.mode == PlayMode::PlayOn || game.substitutions[side.index()] >= left {
        return Vec::new();
    }
    let tired = FASTEST.into_iter().find(|&unum| {
        let player = &game.players[crate::disc::Player::place(side, unum)];
        player.connected && player.recovery < TIRED
    });
    tired.and_then(|unum| give(world, unum, mind)).into_iter().collect()
}

fn first_types(world: &World, side: Side, mind: &mut CoachMind) -> Vec<String> {
    let mut commands = Vec::new();
    for unum in FASTEST {
        let player = &world.game.players[crate::disc::Player::place(side, unum)];
        if player.connected && !player.goalie {
            commands.extend(give(world, unum, mind));
        }
    }
    commands
}

/// The command that gives a player the fastest type that is still free.
fn give(world: &World, unum: u8, mind: &mut CoachMind) -> Option<String> {
    let free = (1..world.rules().types.len() as u8).filter(|id| !mind.used.contains(id));
    let best = free.max_by(|one, other| speed(world, *one).total_cmp(&speed(world, *other)))?;
    mind.used.insert(best);
    Some(format!("(change_player_type {unum} {best})"))
}

/// The commands of the trainer, who sees the pitch as the left team does.
pub fn trainer_commands(world: &World, actions: &protos::TrainerActions) -> Vec<String> {
    use trainer_action::Action as A;
    let name = |is_ours: bool| &world.names()[usize::from(!is_ours)];
    let actions = actions.actions.iter().filter_map(|action| action.action.as_ref());
    actions
        .filter_map(|action| {
            Some(match action {
                A::DoKickOff(_) => "(start)".to_owned(),
                A::DoMoveBall(own) => {
                    let (at, velocity) =
                        (point(own.position.as_ref()), point(own.velocity.as_ref()));
                    format!("(move (ball) {} {} 0 {} {})", at.x, at.y, velocity.x, velocity.y)
                }
                A::DoMovePlayer(own) => {
                    let at = point(own.position.as_ref());
                    let (team, unum) = (name(own.our_side), own.uniform_number);
                    let body = own.body_direction;
                    format!("(move (player {team} {unum}) {} {} {body})", at.x, at.y)
                }
                A::DoRecover(_) => "(recover)".to_owned(),
                A::DoChangeMode(own) => {
                    // Any side but the left one is the right one.
                    let side = match own.side() {
                        protos::Side::Left => Side::Left,
                        _ => Side::Right,
                    };
                    let mode = play_mode(own.game_mode_type(), Some(side))?;
                    format!("(change_mode {})", mode.name())
                }
                A::DoChangePlayerType(own) => {
                    let team = name(own.our_side);
                    format!("(change_player_type {team} {} {})", own.uniform_number, own.r#type)
                }
            })
        })
        .collect()
}
