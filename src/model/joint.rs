//! Hinges and the free joint.

use super::orientation::normalized;
use super::settings::{Limited, Settings};
use super::types::{Joint, SolverParams};
use super::xml::{Attr, Element};
use crate::error::Result;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JointKind {
    Free,
    Hinge,
}

/// Attributes of a `<joint>`, with those of its classes.
#[derive(Clone, Debug)]
pub(super) struct JointSpec {
    kind: JointKind,
    pos: [f64; 3],
    axis: [f64; 3],
    reference: f64,
    limited: Limited,
    range: [f64; 2],
    margin: f64,
    armature: f64,
    damping: f64,
    frictionloss: f64,
    force_limited: Limited,
    force_range: [f64; 2],
    limit_solver: SolverParams,
    friction_solver: SolverParams,
}

impl Default for JointSpec {
    fn default() -> Self {
        Self {
            kind: JointKind::Hinge,
            pos: [0.0; 3],
            axis: [0.0, 0.0, 1.0],
            reference: 0.0,
            limited: Limited::Auto,
            range: [0.0; 2],
            margin: 0.0,
            armature: 0.0,
            damping: 0.0,
            frictionloss: 0.0,
            force_limited: Limited::Auto,
            force_range: [0.0; 2],
            limit_solver: SolverParams::default(),
            friction_solver: SolverParams::default(),
        }
    }
}

impl JointSpec {
    /// Applies the attributes of an element on top of those of its class.
    pub(super) fn apply(&mut self, element: Element) -> Result<()> {
        element.no_children()?;
        element.attributes().try_for_each(|attr| self.set(attr))
    }

    fn set(&mut self, attr: Attr) -> Result<()> {
        match attr.name() {
            "name" | "class" => {}
            "type" => {
                self.kind =
                    attr.keyword(&[("hinge", JointKind::Hinge), ("free", JointKind::Free)])?
            }
            "group" => drop(attr.integer::<i32>()?),
            "pos" => self.pos = attr.array()?,
            "axis" => self.axis = attr.array()?,
            "ref" => self.reference = attr.number()?,
            "limited" => self.limited = Limited::read(attr)?,
            "range" => self.range = attr.array()?,
            "margin" => self.margin = attr.number()?,
            "armature" => self.armature = attr.non_negative()?,
            "damping" => self.damping = attr.non_negative()?,
            "frictionloss" => self.frictionloss = attr.non_negative()?,
            "actuatorfrclimited" => self.force_limited = Limited::read(attr)?,
            "actuatorfrcrange" => self.force_range = attr.array()?,
            "solreflimit" => attr.solref(&mut self.limit_solver)?,
            "solimplimit" => attr.solimp(&mut self.limit_solver)?,
            "solreffriction" => attr.solref(&mut self.friction_solver)?,
            "solimpfriction" => attr.solimp(&mut self.friction_solver)?,
            "stiffness" | "springref" => attr.must_be_zero()?,
            _ => return Err(attr.unsupported()),
        }
        Ok(())
    }

    pub(super) fn is_free(&self) -> bool {
        self.kind == JointKind::Free
    }

    /// Checks that a free joint has no armature, damping or dry friction. MuJoCo ignores its
    /// limits, axis and position.
    pub(super) fn check_free(&self, element: Element) -> Result<()> {
        let extras = [
            ("armature", self.armature),
            ("damping", self.damping),
            ("frictionloss", self.frictionloss),
        ];
        match extras.iter().find(|(_, value)| *value != 0.0) {
            None => Ok(()),
            Some((what, value)) => Err(element
                .error(format!("{what} {value} (from here or a class): a free joint has none"))),
        }
    }

    /// Checks that only one limit can act at a time: the engine has one row for both.
    fn check_margin(&self, range: Option<[f64; 2]>, element: Element) -> Result<()> {
        let margin = self.margin;
        match range {
            Some([low, high]) if 2.0 * margin > high - low => Err(element.error(format!(
                "margin {margin} (from here or a class) is more than half of the range, \
                 {low} to {high} rad: both limits would act at once"
            ))),
            _ => Ok(()),
        }
    }

    /// Compiles a hinge of `body`; its `invweight0` comes later.
    pub(super) fn compile(
        self,
        element: Element,
        body: usize,
        settings: &Settings,
    ) -> Result<Joint> {
        let range = self.range.map(|angle| settings.radians(angle));
        let axis = normalized(self.axis)
            .ok_or_else(|| element.error(format!("axis {:?} has no length", self.axis)))?;
        let range = self.limited.resolve(range, "range", settings, element)?;
        self.check_margin(range, element)?;
        let limits = self.force_range;
        let actuator_force_range =
            self.force_limited.resolve(limits, "actuatorfrcrange", settings, element)?;
        // It would also push hinges without a motor, which the engine passes over.
        if let Some([low, high]) = actuator_force_range
            && (low > 0.0 || high < 0.0)
        {
            return Err(element.error(format!(
                "actuatorfrcrange {low} {high} (from here or a class): must include 0"
            )));
        }
        Ok(Joint {
            name: element.name(),
            body,
            pos: self.pos,
            axis,
            reference: settings.radians(self.reference),
            range,
            margin: self.margin,
            armature: self.armature,
            damping: self.damping,
            frictionloss: self.frictionloss,
            actuator_force_range,
            limit_solver: self.limit_solver,
            friction_solver: self.friction_solver,
            invweight0: 0.0,
        })
    }
}
