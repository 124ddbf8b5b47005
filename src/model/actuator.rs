//! Actuators, three of which make a motor.

use super::settings::{Limited, Settings};
use super::types::{Actuator, Model, Motor};
use super::xml::Element;
use crate::error::Result;

/// Tag, suffix of the name, and the gain that must keep its default, in the order of a motor's
/// parts.
const ROLES: [(&str, &str, &str); 3] =
    [("motor", "_tau", ""), ("position", "_pos", "kp"), ("velocity", "_vel", "kv")];

/// A motor of which some parts may still be missing.
struct Unfinished<'a> {
    name: &'a str,
    joint: usize,
    first: Element<'a>,
    parts: [Option<Actuator>; 3],
}

/// Reads `<actuator>`.
pub(super) fn read(document: Element, settings: &Settings, model: &mut Model) -> Result<()> {
    let mut motors: Vec<Unfinished> = Vec::new();
    for element in document.children_tagged("actuator").flat_map(Element::children) {
        element.no_children()?;
        let Some(role) = ROLES.iter().position(|&(tag, ..)| tag == element.tag()) else {
            return Err(element.unsupported());
        };
        let part = read_actuator(element, role, settings)?;
        add_part(&mut motors, element, role, part, model)?;
    }
    for motor in motors {
        let [Some(torque), Some(position), Some(velocity)] = motor.parts else {
            let wanted = "needs a motor NAME_tau, a position NAME_pos and a velocity NAME_vel";
            return Err(motor.first.error(format!("motor {}: {wanted}", motor.name)));
        };
        let name = motor.name.to_owned();
        model.motors.push(Motor { name, joint: motor.joint, torque, position, velocity });
    }
    Ok(())
}

/// Adds an actuator to its motor, which is created if this is its first actuator.
fn add_part<'a>(
    motors: &mut Vec<Unfinished<'a>>,
    element: Element<'a>,
    role: usize,
    part: Actuator,
    model: &Model,
) -> Result<()> {
    let (name, suffix) = (element.required("name")?, ROLES[role].1);
    let stem = name.value().strip_suffix(suffix).filter(|stem| !stem.is_empty());
    let stem = stem.ok_or_else(|| name.error(format!("the name must end in {suffix}")))?;
    let target = element.required("joint")?;
    let joint = target.find_in(model.joints.iter().map(|joint| &joint.name))?;
    let index = motors.iter().position(|motor| motor.name == stem).unwrap_or_else(|| {
        motors.push(Unfinished { name: stem, joint, first: element, parts: [None; 3] });
        motors.len() - 1
    });
    if motors.iter().enumerate().any(|(other, motor)| (other == index) != (motor.joint == joint)) {
        return Err(target.error("each motor needs a hinge of its own"));
    }
    match motors[index].parts[role].replace(part) {
        None => Ok(()),
        Some(_) => Err(name.error("a second one of this name")),
    }
}

fn read_actuator(element: Element, role: usize, settings: &Settings) -> Result<Actuator> {
    let (mut gear, mut ctrl, mut force) = ([1.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0; 2], [0.0; 2]);
    let (mut ctrl_limited, mut force_limited) = (Limited::Auto, Limited::Auto);
    for attr in element.attributes() {
        match attr.name() {
            "name" | "joint" => {}
            "group" => drop(attr.integer::<i32>()?),
            "gear" => attr.overlay(&mut gear)?,
            "ctrlrange" => ctrl = attr.array()?,
            "forcerange" => force = attr.array()?,
            "ctrllimited" => ctrl_limited = Limited::read(attr)?,
            "forcelimited" => force_limited = Limited::read(attr)?,
            gain if gain == ROLES[role].2 => {
                if attr.number()? != 1.0 {
                    return Err(attr.error("gains come with every command; only 1 is supported"));
                }
            }
            _ => return Err(attr.unsupported()),
        }
    }
    Ok(Actuator {
        gear: gear[0],
        ctrl_range: ctrl_limited.resolve(ctrl, "ctrlrange", settings, element)?,
        force_range: force_limited.resolve(force, "forcerange", settings, element)?,
    })
}
