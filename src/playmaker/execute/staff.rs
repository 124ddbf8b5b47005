//! The actions of coaches and trainers as the commands that they give.

use super::substitutes::{first_types, for_the_tired};
use crate::disc::{PlayMode, Player, Side, TEAM, World};
use crate::playmaker::mode::play_mode;
use crate::playmaker::protos::{self, coach_action, trainer_action};
use crate::playmaker::vector::point;

/// Cycles of the stop before the kick-off after which types are assigned.
const SETTLED: u32 = 10;
/// A type that is not known, as coaches note it.
const UNKNOWN: i8 = -1;

/// What a coach keeps from cycle to cycle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CoachMind {
    has_substituted: bool,
    /// The opponents' types when they last looked; at first the default type.
    types: [i8; TEAM],
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
                commands.extend(say_types(world, side, mind));
            }
        }
    }
    commands
}

/// Tells the types of the opponents if the coach has news of them, and may speak now.
fn say_types(world: &World, side: Side, mind: &mut CoachMind) -> Option<String> {
    if !may_say_freeform(world, side) {
        return None;
    }
    let types: [i8; TEAM] = std::array::from_fn(|index| {
        let player = &world.game.players[Player::place(side.other(), index as u8 + 1)];
        if player.connected { player.type_id as i8 } else { UNKNOWN }
    });
    let before = std::mem::replace(&mut mind.types, types);
    if types.iter().zip(before).all(|(own, before)| *own == before || *own == UNKNOWN) {
        return None;
    }
    let letter = |own: &i8| u8::try_from(*own).map_or('-', |own| char::from(b'A' + own.min(25)));
    let letters: String = types.iter().map(letter).collect();
    Some(format!("(say (freeform \"(pt {letters})\"))"))
}

/// Whether the server lets a coach say anything freely: always but while play is on, then in short
/// periods.
fn may_say_freeform(world: &World, side: Side) -> bool {
    let (game, server) = (&world.game, &world.rules().server);
    let is_silenced =
        |staff: &crate::disc::staff::Staff| !staff.coaches[side.index()].may_say_freeform();
    if world.staff.as_deref().is_some_and(is_silenced) {
        return false;
    }
    let (wait, period) = (server.freeform_wait_period, server.freeform_send_period);
    let since = i64::from(game.cycle) - i64::from(game.last_play_on);
    let is_time = wait > 0 && since > wait.into() && since % i64::from(wait) < period.into();
    game.mode != PlayMode::PlayOn || is_time
}

fn substitute(world: &World, side: Side, mind: &mut CoachMind) -> Vec<String> {
    let game = &world.game;
    if !mind.has_substituted && game.cycle == 0 && game.stopped > SETTLED {
        mind.has_substituted = true;
        return first_types(world, side);
    }
    let is_stopped = game.mode != PlayMode::PlayOn && !game.mode.is_shoot_out();
    if game.cycle > 0 && is_stopped { for_the_tired(world, side) } else { Vec::new() }
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
                    // Nothing happens for a mode that the interface does not have.
                    let kind = protos::GameModeType::try_from(own.game_mode_type).ok()?;
                    let mode = play_mode(kind, Some(side))?;
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
