//! Who hears what. `perception_reference` compares numbers with those of rcsssmj.

use crate::stage::Stage;
use rcssgym::perception::Sensing;
use rcssgym::perception::audio::{Audio, AudioRng, Listener, MAX_MESSAGE, speaker};
use rcssgym::soccer::Side;

/// Six T1 in a row along y, 2 m apart, that all face right.
fn stage() -> Stage {
    let numbers: Vec<_> = (1..=6).map(|number| (Side::Left, number, "T1")).collect();
    let mut stage = Stage::new("fifa", &numbers);
    for slot in 1..=6 {
        stage.put(slot, [0.0, 2.0 * slot as f64, 1.0], 0.0);
    }
    stage.locate(&Sensing::default());
    stage
}

fn say(stage: &Stage, audio: &mut Audio, slot: usize, volume: f64, message: &[u8]) {
    audio.say(slot, speaker(stage.scene.model(slot), "say").unwrap(), volume, message);
}

/// Returns azimuth, sender and message of everything that a slot hears.
fn heard(
    stage: &Stage,
    audio: &Audio,
    slot: usize,
    random: &mut AudioRng,
) -> Option<Vec<(i64, usize, Vec<u8>)>> {
    let listener = Listener { scene: &stage.scene, locations: &stage.locations, slot };
    let heard = audio.hear(&listener, random)?;
    Some(heard.iter().map(|heard| (heard.azimuth, heard.sender, heard.message.to_vec())).collect())
}

#[test]
fn a_message_is_heard_once_by_all_but_its_speaker() {
    let stage = stage();
    let (mut audio, mut random) = (Audio::default(), AudioRng::new(0));
    assert_eq!(heard(&stage, &audio, 1, &mut random), None);
    say(&stage, &mut audio, 3, 1.0, b"hello");
    assert!(audio.is_silent());
    audio.step();
    assert_eq!(heard(&stage, &audio, 3, &mut random), Some(vec![]));
    // the speaker is in the head a little below the microphone: not quite at 90 degrees
    assert_eq!(heard(&stage, &audio, 1, &mut random), Some(vec![(90, 3, b"hello".to_vec())]));
    assert_eq!(heard(&stage, &audio, 6, &mut random), Some(vec![(-90, 3, b"hello".to_vec())]));
    audio.step();
    assert_eq!(heard(&stage, &audio, 1, &mut random), None);
    assert_eq!(random, AudioRng::new(0), "nothing was drawn");
}

#[test]
fn what_was_said_last_counts_and_silence_is_not_heard() {
    let stage = stage();
    let (mut audio, mut random) = (Audio::default(), AudioRng::new(0));
    say(&stage, &mut audio, 2, 1.0, b"first");
    say(&stage, &mut audio, 2, 1.0, b"second");
    say(&stage, &mut audio, 3, 0.0, b"quiet");
    say(&stage, &mut audio, 4, -1.0, b"negative");
    say(&stage, &mut audio, 5, f64::NAN, b"none");
    say(&stage, &mut audio, 6, 1.0, b"");
    audio.step();
    let heard = heard(&stage, &audio, 1, &mut random).unwrap();
    assert_eq!(heard, [(90, 2, b"second".to_vec())]);
}

#[test]
fn long_messages_are_not_heard_but_make_microphones_report() {
    let stage = stage();
    let (mut audio, mut random) = (Audio::default(), AudioRng::new(0));
    say(&stage, &mut audio, 2, 1.0, &[7; MAX_MESSAGE + 1]);
    audio.step();
    assert_eq!(heard(&stage, &audio, 1, &mut random), Some(vec![]));
    say(&stage, &mut audio, 2, 1.0, &[7; MAX_MESSAGE]);
    audio.step();
    assert_eq!(heard(&stage, &audio, 1, &mut random).unwrap().len(), 1);
}

