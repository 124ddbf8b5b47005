//! Bytes that are not a snapshot of the batch are refused and change nothing.
//!
//! `RCSSGYM_FUZZ_CASES` sets the number of cases of each random test (10,000 if unset).

use std::cell::RefCell;

use crate::batches::{batch, batch_in};
use crate::forged::with_checksum;
use crate::scenes::{Controller, Scene, arrange, from_env};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rcssgym::Error;
use rcssgym::batch::{BatchConfig, GameConfig, WorldBatch};
use rcssgym::math::precision::Precision;
use rcssgym::soccer::{Compat, Field, Phase, RefereeKind, Rules};

/// Length of the header: magic, version, length of the identity.
const HEADER: usize = 8 + 4 + 4;

/// Returns where the arrays begin, after header and identity.
fn arrays_at(snapshot: &[u8]) -> usize {
    HEADER + u32::from_le_bytes(std::array::from_fn(|i| snapshot[12 + i])) as usize
}

/// Returns two worlds that have made some steps, and their snapshot.
fn used() -> (WorldBatch, Vec<u8>) {
    let mut batch = batch(&["ant"], &[], 2, 1);
    for world in 0..2 {
        arrange(&mut batch, world, Scene::Pile, world as u64);
    }
    let mut controller = Controller::new(&batch, &[0, 1]);
    for step in 0..20 {
        controller.step(&mut batch, step);
    }
    let snapshot = batch.snapshot().unwrap();
    (batch, snapshot)
}

thread_local! {
    static USED: RefCell<(WorldBatch, Vec<u8>)> = RefCell::new(used());
}

/// Asserts that the batch refuses the bytes and keeps its state; returns the error's message.
fn assert_refused(batch: &mut WorldBatch, bytes: &[u8]) -> String {
    let before = batch.snapshot().unwrap();
    let message = match batch.restore(bytes) {
        Err(Error::Snapshot(message)) => message,
        other => panic!("{other:?} for {} bytes", bytes.len()),
    };
    assert!(batch.snapshot().unwrap() == before, "{message}");
    message
}

