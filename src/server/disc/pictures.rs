//! Pictures of the teams, which coaches send in tiles and monitors are sent with the shows.

use crate::disc::{PlayMode, Side};
use std::collections::{BTreeMap, BTreeSet};

/// Tiles that are kept of a team; a picture has 256, and a coach may send tiles beside it.
const MOST: usize = 512;

/// Column and row of a tile.
type Tile = [u32; 2];

/// What there is of each team's picture: messages by their tiles.
#[derive(Debug, Default)]
pub(super) struct Pictures([BTreeMap<Tile, String>; 2]);

/// The tiles of each team that a monitor has been sent.
#[derive(Debug, Default)]
pub(super) struct SentTiles([BTreeSet<Tile>; 2]);

/// How many tiles follow a show in a play mode.
pub(super) fn most_with_show(mode: PlayMode) -> usize {
    if mode == PlayMode::BeforeKickOff { 32 } else { 8 }
}

impl Pictures {
    /// Adds a tile, or replaces it for those who have not been sent it. If there are too many, a
    /// new one is dropped.
    pub(super) fn add(&mut self, side: Side, tile: Tile, message: String) {
        let tiles = &mut self.0[side.index()];
        if tiles.len() < MOST || tiles.contains_key(&tile) {
            tiles.insert(tile, message);
        }
    }

    /// Returns up to `most` messages that a monitor lacks, the left team's first and those of the
    /// last columns and rows first, and notes that it is sent them.
    pub(super) fn next(&self, sent: &mut SentTiles, most: usize) -> Vec<&str> {
        let mut messages = Vec::new();
        for (tiles, sent) in self.0.iter().zip(&mut sent.0) {
            // Nobody forgets a tile, so nothing is missing from a set of the same size.
            if sent.len() == tiles.len() {
                continue;
            }
            for (tile, message) in tiles.iter().rev() {
                if messages.len() == most {
                    return messages;
                }
                if sent.insert(*tile) {
                    messages.push(message.as_str());
                }
            }
        }
        messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictures(tiles: &[(Side, Tile)]) -> Pictures {
        let mut pictures = Pictures::default();
        for &(side, tile) in tiles {
            pictures.add(side, tile, format!("{side:?} {tile:?}"));
        }
        pictures
    }

    #[test]
    fn monitors_are_sent_what_they_lack_from_the_last_tile_on() {
        let (left, right) = (Side::Left, Side::Right);
        let mut pictures = pictures(&[(right, [9, 9]), (left, [0, 7]), (left, [1, 0])]);
        let (mut early, mut late) = (SentTiles::default(), SentTiles::default());
        assert_eq!(pictures.next(&mut early, 2), ["Left [1, 0]", "Left [0, 7]"]);
        pictures.add(left, [3, 1], "new".to_owned());
        pictures.add(left, [1, 0], "other".to_owned());
        // What it has been sent already is not sent again, even if it has changed.
        assert_eq!(pictures.next(&mut early, 9), ["new", "Right [9, 9]"]);
        assert!(pictures.next(&mut early, 9).is_empty());
        assert_eq!(pictures.next(&mut late, 9), ["new", "other", "Left [0, 7]", "Right [9, 9]"]);
    }

    #[test]
    fn more_tiles_follow_a_show_before_the_kick_off() {
        assert_eq!(most_with_show(PlayMode::BeforeKickOff), 32);
        assert_eq!(most_with_show(PlayMode::PlayOn), 8);
    }

    #[test]
    fn only_so_many_tiles_are_kept() {
        let mut pictures = Pictures::default();
        for x in 0..2 * MOST as u32 {
            pictures.add(Side::Right, [x, u32::MAX], String::new());
        }
        pictures.add(Side::Right, [0, u32::MAX], "changed".to_owned());
        let mut sent = SentTiles::default();
        let messages = pictures.next(&mut sent, usize::MAX);
        assert_eq!((messages.len(), messages.last()), (MOST, Some(&"changed")));
    }
}
