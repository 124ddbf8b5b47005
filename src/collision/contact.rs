//! What collision detection reports to dynamics.

/// Position and orientation of a shape in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position, m.
    pub pos: [f64; 3],
    /// Rotation matrix, rows: `mat[row][column]`; columns are the shape's axes in the world.
    pub mat: [[f64; 3]; 3],
}

/// One point where two shapes meet. MuJoCo's conventions (`mjContact`).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Midway between the two surfaces, world frame, m.
    pub pos: [f64; 3],
    /// Unit normal from the first shape to the second, world frame.
    pub normal: [f64; 3],
    /// A hint for the first tangent, or zero: the frame is completed from it as MuJoCo does
    /// (`mju_makeFrame`).
    pub tangent: [f64; 3],
    /// Distance between the surfaces, negative in penetration, m.
    pub dist: f64,
}

/// Maximum number of points that a pair of shapes reports.
pub const MAX_PAIR_POINTS: usize = 8;

/// The points of one pair, without allocation.
#[derive(Clone, Copy, Debug, Default)]
pub struct PairPoints {
    points: [ContactPoint; MAX_PAIR_POINTS],
    len: usize,
}

impl PairPoints {
    /// Forgets all points.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a point; beyond [`MAX_PAIR_POINTS`] the shallowest one is dropped.
    pub fn push(&mut self, point: ContactPoint) {
        if self.len < MAX_PAIR_POINTS {
            self.points[self.len] = point;
            self.len += 1;
            return;
        }
        let mut shallowest = 0;
        for i in 1..MAX_PAIR_POINTS {
            if self.points[i].dist > self.points[shallowest].dist {
                shallowest = i;
            }
        }
        if point.dist < self.points[shallowest].dist {
            self.points[shallowest] = point;
        }
    }

    /// Reverses all normals, for the shapes in the other order.
    pub fn flip(&mut self) {
        for point in &mut self.points[..self.len] {
            point.normal = point.normal.map(|x| -x);
        }
    }

    /// Whether no points were found.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The points found.
    pub fn as_slice(&self) -> &[ContactPoint] {
        &self.points[..self.len]
    }
}
