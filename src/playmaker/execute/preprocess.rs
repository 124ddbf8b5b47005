//! What agents do by themselves before they carry out their actions.

use super::behaviour::shooting;
use super::intention::Intention;
use super::{Mind, Orders, Task};
use crate::disc::PlayMode;
use crate::disc::skills::{
    Neck, Play, UNKNOWN, before_kick_off, emergency, force_kick, neck_body_to_point, scan_field,
    shoot,
};
use crate::playmaker::protos::PlayerActions;
use crate::playmaker::state::{OLD_SELF, relied_on};

/// The ball is looked for if its position, seen or heard, is older than this many cycles; by field
/// players, and by goalies.
const LOST: [u16; 2] = [5, 10];
/// The same while play is stopped, if it was last seen longer ago than this.
const UNSEEN: [u16; 2] = [15, 20];
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
            || world.me.position_count >= OLD_SELF
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
        let world = relied_on(&self.world);
        let world = &*world;
        if world.me.is_frozen {
            return Play::NOTHING.looking(Neck::BallOrScan(0));
        }
        if matches!(world.mode, PlayMode::BeforeKickOff | PlayMode::Goal(_)) {
            return before_kick_off(world, self.home(), self.they_kick_off);
        }
        if world.me.position_count >= UNKNOWN {
            return Play::look(emergency(world));
        }
        // They look for the ball where it should be by what they remember, and everywhere once
        // that is too old.
        Play::look(if world.ball.counts.position < UNKNOWN {
            neck_body_to_point(world, world.ball_after(1), SPARE)
        } else {
            scan_field(world)
        })
    }
}
