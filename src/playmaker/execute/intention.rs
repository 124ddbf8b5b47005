//! What a player goes on with in the cycles after the one in which they began it: agents call that
//! a queued intention.

use crate::disc::skills::planner::RunOn;
use crate::disc::skills::{Intercept, Neck, Play, UNKNOWN, View, WorldModel, intercept_ball};
use crate::disc::{PlayMode, Vec2};

/// Cycles for which a player goes on to receive a pass after they have heard of it.
const RECEIVING: u32 = 5;
/// The player has arrived if they are this near to the point that was announced, m.
const THERE: f64 = 0.9;
/// The ball has arrived if it is this near to them, m.
const NEAR: f64 = 3.0;
/// A ball that they reach in fewer cycles than this is contested unless opponents need [`LATER`]
/// cycles more.
const SOON: u32 = 6;
/// See [`SOON`].
const LATER: u32 = 3;

/// What a player goes on with. It lasts only as long as they do so in every cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Intention {
    /// A run with the ball.
    Run(RunOn),
    /// Receiving a pass that was announced to a point, for this many more cycles.
    Receive(Vec2, u32),
}

impl Intention {
    /// What follows once a pass to a point has been heard of.
    pub fn receiving(point: Vec2) -> Self {
        Self::Receive(point, RECEIVING)
    }

    /// Goes on in the next cycle; `None` if it is over.
    pub fn go_on(self, world: &WorldModel) -> Option<(Play, Self)> {
        match self {
            Self::Run(mut run) => {
                let body = run.go_on(world).filter(|_| world.mode == PlayMode::PlayOn)?;
                Some((Play::body(body).looking(Neck::ScanField), Self::Run(run)))
            }
            Self::Receive(point, left) => {
                let left = left.checked_sub(1)?;
                Some((receive(world, point)?, Self::Receive(point, left)))
            }
        }
    }
}

/// Goes for a ball that is on its way to a point; `None` if they, a mate or the ball is there.
fn receive(world: &WorldModel, point: Vec2) -> Option<Play> {
    let (me, ball) = (&world.me, &world.ball);
    let is_near = ball.counts.position < UNKNOWN && ball.position.distance(me.position) < NEAR;
    let is_there = me.position.distance(point) < THERE;
    if me.can_kick || world.mate_can_kick() || is_near || is_there {
        return None;
    }
    let reach = world.reach();
    let play = Play::body(intercept_ball(world, Intercept::default()));
    if reach.me < SOON && reach.opponent < reach.me + LATER {
        return Some(play.looking(Neck::BallOrScan(0)));
    }
    Some(play.looking(Neck::OffensiveIntercept).with_view(View::OffensiveIntercept))
}
