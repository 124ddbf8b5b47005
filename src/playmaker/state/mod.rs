//! What agents send to playmakers: everything that they know.

mod ball;
mod figure;
mod own;
mod staff;
mod table;

pub use staff::staff_state;

use super::mode::{game_mode, set_play_of};
use super::notes::Notes;
use super::protos;
use super::vector::vector;
use crate::disc::memory::Memory;
use crate::disc::pitch::{HALF_LENGTH, HALF_WIDTH};
use crate::disc::skills::intercept::{ReachCell, TeamSteps};
use crate::disc::skills::{UNKNOWN, WorldModel};
use crate::disc::{Game, PlayMode, Player, Rules, Side, TEAM, Vec2, World};
use crate::teams::{Playbook, Situation};
use figure::{Figure, figures};
use std::borrow::Cow;

/// How far inside the reach of a kick a ball must be for agents to kick it, m: one that they see
/// now, that they saw a cycle ago, and longer ago.
const DOUBTS: [f64; 3] = [0.055, 0.155, 0.255];
/// The same for a ball that they see and that nobody will play soon.
const EDGE: f64 = 0.001;
/// They do not wait to come nearer to a ball if that takes them `LATE` cycles or more, or if an
/// opponent gets to it more than `SOONER` cycles before their team.
const LATE: u32 = 10;
const SOONER: u32 = 7;
/// Age of an offside line that a mate has reported, cycles.
const HEARD: i32 = 30;
/// Age of what was never seen, cycles.
const NEVER: i32 = 1000;
/// Agents forget players whose places are this old, cycles.
const OLD: u16 = 30;
/// Agents no longer rely on where they are themselves once that is this old, cycles.
pub(super) const OLD_SELF: u16 = 20;
/// They no longer rely on where the ball is once that is this old, cycles.
const OLD_BALL: u16 = 10;

/// Whether a player has seen something in this cycle; always without senses.
pub(super) fn has_seen(world: &World, place: usize) -> bool {
    let minds = world.minds.as_ref();
    minds.is_none_or(|minds| minds.memories[place].own.pos_count == 0)
}

/// The model without what is too old.
pub(super) fn relied_on<'a, 'b>(model: &'a WorldModel<'b>) -> Cow<'a, WorldModel<'b>> {
    let mut model = Cow::Borrowed(model);
    if model.me.position_count >= OLD_SELF || model.ball.counts.position >= OLD_BALL {
        forget_old(model.to_mut());
    }
    model
}

/// Makes the player's own place and that of the ball unknown once they are too old.
pub(super) fn forget_old(model: &mut WorldModel) {
    let (me, ball) = (&mut model.me, &mut model.ball.counts);
    if me.position_count >= OLD_SELF {
        (me.position_count, model.reach) = (UNKNOWN, ReachCell::default());
    }
    if ball.position >= OLD_BALL {
        (ball.position, model.reach) = (UNKNOWN, ReachCell::default());
    }
}

/// A player who is about to ask.
#[derive(Clone, Copy, Debug)]
pub struct Asker<'a> {
    /// The game.
    pub world: &'a World,
    /// Their place in the game.
    pub place: usize,
    /// Whether they know everything as it is, and not only what they have sensed.
    pub is_full: bool,
    /// What they have kept of the cycles before.
    pub notes: &'a Notes,
    /// Where their team stands.
    pub playbook: &'a Playbook,
}

