//! Sensors.

use super::types::{Model, Sensor, SensorKind};
use super::xml::Element;
use crate::error::Result;

/// Maximum number of sensors.
const MAX_SENSORS: usize = 4096;

/// Reads `<sensor>`.
pub(super) fn read(document: Element, model: &mut Model) -> Result<()> {
    for element in document.children_tagged("sensor").flat_map(Element::children) {
        element.no_children()?;
        let kind = read_kind(element, model)?;
        model.sensors.push(Sensor { name: element.name(), kind });
        if model.sensors.len() > MAX_SENSORS {
            return Err(element.error(format!("more than {MAX_SENSORS} sensors")));
        }
    }
    Ok(())
}

fn read_kind(element: Element, model: &Model) -> Result<SensorKind> {
    let target: &[&str] = match element.tag() {
        "framequat" | "framepos" => &["objname", "objtype"],
        "gyro" | "accelerometer" | "touch" => &["site"],
        "jointpos" | "jointvel" => &["joint"],
        _ => return Err(element.unsupported()),
    };
    for attr in element.attributes() {
        match attr.name() {
            "name" => {}
            "cutoff" | "noise" => attr.must_be_zero()?,
            "objtype" if target.contains(&"objtype") => attr.keyword(&[("site", ())])?,
            known if target.contains(&known) => {}
            _ => return Err(attr.unsupported()),
        }
    }
    if target.contains(&"objtype") {
        element.required("objtype")?;
    }
    let of = element.required(target[0])?;
    let site = || of.find_in(model.sites.iter().map(|site| &site.name));
    let joint = || of.find_in(model.joints.iter().map(|joint| &joint.name));
    Ok(match element.tag() {
        "framequat" => SensorKind::FrameQuat(site()?),
        "framepos" => SensorKind::FramePos(site()?),
        "gyro" => SensorKind::Gyro(site()?),
        "accelerometer" => SensorKind::Accelerometer(site()?),
        "touch" => SensorKind::Touch(site()?),
        "jointpos" => SensorKind::JointPos(joint()?),
        _ => SensorKind::JointVel(joint()?),
    })
}
