//! What a player knows of the game, in their team's frame.

use super::angle;
use super::intercept::ReachCell;
use super::pose::Queued;
use crate::disc::memory::{DirectionAges, Memory, NEVER, PlayerMemory};
use crate::disc::power::whole_power;
use crate::disc::{
    Card, Game, PLAYERS, PlayMode, Player, PlayerType, Rules, Side, Vec2, ViewWidth, visible_angle,
};

/// The age of what is not known.
pub const UNKNOWN: u16 = NEVER;

/// Opponents count as able to kick if the ball is at most this far beyond their reach, m.
pub(super) const KICK_DOUBT: f64 = 0.5;
/// How far beyond their reach it may be at most, as a share of the sum of the distances of opponent
/// and ball from the player who sees them.
const DOUBT_PER_METRE: f64 = 0.02;
/// Opponents not seen for this many cycles do not count as able to kick.
const OLD_KICKER: u16 = 10;
/// Opponents farther than this from the ball do not count as able to kick, m.
const FAR_KICKER: f64 = 5.0;

/// Cycles since something was seen; 0: in this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Position.
    pub position: u16,
    /// Velocity.
    pub velocity: u16,
    /// Direction of the body.
    pub body: u16,
}

/// The player themselves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Me<'a> {
    /// Their number.
    pub unum: u8,
    /// Whether they are the goalie.
    pub is_goalie: bool,
    /// Their type.
    pub own: &'a PlayerType,
    /// Position, m.
    pub position: Vec2,
    /// Cycles since they last worked out their position from what they saw.
    pub position_count: u16,
    /// Velocity, m/cycle.
    pub velocity: Vec2,
    /// Direction of the body, degrees.
    pub body: f64,
    /// Direction of the head from the body, degrees.
    pub neck: f64,
    /// How wide they look, degrees.
    pub view_angle: f64,
    /// The width of view that has this angle.
    pub view_width: ViewWidth,
    /// Whether their sights arrive in step with the cycles (`synch_see`).
    pub sees_with_cycle: bool,
    /// The focus of their eyes: distance in m, direction from the head in degrees.
    pub focus: [f64; 2],
    /// The worst card that they have been shown.
    pub card: Card,
    /// Stamina.
    pub stamina: f64,
    /// The share of its power with which a dash acts.
    pub effort: f64,
    /// The share of the usual stamina that comes back.
    pub recovery: f64,
    /// How much stamina may still come back; below 0: any.
    pub capacity: f64,
    /// Whether they can do nothing with their body, after a tackle or a foul.
    pub is_frozen: bool,
    /// Cycles until they may catch again.
    pub catch_ban: u16,
    /// Whether they hold the ball in their hands.
    pub holds_ball: bool,
    /// Whether they can kick the ball.
    pub can_kick: bool,
}

/// The ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallView {
    /// Position, m.
    pub position: Vec2,
    /// Velocity, m/cycle.
    pub velocity: Vec2,
    /// The ages of these values.
    pub counts: Counts,
    /// Cycles since it was last seen; its position may have been heard since.
    pub seen_count: u16,
    /// Cycles since it was last seen, or since it was last found not to be where it should be.
    pub lost_count: u16,
}

/// Another player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerView<'a> {
    /// Whether they are ours or theirs, as far as that is known.
    pub is_ours: Option<bool>,
    /// Their number, if it is known.
    pub unum: Option<u8>,
    /// Whether they are a goalie.
    pub is_goalie: bool,
    /// The type that they are assumed to have.
    pub own: &'a PlayerType,
    /// Position, m.
    pub position: Vec2,
    /// Velocity, m/cycle.
    pub velocity: Vec2,
    /// Direction of the body, degrees.
    pub body: f64,
    /// The ages of these values.
    pub counts: Counts,
    /// Cycles since they were last seen; their position may have been heard since.
    pub seen_count: u16,
    /// How often somebody looked where they should have been, and they were not there.
    pub ghost_count: u16,
    /// Whether they have tackled and cannot do anything for now.
    pub is_tackling: bool,
}