#[test]
fn robots_without_microphone_hear_nothing() {
    let stage = Stage::new("fifa", &[(Side::Left, 1, "T1"), (Side::Right, 1, "ant")]);
    assert_eq!(speaker(stage.scene.model(2), "say"), None);
    assert_eq!(speaker(stage.scene.model(1), "sing"), None);
    let mut audio = Audio::default();
    say(&stage, &mut audio, 1, 1.0, b"hello");
    audio.step();
    assert_eq!(heard(&stage, &audio, 2, &mut AudioRng::new(0)), None);
}

#[test]
fn the_three_loudest_of_many_always_get_through() {
    let stage = stage();
    let mut random = AudioRng::new(3);
    let mut counts = [0; 7];
    for _ in 0..2000 {
        let mut audio = Audio::default();
        for slot in 2..=6 {
            say(&stage, &mut audio, slot, 1.0, b"x");
        }
        audio.step();
        for (_, sender, _) in heard(&stage, &audio, 1, &mut random).unwrap() {
            counts[sender] += 1;
        }
    }
    // Distances are 2 m, 4 m, ... 10 m; the third loudest at 6 m is the floor.
    assert_eq!(counts[2..5], [2000; 3]);
    for (slot, distance) in [(5, 8.0), (6, 10.0)] {
        let loudness = 10f64.powf(-6.0 / 20.0 * f64::log2(distance / 6.0));
        let expected = (1.0 + loudness * (std::f64::consts::E - 1.0)).ln();
        let found = f64::from(counts[slot]) / 2000.0;
        assert!((found - expected).abs() < 0.04, "slot {slot}: {found}, not {expected}");
    }
}

#[test]
fn messages_follow_their_speakers_through_a_change_of_roster() {
    let stage = stage();
    let (mut audio, mut random) = (Audio::default(), AudioRng::new(0));
    for slot in [2, 3, 5] {
        say(&stage, &mut audio, slot, 1.0, &[slot as u8]);
    }
    audio.step();
    say(&stage, &mut audio, 5, 1.0, b"later");
    // the ball, then 3, 1 and 5 of the old slots, and a new player; 2 has left
    audio.change_roster(&[Some(0), Some(3), Some(1), Some(5), None]);
    let senders = |audio: &Audio, random: &mut AudioRng| {
        let heard = heard(&stage, audio, 2, random).unwrap();
        heard.into_iter().map(|(_, sender, message)| (sender, message)).collect::<Vec<_>>()
    };
    assert_eq!(senders(&audio, &mut random), [(1, vec![3]), (3, vec![5])]);
    audio.step();
    assert_eq!(senders(&audio, &mut random), [(3, b"later".to_vec())]);
}

#[test]
fn saved_generators_go_on_where_they_were() {
    let mut random = AudioRng::new(42);
    for _ in 0..1000 {
        random.uniform();
    }
    let saved = serde_json::to_string(&random).unwrap();
    assert!(saved.len() < 40, "{saved}");
    let mut restored: AudioRng = serde_json::from_str(&saved).unwrap();
    assert_eq!(restored, random);
    for _ in 0..1000 {
        assert_eq!(restored.uniform(), random.uniform());
    }
}

#[test]
fn generators_that_were_never_used_so_often_are_refused() {
    let saved = r#"{"seed":1,"draws":18446744073709551615}"#;
    let refusal = serde_json::from_str::<AudioRng>(saved).unwrap_err().to_string();
    assert!(refusal.contains("18446744073709551615"), "{refusal}");
}

#[test]
fn what_is_said_can_be_saved() {
    let stage = stage();
    let mut audio = Audio::default();
    say(&stage, &mut audio, 4, 0.7, b"in the air");
    audio.step();
    say(&stage, &mut audio, 1, 0.2, b"to come");
    let saved = serde_json::to_string(&audio).unwrap();
    assert_eq!(serde_json::from_str::<Audio>(&saved).unwrap(), audio);
}
