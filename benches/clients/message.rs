//! Messages and their frames.

use std::f64::consts::TAU;
use std::io::{Error, Result};
use std::sync::Arc;

use rcssgym::model;
use rcssgym::wire::framing;
use tokio::io::{AsyncRead, AsyncReadExt};

/// A length that no message of a server exceeds, bytes.
const LONGEST: usize = 1 << 24;

/// Team, number and place of a player.
#[derive(Clone, Copy)]
pub struct Seat {
    pub team: &'static str,
    pub number: usize,
}

impl Seat {
    /// Returns the seat of player `index` of `agents` players; the first half plays on the left.
    pub fn of(index: usize, agents: usize) -> Self {
        let left = agents.div_ceil(2);
        if index < left {
            Self { team: "Blues", number: index + 1 }
        } else {
            Self { team: "Reds", number: index - left + 1 }
        }
    }

    /// Returns the player's heterogeneous type if it is a Nao: a team may have 7 of one type, and 9
    /// of any two types.
    fn nao_type(self) -> u32 {
        match self.number {
            ..=7 => 0,
            8 | 9 => 1,
            _ => 3,
        }
    }

    /// Returns the message by which the player joins in rcsssmj's protocol.
    pub fn init(self, robot: &str) -> Vec<u8> {
        let make = if robot == "nao" { self.nao_type() } else { 0 };
        let model = if make == 0 { robot.to_owned() } else { format!("{robot}{make}") };
        framed(&format!("(init {model} {} {})", self.team, self.number))
    }

    /// Returns the messages by which the player requests its robot and then joins in SimSpark's
    /// protocol.
    pub fn scene_and_init(self) -> [Vec<u8>; 2] {
        [
            framed(&format!("(scene rsg/agent/nao/nao_hetero.rsg {})", self.nao_type())),
            framed(&format!("(init (unum {})(teamname {}))", self.number, self.team)),
        ]
    }

    /// Returns the command that puts the player in its place in its own half, at least 3 m from
    /// every other player's.
    pub fn beam(self) -> String {
        let (row, column) = ((self.number - 1) / 3, (self.number - 1) % 3);
        format!("(beam {} {} 0)", -3.0 - 3.0 * row as f64, 4.0 - 4.0 * column as f64)
    }
}

/// A sequence of messages with commands for all motors, which repeats.
#[derive(Clone)]
pub struct Motion(Arc<[Vec<u8>]>);

/// Messages in one period of a swing, 1.2 s.
const SWING: usize = 60;

impl Motion {
    /// Returns commands with which a robot stands, or swings each motor of its legs by `swing`
    /// degrees to both sides of the standing pose, each motor at its own phase.
    pub fn new(robot: &str, swing: f64, simspark: bool) -> std::result::Result<Self, String> {
        let (kp, kd) = match robot {
            "T1" => (200.0, 3.0),
            "K1" => (40.0, 0.6),
            "nao" => (150.0, 1.5),
            _ => return Err(format!("--robot: '{robot}' is neither T1 nor K1 nor nao")),
        };
        let model = model::load(robot).map_err(|error| error.to_string())?;
        let message = |step: usize| {
            let motors = model.motors.iter().enumerate();
            let commands = motors.map(|(index, motor)| {
                let phase = TAU * (step as f64 / SWING as f64) + index as f64;
                let swing = if motor.name.contains("le") { swing } else { 0.0 };
                let rest = if robot == "nao" { 0.0 } else { crouch(&motor.name) };
                let angle = rest + swing * phase.sin();
                match simspark {
                    // A Nao stands upright with straight legs. SimSpark's commands are speeds,
                    // which are held.
                    true => format!("({} {:.2})", motor.name, swing.to_radians() * phase.cos()),
                    false => format!("({} {angle:.2} 0 {kp} {kd} 0)", motor.name),
                }
            });
            commands.collect::<String>()
        };
        let steps = if swing == 0.0 { 1 } else { SWING };
        Ok(Self((0..steps).map(|step| framed(&message(step))).collect()))
    }

    /// Returns the message of a cycle, preceded by its length.
    pub fn at(&self, cycle: u64) -> &[u8] {
        &self.0[(cycle % self.0.len() as u64) as usize]
    }
}

/// Target angle in degrees: bent knees, arms down.
fn crouch(motor: &str) -> f64 {
    match motor {
        "lae2" => -80.0,
        "rae2" => 80.0,
        "lae4" => -23.0,
        "rae4" => 23.0,
        "lle1" | "rle1" | "lle5" | "rle5" => -23.0,
        "lle4" | "rle4" => 46.0,
        _ => 0.0,
    }
}

/// Returns a message preceded by its length.
pub fn framed(text: &str) -> Vec<u8> {
    framing::framed(text.as_bytes()).unwrap_or_default()
}

/// Reads one message into `buffer`, replacing its contents.
pub async fn read(stream: &mut (impl AsyncRead + Unpin), buffer: &mut Vec<u8>) -> Result<()> {
    let mut prefix = [0; framing::PREFIX];
    stream.read_exact(&mut prefix).await?;
    let length = framing::length(prefix);
    if length > LONGEST {
        return Err(Error::other(format!("the server announces a message of {length} bytes")));
    }
    buffer.resize(length, 0);
    stream.read_exact(buffer).await?;
    Ok(())
}

/// Returns the cycle of a perception from its `(time (now T))`. T is 0.02 s times the cycle,
/// truncated to two digits and therefore often 0.01 s too low.
pub fn frame(perception: &[u8]) -> Result<u64> {
    let seconds = number_after(perception, b"(time (now ")
        .ok_or_else(|| Error::other("a perception without time"))?;
    Ok(((seconds + 0.005) / 0.02).round() as u64)
}

/// Height of the torso in a perception, m.
pub fn height(perception: &[u8]) -> Option<f64> {
    let start = find(perception, b"(pos (n torso_pos) (p ")?;
    let end = start + find(&perception[start..], b"))")?;
    std::str::from_utf8(&perception[start..end]).ok()?.rsplit(' ').next()?.parse().ok()
}

fn number_after(text: &[u8], name: &[u8]) -> Option<f64> {
    let start = find(text, name)? + name.len();
    let end = start + find(&text[start..], b")")?;
    std::str::from_utf8(&text[start..end]).ok()?.parse().ok()
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}