impl<'a> PlayerView<'a> {
    /// A player as those on a side see them if they see everything as it is.
    pub(super) fn of(rules: &'a Rules, player: &Player, side: Side) -> Self {
        let (sign, turn) = (side.sign(), if side == Side::Left { 0.0 } else { 180.0 });
        Self {
            is_ours: Some(player.side == side),
            unum: Some(player.unum),
            is_goalie: player.goalie,
            own: &rules.types[usize::from(player.type_id)],
            position: player.position * sign,
            velocity: player.velocity * sign,
            body: angle::normalize(player.body.to_degrees() + turn),
            counts: Counts::default(),
            seen_count: 0,
            ghost_count: 0,
            is_tackling: player.tackle_cycles > 0,
        }
    }

    /// Whether they are not where they should be.
    pub fn is_ghost(&self) -> bool {
        self.ghost_count > 0
    }
}

/// What a player knows of the game, in their team's frame.
#[derive(Clone, Debug)]
pub struct WorldModel<'a> {
    /// Parameters and types.
    pub rules: &'a Rules,
    /// The side that their team is named after.
    pub side: Side,
    /// The clock.
    pub cycle: u32,
    /// Cycles for which the clock has stood.
    pub stopped: u32,
    /// The play mode.
    pub mode: PlayMode,
    /// The player themselves.
    pub me: Me<'a>,
    /// The ball.
    pub ball: BallView,
    /// The others whom they know of.
    pub others: Vec<PlayerView<'a>>,
    /// Whether they have seen something in this cycle.
    pub has_seen: bool,
    /// Whether their team played the ball last, rather than the other one; `None` if nobody knows.
    pub last_kick_is_ours: Option<bool>,
    /// Cycles until the referee ends a set play or a step of a penalty, in such modes.
    pub cycles_left: Option<u32>,
    /// When they last looked in each direction on the pitch; `None`: in all of them now.
    pub looked: Option<DirectionAges>,
    /// Commands that they have been given in this cycle already; looks are worked out for the pose
    /// that these lead to.
    pub queued: Queued,
    /// Values that follow from all that, computed on request; must be cleared after a change.
    pub reach: ReachCell,
}

impl<'a> WorldModel<'a> {
    /// Returns what a player would know if they saw everything as it is.
    pub fn full(rules: &'a Rules, game: &Game, place: usize) -> Self {
        let side = game.players[place].side;
        let mut others = Vec::with_capacity(PLAYERS - 1);
        for other in game.connected().filter(|other| *other != place) {
            others.push(PlayerView::of(rules, &game.players[other], side));
        }
        Self::of(rules, game, place, others)
    }

    fn of(rules: &'a Rules, game: &Game, place: usize, others: Vec<PlayerView<'a>>) -> Self {
        let player = &game.players[place];
        let side = player.side;
        let (sign, turn) = (side.sign(), if side == Side::Left { 0.0 } else { 180.0 });
        let me = Me {
            unum: player.unum,
            is_goalie: player.goalie,
            own: &rules.types[usize::from(player.type_id)],
            position: player.position * sign,
            position_count: 0,
            velocity: player.velocity * sign,
            body: angle::normalize(player.body.to_degrees() + turn),
            neck: player.neck.to_degrees(),
            view_angle: visible_angle(&rules.server, player).to_degrees(),
            view_width: player.view_width,
            sees_with_cycle: player.synch_see,
            focus: [player.focus[0], player.focus[1].to_degrees()],
            card: player.card,
            stamina: player.stamina,
            effort: player.effort,
            recovery: player.recovery,
            capacity: player.capacity,
            is_frozen: player.tackle_cycles > 0 || player.foul_cycles > 0,
            catch_ban: player.catch_ban,
            holds_ball: game.ball.holder.map(usize::from) == Some(place),
            can_kick: game.can_kick(rules, place),
        };
        Self {
            rules,
            side,
            cycle: game.cycle,
            stopped: game.stopped,
            mode: game.mode,
            me,
            ball: BallView {
                position: game.ball.position * sign,
                velocity: game.ball.velocity * sign,
                counts: Counts::default(),
                seen_count: 0,
                lost_count: 0,
            },
            others,
            has_seen: true,
            last_kick_is_ours: game
                .referee
                .last_touch()
                .map(|last| game.players[last].side == side),
            cycles_left: game.referee.cycles_left(game.mode),
            looked: None,
            queued: Queued::default(),
            reach: ReachCell::default(),
        }
    }

    /// What a player knows of themselves and the ball alone.
    pub fn alone(rules: &'a Rules, game: &Game, place: usize) -> Self {
        Self::of(rules, game, place, Vec::new())
    }

