//! Reads `tests/reference/collisions.json`.

use crate::shapes::{each, number, numbers, pose, shape};
use rcssgym::collision::Pose;
use rcssgym::model::{ContactParams, Shape, SolverParams};
use serde_json::Value;

/// Everything in the file.
pub struct Reference {
    /// Distance below which MuJoCo reported contacts, m.
    pub margin: f64,
    pub pairs: Vec<Pair>,
    pub mixing: Vec<Mixing>,
}

/// Two shapes at many poses.
pub struct Pair {
    pub kinds: [String; 2],
    pub shapes: [Shape; 2],
    pub cases: Vec<Case>,
}

impl Pair {
    pub fn name(&self) -> String {
        self.kinds.join("-")
    }
}

/// Two poses, and MuJoCo's contacts.
pub struct Case {
    pub poses: [Pose; 2],
    pub contacts: Vec<Contact>,
}

/// A contact with its frame completed.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    pub pos: [f64; 3],
    pub normal: [f64; 3],
    pub tangent: [f64; 3],
    pub dist: f64,
}

/// Parameters of two geoms and of their contact.
pub struct Mixing {
    pub geoms: [ContactParams; 2],
    pub condim: u8,
    pub friction: [f64; 5],
    pub solver: SolverParams,
    pub include_margin: f64,
}

/// The contents of the file.
pub fn reference() -> Result<Reference, Box<dyn std::error::Error>> {
    let file: Value = serde_json::from_str(include_str!("../reference/collisions.json"))?;
    Ok(Reference {
        margin: number(&file["margin"])?,
        pairs: each(&file["pairs"], pair)?,
        mixing: each(&file["mixing"], mixing)?,
    })
}

fn pair(value: &Value) -> Result<Pair, String> {
    let kind = |key: &str| value[key]["kind"].as_str().unwrap_or_default().to_owned();
    Ok(Pair {
        kinds: [kind("a"), kind("b")],
        shapes: [shape(&value["a"])?, shape(&value["b"])?],
        cases: each(&value["cases"], case)?,
    })
}

fn case(value: &Value) -> Result<Case, String> {
    Ok(Case {
        poses: [pose(&value["poses"][0])?, pose(&value["poses"][1])?],
        contacts: each(&value["contacts"], contact)?,
    })
}

fn contact(value: &Value) -> Result<Contact, String> {
    let n: [f64; 10] = numbers(value)?;
    Ok(Contact {
        pos: [n[0], n[1], n[2]],
        normal: [n[3], n[4], n[5]],
        tangent: [n[6], n[7], n[8]],
        dist: n[9],
    })
}

fn mixing(value: &Value) -> Result<Mixing, String> {
    let mixed = &value["mixed"];
    Ok(Mixing {
        geoms: [params(&value["a"])?, params(&value["b"])?],
        condim: number(&mixed["condim"])? as u8,
        friction: numbers(&mixed["friction"])?,
        solver: solver(mixed)?,
        include_margin: number(&mixed["include_margin"])?,
    })
}

fn solver(value: &Value) -> Result<SolverParams, String> {
    Ok(SolverParams { solref: numbers(&value["solref"])?, solimp: numbers(&value["solimp"])? })
}

fn params(value: &Value) -> Result<ContactParams, String> {
    Ok(ContactParams {
        condim: number(&value["condim"])? as u8,
        priority: number(&value["priority"])? as i32,
        friction: numbers(&value["friction"])?,
        solver: solver(value)?,
        solmix: number(&value["solmix"])?,
        margin: number(&value["margin"])?,
        gap: number(&value["gap"])?,
        ..ContactParams::default()
    })
}
