//! How closely rcsssmj is followed.

use serde::{Deserialize, Serialize};

/// How closely rcsssmj is followed where it does something wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Compat {
    /// Nowhere.
    Off,
    /// Where agents and viewers may have got used to it: in what they are sent, and in the place of
    /// a penalty kick.
    On,
    /// Also where it affects play: in the referee's decisions, and in motors when somebody joins.
    Strict,
}

impl Compat {
    /// Whether agents and viewers see what they see in rcsssmj.
    pub fn is_on(self) -> bool {
        self != Self::Off
    }

    /// Whether the referee decides as in rcsssmj.
    pub fn is_strict(self) -> bool {
        self == Self::Strict
    }
}