impl<'a> Asker<'a> {
    /// Their memory; `None` if they know everything.
    fn memory(&self) -> Option<&'a Memory> {
        let minds = self.world.minds.as_ref().filter(|_| !self.is_full)?;
        minds.memories.get(self.place)
    }

    /// Their world model, for skills.
    pub fn model(&self) -> WorldModel<'a> {
        self.model_with(None)
    }

    /// Does what [`Self::model`] does; `steps`: those of their side, if they know everything and
    /// these are known already.
    pub fn model_with(&self, steps: Option<TeamSteps>) -> WorldModel<'a> {
        let (rules, game): (&Rules, &Game) = (self.world.rules(), &self.world.game);
        let mut model = match self.memory() {
            Some(memory) => {
                let mut model = WorldModel::sensed(rules, game, self.place, memory);
                model.others.retain(|player| player.counts.position < OLD);
                self.add_what_was_heard(&mut model);
                model
            }
            None => match steps {
                Some(steps) => WorldModel::full(rules, game, self.place).knowing_steps(steps),
                None => WorldModel::full(rules, game, self.place),
            },
        };
        model.me.can_kick = relies_on_kick(&model);
        if !model.me.can_kick && kicks_at_edge(&model) {
            // Who reaches the ball when is what made them kick it, and stays.
            model.ways();
            model.me.can_kick = true;
        }
        model.has_seen = has_seen(self.world, self.place);
        model
    }

    /// Adds directions of bodies that mates have reported, and types that the coach has told.
    fn add_what_was_heard(&self, model: &mut WorldModel<'a>) {
        let (game, rules): (&Game, &'a Rules) = (&self.world.game, self.world.rules());
        for player in &mut model.others {
            let (Some(is_ours), Some(unum)) = (player.is_ours, player.unum) else { continue };
            let side = if is_ours { model.side } else { model.side.other() };
            let place = Player::place(side, unum);
            if let Some((body, age)) = self.notes.body_of(place, player.counts.body) {
                (player.body, player.counts.body) = (body, age);
            }
            if let Some(id) = self.notes.type_of(game, place).filter(|_| !is_ours) {
                player.own = &rules.types[usize::from(id)];
            }
        }
    }

    /// The message to their playmaker; `model` is [`Self::model`].
    pub fn world_model(&self, model: &WorldModel) -> protos::WorldModel {
        let game = &self.world.game;
        let side = model.side;
        let (mate, opponent) = (model.mate_who_can_kick(), model.opponent_who_can_kick());
        let model = relied_on(model);
        let model = &*model;
        let figures = figures(self, model);
        let mut message = common(self.world, side);
        message.intercept_table = Some(table::table(model, &figures));
        message.self_ = Some(own::own(self, model));
        message.ball = Some(ball::ball(self, model));
        let names = |figure: &&Figure| figure.unum.is_some();
        let mut teams: [Vec<protos::Player>; 2] = [Vec::new(), Vec::new()];
        for figure in figures.iter().filter(names) {
            if let Some(side) = figure.side {
                teams[usize::from(side != model.side)].push(figure.to_proto(model, true));
            }
        }
        for team in &mut teams {
            team.sort_by(|one, other| one.dist_from_self.total_cmp(&other.dist_from_self));
        }
        [message.teammates, message.opponents] = teams;
        self.fill_dicts(model, &figures, &mut message);
        self.fill_lines(model, &mut message);
        let kicker = |index: Option<usize>| index.and_then(|index| figures.get(index));
        message.kickable_teammate_existance = mate.is_some();
        message.kickable_opponent_existance = opponent.is_some();
        message.kickable_teammate_id = kicker(mate).map_or(0, |figure| figure.id);
        message.kickable_opponent_id = kicker(opponent).map_or(0, |figure| figure.id);
        for (unum, home) in (1..).zip(homes(self.playbook, game, model)) {
            message.helios_home_positions.insert(unum, {
                protos::RpcVector2D { x: home.x as f32, y: home.y as f32, ..Default::default() }
            });
        }
        let notes = self.notes;
        message.our_goalie_uniform_number = goalie(game, side);
        message.their_goalie_uniform_number = goalie(game, side.other());
        message.game_mode_side = game.mode.side().map_or(0, |side| protos::Side::from(side) as i32);
        message.time_stopped = game.stopped as i32;
        message.last_set_play_start_time = notes.set_play_start as i32;
        message.set_play_count = notes.set_play_count as i32;
        message.stoped_cycle = notes.mode_stopped as i32;
        message.see_time = notes.see_time as i32;
        message.penalty_kick_state = notes.penalty(game.mode);
        message
    }

    /// Fills in all players of both sides, including the player themselves and those without
    /// numbers.
    fn fill_dicts(&self, model: &WorldModel, figures: &[Figure], message: &mut protos::WorldModel) {
        let me = own::as_player(self, model);
        message.our_players_dict.insert(model.me.unum.into(), me);
        let dicts = [&mut message.our_players_dict, &mut message.their_players_dict];
        let sides = [model.side, model.side.other()];
        for (side, dict) in sides.into_iter().zip(dicts) {
            let mut nameless = (1..).map(|count: i32| -count);
            let of_side = |figure: &&Figure| figure.side == Some(side);
            for figure in figures.iter().filter(of_side) {
                let key = figure.unum.map(i32::from).or_else(|| nameless.next());
                dict.extend(key.map(|key| (key, figure.to_proto(model, false))));
            }
        }
    }

    fn fill_lines(&self, model: &WorldModel, message: &mut protos::WorldModel) {
        message.offside_line_x = if model.rules.server.use_offside {
            model.offside_line() as f32
        } else {
            HALF_LENGTH as f32
        };
        if let Some(line) = self.notes.heard_line
            && line > f64::from(message.offside_line_x) + 1.0
        {
            message.offside_line_x = line as f32;
            message.ofside_line_x_count = HEARD;
        } else if let Some(memory) = self.memory() {
            message.ofside_line_x_count = memory.offside_line().1.into();
        }
        let second = |xs: &mut Vec<f64>| {
            xs.sort_by(f64::total_cmp);
            xs.get(1).or(xs.first()).copied()
        };
        let mut theirs: Vec<f64> =
            model.sure_opponents().map(|player| -player.position.x).collect();
        let mates = model.mates().map(|player| player.position.x);
        let mut ours: Vec<f64> = mates.chain([model.me.position.x]).collect();
        let next = model.ball_after(1).x;
        let theirs = second(&mut theirs).map_or(0.0, |x| -x);
        let ours = second(&mut ours).unwrap_or(0.0);
        message.their_defense_player_line_x = theirs;
        message.their_defense_line_x = theirs.max(0.0).max(next);
        message.our_defense_player_line_x = ours;
        message.our_defense_line_x = ours.min(model.ball.position.x).min(0.0);
    }
}

