//! One scripted player: what they do in a cycle, given what they know. "They" is this player, where
//! a comment names nobody else.

pub(super) mod advice;
mod advised_ball;
mod advised_place;
mod aim;
mod ball;
mod chase;
mod goalie;
mod marking;
mod pass;
mod penalty;
mod position;
mod race;
pub(super) mod reckon;
mod roll;
mod set_play;
mod shot;
mod support;
mod talk;
mod value;

use super::formation::{Lineup, Role};
use super::memory::TeamMemory;
use super::overview::Overview;
use super::situation::Situation;
use crate::advice::ActionKind;
use crate::disc::skills::planner::Planner;
use crate::disc::skills::{
    Me, Outcome, UNKNOWN, WorldModel, neck_to_ball_or_scan, scan_field, view_tactical,
};
use crate::disc::{Command, PlayMode, TEAM, Vec2, ViewWidth};
use advice::{Advice, Instruction};

pub use aim::Aim;

/// Orders of a player for a cycle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Orders {
    /// Command of the body.
    pub body: Option<Command>,
    /// What the body's command is for, where that has a name.
    pub aim: Option<Aim>,
    /// Command of the neck.
    pub neck: Option<Command>,
    /// How wide they look from now on.
    pub view: Option<ViewWidth>,
    /// The number of the mate to whom the ball is passed.
    pub receiver: Option<u8>,
    /// What they say.
    pub say: Option<String>,
    /// Whom they listen to from now on: a number, or nobody in particular.
    pub attend: Option<Option<u8>>,
}

impl Orders {
    /// All commands of a player at a place, except what they say, in the order in which they are
    /// given.
    pub fn commands(&self, place: usize) -> impl Iterator<Item = Command> {
        let view = self.view.map(|width| Command::ChangeView(width, None));
        let first = place - place % TEAM;
        let attend = self
            .attend
            .map(|whom| Command::Attend(whom.map(|unum| (first + usize::from(unum) - 1) as u8)));
        [self.body, self.neck, view, attend].into_iter().flatten()
    }
}

impl Orders {
    /// Returns the orders for a skill's outcome, with an aim.
    fn aimed(outcome: Outcome, aim: Aim) -> Self {
        Self { aim: Some(aim), ..outcome.into() }
    }
}

impl From<Outcome> for Orders {
    fn from(outcome: Outcome) -> Self {
        Self { body: outcome.command, ..Self::default() }
    }
}

/// A player who decides.
pub(super) struct Player<'a> {
    pub world: &'a WorldModel<'a>,
    pub view: &'a Overview<'a>,
    pub book: Lineup<'a>,
    pub memory: &'a TeamMemory,
    /// Whether the next kick-off is our team's.
    pub kicks_off: bool,
    /// The number of the mate whose turn it is in a shoot-out.
    pub penalty_taker: Option<u8>,
    /// What the coach wants now.
    pub advice: Advice<'a>,
    /// How they search for chains of actions, if they do.
    pub planner: Option<&'a Planner>,
    /// Whether they tell their mates what they know.
    pub talks: bool,
}

impl<'a> Player<'a> {
    fn me(&self) -> &Me<'a> {
        &self.world.me
    }

    fn role(&self) -> Role {
        self.book.role(self.me().unum)
    }

    fn situation(&self) -> Situation {
        Situation::of(self.world.mode, self.world.side, self.view.has_ball(), self.kicks_off)
    }

    /// Where they stand now by the formation, and by what they are told of it.
    fn home(&self) -> Vec2 {
        let home = self.book.home(self.situation(), self.me().unum, self.view.ball_next());
        advised_place::home(self, home)
    }

    /// Whether a mate has told them that the ball is coming, and nobody has it.
    fn expects_ball(&self) -> bool {
        let until = self.memory.expects_ball[usize::from(self.me().unum) - 1];
        self.world.cycle < until && self.view.our_steps > 0 && self.view.their_steps > 0
    }

    /// What they are told about a kind of action: to do it, or not to.
    fn instructions(
        &self,
        kind: ActionKind,
        positive: bool,
    ) -> impl Iterator<Item = Instruction<'a>> + use<'a> {
        self.advice.of(self.me().unum, kind, positive)
    }

    /// Whether they are told to do something of a kind.
    fn is_instructed(&self, kind: ActionKind) -> bool {
        self.advice.has(self.me().unum, kind, true)
    }
}

/// What the player does in a cycle.
pub(super) fn decide(player: &Player) -> Orders {
    use PlayMode as M;
    let (mode, side) = (player.world.mode, player.world.side);
    if player.me().is_frozen {
        return Orders::default();
    }
    match mode {
        M::BeforeKickOff | M::Goal(_) => position::line_up(player),
        M::PlayOn | M::DropBall => play(player),
        mode if mode.is_shoot_out() => penalty::decide(player),
        M::GoalKick(of) | M::PenaltyKick(of) => set_play::decide(player, of == side),
        mode => match mode.set_play() {
            Some(of) => set_play::decide(player, of == side),
            None => position::go_home(player),
        },
    }
}

/// Orders of a player who knows only what they sense: they also look about, and talk to their
/// mates. `width`: how wide they look; `attended`: whom they listen to.
pub(super) fn sense(player: &Player, width: ViewWidth, attended: Option<u8>) -> Orders {
    let mut orders = look(player, width);
    if player.talks {
        orders.say = talk::speak(player, &orders);
        let attend = talk::attend(player);
        orders.attend = (attend != attended).then_some(attend);
    }
    orders
}

fn look(player: &Player, width: ViewWidth) -> Orders {
    let world = player.world;
    let is_lost = player.me().position_count >= UNKNOWN;
    let change = |wanted: ViewWidth| (wanted != width).then_some(wanted);
    if is_lost || world.ball.counts.position >= UNKNOWN {
        let moves = decide(player).body.filter(|command| matches!(command, Command::Move(..)));
        let look = scan_field(world);
        let body = moves.or(look.body.command);
        let view = look.view.and_then(change);
        return Orders { body, neck: look.neck, view, ..Orders::default() };
    }
    let orders = decide(player);
    let view = orders.view.unwrap_or_else(|| view_tactical(world));
    let neck = orders.neck.unwrap_or_else(|| neck_to_ball_or_scan(world, SEEN));
    Orders { neck: Some(neck), view: change(view), ..orders }
}

/// A player scans the field only if they saw the ball at most this many cycles ago.
const SEEN: u16 = 0;

/// In play.
fn play(player: &Player) -> Orders {
    if player.me().is_goalie {
        return goalie::decide(player);
    }
    let is_barred = player.memory.taker == Some(player.me().unum);
    if player.me().can_kick && !is_barred {
        return ball::decide(player);
    }
    if let Some(tackle) = chase::tackle(player) {
        return tackle;
    }
    if !is_barred && player.is_instructed(ActionKind::Intercept) {
        return chase::go_for_ball(player);
    }
    if let Some(orders) = chase::told_to_tackle(player) {
        return orders;
    }
    if !is_barred && player.expects_ball() {
        return chase::go_for_ball(player);
    }
    if player.view.first == Some(player.me().unum) {
        return chase::decide(player);
    }
    position::decide(player)
}
