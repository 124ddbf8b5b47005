//! Which instructions this CPU has and may use, determined once.

use crate::error::{Error, Result};
use std::ffi::OsStr;
use std::fmt;
use std::sync::OnceLock;

/// Environment variable that requests a lower level than the CPU has.
pub const VARIABLE: &str = "RCSSGYM_SIMD";

/// The widest instruction set in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// Registers of 128 bits, no fused multiply-add: any CPU.
    Baseline,
    /// Registers of 128 bits and fused multiply-add: 64-bit ARM.
    Neon,
    /// Registers of 256 bits and fused multiply-add.
    Avx2,
    /// Registers of 512 bits and fused multiply-add.
    Avx512,
}

impl SimdLevel {
    /// All levels of the architecture, from the lowest.
    #[cfg(target_arch = "x86_64")]
    pub const ALL: &[Self] = &[Self::Baseline, Self::Avx2, Self::Avx512];
    /// All levels of the architecture, from the lowest.
    #[cfg(target_arch = "aarch64")]
    pub const ALL: &[Self] = &[Self::Baseline, Self::Neon];
    /// All levels of the architecture.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub const ALL: &[Self] = &[Self::Baseline];

    /// Name used in messages and in `RCSSGYM_SIMD`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// The level in use: what the CPU offers, or less if [`VARIABLE`] says so. All levels
    /// with fused multiply-add give the same numbers bit for bit; `Baseline` rounds more often, and
    /// differs.
    ///
    /// # Errors
    /// [`Error::Argument`] if [`VARIABLE`] names no level, or one that the CPU does not have.
    pub fn detect() -> Result<Self> {
        Self::detected().as_ref().copied().map_err(|message| Error::argument(VARIABLE, message))
    }

    /// Whether AVX2 and FMA may be used for code that gives the same numbers without them.
    pub fn allows_avx2() -> bool {
        matches!(Self::detected(), Ok(Self::Avx2 | Self::Avx512))
    }

    fn detected() -> &'static std::result::Result<Self, String> {
        static LEVEL: OnceLock<std::result::Result<SimdLevel, String>> = OnceLock::new();
        LEVEL.get_or_init(|| {
            let wanted = std::env::var_os(VARIABLE);
            Self::choose(wanted.as_deref(), Self::of_cpu())
        })
    }

    /// The level for a value of [`VARIABLE`], in upper or lower case, on a CPU that offers `most`;
    /// an empty value counts as not set.
    ///
    /// # Errors
    /// A message, if the value names no level, or one above `most`.
    pub fn choose(wanted: Option<&OsStr>, most: Self) -> std::result::Result<Self, String> {
        let Some(wanted) = wanted.filter(|wanted| !wanted.is_empty()) else { return Ok(most) };
        let mut levels = Self::ALL.iter().copied();
        let Some(level) = levels.find(|l| wanted.eq_ignore_ascii_case(l.name())) else {
            let names: Vec<_> = Self::ALL.iter().map(|level| level.name()).collect();
            let names = names.join(", ");
            return Err(format!("must be one of {names}, not '{}'", wanted.display()));
        };
        if level > most {
            return Err(format!("this CPU has no {level}, at most {most}"));
        }
        Ok(level)
    }

    /// What the CPU offers.
    #[inline]
    #[cfg(target_arch = "x86_64")]
    pub fn of_cpu() -> Self {
        static LEVEL: OnceLock<SimdLevel> = OnceLock::new();
        *LEVEL.get_or_init(Self::asked)
    }

    #[cfg(target_arch = "x86_64")]
    fn asked() -> Self {
        let fused = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        let wide = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        match (fused, wide) {
            (true, true) => Self::Avx512,
            (true, false) => Self::Avx2,
            _ => Self::Baseline,
        }
    }

    /// What the CPU offers.
    #[cfg(target_arch = "aarch64")]
    pub fn of_cpu() -> Self {
        Self::Neon
    }

    /// What the CPU offers.
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    pub fn of_cpu() -> Self {
        Self::Baseline
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