    /// Returns what a player knows by these memories of what they have seen, with the ages of
    /// everything. Opponents are assumed to be of type 0.
    pub fn sensed(rules: &'a Rules, game: &Game, place: usize, memory: &Memory) -> Self {
        let mut world = Self::alone(rules, game, place);
        let (sign, own) = (world.side.sign(), &memory.own);
        let turn = if world.side == Side::Left { 0.0 } else { 180.0 };
        let facing = |body: f64| angle::normalize(body.to_degrees() + turn);
        let me = &mut world.me;
        (me.position, me.velocity) = (own.position * sign, own.velocity * sign);
        (me.body, me.neck) = (facing(own.body), own.neck.to_degrees());
        me.position_count = own.pos_count;
        let ball = &memory.ball;
        let counts = Counts { position: ball.pos_count, velocity: ball.vel_count, body: UNKNOWN };
        world.ball = BallView {
            position: ball.position * sign,
            velocity: if ball.vel_count < UNKNOWN { ball.velocity * sign } else { Vec2::ZERO },
            counts,
            seen_count: ball.seen_pos_count,
            lost_count: ball.seen_pos_count,
        };
        let view = |player: PlayerMemory| {
            let is_ours = player.side.map(|side| side == world.side);
            let known = player.side.zip(player.unum).filter(|_| is_ours == Some(true));
            let own =
                known.map_or(0, |(side, unum)| game.players[Player::place(side, unum)].type_id);
            PlayerView {
                is_ours,
                unum: player.unum,
                is_goalie: player.goalie,
                own: &rules.types[usize::from(own)],
                position: player.position * sign,
                velocity: player.velocity * sign,
                body: facing(player.body),
                counts: Counts {
                    position: player.pos_count,
                    velocity: player.vel_count,
                    body: player.body_count,
                },
                seen_count: player.seen_pos_count,
                ghost_count: player.ghost_count,
                is_tackling: player.is_tackling(),
            }
        };
        let all = memory.players().enumerate().filter(|(other, _)| *other != place);
        let all = all.map(|(_, player)| player).chain(memory.unknown());
        world.others = all.filter(|player| player.is_known()).map(view).collect();
        let is_near = world.ball.position.distance(world.me.position) <= world.sure_reach();
        let knows = world.me.position_count < UNKNOWN && world.ball.counts.position < UNKNOWN;
        world.me.can_kick = knows && is_near;
        // They do not know who kicked it last, unless the referee has said so.
        world.last_kick_is_ours = None;
        world.looked = Some(memory.looked.seen_from(world.side));
        world
    }

    /// Returns the model as seen from the other end of the pitch: for penalties, which both teams
    /// shoot at one goal.
    pub fn turned(&self) -> Self {
        let turned = |angle: f64| angle::normalize(angle + 180.0);
        let mut world = self.clone();
        let me = &mut world.me;
        (me.position, me.velocity, me.body) = (-me.position, -me.velocity, turned(me.body));
        let ball = &mut world.ball;
        (ball.position, ball.velocity) = (-ball.position, -ball.velocity);
        for player in &mut world.others {
            (player.position, player.velocity) = (-player.position, -player.velocity);
            player.body = turned(player.body);
        }
        world.looked = self.looked.map(|looked| looked.seen_from(Side::Right));
        world.reach = ReachCell::default();
        world
    }

