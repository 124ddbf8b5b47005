//! The result of a behaviour in a cycle.

use super::neck::Look;
use super::necks::{Neck, turn_neck_to};
use super::outcome::Outcome;
use super::views::View;
use super::world_model::WorldModel;
use crate::disc::{Command, ViewWidth};

/// What a behaviour returns: the body's command, and what to look at and how wide. The latter two
/// are worked out once nothing else changes the pose any more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// The body's command.
    pub body: Outcome,
    /// What to look at.
    pub neck: Option<Neck>,
    /// The neck's command, if the behaviour itself has worked it out.
    pub neck_command: Option<Command>,
    /// How wide to look.
    pub view: Option<View>,
}

impl Play {
    /// Nothing can or need be done.
    pub const NOTHING: Self =
        Self { body: Outcome::NOTHING, neck: None, neck_command: None, view: None };

    /// A command of the body alone.
    pub fn body(body: Outcome) -> Self {
        Self { body, ..Self::NOTHING }
    }

    /// Adds something to look at.
    pub fn looking(self, neck: Neck) -> Self {
        Self { neck: Some(neck), ..self }
    }

    /// Adds a width of view.
    pub fn with_view(self, view: View) -> Self {
        Self { view: Some(view), ..self }
    }

    /// Commands of body and neck together.
    pub fn look(look: Look) -> Self {
        let Look { body, neck, view } = look;
        Self { body, neck: None, neck_command: neck, view: view.map(View::Width) }
    }

    /// The commands of neck and view that go with this play, for the pose after the body's command.
    pub fn eyes<'a>(&self, world: &WorldModel<'a>) -> (Option<Command>, Option<ViewWidth>) {
        if self.view.is_none() && self.neck.is_none() {
            return (self.neck_command, None);
        }
        let mut world = world.clone();
        world.queued.body = self.body.command.or(world.queued.body);
        let view = self.view.map(|view| view.width(&world));
        world.queued.view = view.or(world.queued.view);
        let neck = || Some(turn_neck_to(&world, self.neck?));
        (self.neck_command.or_else(neck), view)
    }
}
