//! The `<compiler>` element: how the rest of the file is read.

use super::xml::{Attr, Element};
use crate::error::Result;

/// Where a body's inertia comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InertiaSource {
    /// Always from its geoms.
    Geoms,
    /// From `<inertial>` where there is one, else from its geoms.
    InertialOrGeoms,
    /// Never from its geoms.
    Inertial,
}

/// Settings of the compiler.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    degrees: bool,
    pub(super) auto_limits: bool,
    pub(super) inertia_source: InertiaSource,
    /// Axes of `euler` in order: 0 to 2, and whether each turns about the fixed axes.
    pub(super) euler_sequence: [(usize, bool); 3],
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            degrees: true,
            auto_limits: true,
            inertia_source: InertiaSource::InertialOrGeoms,
            euler_sequence: [(0, false), (1, false), (2, false)],
        }
    }
}

impl Settings {
    /// Reads every `<compiler>` of a model.
    pub(super) fn read(model: Element) -> Result<Self> {
        let mut settings = Self::default();
        for compiler in model.children_tagged("compiler") {
            compiler.no_children()?;
            compiler.attributes().try_for_each(|attr| settings.set(attr))?;
        }
        Ok(settings)
    }

    fn set(&mut self, attr: Attr) -> Result<()> {
        match attr.name() {
            "angle" => self.degrees = attr.keyword(&[("degree", true), ("radian", false)])?,
            "autolimits" => self.auto_limits = attr.flag()?,
            "inertiafromgeom" => {
                self.inertia_source = attr.keyword(&[
                    ("true", InertiaSource::Geoms),
                    ("auto", InertiaSource::InertialOrGeoms),
                    ("false", InertiaSource::Inertial),
                ])?;
            }
            "coordinate" => attr.keyword(&[("local", ())])?,
            "eulerseq" => self.euler_sequence = euler_sequence(attr)?,
            "meshdir" | "texturedir" | "assetdir" | "strippath" => {}
            _ => return Err(attr.unsupported()),
        }
        Ok(())
    }

    /// An angle of the file in rad.
    pub(super) fn radians(&self, angle: f64) -> f64 {
        if self.degrees { angle * (std::f64::consts::PI / 180.0) } else { angle }
    }
}

/// Three of `xyz` (turning axes) or `XYZ` (fixed axes).
fn euler_sequence(attr: Attr) -> Result<[(usize, bool); 3]> {
    let axis = |letter| match letter {
        'x' => Some((0, false)),
        'y' => Some((1, false)),
        'z' => Some((2, false)),
        'X' => Some((0, true)),
        'Y' => Some((1, true)),
        'Z' => Some((2, true)),
        _ => None,
    };
    let axes: Option<Vec<_>> = attr.value().chars().map(axis).collect();
    axes.and_then(|axes| axes.try_into().ok())
        .ok_or_else(|| attr.error("needs three letters of xyz or XYZ"))
}

/// Whether a range applies; with `limited="auto"` it does if it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limited {
    Auto,
    Always,
    Never,
}

impl Limited {
    pub(super) fn read(attr: Attr) -> Result<Self> {
        attr.keyword(&[("auto", Self::Auto), ("true", Self::Always), ("false", Self::Never)])
    }

    /// The range if it applies.
    pub(super) fn resolve(
        self,
        range: [f64; 2],
        what: &str,
        settings: &Settings,
        element: Element,
    ) -> Result<Option<[f64; 2]>> {
        let given = range[0] < range[1];
        match self {
            Self::Never => Ok(None),
            Self::Auto if !settings.auto_limits && range != [0.0; 2] => {
                Err(element.error(format!("{what} needs its limited flag where autolimits is off")))
            }
            Self::Auto if !given => Ok(None),
            _ if given => Ok(Some(range)),
            _ => {
                let [low, high] = range;
                Err(element.error(format!("limited, but {what} is {low} {high}: must rise")))
            }
        }
    }
}