    /// How their mates see the player themselves.
    pub(super) fn as_other(&self) -> PlayerView<'a> {
        let me = &self.me;
        PlayerView {
            is_ours: Some(true),
            unum: Some(me.unum),
            is_goalie: me.is_goalie,
            own: me.own,
            position: me.position,
            velocity: me.velocity,
            body: me.body,
            counts: Counts::default(),
            seen_count: 0,
            ghost_count: 0,
            is_tackling: me.is_frozen,
        }
    }

    /// The distance within which they are sure that they can kick the ball, m: the older its
    /// position, the less.
    fn sure_reach(&self) -> f64 {
        let doubt = match self.ball.counts.position {
            0 => 0.055,
            1 => 0.155,
            _ => 0.255,
        };
        self.reach_of_kick() - doubt
    }

    /// The opponents whom they know of, and players who may be opponents, as their side is not
    /// known.
    pub fn opponents(&self) -> impl Iterator<Item = &PlayerView<'a>> {
        self.others.iter().filter(|player| player.is_ours != Some(true))
    }

    /// The opponents whose side they know.
    pub fn sure_opponents(&self) -> impl Iterator<Item = &PlayerView<'a>> {
        self.others.iter().filter(|player| player.is_ours == Some(false))
    }

    /// The goalie of the other team, if they know of one.
    pub fn their_goalie(&self) -> Option<&PlayerView<'a>> {
        self.sure_opponents().find(|player| player.is_goalie)
    }

    /// Index in [`Self::others`] of the player with a number in a team, if they know of them.
    pub fn find(&self, is_ours: bool, unum: u8) -> Option<usize> {
        let is_it =
            |player: &PlayerView| player.is_ours == Some(is_ours) && player.unum == Some(unum);
        self.others.iter().position(is_it)
    }

    /// The teammates whom they know of.
    pub fn mates(&self) -> impl Iterator<Item = &PlayerView<'a>> {
        self.others.iter().filter(|player| player.is_ours == Some(true))
    }

    /// How far from themselves they can kick the ball, m.
    pub fn reach_of_kick(&self) -> f64 {
        self.me.own.kickable_area(self.rules.server.ball_size)
    }

    /// Whether a mate can kick the ball.
    pub fn mate_can_kick(&self) -> bool {
        self.mate_who_can_kick().is_some()
    }

    /// Whether an opponent can kick the ball, or may be able to.
    pub fn opponent_can_kick(&self) -> bool {
        self.opponent_who_can_kick().is_some()
    }

    /// The mate who can kick the ball and is nearest to it: index of [`Self::others`].
    pub fn mate_who_can_kick(&self) -> Option<usize> {
        let ball = &self.ball;
        self.nearest_to_ball(|player| {
            let reach = player.own.kickable_area(self.rules.server.ball_size);
            player.is_ours == Some(true)
                && player.counts.position <= ball.counts.position
                && player.position.distance(ball.position) <= reach
        })
    }

    /// The opponent who can kick the ball, or may be able to, as those far away may be nearer than
    /// they think: index of [`Self::others`].
    pub fn opponent_who_can_kick(&self) -> Option<usize> {
        let (ball, here) = (self.ball.position, self.me.position);
        self.nearest_to_ball(|player| {
            let far = player.position.distance(here) + ball.distance(here);
            player.is_ours != Some(true)
                && player.counts.position < OLD_KICKER
                && player.position.distance(ball) <= FAR_KICKER
                && self.short_of_kick(player) <= (DOUBT_PER_METRE * far).min(KICK_DOUBT)
        })
    }

    /// By how much the opponent who is most nearly able to kick the ball is short of that, m; not
    /// positive if one is able. For players who see everything.
    pub(super) fn opponent_nearest_to_kick(&self) -> f64 {
        let able = self.opponents().filter(|player| !player.is_tackling);
        able.map(|player| self.short_of_kick(player)).fold(f64::INFINITY, f64::min)
    }

    fn short_of_kick(&self, player: &PlayerView) -> f64 {
        let reach = player.own.kickable_area(self.rules.server.ball_size);
        player.position.distance(self.ball.position) - reach
    }

    fn nearest_to_ball(&self, is_it: impl Fn(&PlayerView) -> bool) -> Option<usize> {
        let far = |player: &PlayerView| player.position.distance(self.ball.position);
        let all = self.others.iter().enumerate();
        let can = |player: &PlayerView| !player.is_tackling && !player.is_ghost();
        let found = all.filter(|(_, player)| can(player) && is_it(player));
        found.min_by(|one, other| far(one.1).total_cmp(&far(other.1))).map(|(index, _)| index)
    }

    /// Where the ball is after some cycles in which nobody plays it.
    pub fn ball_after(&self, cycles: u32) -> Vec2 {
        let decay = self.rules.server.ball_decay;
        after(self.ball.position, self.ball.velocity, decay, cycles)
    }

    /// Where they are themselves after some cycles in which they do nothing.
    pub fn me_after(&self, cycles: u32) -> Vec2 {
        after(self.me.position, self.me.velocity, self.me.own.player_decay, cycles)
    }
}

/// Where something is that moves freely for some cycles.
pub(super) fn after(position: Vec2, velocity: Vec2, decay: f64, cycles: u32) -> Vec2 {
    let way = (1.0 - whole_power(decay, cycles)) / (1.0 - decay);
    position + velocity * way
}

/// Where something comes to rest that moves freely.
pub(super) fn final_point(position: Vec2, velocity: Vec2, decay: f64) -> Vec2 {
    position + velocity * (1.0 / (1.0 - decay))
}
