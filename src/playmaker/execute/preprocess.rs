//! What agents do by themselves before they carry out their actions.

use super::behaviour::shooting;
use super::{Mind, Orders, Task};
use crate::disc::PlayMode;
use crate::disc::skills::planner::RunOn;
use crate::disc::skills::{
    Neck, Play, UNKNOWN, before_kick_off, emergency, force_kick, receive_pass, scan_field, shoot,
};
use crate::playmaker::protos::PlayerActions;

/// The ball is looked for if its position, seen or heard, is older than this many cycles; by field
/// players, and by goalies.
const LOST: [u16; 2] = [5, 10];
/// The same while play is stopped, if it was last seen longer ago than this.
const UNSEEN: [u16; 2] = [15, 20];

impl Task<'_, '_> {
    /// Whether he must do something else before he can carry out his actions.
    pub fn needs_preprocess(&self) -> bool {
        let world = &self.world;
        let goalie = usize::from(world.me.is_goalie);
        let ball = &world.ball;
        let is_stopped = world.mode != PlayMode::PlayOn;
        let is_lost =
            ball.counts.position > LOST[goalie] || (is_stopped && ball.seen_count > UNSEEN[goalie]);
        world.me.is_frozen
            || matches!(world.mode, PlayMode::BeforeKickOff | PlayMode::Goal(_))
            || world.me.position_count >= UNKNOWN
            || is_lost
    }

    /// Does what comes first; returns whether that is all for this cycle.
    pub(super) fn preprocess(
        &mut self,
        actions: &PlayerActions,
        mind: &mut Mind,
        orders: &mut Orders,
    ) -> bool {
        let run = mind.run.take();
        let play = self.first(actions, mind, run);
        let Some(play) = play else { return false };
        self.take(&play, orders);
        true
    }

    fn first(&self, actions: &PlayerActions, mind: &mut Mind, run: Option<RunOn>) -> Option<Play> {
        let world = &self.world;
        if !actions.ignore_preprocess && self.needs_preprocess() {
            return Some(self.prepare());
        }
        let acts = |play: Play| play.body.is_success.then_some(play);
        if !actions.ignore_shoot_in_preprocess
            && !matches!(world.mode, PlayMode::IndirectFreeKick(_))
            && let Some(play) = acts(shooting(shoot(world)))
        {
            return Some(play);
        }
        if !actions.ignore_do_intention
            && world.mode == PlayMode::PlayOn
            && let Some(mut run) = run
            && let Some(body) = run.go_on(world)
        {
            mind.run = Some(run);
            return Some(Play::body(body).looking(Neck::ScanField));
        }
        if !actions.ignore_doforcekick
            && let Some(play) = acts(force_kick(world))
        {
            return Some(play);
        }
        if !actions.ignore_do_heard_pass_recieve
            && let Some((point, _)) = mind.pass
            && !world.me.can_kick
        {
            return acts(receive_pass(world, point));
        }
        None
    }

    fn prepare(&self) -> Play {
        let world = &self.world;
        if world.me.is_frozen {
            return Play::NOTHING.looking(Neck::BallOrScan(0));
        }
        if matches!(world.mode, PlayMode::BeforeKickOff | PlayMode::Goal(_)) {
            return before_kick_off(world, self.home(), self.they_kick_off);
        }
        if world.me.position_count >= UNKNOWN {
            return Play::look(emergency(world));
        }
        Play::look(scan_field(world))
    }
}