/// Whether they know the ball so near that they rely on being able to kick it.
fn relies_on_kick(model: &WorldModel) -> bool {
    let (me, ball) = (&model.me, &model.ball);
    let doubt = DOUBTS[usize::from(ball.seen_count).min(DOUBTS.len() - 1)];
    me.position_count < UNKNOWN
        && ball.counts.position < OLD_BALL
        && ball.position.distance(me.position) <= model.reach_of_kick() - doubt
}

/// Whether they kick a ball that they see at the edge of their reach: it takes them long to get
/// nearer, an opponent is there long before their team, or it leaves the pitch before anybody is.
fn kicks_at_edge(model: &WorldModel) -> bool {
    let (me, ball) = (&model.me, &model.ball);
    if me.position_count >= UNKNOWN
        || ball.seen_count > 0
        || ball.position.distance(me.position) >= model.reach_of_kick() - EDGE
    {
        return false;
    }
    let reach = model.reach();
    let team = reach.me.min(reach.mate);
    let end = model.ball_after(team.min(reach.opponent));
    reach.me >= LATE
        || reach.opponent + SOONER < team
        || end.x.abs() > HALF_LENGTH
        || end.y.abs() > HALF_WIDTH
}

/// Where the players of the team stand now, by number; attackers stay onside.
pub fn homes(playbook: &Playbook, game: &Game, model: &WorldModel) -> [Vec2; TEAM] {
    homes_of(playbook, model, game.kick_off_side == Some(model.side))
}

/// Does what [`homes`] does; `kicks_off`: whether the team kicks off next.
pub fn homes_of(playbook: &Playbook, model: &WorldModel, kicks_off: bool) -> [Vec2; TEAM] {
    let reach = model.reach();
    let ours = reach.me.min(reach.mate);
    let soonest = ours.min(reach.opponent);
    let ball = model.ball_after(if soonest < 100 { soonest } else { 0 });
    let has_ball = ours <= reach.opponent;
    let situation = Situation::of(model.mode, model.side, has_ball, kicks_off);
    let line = model.offside_line() - 1.0;
    playbook
        .homes(situation, ball)
        .map(|home| Vec2::new(home.x.min(line).max(home.x.min(0.0)), home.y))
}

/// The part of the message that players, coach and trainer send alike.
fn common(world: &World, side: Side) -> protos::WorldModel {
    let game = &world.game;
    let mode = game.mode;
    let name = |side: Side| world.names()[side.index()].clone();
    let [left, right] = game.score.map(|score| score.goals as i32);
    let (ours, theirs) = if side == Side::Left { (left, right) } else { (right, left) };
    let set_play = set_play_of(mode);
    let is_kick_off = mode == PlayMode::BeforeKickOff;
    let last = game.referee.last_touch().map(|place| &game.players[place]);
    protos::WorldModel {
        our_team_name: name(side),
        their_team_name: name(side.other()),
        our_side: protos::Side::from(side) as i32,
        last_kick_side: last.map_or(0, |player| protos::Side::from(player.side) as i32),
        last_kicker_uniform_number: last.map_or(-1, |player| player.unum.into()),
        cycle: game.cycle as i32,
        game_mode_type: game_mode(mode) as i32,
        left_team_score: left,
        right_team_score: right,
        our_team_score: ours,
        their_team_score: theirs,
        is_our_set_play: !is_kick_off && set_play == Some(side),
        is_their_set_play: !is_kick_off && set_play == Some(side.other()),
        is_penalty_kick_mode: mode.is_shoot_out(),
        ..Default::default()
    }
}

/// The number of a side's goalie; -1 if it has none.
fn goalie(game: &Game, side: Side) -> i32 {
    let mut team = game.players.iter().filter(|player| player.side == side && player.connected);
    team.find(|player| player.goalie).map_or(-1, |player| player.unum.into())
}

/// A vector that was seen, if it ever was.
fn seen(own: Vec2, age: i32) -> protos::RpcVector2D {
    if age < NEVER { vector(own) } else { protos::RpcVector2D::default() }
}
