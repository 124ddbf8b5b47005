//! Compares every compiled constant of the built-in models with MuJoCo's, which are compiled from
//! rcsssmj's own files inside rcsssmj's scene (`tests/reference/make_model_constants.py`).

use std::f64::consts::PI;

use rcssgym::model::{
    self, Actuator, Body, Geom, GeomRef, Joint, Look, Model, Motor, Sensor, SensorKind, Shape,
    Site, SolverParams,
};
use serde_json::{Value, json};

/// Largest error of a number, relative to the largest of its vector.
const TOLERANCE: f64 = 1e-9;
/// Largest relative error for hulls whose points are not those of a compiled mesh.
const HULL_TOLERANCE: f64 = 1e-7;

#[test]
fn t1_has_mujocos_constants() {
    check("T1", include_str!("../reference/model_constants/T1.json"));
}

#[test]
fn k1_has_mujocos_constants() {
    check("K1", include_str!("../reference/model_constants/K1.json"));
}

#[test]
fn ant_has_mujocos_constants() {
    check("ant", include_str!("../reference/model_constants/ant.json"));
}

#[test]
fn ball_has_mujocos_constants() {
    check("ball", include_str!("../reference/model_constants/ball.json"));
}

#[test]
fn the_whole_subset_has_mujocos_constants() {
    let model = model::parse(include_str!("../reference/features.xml"), "features.xml").unwrap();
    check_model(&model, include_str!("../reference/model_constants/features.json"));
}

fn check(name: &str, reference: &str) {
    check_model(&model::load(name).unwrap(), reference);
}

fn check_model(model: &Model, reference: &str) {
    let reference: Value = serde_json::from_str(reference).unwrap();
    compare(&model.name, &describe(model), &reference);
}

/// Compares two trees of values.
fn compare(path: &str, ours: &Value, reference: &Value) {
    match (ours, reference) {
        (Value::Object(ours), Value::Object(reference)) => {
            let (keys, wanted): (Vec<_>, Vec<_>) =
                (ours.keys().collect(), reference.keys().collect());
            assert_eq!(keys, wanted, "{path}");
            for (key, value) in ours {
                compare(&format!("{path}.{key}"), value, &reference[key]);
            }
        }
        (Value::Array(ours), Value::Array(reference)) => {
            assert_eq!(ours.len(), reference.len(), "{path}");
            match (numbers(ours), numbers(reference)) {
                (Some(ours), Some(reference)) => compare_numbers(path, &ours, &reference),
                _ => {
                    for (index, (ours, reference)) in ours.iter().zip(reference).enumerate() {
                        compare(&format!("{path}[{index}]"), ours, reference);
                    }
                }
            }
        }
        (Value::Number(ours), Value::Number(reference)) => {
            compare_numbers(path, &[ours.as_f64().unwrap()], &[reference.as_f64().unwrap()]);
        }
        _ => assert_eq!(ours, reference, "{path}"),
    }
}

fn numbers(values: &[Value]) -> Option<Vec<f64>> {
    values.iter().map(Value::as_f64).collect()
}

fn compare_numbers(path: &str, ours: &[f64], reference: &[f64]) {
    // MuJoCo rounds points to single precision after it has turned them into the mesh's frame.
    let tolerance = if path.starts_with("features") && path.ends_with(".support") {
        HULL_TOLERANCE
    } else {
        TOLERANCE
    };
    let allowed = tolerance * reference.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    for (a, b) in ours.iter().zip(reference) {
        assert!((a - b).abs() <= allowed, "{path}: {ours:?} is not {reference:?}");
    }
}

/// Returns a model in the layout of the reference.
fn describe(model: &Model) -> Value {
    json!({
        "bodies": model.bodies.iter().map(body).collect::<Vec<_>>(),
        "joints": model.joints.iter().map(joint).collect::<Vec<_>>(),
        "geoms": model.geoms.iter().map(geom).collect::<Vec<_>>(),
        "looks": model.geom_order.iter().map(|&entry| look(model, entry)).collect::<Vec<_>>(),
        "sites": model.sites.iter().filter(|site| !is_ours(site)).map(site).collect::<Vec<_>>(),
        "actuators": model.motors.iter().flat_map(|motor| actuators(model, motor)).collect::<Vec<_>>(),
        "sensors": model.sensors.iter().map(|one| sensor(model, one)).collect::<Vec<_>>(),
        "excludes": sorted(&model.excludes),
    })
}

fn body(body: &Body) -> Value {
    json!({
        "name": body.name,
        "parent": body.parent,
        "hinges": body.joints.len(),
        "pos": body.pos,
        "quat": body.quat,
        "mass": body.mass,
        "ipos": body.ipos,
        "iquat": body.iquat,
        "inertia": body.inertia,
        "invweight0": body.invweight0,
    })
}

fn joint(joint: &Joint) -> Value {
    json!({
        "name": joint.name,
        "body": joint.body,
        "pos": joint.pos,
        "axis": joint.axis,
        "reference": joint.reference,
        "range": joint.range,
        "margin": joint.margin,
        "armature": joint.armature,
        "damping": joint.damping,
        "frictionloss": joint.frictionloss,
        "actuator_force_range": joint.actuator_force_range,
        "limit_solver": solver(&joint.limit_solver),
        "friction_solver": solver(&joint.friction_solver),
        "invweight0": joint.invweight0,
    })
}

fn solver(solver: &SolverParams) -> Value {
    json!([solver.solref, solver.solimp])
}

