//! What is no snapshot of a batch is refused and changes nothing.
//!
//! `RCSSGYM_FUZZ_CASES` sets the number of cases of each random test (10,000 if unset).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod worlds;

use std::cell::RefCell;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use rcssgym::Error;
use rcssgym::batch::WorldBatch;
use worlds::{Controller, Scene, arrange, batch, from_env};

const HEADER: usize = 28;

/// Two worlds that have seen some steps, and their snapshot.
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

/// The batch refuses the bytes and keeps its state.
fn assert_refused(batch: &mut WorldBatch, bytes: &[u8]) -> String {
    let before = batch.snapshot().unwrap();
    let message = match batch.restore(bytes) {
        Err(Error::Snapshot(message)) => message,
        other => panic!("{other:?} for {} bytes", bytes.len()),
    };
    assert!(batch.snapshot().unwrap() == before, "{message}");
    message
}

/// FNV-1a: a forger may well know it.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let hash = bytes[..end].iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes[end..].copy_from_slice(&hash.to_le_bytes());
    bytes
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
        (0, "no rcssgym snapshot"),
        (8, "version"),
        (12, "models"),
        (20, "worlds"),
        (HEADER, "checksum"),
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
fn numbers_that_are_not_finite() {
    let (mut batch, snapshot) = used();
    let numbers = (snapshot.len() - HEADER - 2 - 8) / 8;
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for index in 0..numbers {
            let mut forged = snapshot.clone();
            forged[HEADER + 8 * index..][..8].copy_from_slice(&value.to_le_bytes());
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
            // The same behind a part of the real thing.
            let mut mixed = snapshot[..keep.index(snapshot.len() - 256)].to_vec();
            mixed.extend(bytes);
            assert_refused(batch, &mixed);
        });
    }

    /// Forged, so that only the contents decide: restored or refused, the batch still steps.
    #[test]
    fn numbers_at_random(places in vec((any::<Index>(), any::<f64>()), 1..6)) {
        USED.with_borrow_mut(|(batch, snapshot)| {
            let mut bytes = snapshot.clone();
            let numbers = (bytes.len() - HEADER - 2 - 8) / 8;
            for (at, value) in places {
                let at = HEADER + 8 * at.index(numbers);
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
