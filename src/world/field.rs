//! Fields of play: the sizes that the physical scene needs.

/// Which field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// 105 m x 68 m, eleven against eleven.
    Fifa,
    /// 55 m x 36 m, seven against seven.
    Fifa7vs7,
}
