//! Sites.

use super::assets::Assets;
use super::geom::Form;
use super::orientation::{PoseSpec, check_orientations};
use super::settings::Settings;
use super::types::Site;
use super::xml::Element;
use crate::error::Result;

/// Attributes of a `<site>`, with those of its classes.
#[derive(Clone, Debug)]
pub(super) struct SiteSpec {
    pose: PoseSpec,
    form: Form,
    material: Option<String>,
}

impl Default for SiteSpec {
    fn default() -> Self {
        Self { pose: PoseSpec::default(), form: Form::of_site(), material: None }
    }
}

impl SiteSpec {
    /// Applies the attributes of an element on top of those of its class.
    pub(super) fn apply(
        &mut self,
        element: Element,
        settings: &Settings,
        in_default: bool,
    ) -> Result<()> {
        element.no_children()?;
        check_orientations(element, in_default)?;
        for attr in element.attributes() {
            match attr.name() {
                "name" | "class" => {}
                "material" => self.material = Some(attr.value().to_owned()),
                "group" => drop(attr.integer::<i32>()?),
                "rgba" => drop(attr.array::<4>()?),
                "fromto" if in_default => return Err(attr.unsupported()),
                _ if self.form.set(attr)? || self.pose.set(attr, settings)? => {}
                _ => return Err(attr.unsupported()),
            }
        }
        Ok(())
    }

    /// Compiles a site of `body`. Sites are not drawn, but their materials must exist.
    pub(super) fn compile(
        mut self,
        element: Element,
        body: usize,
        assets: &Assets,
    ) -> Result<Site> {
        if let Some(material) = &self.material {
            assets.material_rgba(material, element)?;
        }
        let shape = self.form.compile(element, &mut self.pose)?;
        Ok(Site { name: element.name(), body, shape, pos: self.pose.pos, quat: self.pose.quat })
    }
}
