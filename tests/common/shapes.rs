//! Shapes and poses from files of `tests/reference`.

use rcssgym::collision::Pose;
use rcssgym::model::Shape;
use serde_json::Value;

pub fn each<T>(value: &Value, read: fn(&Value) -> Result<T, String>) -> Result<Vec<T>, String> {
    value.as_array().ok_or(format!("not a list: {value}"))?.iter().map(read).collect()
}

pub fn number(value: &Value) -> Result<f64, String> {
    value.as_f64().ok_or(format!("not a number: {value}"))
}

pub fn numbers<const N: usize>(value: &Value) -> Result<[f64; N], String> {
    each(value, number)?.try_into().map_err(|_| format!("not {N} numbers: {value}"))
}

pub fn shape(value: &Value) -> Result<Shape, String> {
    let size = &value["size"];
    let round = || -> Result<(f64, f64), String> { Ok((number(&size[0])?, number(&size[1])?)) };
    match value["kind"].as_str() {
        Some("plane") => Ok(Shape::Plane { half_x: 1.0, half_y: 1.0 }),
        Some("sphere") => Ok(Shape::Sphere { radius: number(&size[0])? }),
        Some("capsule") => {
            round().map(|(radius, half_length)| Shape::Capsule { radius, half_length })
        }
        Some("cylinder") => {
            round().map(|(radius, half_length)| Shape::Cylinder { radius, half_length })
        }
        Some("box") => Ok(Shape::Box { half: numbers(size)? }),
        Some("hull") => {
            Ok(Shape::Convex { vertices: each(size, numbers)?.into(), faces: [].into() })
        }
        other => Err(format!("unknown kind {other:?}")),
    }
}

pub fn pose(value: &Value) -> Result<Pose, String> {
    let n: [f64; 12] = numbers(value)?;
    Ok(Pose {
        pos: [n[0], n[1], n[2]],
        mat: [[n[3], n[4], n[5]], [n[6], n[7], n[8]], [n[9], n[10], n[11]]],
    })
}
