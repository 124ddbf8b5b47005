//! Every lane type computes in each lane what the scalar of its level computes, to the last bit.

use crate::random::Random;
use rcssgym::math::lane::{Kernel, Lane, Mask, Single};
use rcssgym::math::precision::Precision;
use rcssgym::math::simd::SimdLevel;
use rcssgym::math::trig::sin_cos;
use rcssgym::math::wide::{LaneUser, Pair, Quad, Width, lanes, with_lanes};
use std::ffi::OsStr;

const ROUNDS: usize = 20_000;
const SPECIAL: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.5,
    -1.5,
    f64::MIN_POSITIVE,
    5e-324,
    f32::MIN_POSITIVE as f64,
    1e-45,
    f32::MAX as f64,
    1e-20,
    f64::MAX,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

/// Returns a number of any magnitude, sometimes a special one.
fn number(random: &mut Random) -> f64 {
    match random.bits() % 4 {
        0 => SPECIAL[random.bits() as usize % SPECIAL.len()],
        1 => random.within(-10.0, 10.0),
        2 => random.within(-1.0, 1.0) * 2f64.powi(random.within(-60.0, 60.0) as i32),
        _ => random.within(-9.0, 9.0).round(),
    }
}

/// Returns the result of every operation.
fn operations<L: Lane>(a: L, b: L, c: L) -> [(&'static str, L); 25] {
    let (mut sum, mut difference) = (a, a);
    sum += b;
    difference -= b;
    let masks = a.lt(b) & !b.le(c) | c.lt(a);
    [
        ("add", a + b),
        ("sub", a - b),
        ("mul", a * b),
        ("div", a / b),
        ("neg", -a),
        ("add_assign", sum),
        ("sub_assign", difference),
        ("mul_add", a.mul_add(b, c)),
        ("neg_mul_add", a.neg_mul_add(b, c)),
        ("sqrt", a.sqrt()),
        ("abs", a.abs()),
        ("min", a.min(b)),
        ("max", a.max(b)),
        ("round", a.round()),
        ("clamp", a.clamp(b.min(c), b.max(c))),
        ("lt", L::select(a.lt(b), L::one(), L::zero())),
        ("le", L::select(a.le(b), L::one(), L::zero())),
        ("gt", L::select(a.gt(b), L::one(), L::zero())),
        ("ge", L::select(a.ge(b), L::one(), L::zero())),
        ("select", L::select(a.lt(b), b, c)),
        ("keep", a.keep(b.lt(c))),
        ("masks", L::one().keep(masks)),
        ("not", L::one().keep(!masks)),
        ("sin", sin_cos(a).0),
        ("cos", sin_cos(a).1),
    ]
}

/// Whether two numbers have equal bits; any two NaN are equal.
fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

/// Compares a lane type with the one of a single lane.
fn agrees_with<L: Lane, One: Lane>() {
    assert_eq!((One::LANES, One::PRECISION), (1, L::PRECISION));
    let mut random = Random(1);
    for _ in 0..ROUNDS {
        let [a, b, c]: [Vec<f64>; 3] =
            std::array::from_fn(|_| (0..L::LANES).map(|_| number(&mut random)).collect());
        let wide = operations(L::load(&a), L::load(&b), L::load(&c));
        for lane in 0..L::LANES {
            let [x, y, z] = [a[lane], b[lane], c[lane]];
            let one = operations(One::splat(x), One::splat(y), One::splat(z));
            for ((name, wide), (_, one)) in wide.iter().zip(one) {
                let (found, wanted) = (wide.lane(lane), one.lane(0));
                assert!(
                    same(found, wanted),
                    "{name} of {x:?} {y:?} {z:?} in lane {lane}: {found:e}, not {wanted:e}"
                );
            }
        }
    }
}

fn moves_values<L: Lane>() {
    let values: Vec<f64> = (0..L::LANES).map(|i| i as f64 + 0.5).collect();
    let mut lanes = L::load(&values);
    let mut stored = vec![0.0; L::LANES];
    lanes.store(&mut stored);
    assert_eq!(stored, values);
    for lane in 0..L::LANES {
        assert_eq!(lanes.lane(lane), values[lane]);
        lanes.set_lane(lane, -1.0);
        for (other, &value) in values.iter().enumerate() {
            let wanted = if other <= lane { -1.0 } else { value };
            assert_eq!(lanes.lane(other), wanted);
        }
        assert_eq!(L::splat(3.0).lane(lane), 3.0);
    }
    let mut sums: Vec<f64> = (0..L::LANES).map(|i| 1e6 + 0.1 * i as f64).collect();
    let wanted: Vec<f64> = sums.iter().zip(&values).map(|(sum, value)| sum + value).collect();
    let rounded = L::load(&values).add_to(&mut sums);
    assert_eq!(sums, wanted);
    assert!((0..L::LANES).all(|lane| rounded.lane(lane) == L::splat(wanted[lane]).lane(0)));
}

fn masks_are_bits<L: Lane>() {
    let all = (1u32 << L::LANES) - 1;
    let others = [0, 1, 0x5555, 0x3333, 0x0f0f, 0x8001, 0xffff].map(|bits| bits & all);
    assert_eq!((L::Mask::splat(true).bits(), L::Mask::splat(false).bits()), (all, 0));
    for a in 0..=all {
        let mask = L::Mask::from_bits(a);
        assert_eq!((mask.bits(), mask.any(), (!mask).bits()), (a, a != 0, !a & all));
        assert_eq!(L::Mask::from_bits(a | !all).bits(), a, "bits of no lane");
        for b in others {
            let other = L::Mask::from_bits(b);
            assert_eq!(((mask & other).bits(), (mask | other).bits()), (a & b, a | b));
        }
    }
}

fn check<L: Lane, const FUSED: bool>() {
    match L::PRECISION {
        Precision::F64 => agrees_with::<L, Single<FUSED>>(),
        Precision::F32 => agrees_with::<L, Single<FUSED, f32>>(),
    }
    moves_values::<L>();
    masks_are_bits::<L>();
}

#[test]
fn single() {
    check::<Single<false>, false>();
    check::<Single<true>, true>();
    check::<Single<false, f32>, false>();
    check::<Single<true, f32>, true>();
}

#[test]
fn plain_arrays() {
    check::<Pair, false>();
    check::<Quad, false>();
}

/// A lane of one number computes what the language's `f32` does.
#[test]
fn one_f32_is_that_of_the_language() {
    let mut random = Random(2);
    for _ in 0..ROUNDS {
        let [x, y, z]: [f32; 3] = std::array::from_fn(|_| number(&mut random) as f32);
        let [a, b, c] = [x, y, z].map(Single::<true, f32>);
        let wanted = [x + y, x * y, x / y, x.mul_add(y, z), x.sqrt(), x.abs()];
        let found = [a + b, a * b, a / b, a.mul_add(b, c), a.sqrt(), a.abs()];
        for (found, wanted) in found.into_iter().zip(wanted) {
            assert!(same(found.lane(0), wanted.into()), "{x} {y} {z}: {found:?}, not {wanted:e}");
        }
    }
}

/// Checks the lane type with which it is called.
struct Check(bool);

impl LaneUser for Check {
    type Output = usize;
    fn run<L: Lane>(self) -> usize {
        if self.0 {
            check::<L, true>()
        } else {
            check::<L, false>()
        }
        L::LANES
    }
}

/// Returns the numbers of lanes of a level, in double and in single precision: narrow, and full.
fn lanes_of(level: SimdLevel) -> [[usize; 2]; 2] {
    match level {
        SimdLevel::Baseline | SimdLevel::Neon => [[1, 2], [4, 4]],
        SimdLevel::Avx2 => [[1, 4], [8, 8]],
        SimdLevel::Avx512 => [[1, 8], [8, 16]],
    }
}

#[test]
fn every_width_of_every_level() {
    for &level in SimdLevel::ALL {
        // If the CPU lacks a level, the lanes are those of the CPU's own level.
        let most = level.min(SimdLevel::of_cpu());
        let fuses = most != SimdLevel::Baseline;
        for (precision, wanted) in Precision::ALL.into_iter().zip(lanes_of(most)) {
            for (width, wanted) in [Width::Narrow, Width::Full].into_iter().zip(wanted) {
                assert_eq!(with_lanes(level, precision, width, Check(fuses)), wanted);
                assert_eq!(lanes(level, precision, width), wanted);
            }
        }
    }
}

/// A kernel that fuses multiply and add if its lanes do.
struct Fused<L>(L);

impl<L: Lane> Kernel for Fused<L> {
    type Data = usize;
    type Output = L;
    #[inline(always)]
    fn run(self, runs: &mut usize) -> L {
        *runs += 1;
        self.0.mul_add(self.0, L::splat(-1.0))
    }
}

/// Checks that a kernel computes what plain code does.
struct CheckKernel;

impl LaneUser for CheckKernel {
    type Output = Vec<f64>;
    fn run<L: Lane>(self) -> Vec<f64> {
        let mut runs = 0;
        let inside = L::run(Fused(L::splat(1.1)), &mut runs);
        let outside = Fused(L::splat(1.1)).run(&mut runs);
        assert_eq!(runs, 2);
        assert!((0..L::LANES).all(|lane| same(inside.lane(lane), outside.lane(lane))));
        (0..L::LANES).map(|lane| inside.lane(lane)).collect()
    }
}

#[test]
fn kernels_compute_the_same_at_both_widths() {
    for &level in SimdLevel::ALL {
        for precision in Precision::ALL {
            let narrow = with_lanes(level, precision, Width::Narrow, CheckKernel);
            let full = with_lanes(level, precision, Width::Full, CheckKernel);
            let mut all = narrow.iter().chain(&full);
            assert!(all.all(|&x| same(x, full[0])), "{level}: {full:?}, not {narrow:?}");
        }
    }
}

#[test]
fn a_precision_is_chosen_by_its_name() {
    for precision in Precision::ALL {
        assert_eq!(Precision::of_name(precision.name()).unwrap(), precision);
    }
    for unknown in ["half", "Single", "f32", ""] {
        let refused = Precision::of_name(unknown).unwrap_err().to_string();
        let wanted = format!("precision: must be 'double' or 'single', not '{unknown}'");
        assert_eq!(refused, wanted);
    }
}

#[test]
fn a_level_is_chosen_by_its_name_in_any_case() {
    let choose = |wanted: &str, most| SimdLevel::choose(Some(OsStr::new(wanted)), most);
    for &level in SimdLevel::ALL {
        assert_eq!(choose(level.name(), SimdLevel::Avx512), Ok(level));
        assert_eq!(choose(&level.name().to_uppercase(), SimdLevel::Avx512), Ok(level));
        assert_eq!(choose("", level), Ok(level));
        assert_eq!(SimdLevel::choose(None, level), Ok(level));
    }
    let names: Vec<_> = SimdLevel::ALL.iter().map(|level| level.name()).collect();
    let names = names.join(", ");
    for unknown in ["sse2", "avx", "avx2 ", "AVX-512", "no"] {
        let refused = choose(unknown, SimdLevel::Avx512).unwrap_err();
        assert_eq!(refused, format!("must be one of {names}, not '{unknown}'"));
    }
    if SimdLevel::ALL.contains(&SimdLevel::Avx512) {
        let refused = choose("AVX512", SimdLevel::Avx2).unwrap_err();
        assert_eq!(refused, "this CPU has no avx512, at most avx2");
    }
}
