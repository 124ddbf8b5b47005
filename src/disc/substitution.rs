//! Who has which player type.
//!
//! A team may have at most `pt_max` players of each type. Until the first kick-off, players whose
//! type nobody chose do not count towards any type. At the kick-off they get the lowest types that
//! are free.

use super::{Card, Event, PlayMode, Player, Side, Stadium, TEAM, TYPES, flags};

/// Why a coach's substitution is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the answers of the server, named alike")]
pub enum Refusal {
    WhilePlayOn,
    WhileShootOut,
    NoSubsLeft,
    NoneOfThatTypeLeft,
    MaxOfThatTypeOnField,
    NoSuchPlayer,
    OutOfRangeType,
    GoalieExists,
    GoalieWhilePlayOn,
    GoalieWhilePenaltyTaken,
}

/// Gives a player a type and full stamina and hearing, and clears their card.
pub(super) fn substitute(stadium: &mut Stadium, place: usize, type_id: u8) {
    let began = stadium.game.cycle > 0;
    stadium.game.players[place].type_id = type_id;
    stadium.recover(place);
    let player = &mut stadium.game.players[place];
    player.substituted = true;
    player.flags &= flags::STAND | flags::GOALIE;
    player.card = Card::None;
    let side = player.side.index();
    if began {
        stadium.game.substitutions[side] += 1;
        let used = &mut stadium.game.used_types[side][usize::from(type_id)];
        *used = used.saturating_add(1);
    }
    stadium.report(Event::Substitution { place: place as u8, type_id });
}

/// The coach's `(change_player_type N T)`.
pub(super) fn by_coach(
    stadium: &mut Stadium,
    side: Side,
    unum: i32,
    type_id: i32,
) -> Result<(), Refusal> {
    if stadium.game.mode == PlayMode::PlayOn {
        return Err(Refusal::WhilePlayOn);
    }
    // Before that, a trainer's penalty kicks do not matter.
    if is_time_up(stadium) {
        return Err(Refusal::WhileShootOut);
    }
    let substitutions = i64::from(stadium.game.substitutions[side.index()]);
    if substitutions >= i64::from(stadium.rules.player.subs_max) {
        return Err(Refusal::NoSubsLeft);
    }
    let player_types = stadium.rules.player.player_types;
    if !(0..player_types.min(TYPES as i32)).contains(&type_id) {
        return Err(Refusal::OutOfRangeType);
    }
    let type_id = type_id as u8;
    check_left(stadium, side, type_id)?;
    let place = of_team(stadium, side, unum)?;
    check_type(stadium, side, place, type_id)?;
    substitute(stadium, place, type_id);
    Ok(())
}

/// Whether all halves are over, extra ones included.
fn is_time_up(stadium: &Stadium) -> bool {
    let server = &stadium.rules.server;
    server.half_time >= 0 && i64::from(stadium.game.cycle) >= server.whole_time()
}

/// The place of a player who has joined, even if they have left since.
fn of_team(stadium: &Stadium, side: Side, unum: i32) -> Result<usize, Refusal> {
    (1..=TEAM as i32)
        .contains(&unum)
        .then(|| Player::place(side, unum as u8))
        .filter(|&place| stadium.game.players[place].joined)
        .ok_or(Refusal::NoSuchPlayer)
}

/// The place of a player who plays.
fn on_field(stadium: &Stadium, side: Side, unum: i32) -> Result<usize, Refusal> {
    (1..=TEAM as i32)
        .contains(&unum)
        .then(|| Player::place(side, unum as u8))
        .filter(|&place| stadium.game.players[place].connected)
        .ok_or(Refusal::NoSuchPlayer)
}

/// The coach's `(change_player_type N goalie)`: a team without a goalie gets one.
pub(super) fn make_goalie(stadium: &mut Stadium, side: Side, unum: i32) -> Result<(), Refusal> {
    if stadium.game.mode == PlayMode::PlayOn {
        return Err(Refusal::GoalieWhilePlayOn);
    }
    let playing = |place: &usize| stadium.game.players[*place].connected;
    let goalie = |place: usize| stadium.game.players[place].goalie;
    if matches!(stadium.game.mode, PlayMode::PenaltyReady(_) | PlayMode::PenaltyTaken(_)) {
        return Err(Refusal::GoalieWhilePenaltyTaken);
    }
    if team(side).filter(playing).any(goalie) {
        return Err(Refusal::GoalieExists);
    }
    let place = on_field(stadium, side, unum)?;
    let player = &mut stadium.game.players[place];
    player.goalie = true;
    player.flags = flags::STAND | flags::GOALIE;
    stadium.report(Event::NewGoalie(place as u8));
    Ok(())
}

/// Whether any number of players may have this type, as the rules may allow for the default type.
fn is_free(stadium: &Stadium, type_id: u8) -> bool {
    type_id == 0 && stadium.rules.player.allow_mult_default_type
}

/// Whether a type has not been used up since the first kick-off.
fn check_left(stadium: &Stadium, side: Side, type_id: u8) -> Result<(), Refusal> {
    let used = i32::from(stadium.game.used_types[side.index()][usize::from(type_id)]);
    let is_left = used == 0 || used < stadium.rules.player.pt_max;
    if is_free(stadium, type_id) || is_left { Ok(()) } else { Err(Refusal::NoneOfThatTypeLeft) }
}

/// Whether the team may have one more player of a type.
fn check_type(stadium: &Stadium, side: Side, place: usize, type_id: u8) -> Result<(), Refusal> {
    if is_free(stadium, type_id) {
        return Ok(());
    }
    let most = stadium.rules.player.pt_max.max(0) as usize;
    let on_field = team(side).filter(|&other| {
        let player = &stadium.game.players[other];
        other != place && player.joined && player.substituted && player.type_id == type_id
    });
    if on_field.count() >= most {
        return Err(Refusal::MaxOfThatTypeOnField);
    }
    Ok(())
}

/// At the first kick-off, gives the lowest free type to every player whose type nobody chose or too
/// many players have. Goalies come first.
pub(super) fn assign(stadium: &mut Stadium) {
    for side in Side::BOTH {
        if !stadium.game.teams[side.index()] {
            continue;
        }
        let mut used = [0u8; TYPES];
        for player in team(side).map(|place| &stadium.game.players[place]) {
            if player.joined && player.substituted {
                used[usize::from(player.type_id)] += 1;
            }
        }
        let server = &stadium.rules.server;
        let no_game = server.nr_normal_halfs == 0 && server.nr_extra_halfs == 0;
        if !stadium.rules.player.allow_mult_default_type && !no_game {
            assign_team(stadium, side, &mut used);
        }
        stadium.game.used_types[side.index()] = used;
    }
}

fn assign_team(stadium: &mut Stadium, side: Side, used: &mut [u8; TYPES]) {
    let most = stadium.rules.player.pt_max.clamp(0, 255) as u8;
    let types = stadium.rules.player.player_types.clamp(0, TYPES as i32) as usize;
    for goalies in [true, false] {
        for place in team(side) {
            let player = stadium.game.players[place];
            let own = usize::from(player.type_id);
            let settled = player.substituted && used[own] <= most;
            if !player.joined || player.goalie != goalies || settled {
                continue;
            }
            let Some(free) = used[..types].iter().position(|&used| used < most) else { continue };
            used[free] += 1;
            if player.substituted {
                used[own] -= 1;
            }
            if own != free {
                substitute(stadium, place, free as u8);
            }
        }
    }
}

/// Places of a team.
fn team(side: Side) -> std::ops::Range<usize> {
    let first = side.index() * TEAM;
    first..first + TEAM
}
