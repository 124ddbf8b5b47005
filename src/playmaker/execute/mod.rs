//! From actions to commands: what a player does with the actions that they have been given.
//!
//! Actions of the body are tried in their order and the first that succeeds wins. A command that an
//! action gave without success stands until a later action gives another. All others act in their
//! order.

mod behaviour;
mod body;
mod eyes;
mod finite;
mod intention;
mod known;
mod orders;
mod plan;
mod preprocess;
mod staff;
mod substitutes;

pub use orders::{Orders, command_text};
pub use plan::planner;
pub use staff::{CoachMind, coach_commands, trainer_commands};

use finite::is_finite;
use intention::Intention;
use known::is_known;

use super::protos::player_action::Action;
use super::protos::{self, PlayerActions};
use super::state::forget_old;
use crate::disc::memory::DirectionAges;
use crate::disc::skills::{GoalieFreeKick, Play, WorldModel};
use crate::disc::{Command, TEAM, Vec2};

/// What a player keeps for their actions from cycle to cycle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mind {
    /// Whether they save stamina.
    saves: bool,
    /// When they last looked in each direction; `None` before their first cycle.
    looked: Option<DirectionAges>,
    /// The free kick that they take as the goalie.
    goalie: GoalieFreeKick,
    /// What they go on with in the next cycle.
    intention: Option<Intention>,
}

/// A player who has been told what to do.
#[derive(Debug)]
pub struct Task<'a, 'b> {
    /// What they know.
    pub world: WorldModel<'a>,
    /// Where their team stands, by number.
    pub homes: [Vec2; TEAM],
    /// Whether the other team kicks off.
    pub they_kick_off: bool,
    /// The number of the player who takes the team's penalty now.
    pub penalty_taker: u8,
    /// Where a mate has just told them to expect a pass.
    pub heard_pass: Option<Vec2>,
    /// Whether they also do what agents do by themselves: choose a useful width of view, speak,
    /// listen.
    pub has_habits: bool,
    /// Asked for a choice among plans if that is up to the playmaker.
    pub judge: &'b dyn Judge,
}

/// Chooses among plans.
pub trait Judge: Sync {
    /// What is chosen.
    fn choose(&self, request: protos::BestPlannerActionRequest) -> Choice;
}

/// A choice among plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The plan with this index.
    Plan(i32),
    /// The one with the best evaluation.
    Best,
    /// None: who was asked has not answered.
    Failed,
}

impl std::fmt::Debug for dyn Judge + '_ {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Judge")
    }
}

/// A judge that leaves the choice to the evaluation, as there is nobody to be asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Judge for Nobody {
    fn choose(&self, _: protos::BestPlannerActionRequest) -> Choice {
        Choice::Best
    }
}

impl Task<'_, '_> {
    /// Carries out actions and returns the orders that result.
    pub fn execute(mut self, actions: &PlayerActions, mind: &mut Mind) -> Orders {
        self.notice(mind);
        let mut orders = Orders::default();
        let is_all = self.preprocess(actions, mind, &mut orders);
        forget_old(&mut self.world);
        if !is_all {
            for action in actions.actions.iter().filter_map(|action| action.action.as_ref()) {
                self.act(action, mind, &mut orders);
            }
        }
        self.finish(&mut orders);
        orders
    }

    /// Updates the world model and the mind with a new cycle.
    fn notice(&mut self, mind: &mut Mind) {
        // The directions in which they have looked are in their memory or have to be kept here:
        // States do not contain them.
        let before = mind.looked;
        let mut looked = before.unwrap_or_default();
        looked.advance();
        let me = &self.world.me;
        looked.look((me.body + me.neck).to_radians(), (0.5 * me.view_angle).to_radians());
        mind.looked = Some(looked);
        if self.world.looked.is_none() && before.is_some() {
            self.world.looked = Some(looked);
        }
        mind.saves = crate::disc::skills::saves_stamina(&self.world, mind.saves);
        mind.goalie =
            if self.world.me.holds_ball { mind.goalie.advance() } else { Default::default() };
    }

    /// Does an action, unless one of its numbers is not finite, or of no meaning.
    fn act(&mut self, action: &Action, mind: &mut Mind, orders: &mut Orders) {
        if !is_finite(action) || !is_known(action) {
            return;
        }
        match action {
            Action::Say(say) => orders.says.push(*say),
            Action::Log(log) => orders.logs.push(log.clone()),
            // Agents do nothing with it.
            Action::DebugClient(_) => {}
            _ if self.look(action, orders) => {}
            _ if self.attend(action, orders) => {}
            Action::HeliosCommunication(_) => orders.communicate(&self.world),
            // The agents' own version is empty.
            Action::HeliosBasicOffensive(_) => {}
            _ if orders.is_done && !matches!(action, Action::BhvEmergency(_)) => {}
            _ => {
                let play = self.body(action, mind).map(Play::body);
                let play = play.unwrap_or_else(|| self.behave(action, mind));
                self.take(&play, orders);
            }
        }
    }

    /// Adds what a behaviour does to the orders.
    fn take(&mut self, play: &Play, orders: &mut Orders) {
        let is_finite = play.body.command.is_none_or(|command| command.is_finite());
        // A frozen body refuses every command.
        if !self.world.me.is_frozen && is_finite {
            if let Some(command) = play.body.command {
                orders.body = Some(command);
                self.world.queued.body = Some(command);
            }
            orders.is_done |= play.body.is_success;
        }
        if play.neck.is_some() {
            orders.later_neck = play.neck;
        }
        if play.neck_command.is_some() {
            orders.neck = play.neck_command;
        }
        if play.view.is_some() {
            orders.later_view = play.view;
        }
    }

    /// Does what comes last: looks that behaviours have requested, and habits.
    fn finish(&mut self, orders: &mut Orders) {
        use crate::disc::skills::{View, turn_neck_to};
        if self.has_habits && orders.later_view.is_none() {
            orders.later_view = Some(View::Tactical);
        }
        if let Some(view) = orders.later_view {
            self.change_view(view.width(&self.world), orders);
        }
        if let Some(neck) = orders.later_neck {
            orders.neck = Some(turn_neck_to(&self.world, neck));
        }
        if self.has_habits {
            orders.communicate(&self.world);
        }
        if orders.body.is_none() && !self.world.me.is_frozen {
            orders.body = Some(Command::Turn(0.0));
        }
        for command in [&mut orders.neck, &mut orders.focus, &mut orders.arm] {
            *command = command.filter(Command::is_finite);
        }
        orders.side = Some(self.world.side);
    }
}
