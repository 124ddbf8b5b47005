//! What robots recognize on the field: corners, crossings, spots and goal posts.

use super::field::Field;
use super::player::Side;

/// A point on the field that robots see by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// Its name, e.g. `l_luf`: an L-junction, left upper corner of the field.
    pub name: String,
    /// Where it is in the world, m.
    pub pos: [f64; 3],
    /// Side of the goal on which it is, if it is on one.
    pub goal: Option<Side>,
}

/// Names of four points around the centre: left upper, left lower, right upper, right lower.
/// "Upper" is positive y.
type Corners = [&'static str; 4];

impl Field {
    /// All markers of the field in rcsssmj's order; the ball's own comes after them.
    ///
    /// rcsssmj 0.2.1 mistakes the widths of goalie and penalty area for half of them, and puts
    /// their markers twice as far from the middle as the lines are. Agents in use expect them
    /// there. With `compat` they are there, without it on the lines.
    pub fn markers(&self, compat: bool) -> Vec<Marker> {
        let [x, y] = self.half();
        let half = |width: f64| if compat { width } else { width / 2.0 };
        let mut markers = Vec::with_capacity(30);
        markers.extend(corners(["l_luf", "l_llf", "l_ruf", "l_rlf"], x, y));
        markers.extend(above_and_below(["t_cuf", "t_clf"], y));
        markers.extend(above_and_below(["x_cuc", "x_clc"], self.circle_radius));
        let spot = x - self.penalty_spot;
        markers.push(on_ground("p_lpm", -spot, 0.0));
        markers.push(on_ground("p_rpm", spot, 0.0));
        markers.extend(self.posts());
        let [depth, width] = self.goalie_area;
        markers.extend(corners(["l_luga", "l_llga", "l_ruga", "l_rlga"], x - depth, half(width)));
        markers.extend(corners(["t_luga", "t_llga", "t_ruga", "t_rlga"], x, half(width)));
        if let Some([depth, width]) = self.penalty_area {
            let (inner, y) = (x - depth, half(width));
            markers.extend(corners(["l_lupa", "l_llpa", "l_rupa", "l_rlpa"], inner, y));
            markers.extend(corners(["t_lupa", "t_llpa", "t_rupa", "t_rlpa"], x, y));
        }
        markers
    }

    /// Tops of the front posts.
    fn posts(&self) -> impl Iterator<Item = Marker> {
        let [_, width, height] = self.goal_size;
        let posts = corners(["g_lup", "g_llp", "g_rup", "g_rlp"], self.half()[0], width / 2.0);
        posts.into_iter().map(move |post| {
            let [x, y, _] = post.pos;
            let side = if x < 0.0 { Side::Left } else { Side::Right };
            Marker { pos: [x, y, height], goal: Some(side), ..post }
        })
    }
}

fn corners(names: Corners, x: f64, y: f64) -> [Marker; 4] {
    let [left_upper, left_lower, right_upper, right_lower] = names;
    [
        on_ground(left_upper, -x, y),
        on_ground(left_lower, -x, -y),
        on_ground(right_upper, x, y),
        on_ground(right_lower, x, -y),
    ]
}

fn above_and_below([above, below]: [&'static str; 2], y: f64) -> [Marker; 2] {
    [on_ground(above, 0.0, y), on_ground(below, 0.0, -y)]
}

fn on_ground(name: &str, x: f64, y: f64) -> Marker {
    Marker { name: name.to_owned(), pos: [x, y, 0.0], goal: None }
}
