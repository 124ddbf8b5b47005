//! What a player knows, in the form in which snapshots store it.

use super::crowd::Crowd;
use super::{BallMemory, DirectionAges, Memory, OwnMemory, PlayerMemory};
use crate::disc::{PLAYERS, Side};
use arrayvec::ArrayVec;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A memory row by row, with all ages up to date.
#[derive(Serialize, Deserialize)]
struct Recorded {
    side: Side,
    unum: u8,
    own: OwnMemory,
    ball: BallMemory,
    players: [PlayerMemory; PLAYERS],
    unknown: ArrayVec<PlayerMemory, PLAYERS>,
    looked: DirectionAges,
    played: u32,
}

impl Serialize for Memory {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { side, unum, own, ball, looked, played, .. } = *self;
        let players = std::array::from_fn(|place| self.crowd.player(place));
        let unknown = self.unknown().collect();
        Recorded { side, unum, own, ball, players, unknown, looked, played }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Memory {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Recorded { side, unum, own, ball, players, unknown, looked, played } =
            Recorded::deserialize(deserializer)?;
        let crowd = Crowd::new(&players, &unknown);
        Ok(Self { side, unum, own, ball, played, looked, crowd })
    }
}
