//! Sensors.

use super::types::{Model, Sensor, SensorKind};
use super::xml::Element;
use crate::error::Result;

/// Most sensors.
const MAX_SENSORS: usize = 4096;

/// Reads `<sensor>`.
pub(super) fn read(document: Element, model: &mut Model) -> Result<()> {
    for element in document
        .children_tagged("sensor")
        .flat_map(Element::children)
    {
        element.no_children()?;
        let kind = read_kind(element, model)?;
        model.sensors.push(Sensor {
            name: element.name(),
            kind,
        });
        if model.sensors.len() > MAX_SENSORS {
            return Err(element.error(format!("more than {MAX_SENSORS} sensors")));
        }
    }
    Ok(())
}

fn read_kind(element: Element, model: &Model) -> Result<SensorKind> {
    let site = |attribute| {
        find(
            element,
            attribute,
            model.sites.iter().map(|site| &*site.name),
        )
    };
    let joint = |attribute| {
        find(
            element,
            attribute,
            model.joints.iter().map(|joint| &*joint.name),
        )
    };
    let kind = match element.tag() {
        "framequat" => SensorKind::FrameQuat(site("objname")?),
        "framepos" => SensorKind::FramePos(site("objname")?),
        "gyro" => SensorKind::Gyro(site("site")?),
        "accelerometer" => SensorKind::Accelerometer(site("site")?),
        "touch" => SensorKind::Touch(site("site")?),
        "jointpos" => SensorKind::JointPos(joint("joint")?),
        "jointvel" => SensorKind::JointVel(joint("joint")?),
        _ => return Err(element.unsupported()),
    };
    let target: &[&str] = match kind {
        SensorKind::FrameQuat(_) | SensorKind::FramePos(_) => {
            element.required("objtype")?.keyword(&[("site", ())])?;
            &["objtype", "objname"]
        }
        SensorKind::JointPos(_) | SensorKind::JointVel(_) => &["joint"],
        _ => &["site"],
    };
    for attr in element.attributes() {
        match attr.name() {
            "name" => {}
            "cutoff" | "noise" => attr.must_be_zero()?,
            known if target.contains(&known) => {}
            _ => return Err(attr.unsupported()),
        }
    }
    Ok(kind)
}

fn find<'m>(
    element: Element,
    attribute: &str,
    mut names: impl Iterator<Item = &'m str>,
) -> Result<usize> {
    let attr = element.required(attribute)?;
    names
        .position(|name| name == attr.value())
        .ok_or_else(|| attr.error("there is nothing of this name"))
}
