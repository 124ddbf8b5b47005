//! Which instructions this CPU has, asked once.

use std::fmt;
use std::sync::OnceLock;

/// The widest instruction set in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdLevel {
    /// Two lanes, no fused multiply-add: any CPU.
    Baseline,
    /// Four lanes and fused multiply-add.
    Avx2,
    /// Eight lanes and fused multiply-add.
    Avx512,
}

impl SimdLevel {
    /// Name used in messages and in `RCSSGYM_SIMD`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// What the CPU offers, or less if the environment variable `RCSSGYM_SIMD` names less
    /// (`baseline`, `avx2`, `avx512`).
    pub fn detect() -> Self {
        static LEVEL: OnceLock<SimdLevel> = OnceLock::new();
        *LEVEL.get_or_init(|| {
            let limit = match std::env::var("RCSSGYM_SIMD").as_deref() {
                Ok("baseline") => Self::Baseline,
                Ok("avx2") => Self::Avx2,
                _ => Self::Avx512,
            };
            Self::of_cpu().min(limit)
        })
    }

    /// What the CPU offers.
    #[cfg(target_arch = "x86_64")]
    pub fn of_cpu() -> Self {
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
    #[cfg(not(target_arch = "x86_64"))]
    pub fn of_cpu() -> Self {
        Self::Baseline
    }
}

impl fmt::Display for SimdLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
