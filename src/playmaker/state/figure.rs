//! Other players in a player's State.

use super::{Asker, NEVER, OLD, seen};
use crate::disc::memory::PlayerMemory;
use crate::disc::skills::WorldModel;
use crate::disc::{PLAYERS, Player, PlayerType, Side, TEAM, Vec2};
use crate::playmaker::protos;
use crate::playmaker::vector::{nowhere, vector};

/// First id of players whose number is not known, after those of all others.
const NAMELESS: i32 = PLAYERS as i32;

/// Another player: m, m/cycle, degrees, in the team's frame.
#[derive(Clone, Debug)]
pub(super) struct Figure<'a> {
    pub id: i32,
    pub side: Option<Side>,
    pub unum: Option<u8>,
    pub steps: u32,
    is_goalie: bool,
    type_id: i32,
    own: &'a PlayerType,
    position: Vec2,
    velocity: Vec2,
    seen_position: Vec2,
    seen_velocity: Vec2,
    heard: Option<Vec2>,
    body: f64,
    face: f64,
    pointing: f64,
    ages: Ages,
    ghost: i32,
    is_kicking: bool,
    is_tackling: bool,
}

/// Ages of what is known, cycles.
#[derive(Clone, Copy, Debug, Default)]
struct Ages {
    position: i32,
    seen_position: i32,
    velocity: i32,
    seen_velocity: i32,
    unum: i32,
    body: i32,
    face: i32,
    pointing: i32,
}

/// The others, in the order of [`WorldModel::others`].
pub(super) fn figures<'a>(asker: &Asker<'a>, model: &WorldModel<'a>) -> Vec<Figure<'a>> {
    let steps = &model.reach().others;
    let of = |index: usize| steps.get(index).copied().unwrap_or(NEVER as u32);
    let Some(memory) = asker.memory() else {
        let game = &asker.world.game;
        let others = game.players.iter().enumerate();
        let others = others.filter(|(place, player)| *place != asker.place && player.connected);
        let figures = others.map(|(place, player)| full(asker, model, place, player));
        return figures.enumerate().map(|(at, own)| Figure { steps: of(at), ..own }).collect();
    };
    let named = memory.players().enumerate().filter(|(place, _)| *place != asker.place);
    let named = named.map(|(place, player)| (id_of(asker, place), player));
    let nameless = (NAMELESS..).zip(memory.unknown());
    let known = named.chain(nameless).filter(|(_, player)| player.pos_count < OLD);
    let figures = known.map(|(id, player)| remembered(asker, model, id, &player));
    figures.enumerate().map(|(at, own)| Figure { steps: of(at), ..own }).collect()
}

/// The id of the player of a place: mates are counted first, the player themselves is 0.
fn id_of(asker: &Asker, place: usize) -> i32 {
    let players = &asker.world.game.players;
    let (own, team) = (asker.place, place / TEAM);
    let before = |other: &usize| {
        let is_ours = other / TEAM == own / TEAM;
        let is_first =
            if team == own / TEAM { is_ours && *other < place } else { is_ours || *other < place };
        *other != own && players[*other].joined && is_first
    };
    1 + (0..PLAYERS).filter(before).count() as i32
}

fn facing(side: Side, angle: f64) -> f64 {
    let turned = if side == Side::Left { angle } else { angle + std::f64::consts::PI };
    crate::disc::normalize_angle(turned).to_degrees()
}

fn full<'a>(
    asker: &Asker<'a>,
    model: &WorldModel<'a>,
    place: usize,
    player: &Player,
) -> Figure<'a> {
    let sign = model.side.sign();
    let (position, velocity) = (player.position * sign, player.velocity * sign);
    let face = facing(model.side, player.body + player.neck);
    let is_ours = player.side == model.side;
    Figure {
        id: id_of(asker, place),
        side: Some(player.side),
        unum: Some(player.unum),
        steps: 0,
        is_goalie: player.goalie,
        type_id: player.type_id.into(),
        own: &asker.world.rules().types[usize::from(player.type_id)],
        position,
        velocity,
        seen_position: position,
        seen_velocity: velocity,
        heard: None,
        body: facing(model.side, player.body),
        face,
        // The head's direction, as the agents' library takes it from the full state.
        pointing: face,
        ages: Ages::default(),
        ghost: 0,
        is_kicking: player.has_kicked() && is_ours,
        is_tackling: player.tackle_cycles > 0,
    }
}