/// Returns the snapshot with another identity.
fn with_identity(snapshot: &[u8], change: impl FnOnce(&mut Vec<(String, u64)>)) -> Vec<u8> {
    let arrays = arrays_at(snapshot);
    let mut identity = postcard::from_bytes(&snapshot[HEADER..arrays]).unwrap();
    change(&mut identity);
    let identity = postcard::to_stdvec(&identity).unwrap();
    let mut bytes = snapshot[..12].to_vec();
    bytes.extend((identity.len() as u32).to_le_bytes());
    bytes.extend(identity);
    bytes.extend(&snapshot[arrays..]);
    with_checksum(bytes)
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: from_env("RCSSGYM_FUZZ_CASES", 10_000) as u32,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

#[test]
fn every_length_but_one() {
    let (mut batch, snapshot) = used();
    for length in 0..snapshot.len() {
        assert_refused(&mut batch, &snapshot[..length]);
    }
    for extra in [1, 7, 8, 1000] {
        let mut longer = snapshot.clone();
        longer.resize(snapshot.len() + extra, 0);
        assert_refused(&mut batch, &longer);
    }
    batch.restore(&snapshot).unwrap();
}

#[test]
fn header_of_others() {
    let (mut batch, snapshot) = used();
    for (at, words) in [
        (0, "not an rcssgym snapshot"),
        (8, "version"),
        (13, "header"),
        (arrays_at(&snapshot), "checksum"),
    ] {
        let mut foreign = snapshot.clone();
        foreign[at] ^= 0x40;
        let message = assert_refused(&mut batch, &foreign);
        assert!(message.contains(words), "{message}");
        if at < HEADER {
            let forged = with_checksum(foreign);
            assert!(assert_refused(&mut batch, &forged).contains(words));
        }
    }
}

#[test]
fn snapshots_of_older_builds() {
    let (mut batch, snapshot) = used();
    let mut old = snapshot.clone();
    old[8..12].copy_from_slice(&6u32.to_le_bytes());
    let message = assert_refused(&mut batch, &with_checksum(old));
    assert_eq!(message, "version 6, this build reads version 7");
}

/// Each part of a batch's identity is refused by name if it differs.
#[test]
fn forged_identities() {
    let (mut batch, snapshot) = used();
    let mut names: Vec<String> = Vec::new();
    let same = with_identity(&snapshot, |parts| {
        names = parts.iter().map(|(name, _)| name.clone()).collect();
    });
    assert_eq!(same, snapshot);
    let known = |name: &str| names.iter().any(|other| other == name);
    assert!(["field", "model of ball", "length of qpos"].into_iter().all(known), "{names:?}");
    for (index, name) in names.iter().enumerate() {
        let words = if name == "number of worlds" { "of 3 worlds" } else { name };
        let other = with_identity(&snapshot, |parts| parts[index].1 ^= 1);
        let message = assert_refused(&mut batch, &other);
        assert!(message.contains(words), "{name}: {message}");
        let without = with_identity(&snapshot, |parts| drop(parts.remove(index)));
        let message = assert_refused(&mut batch, &without);
        assert!(message.contains(&format!("without {name}")), "{name}: {message}");
        let twice = with_identity(&snapshot, |parts| parts.push(parts[index].clone()));
        assert_refused(&mut batch, &twice);
    }
    let more = with_identity(&snapshot, |parts| parts.push(("moons".to_owned(), 2)));
    assert!(assert_refused(&mut batch, &more).contains("with moons"));
    assert_refused(&mut batch, &with_identity(&snapshot, |parts| parts.reverse()));
}

/// Fields of other sizes, and other rules or none, are refused.
#[test]
fn other_fields_and_rules() {
    let new = |field: Field, game: Option<Rules>| {
        let game = game.map(|rules| GameConfig {
            rules,
            referee: RefereeKind::Soccer,
            phase: Phase::FirstHalf,
            play_time: None,
            compat: Compat::Off,
            vision_noise: false,
            occlusion: false,
        });
        let (left, right) = (Vec::new(), Vec::new());
        let config = BatchConfig {
            num_worlds: 1,
            left,
            right,
            field,
            threads: Some(1),
            seed: 0,
            precision: Precision::F64,
            game,
        };
        WorldBatch::new(config).unwrap()
    };
    let smaller = || Field { line_width: 0.04, ..Field::fifa() };
    let longer = || Rules { half_time: 400.0, ..Rules::ssim26() };
    let mut plain = new(Field::fifa(), None);
    let message = assert_refused(&mut plain, &new(smaller(), None).snapshot().unwrap());
    assert!(message.contains("its field"), "{message}");
    let mut played = new(Field::fifa(), Some(Rules::ssim26()));
    let message = assert_refused(&mut played, &plain.snapshot().unwrap());
    assert!(message.contains("without rules"), "{message}");
    let message = assert_refused(&mut plain, &played.snapshot().unwrap());
    assert!(message.contains("with rules"), "{message}");
    let others = new(Field::fifa(), Some(longer()));
    let message = assert_refused(&mut played, &others.snapshot().unwrap());
    assert!(message.contains("its rules"), "{message}");
    let same = new(Field::fifa(), Some(Rules::ssim26())).snapshot().unwrap();
    played.restore(&same).unwrap();
}

#[test]
fn other_rosters() {
    let (mut batch_of_ants, _) = used();
    for (left, right, worlds) in [
        (&["T1"][..], &[][..], 2),
        (&[], &["ant"], 2),
        (&["ant", "ant"], &[], 2),
        (&[], &[], 2),
        (&["ant"], &[], 1),
        (&["ant"], &[], 3),
    ] {
        assert_refused(&mut batch_of_ants, &batch(left, right, worlds, 1).snapshot().unwrap());
    }
}

#[test]
fn the_other_precision() {
    let [mut double, mut single] = Precision::ALL.map(|p| batch_in(p, &["ant"], &[], 2, 1));
    let message = assert_refused(&mut double, &single.snapshot().unwrap());
    assert_eq!(message, "of a batch in single precision, this one is in double");
    let message = assert_refused(&mut single, &double.snapshot().unwrap());
    assert_eq!(message, "of a batch in double precision, this one is in single");
}

#[test]
fn numbers_that_are_not_finite() {
    let (mut batch, snapshot) = used();
    let arrays = arrays_at(&snapshot);
    let identity: Vec<(String, u64)> = postcard::from_bytes(&snapshot[HEADER..arrays]).unwrap();
    let lengths = identity.iter().filter(|(name, _)| name.starts_with("length of"));
    let numbers = lengths.map(|(_, length)| *length as usize).sum();
    assert!(numbers > batch.qpos().len() + 2 * batch.qvel().len());
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for index in 0..numbers {
            let mut forged = snapshot.clone();
            forged[arrays + 8 * index..][..8].copy_from_slice(&value.to_le_bytes());
            let message = assert_refused(&mut batch, &with_checksum(forged));
            assert!(message.contains("not finite"), "{message}");
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn bits_flipped(flips in vec((any::<Index>(), 0..8u8), 1..4)) {
        USED.with_borrow_mut(|(batch, snapshot)| {
            let mut bytes = snapshot.clone();
            for (at, bit) in flips {
                let index = at.index(bytes.len());
                bytes[index] ^= 1 << bit;
            }
            if bytes != *snapshot {
                assert_refused(batch, &bytes);
            }
        });
    }

    #[test]
    fn bytes_at_random(bytes in vec(any::<u8>(), 0..256), keep in any::<Index>()) {
        USED.with_borrow_mut(|(batch, snapshot)| {
            assert_refused(batch, &bytes);
            // The same bytes after a part of the real snapshot.
            let mut mixed = snapshot[..keep.index(snapshot.len() - 256)].to_vec();
            mixed.extend(bytes);
            assert_refused(batch, &mixed);
        });
    }

    /// The checksum fits, so that only the contents decide. Whether it is restored or refused, the
    /// batch still steps.
    #[test]
    fn numbers_at_random(places in vec((any::<Index>(), any::<f64>()), 1..6)) {
        USED.with_borrow_mut(|(batch, snapshot)| {
            let mut bytes = snapshot.clone();
            let arrays = arrays_at(&bytes);
            let numbers = (bytes.len() - arrays - 2 - 8) / 8;
            for (at, value) in places {
                let at = arrays + 8 * at.index(numbers);
                bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
            }
            if batch.restore(&with_checksum(bytes)).is_ok() {
                batch.advance(1, &mut || false);
                assert!(batch.qpos().iter().chain(batch.qvel()).all(|x| x.is_finite()));
            }
            batch.restore(snapshot).unwrap();
        });
    }
}
