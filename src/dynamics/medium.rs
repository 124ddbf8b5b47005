//! The surroundings in which trees move.

/// Physical constants of the surroundings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Medium {
    /// Length of a substep, s.
    pub timestep: f64,
    /// Gravity along z, m/s^2.
    pub gravity: f64,
    /// Density of the air, kg/m^3.
    pub density: f64,
    /// Viscosity of the air, Pa s.
    pub viscosity: f64,
}
