//! A monitor.

/// The properties of a monitor's session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Monitor {
    /// Version of its protocol: 1 to 5, -1 for JSON.
    pub(super) version: i8,
}
