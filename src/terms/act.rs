//! How the action of a robot is taken in a step and commands its motors.

use super::body::Body;
use super::builder::Base;
use super::program::Program;
use super::row::flag;
use super::rows::level;
use super::view::View;
use crate::math::covering::copy;
use crate::math::lane::{Kernel, Lane};
use crate::math::precision::Precision;
use crate::math::wide::{LaneUser, Width, with_lanes};
use std::marker::PhantomData;

impl Program {
    /// Lets `act` write the action, and commands the motors with it.
    #[inline]
    pub(super) fn act(
        &self,
        row: &mut [f64],
        act: impl FnOnce(&mut [f64]),
        view: &mut (impl View + ?Sized),
    ) {
        let is_late = self.late.is_some_and(|late| flag(row[late]));
        let take = Take { base: &self.base, body: &self.body, is_late, act };
        let (commands, _) = view.commands().as_chunks_mut();
        with_lanes(level(), Precision::F64, Width::Full, Taking { take, of: (row, commands) });
    }
}

/// How an action is taken.
struct Take<'a, A> {
    base: &'a Base,
    body: &'a Body,
    is_late: bool,
    act: A,
}

/// An environment's cells, and the commands of its motors.
type RowAndMotors<'a> = (&'a mut [f64], &'a mut [[f64; 5]]);

struct Taking<'a, A> {
    take: Take<'a, A>,
    of: RowAndMotors<'a>,
}

struct TakeInLanes<'a, A, L>(Take<'a, A>, PhantomData<L>);

impl<A: FnOnce(&mut [f64])> LaneUser for Taking<'_, A> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lane>(self) {
        let Self { take, mut of } = self;
        L::run(TakeInLanes(take, PhantomData::<L>), &mut of);
    }
}

impl<'a, A: FnOnce(&mut [f64]), L: Lane> Kernel for TakeInLanes<'a, A, L> {
    type Data = RowAndMotors<'a>;
    type Output = ();

    #[inline(always)]
    fn run(self, (row, commands): &mut RowAndMotors<'a>) {
        let Take { base, body, is_late, act } = self.0;
        let (action, behind) = row[base.action..].split_at_mut(base.previous - base.action);
        let (previous, applied) = behind.split_at_mut(base.applied - base.previous);
        let numbers = body.numbers();
        let (action, applied) = (&mut action[..numbers], &mut applied[..numbers]);
        let previous = &mut previous[..numbers];
        copy::<L>(action, previous);
        act(action);
        action[body.actions()..body.joints()].fill(0.0);
        copy::<L>(if is_late { previous } else { action }, applied);
        body.command(&applied[..body.motors()], commands);
    }
}
