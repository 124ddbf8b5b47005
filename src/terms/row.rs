//! The numbers of one environment, and where they lie.
//!
//! Every environment has a row of cells of eight bytes. A *channel* is a span of cells with a name:
//! what was read from the world, what the robot was told, what has been counted. Of the terms, only
//! processes and starts write channels; all others read them.

use super::sums::wide;
use std::ops::Range;

/// What a channel's cells hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    /// Real numbers.
    Real,
    /// Integers of 64 bits.
    Integer,
    /// Truth values: the lowest byte is 0 or 1.
    Flag,
}

/// A span of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// What tasks call it.
    pub name: &'static str,
    /// What its cells hold.
    pub kind: CellKind,
    /// Where they lie in a row.
    pub cells: Range<usize>,
}

/// Where the channels of a row lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    channels: Vec<Channel>,
    /// Index after the last cell.
    end: usize,
    /// Whether there are channels that are processed in lanes.
    has_wide: bool,
}

impl Layout {
    /// The first cell of a channel, which is added if there is none of this name yet.
    pub fn add(&mut self, name: &'static str, kind: CellKind, width: usize) -> usize {
        if let Some(channel) = self.find(name) {
            debug_assert_eq!((channel.kind, channel.cells.len()), (kind, width), "{name}");
            return channel.cells.start;
        }
        let start = self.end;
        self.end += width;
        self.channels.push(Channel { name, kind, cells: start..start + width });
        start
    }

    /// Like [`add`](Self::add), for real numbers that are processed in lanes: the channel begins at
    /// a multiple of eight cells and takes a multiple of eight, and those beyond `width` stay 0.
    pub fn add_wide(&mut self, name: &'static str, width: usize) -> usize {
        if self.find(name).is_none() {
            self.end = wide(self.end);
            self.has_wide = true;
        }
        let start = self.add(name, CellKind::Real, width);
        self.end = self.end.max(start + wide(width));
        start
    }

    /// The channel of this name.
    pub fn find(&self, name: &str) -> Option<&Channel> {
        self.channels.iter().find(|channel| channel.name == name)
    }

    /// All channels, in their order.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The first difference from what a layout must be, in words.
    pub(super) fn difference(&self, must: &Self) -> Option<String> {
        if self == must {
            return None;
        }
        let pairs = self.channels.iter().zip(&must.channels);
        let at = pairs.take_while(|(is, must)| is == must).count();
        let [is, must] = [self, must].map(|layout| match layout.channels.get(at) {
            Some(Channel { name, cells, .. }) => format!("{name:?} in cells {cells:?}"),
            None => format!("the end after {} cells", layout.width()),
        });
        Some(format!("channel {at} is {is}, must be {must}"))
    }

    /// Number of cells of a row.
    pub fn width(&self) -> usize {
        if self.has_wide { wide(self.end) } else { self.end }
    }
}

/// Returns `N` cells, starting at `first`. Panics if the row has no such cells, as [`put`] does.
#[inline(always)]
pub fn some<const N: usize>(row: &[f64], first: usize) -> [f64; N] {
    let mut some = [0.0; N];
    some.copy_from_slice(&row[first..first + N]);
    some
}

/// Writes `N` cells, starting at `first`.
#[inline(always)]
pub fn put<const N: usize>(row: &mut [f64], first: usize, numbers: [f64; N]) {
    row[first..first + N].copy_from_slice(&numbers);
}

/// The truth value in a cell.
#[inline]
pub fn flag(cell: f64) -> bool {
    cell.to_bits() & 0xff != 0
}

/// A cell with a truth value.
#[inline]
pub fn of_flag(value: bool) -> f64 {
    f64::from_bits(u64::from(value))
}

/// The integer in a cell.
#[inline]
pub fn integer(cell: f64) -> i64 {
    cell.to_bits() as i64
}

/// A cell with an integer.
#[inline]
pub fn of_integer(value: i64) -> f64 {
    f64::from_bits(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_lie_side_by_side_and_are_added_once() {
        let mut layout = Layout::default();
        assert_eq!(layout.add("age", CellKind::Integer, 1), 0);
        assert_eq!(layout.add("gyro", CellKind::Real, 3), 1);
        assert_eq!(layout.add("age", CellKind::Integer, 1), 0);
        assert_eq!(layout.width(), 4);
        assert_eq!(layout.find("gyro").map(|channel| channel.cells.clone()), Some(1..4));
        assert_eq!(layout.find("spin"), None);
    }

    #[test]
    fn the_first_channel_that_differs_is_named() {
        let [mut must, mut other, mut longer] = [(); 3].map(|()| {
            let mut layout = Layout::default();
            layout.add("age", CellKind::Integer, 1);
            layout
        });
        must.add("gyro", CellKind::Real, 3);
        other.add("spin", CellKind::Real, 2);
        longer.add("gyro", CellKind::Real, 3);
        longer.add("lean", CellKind::Real, 1);
        assert_eq!(must.difference(&must.clone()), None);
        let message = "channel 1 is \"spin\" in cells 1..3, must be \"gyro\" in cells 1..4";
        assert_eq!(other.difference(&must).unwrap_or_default(), message);
        let message = "channel 2 is \"lean\" in cells 4..5, must be the end after 4 cells";
        assert_eq!(longer.difference(&must).unwrap_or_default(), message);
    }

    #[test]
    fn wide_channels_begin_and_end_with_lanes() {
        let mut layout = Layout::default();
        layout.add("age", CellKind::Integer, 1);
        assert_eq!(layout.add_wide("angles", 23), 8);
        assert_eq!(layout.add("gyro", CellKind::Real, 3), 32);
        assert_eq!(layout.add_wide("angles", 23), 8);
        assert_eq!(layout.find("angles").map(|channel| channel.cells.clone()), Some(8..31));
        assert_eq!(layout.width(), 40);
    }

    #[test]
    fn cells_keep_what_they_hold() {
        assert!(flag(of_flag(true)) && !flag(of_flag(false)));
        for value in [0, 1, -1, i64::MAX, i64::MIN] {
            assert_eq!(integer(of_integer(value)), value);
        }
    }
}
