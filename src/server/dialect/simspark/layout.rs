//! Which perceptors a robot has, in rcssserver3d's order: the joints of the head, arms and legs,
//! right before left; the force on a foot comes before the joint that moves it.

use crate::model::{Model, SensorKind};

/// Prefix of a joint's name in the names of its sensors in our models.
const ANGLE_PREFIX: &str = "q_";
/// The beginnings of joint names, in perceptor order; other joints come last.
const ORDER: [&str; 6] = ["h", "t", "ra", "la", "rl", "ll"];
/// Joints that move a foot or its toes, each with the name of the force perceptor there.
const FEET: [(&str, &str); 4] = [("rlj6", "rf"), ("llj6", "lf"), ("rlj7", "rf1"), ("llj7", "lf1")];

/// One perceptor.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry {
    /// The angle of a joint.
    Joint {
        name: String,
        /// Its index in the robot's sensor values.
        at: usize,
    },
    /// The force on a body.
    Foot { name: &'static str, body: usize },
}

/// The perceptors of a model.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// Index of the sensor's first value in the robot's sensor values.
    pub(super) gyro: Option<usize>,
    pub(super) accelerometer: Option<usize>,
    pub(super) entries: Vec<Entry>,
    /// How many of the entries come before vision in a message.
    pub(super) head: usize,
}

impl Layout {
    pub(super) fn new(model: &Model) -> Self {
        let (mut gyro, mut accelerometer, mut joints) = (None, None, Vec::new());
        let mut at = 0;
        for sensor in &model.sensors {
            match sensor.kind {
                SensorKind::Gyro(_) => gyro = gyro.or(Some(at)),
                SensorKind::Accelerometer(_) => accelerometer = accelerometer.or(Some(at)),
                SensorKind::JointPos(joint) => {
                    let name = sensor.name.strip_prefix(ANGLE_PREFIX).unwrap_or(&sensor.name);
                    joints.push((name, at, model.joints[joint].body));
                }
                _ => {}
            }
            at += sensor.kind.dim();
        }
        let rank = |name: &str| ORDER.iter().position(|start| name.starts_with(start));
        joints.sort_by_key(|(name, ..)| rank(name).unwrap_or(ORDER.len()));
        let mut entries = Vec::new();
        for &(name, at, body) in &joints {
            if let Some(&(_, name)) = FEET.iter().find(|(joint, _)| *joint == name) {
                entries.push(Entry::Foot { name, body });
            }
            entries.push(Entry::Joint { name: name.to_owned(), at });
        }
        let head = joints.iter().filter(|(name, ..)| rank(name) == Some(0)).count();
        Self { gyro, accelerometer, entries, head }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::load_shared;

    fn names(model: &str) -> Vec<String> {
        let layout = Layout::new(&load_shared(model).unwrap());
        let name = |entry: &Entry| match entry {
            Entry::Joint { name, .. } => name.clone(),
            Entry::Foot { name, .. } => (*name).to_owned(),
        };
        layout.entries.iter().map(name).collect()
    }

    #[test]
    fn perceptors_are_in_the_recorded_order() {
        let nao = "hj1 hj2 raj1 raj2 raj3 raj4 laj1 laj2 laj3 laj4 \
                   rlj1 rlj2 rlj3 rlj4 rlj5 rf rlj6 llj1 llj2 llj3 llj4 llj5 lf llj6";
        assert_eq!(names("nao").join(" "), nao);
        let toes = nao.replace("rlj6", "rlj6 rf1 rlj7").replace("llj6", "llj6 lf1 llj7");
        assert_eq!(names("nao4").join(" "), toes);
        assert_eq!(names("T1")[..3], ["hj1", "hj2", "tj1"]);
        assert_eq!(names("ant").len(), 8);
    }
}
