//! Noise vectors: any length up to a bound, and all directions are equally frequent.

use rcssgym::disc::Random;

/// Checks that counts are those of a uniform distribution, by chi-squared with 63 degrees of
/// freedom. Its value is above 131 in one of a million cases, and below 21 likewise.
fn alike(counts: &[usize; 64]) {
    let mean = counts.iter().sum::<usize>() as f64 / 64.0;
    let chi2: f64 = counts.iter().map(|&count| (count as f64 - mean).powi(2) / mean).sum();
    assert!((21.0..131.0).contains(&chi2), "{chi2}: {counts:?}");
}

#[test]
fn every_part_of_the_circle_and_every_length_gets_its_share() {
    let mut random = Random::new(4);
    let (mut parts, mut lengths) = ([0usize; 64], [0usize; 64]);
    for _ in 0..640_000 {
        let vector = random.vector(2.5);
        let turn = vector.direction() / std::f64::consts::TAU + 0.5;
        parts[((turn * 64.0) as usize).min(63)] += 1;
        let length = vector.length() / 2.5;
        assert!(length < 1.0 + 1e-12);
        lengths[((length * 64.0) as usize).min(63)] += 1;
    }
    alike(&parts);
    alike(&lengths);
}

#[test]
fn vectors_grow_with_their_bound() {
    let (mut one, mut other) = (Random::new(5), Random::new(5));
    for _ in 0..10_000 {
        let (short, long) = (one.vector(1.0), other.vector(8.0));
        assert!((short.length() * 8.0 - long.length()).abs() < 1e-12);
        assert!((short.direction() - long.direction()).abs() < 1e-12);
    }
}
