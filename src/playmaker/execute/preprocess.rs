//! What agents do by themselves before they carry out their actions.

use super::behaviour::shooting;
use super::intention::Intention;
use super::{Mind, Orders, Task};
use crate::disc::PlayMode;
use crate::disc::skills::intercept::ReachCell;
use crate::disc::skills::{
    Neck, Play, UNKNOWN, before_kick_off, emergency, force_kick, neck_body_to_point, scan_field,
    shoot,
};
use crate::playmaker::protos::PlayerActions;

/// The ball is looked for if its position, seen or heard, is older than this many cycles; by field
/// players, and by goalies.
const LOST: [u16; 2] = [5, 10];
/// The same while play is stopped, if it was last seen longer ago than this.
const UNSEEN: [u16; 2] = [15, 20];
/// A ball whose position is this many cycles old is no longer looked for there, nor gone for.
const NOWHERE: u16 = 10;
/// What the neck leaves to the body when they turn to the ball, degrees.
const SPARE: f64 = 5.0;

impl Task<'_, '_> {
    /// Whether they must do something else before they can carry out their actions.
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
        let intention = mind.intention.take();
        let play = self.first(actions, mind, intention);
        let Some(play) = play else { return false };
        self.take(&play, orders);
        true
    }

    fn first(
        &self,
        actions: &PlayerActions,
        mind: &mut Mind,
        intention: Option<Intention>,
    ) -> Option<Play> {
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
            && let Some((play, next)) = intention.and_then(|own| own.go_on(world))
        {
            mind.intention = Some(next);
            return Some(play);
        }
        if !actions.ignore_doforcekick
            && let Some(play) = acts(force_kick(world))
        {
            return Some(play);
        }
        if actions.ignore_do_heard_pass_recieve { None } else { acts(self.receive(mind)) }
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
        self.look_for_ball()
    }

    /// Makes the ball unknown to the actions that follow once its position is too old.
    pub(super) fn forget_ball(&mut self) {
        if self.world.ball.counts.position >= NOWHERE {
            self.world.ball.counts.position = UNKNOWN;
            self.world.reach = ReachCell::default();
        }
    }

    /// Faces the ball where it should be by what they remember, and looks about once that is too
    /// old.
    fn look_for_ball(&self) -> Play {
        if self.world.ball.counts.position < NOWHERE {
            let next = self.world.ball_after(1);
            return Play::look(neck_body_to_point(&self.world, next, SPARE));
        }
        let mut world = self.world.clone();
        world.ball.counts.position = UNKNOWN;
        Play::look(scan_field(&world))
    }
}