fn geom(geom: &Geom) -> Value {
    let contact = &geom.contact;
    let mut value = json!({
        "name": geom.name,
        "body": geom.body,
        "contype": contact.contype,
        "conaffinity": contact.conaffinity,
        "condim": contact.condim,
        "priority": contact.priority,
        "friction": contact.friction,
        "solver": solver(&contact.solver),
        "solmix": contact.solmix,
        "margin": contact.margin,
        "gap": contact.gap,
    });
    value["shape"] = json!(shape_name(&geom.shape));
    if let Shape::Convex { vertices, .. } = &geom.shape {
        let points = in_body(geom, vertices);
        value["support"] = json!(sphere(100).map(|d| support(&points, d)).collect::<Vec<_>>());
    } else {
        value["size"] = json!(size(&geom.shape));
        value["pos"] = json!(geom.pos);
        value["quat"] = json!(geom.quat);
    }
    value
}

/// Returns points of a geom in the body frame.
fn in_body(geom: &Geom, points: &[[f64; 3]]) -> Vec<[f64; 3]> {
    let [w, x, y, z] = geom.quat;
    let turn = nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(w, x, y, z));
    let place = nalgebra::Isometry3::from_parts(geom.pos.into(), turn);
    points.iter().map(|&p| (place * nalgebra::Point3::from(p)).into()).collect()
}

fn shape_name(shape: &Shape) -> &'static str {
    match shape {
        Shape::Plane { .. } => "plane",
        Shape::Sphere { .. } => "sphere",
        Shape::Capsule { .. } => "capsule",
        Shape::Cylinder { .. } => "cylinder",
        Shape::Box { .. } => "box",
        Shape::Convex { .. } => "mesh",
    }
}

fn size(shape: &Shape) -> Vec<f64> {
    match *shape {
        Shape::Sphere { radius } => vec![radius],
        Shape::Capsule { radius, half_length } | Shape::Cylinder { radius, half_length } => {
            vec![radius, half_length]
        }
        Shape::Box { half } => half.to_vec(),
        Shape::Plane { half_x, half_y } => vec![half_x, half_y],
        Shape::Convex { .. } => Vec::new(),
    }
}

/// Returns unit vectors spread evenly along a spiral, the same as those of the script.
fn sphere(count: usize) -> impl Iterator<Item = [f64; 3]> {
    (0..count).map(move |index| {
        let index = index as f64 + 0.5;
        let z = 1.0 - 2.0 * index / count as f64;
        let (sin, cos) = (PI * (1.0 + 5f64.sqrt()) * index).sin_cos();
        let across = (1.0 - z * z).sqrt();
        [across * cos, across * sin, z]
    })
}

fn support(points: &[[f64; 3]], [x, y, z]: [f64; 3]) -> f64 {
    points.iter().map(|p| x * p[0] + y * p[1] + z * p[2]).fold(f64::NEG_INFINITY, f64::max)
}

/// Returns how a geom looks. Primitive shapes that are only drawn are ours, the rest is the
/// league's.
fn look(model: &Model, entry: GeomRef) -> Value {
    let (body, collides, look): (usize, bool, &Look) = match entry {
        GeomRef::Collision(index) => (model.geoms[index].body, true, &model.looks[index]),
        GeomRef::Visual(index) => (model.visuals[index].body, false, &model.visuals[index].look),
    };
    let folder = format!("models/{}/", model.name);
    let mesh = look.mesh.as_ref().map(|mesh| {
        let [x, y, z] = mesh.scale;
        json!([mesh.name.strip_prefix(&folder).unwrap(), x, y, z])
    });
    json!({
        "body": body,
        "collides": collides,
        "group": look.group,
        "material": look.material,
        "rgba": look.rgba,
        "mesh": mesh,
    })
}

/// Whether a site is ours: it stands for a mesh that the reference has and we do not, or is only
/// drawn (`robots/README.md`).
fn is_ours(site: &Site) -> bool {
    ["head-extent", "visor"].contains(&site.name.as_str())
}

fn site(site: &Site) -> Value {
    json!({
        "name": site.name,
        "body": site.body,
        "shape": shape_name(&site.shape),
        "size": size(&site.shape),
        "pos": site.pos,
        "quat": site.quat,
    })
}

fn actuators(model: &Model, motor: &Motor) -> [Value; 3] {
    let describe = |suffix: &str, actuator: &Actuator| {
        json!({
            "name": format!("{}{suffix}", motor.name),
            "joint": model.joints[motor.joint].name,
            "gear": actuator.gear,
            "ctrl_range": actuator.ctrl_range,
            "force_range": actuator.force_range,
        })
    };
    [
        describe("_tau", &motor.torque),
        describe("_pos", &motor.position),
        describe("_vel", &motor.velocity),
    ]
}

fn sensor(model: &Model, sensor: &Sensor) -> Value {
    let (kind, target) = match sensor.kind {
        SensorKind::FrameQuat(site) => ("framequat", &model.sites[site].name),
        SensorKind::FramePos(site) => ("framepos", &model.sites[site].name),
        SensorKind::Gyro(site) => ("gyro", &model.sites[site].name),
        SensorKind::Accelerometer(site) => ("accelerometer", &model.sites[site].name),
        SensorKind::Touch(site) => ("touch", &model.sites[site].name),
        SensorKind::JointPos(joint) => ("jointpos", &model.joints[joint].name),
        SensorKind::JointVel(joint) => ("jointvel", &model.joints[joint].name),
    };
    json!({ "name": sensor.name, "kind": kind, "target": target })
}

fn sorted(pairs: &[(usize, usize)]) -> Value {
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable();
    json!(pairs.iter().map(|&(a, b)| [a, b]).collect::<Vec<_>>())
}
