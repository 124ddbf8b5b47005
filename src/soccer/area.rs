//! Axis-aligned parts of the pitch. Borders belong to them.

use serde::Serialize;

/// A rectangle on the ground, m.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Area {
    /// Lowest x and y.
    pub min: [f64; 2],
    /// Highest x and y.
    pub max: [f64; 2],
}

impl Area {
    /// Whether the point is inside or on the border.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        self.min[0] <= x && x <= self.max[0] && self.min[1] <= y && y <= self.max[1]
    }

    /// The middle.
    pub fn center(&self) -> [f64; 2] {
        [(self.min[0] + self.max[0]) / 2.0, (self.min[1] + self.max[1]) / 2.0]
    }
}

/// A box in space, m.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Volume {
    /// Seen from above.
    pub area: Area,
    /// Lowest and highest z.
    pub height: [f64; 2],
}

impl Volume {
    /// Whether the point is inside or on the border.
    pub fn contains(&self, [x, y, z]: [f64; 3]) -> bool {
        self.area.contains(x, y) && self.height[0] <= z && z <= self.height[1]
    }
}