fn remembered<'a>(
    asker: &Asker<'a>,
    model: &WorldModel<'a>,
    id: i32,
    player: &PlayerMemory,
) -> Figure<'a> {
    let sign = model.side.sign();
    let rules = asker.world.rules();
    let place = player.side.zip(player.unum).map(|(side, unum)| Player::place(side, unum));
    let is_ours = player.side == Some(model.side);
    let game = &asker.world.game;
    let type_id = place.and_then(|place| match is_ours {
        true => Some(game.players[place].type_id),
        false => asker.notes.type_of(game, place),
    });
    let heard = place.and_then(|place| asker.notes.body_of(place, player.body_count));
    let (body, body_count) = heard.unwrap_or((facing(model.side, player.body), player.body_count));
    let reported = asker.notes.heard_players.iter().find(|(heard, _)| Some(*heard) == place);
    Figure {
        id,
        side: player.side,
        unum: player.unum,
        steps: 0,
        is_goalie: player.goalie,
        type_id: type_id.map_or(if is_ours { 0 } else { -1 }, i32::from),
        own: &rules.types[usize::from(type_id.unwrap_or(0))],
        position: player.position * sign,
        velocity: player.velocity * sign,
        seen_position: player.seen_position * sign,
        seen_velocity: player.seen_velocity * sign,
        heard: reported.map(|(_, position)| *position),
        body,
        face: facing(model.side, player.face),
        pointing: facing(model.side, player.pointing),
        ages: Ages {
            position: player.pos_count.into(),
            seen_position: player.seen_pos_count.into(),
            velocity: player.vel_count.into(),
            seen_velocity: player.seen_vel_count.into(),
            unum: player.unum_count.into(),
            body: body_count.into(),
            face: player.body_count.into(),
            pointing: player.pointing_count.into(),
        },
        ghost: player.ghost_count.into(),
        is_kicking: player.kicking,
        is_tackling: player.is_tackling(),
    }
}

impl Figure<'_> {
    /// The message about this player; `whole`: with the fields that only lists have, and
    /// dictionaries lack.
    pub fn to_proto(&self, model: &WorldModel, whole: bool) -> protos::Player {
        let gap = self.position - model.me.position;
        let from_ball = self.position - model.ball.position;
        let ages = &self.ages;
        let end = self.position + self.velocity * (1.0 / (1.0 - self.own.player_decay));
        protos::Player {
            position: Some(vector(self.position)),
            seen_position: Some(seen(self.seen_position, ages.seen_position)),
            heard_position: Some(self.heard.map_or_else(nowhere, vector)),
            velocity: Some(vector(self.velocity)),
            seen_velocity: Some(seen(self.seen_velocity, ages.seen_velocity)),
            pos_count: ages.position,
            seen_pos_count: ages.seen_position,
            heard_pos_count: if self.heard.is_some() { 0 } else { NEVER },
            vel_count: ages.velocity,
            seen_vel_count: ages.seen_velocity,
            ghost_count: self.ghost,
            dist_from_self: gap.length() as f32,
            angle_from_self: gap.direction().to_degrees() as f32,
            id: self.id,
            side: self.side.map_or(0, |side| protos::Side::from(side) as i32),
            uniform_number: self.unum.map_or(-1, i32::from),
            uniform_number_count: ages.unum,
            is_goalie: self.is_goalie,
            body_direction: self.body as f32,
            body_direction_count: ages.body,
            face_direction: self.face as f32,
            face_direction_count: ages.face,
            point_to_direction: self.pointing as f32,
            point_to_direction_count: ages.pointing,
            is_kicking: self.is_kicking,
            dist_from_ball: from_ball.length() as f32,
            angle_from_ball: from_ball.direction().to_degrees() as f32,
            ball_reach_steps: self.steps as i32,
            is_tackling: self.is_tackling,
            type_id: self.type_id,
            inertia_final_point: whole.then(|| vector(end)),
            body_count: if whole { ages.body } else { 0 },
        }
    }
}
