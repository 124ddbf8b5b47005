//! Directions of noise: unit vectors, as many in every part of the circle.

use rcssgym::disc::Random;

#[test]
fn directions_have_length_one() {
    let mut random = Random::new(3);
    for _ in 0..100_000 {
        let length = random.direction().length();
        assert!((length - 1.0).abs() < 1e-12, "{length}");
    }
}

#[test]
fn every_part_of_the_circle_gets_its_share() {
    const PARTS: usize = 64;
    const DRAWN: usize = 640_000;
    let (mut random, mut counts) = (Random::new(4), [0usize; PARTS]);
    for _ in 0..DRAWN {
        let turn = random.direction().direction() / std::f64::consts::TAU + 0.5;
        counts[((turn * PARTS as f64) as usize).min(PARTS - 1)] += 1;
    }
    let mean = (DRAWN / PARTS) as f64;
    let chi2: f64 = counts.iter().map(|&count| (count as f64 - mean).powi(2) / mean).sum();
    // 63 degrees of freedom: above 131 in one of a million draws, below 21 likewise.
    assert!((21.0..131.0).contains(&chi2), "{chi2}: {counts:?}");
}
