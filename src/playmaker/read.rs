//! Reading States: what the agent that sent them knew.

use super::execute::{Judge, Task};
use super::mode::play_mode;
use super::protos;
use super::state::homes_of;
use super::vector::point;
use crate::disc::skills::intercept::ReachCell;
use crate::disc::skills::{
    BallView, Counts, Me, PlayerView, Queued, UNKNOWN, WorldModel, penalty_taker,
};
use crate::disc::{
    Card, PlayMode, Player, PlayerType, Rules, Side, Vec2, ViewWidth, visible_angle,
};
use crate::error::{Error, Result};
use crate::teams::Playbook;
use std::cell::LazyCell;

/// What the player who sent a State knows, by the rules of their game.
///
/// # Errors
/// [`Error::Argument`] for a State without a player, a number that is not finite, one that the
/// interface's enumerations lack, or a uniform number or type that no player has.
pub fn read_model<'a>(rules: &'a Rules, message: &protos::WorldModel) -> Result<WorldModel<'a>> {
    let Some(own) = &message.self_ else {
        return Err(wrong("world_model.self", "is missing: coaches and trainers have no skills"));
    };
    let our_side: protos::Side = member(message.our_side, "world_model.our_side")?;
    let side = our_side.known().unwrap_or(Side::Left);
    let mode_side: protos::Side = member(message.game_mode_side, "world_model.game_mode_side")?;
    let mode = member(message.game_mode_type, "world_model.game_mode_type")?;
    let mode = play_mode(mode, mode_side.known()).unwrap_or(PlayMode::PlayOn);
    let ball = message.ball.unwrap_or_default();
    let cycle = message.cycle.max(0) as u32;
    let holds_ball = holds_ball(rules, own, mode, side, &ball);
    let last: protos::Side = member(message.last_kick_side, "world_model.last_kick_side")?;
    Ok(WorldModel {
        rules,
        side,
        cycle,
        stopped: message.time_stopped.max(0) as u32,
        mode,
        me: me(rules, own, cycle, holds_ball)?,
        ball: read_ball(&ball)?,
        others: others(rules, message)?,
        // States that are not an agent's may lack the time.
        has_seen: message.see_time == 0 || message.see_time >= message.cycle,
        last_kick_is_ours: last.known().map(|last| last == side),
        cycles_left: None,
        looked: None,
        queued: Queued::default(),
        reach: ReachCell::default(),
    })
}

/// What a player knows of themselves.
fn me<'a>(rules: &'a Rules, own: &protos::Self_, cycle: u32, holds_ball: bool) -> Result<Me<'a>> {
    let unum = u8::try_from(own.uniform_number).ok().filter(|unum| (1..=11).contains(unum));
    let Some(unum) = unum else {
        let number = own.uniform_number;
        return Err(wrong("world_model.self.uniform_number", &format!("{number} is not 1 to 11")));
    };
    let view = width(member(own.view_width, "world_model.self.view_width")?);
    Ok(Me {
        unum,
        is_goalie: own.is_goalie,
        own: type_of(rules, own.type_id, "world_model.self.type_id")?,
        position: place(own.position.as_ref(), "world_model.self.position")?,
        position_count: age(own.pos_count),
        velocity: place(own.velocity.as_ref(), "world_model.self.velocity")?,
        body: number(own.body_direction, "world_model.self.body_direction")?,
        neck: number(own.relative_neck_direction, "world_model.self.relative_neck_direction")?,
        view_angle: view_angle(rules, view),
        view_width: view,
        sees_with_cycle: true,
        // States do not contain it.
        focus: [0.0; 2],
        card: match member(own.card, "world_model.self.card")? {
            protos::CardType::NoCard => Card::None,
            protos::CardType::Yellow => Card::Yellow,
            protos::CardType::Red => Card::Red,
        },
        stamina: number(own.stamina, "world_model.self.stamina")?,
        effort: number(own.effort, "world_model.self.effort")?,
        recovery: number(own.recovery, "world_model.self.recovery")?,
        capacity: number(own.stamina_capacity, "world_model.self.stamina_capacity")?,
        is_frozen: own.is_tackling,
        catch_ban: catch_ban(rules, own, cycle),
        holds_ball,
        can_kick: own.is_kickable,
    })
}

fn read_ball(ball: &protos::Ball) -> Result<BallView> {
    Ok(BallView {
        position: place(ball.position.as_ref(), "world_model.ball.position")?,
        velocity: place(ball.velocity.as_ref(), "world_model.ball.velocity")?,
        counts: Counts {
            position: age(ball.pos_count),
            velocity: age(ball.vel_count),
            body: UNKNOWN,
        },
        seen_count: age(ball.seen_pos_count),
        lost_count: age(ball.lost_count),
    })
}

/// Teammates, opponents and those of unknown teams.
fn others<'a>(rules: &'a Rules, message: &protos::WorldModel) -> Result<Vec<PlayerView<'a>>> {
    let ours = message.teammates.iter().map(|player| (player, Some(true)));
    let theirs = message.opponents.iter().map(|player| (player, Some(false)));
    let unknown = message.unknowns.iter().map(|player| (player, None));
    let all = ours.chain(theirs).chain(unknown);
    all.map(|(player, is_ours)| other(rules, player, is_ours)).collect()
}

