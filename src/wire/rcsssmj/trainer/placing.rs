//! Where a player is put.

use crate::math::quaternion::about_z;
use crate::wire::refusal::Fault;
use crate::wire::sexpr::List;
use crate::wire::words::{Words, bounded};

/// Where a player is put; the last of several places counts.
pub(super) struct Placing {
    pub pos: [f64; 3],
    pub quat: Option<[f64; 4]>,
}

impl Placing {
    /// Reads a place, whatever its numbers are.
    pub fn of(list: List) -> Result<Option<Self>, Fault> {
        let mut place = None;
        for part in list.lists() {
            let words = Words::of(part);
            let quat = match words.head()? {
                b"pos" => None,
                b"move" => {
                    let [_, _, _, theta] = words.floats(1)?;
                    if theta.is_infinite() {
                        // Python's sine raises.
                        return Err(Fault::Rest("cannot turn by an infinite angle".to_owned()));
                    }
                    Some(about_z(theta.to_radians()))
                }
                b"move3d" => {
                    let [_, _, _, w, x, y, z] = words.floats(1)?;
                    Some([w, x, y, z])
                }
                _ => continue,
            };
            place = Some(Self { pos: words.floats(1)?, quat });
        }
        Ok(place)
    }

    /// Returns the place if a simulation can handle its numbers.
    pub fn checked(self) -> Result<Self, Fault> {
        let pos = bounded(["x", "y", "z"], self.pos)?;
        let quat = self.quat.map(|quat| bounded(["qw", "qx", "qy", "qz"], quat)).transpose()?;
        Ok(Self { pos, quat })
    }
}