fn other<'a>(
    rules: &'a Rules,
    player: &protos::Player,
    is_ours: Option<bool>,
) -> Result<PlayerView<'a>> {
    let velocity = place(player.velocity.as_ref(), "a player's velocity")?;
    Ok(PlayerView {
        is_ours,
        unum: u8::try_from(player.uniform_number).ok().filter(|unum| (1..=11).contains(unum)),
        is_goalie: player.is_goalie,
        own: type_of(rules, player.type_id.max(0), "a player's type_id")?,
        position: place(player.position.as_ref(), "a player's position")?,
        velocity: if player.vel_count >= i32::from(UNKNOWN) { Vec2::ZERO } else { velocity },
        body: number(player.body_direction, "a player's body_direction")?,
        counts: Counts {
            position: age(player.pos_count),
            velocity: age(player.vel_count),
            body: age(player.body_direction_count),
        },
        seen_count: age(player.seen_pos_count),
        ghost_count: age(player.ghost_count),
        is_tackling: player.is_tackling,
    })
}

fn wrong(field: &str, what: &str) -> Error {
    Error::argument("state", format!("{field} {what}"))
}

/// The member of an enumeration that has a number.
fn member<E: TryFrom<i32>>(own: i32, field: &str) -> Result<E> {
    E::try_from(own).map_err(|_| wrong(field, &format!("{own} has no meaning")))
}

fn number(own: f32, field: &str) -> Result<f64> {
    if own.is_finite() { Ok(own.into()) } else { Err(wrong(field, &format!("is {own}"))) }
}

fn place(own: Option<&protos::RpcVector2D>, field: &str) -> Result<Vec2> {
    let own = point(own);
    if own.is_finite() { Ok(own) } else { Err(wrong(field, &format!("is ({}, {})", own.x, own.y))) }
}

fn age(own: i32) -> u16 {
    own.clamp(0, UNKNOWN.into()) as u16
}

fn type_of<'a>(rules: &'a Rules, id: i32, field: &str) -> Result<&'a PlayerType> {
    let own = usize::try_from(id.max(0)).ok().and_then(|id| rules.types.get(id));
    own.ok_or_else(|| wrong(field, &format!("{id} is not a player type")))
}

/// The view angle of agents whose sights arrive in step with the cycles.
fn view_angle(rules: &Rules, view_width: ViewWidth) -> f64 {
    let player = Player { view_width, synch_see: true, ..Player::empty(Side::Left, 1) };
    visible_angle(&rules.server, &player).to_degrees()
}

/// A width of view.
pub(super) fn width(view: protos::ViewWidth) -> ViewWidth {
    match view {
        protos::ViewWidth::Narrow => ViewWidth::Narrow,
        protos::ViewWidth::Normal => ViewWidth::Normal,
        protos::ViewWidth::Wide => ViewWidth::Wide,
    }
}

fn catch_ban(rules: &Rules, own: &protos::Self_, cycle: u32) -> u16 {
    if !own.is_goalie || own.catch_time <= 0 {
        return 0;
    }
    let end = i64::from(own.catch_time) + i64::from(rules.server.catch_ban_cycle);
    (end - i64::from(cycle)).clamp(0, 100) as u16
}

/// Whether they have caught the ball and still have it, which States do not say.
fn holds_ball(
    rules: &Rules,
    own: &protos::Self_,
    mode: PlayMode,
    side: Side,
    ball: &protos::Ball,
) -> bool {
    let reach = f64::from(ball.dist_from_self);
    let touch = rules.server.player_size + rules.server.ball_size + 0.1;
    own.is_goalie && own.catch_time > 0 && mode == PlayMode::FreeKick(side) && reach < touch
}

/// The task of the player who sent a State, without what they have heard.
///
/// # Errors
/// As for [`read_model`].
pub fn read_task<'a, 'b>(
    rules: &'a Rules,
    message: &protos::WorldModel,
    playbook: &Playbook,
    judge: &'b dyn Judge,
) -> Result<Task<'a, 'b>> {
    let world = read_model(rules, message)?;
    let kicks_off = kicks_off(rules, message, world.side);
    let usual = LazyCell::new(|| homes_of(playbook, &world, kicks_off));
    let homes = std::array::from_fn(|index| {
        let home = message.helios_home_positions.get(&(index as i32 + 1));
        home.map_or_else(|| usual[index], |home| point(Some(home)))
    });
    let taken = message.penalty_kick_state.map_or(0, |penalty| penalty.our_taker_counter - 1);
    Ok(Task {
        homes,
        they_kick_off: !kicks_off,
        penalty_taker: penalty_taker(taken.max(0) as u32),
        heard_pass: None,
        has_habits: false,
        judge,
        world,
    })
}

/// Whether the team of a side kicks off next: after a goal the team that has not scored, otherwise
/// the left one in halves with even numbers, counted from 0.
fn kicks_off(rules: &Rules, message: &protos::WorldModel, side: Side) -> bool {
    if let Some(PlayMode::Goal(scorer) | PlayMode::KickOff(scorer)) =
        play_mode(message.game_mode_type(), message.game_mode_side().known())
    {
        let is_kick_off = message.game_mode_type() == protos::GameModeType::KickOff;
        return (scorer == side) == is_kick_off;
    }
    let half = (rules.server.half_time * 10).max(1);
    (message.cycle / half % 2 == 0) == (side == Side::Left)
}
