//! Game logs: what is read is written again as it was, and errors name what is damaged.

use rcssgym::disc::{PlayMode, PlayerParameters, Rules, ServerParameters, World, referee};
use rcssgym::wire::rcg::{Line, LogError, Reader, Version, Writer, result, write_show};
use std::sync::Arc;

const SHOW: &str = "(show 60 ((b) 15.2674 -34 0 0) ((l 1) 0 0xf -41.2085 -15.2826 0.0254 0.0082 \
                    114.372 -57 -42.7675 -19.9327 (v h 60) (fp 4 -18) (s 7897 1 1 128651) (f r 3) \
                    (c 0 30 20 0 1 10 2 2 0 3 3 3)))";

fn lines(text: &str) -> (Vec<Line>, Result<(), LogError>) {
    let mut reader = Reader::new();
    let mut lines = Vec::new();
    let read = reader.feed(text.as_bytes(), |line| lines.push(line));
    let read = read.and_then(|()| reader.finish(|line| lines.push(line)));
    (lines, read)
}

/// Plays a few steps of a game after its kick-off, and returns their log.
fn logged(version: Version) -> String {
    let server = ServerParameters::default();
    let rules = Rules::new(server, PlayerParameters::default(), None, 3).unwrap();
    let mut world = World::new(Arc::new(rules), 3);
    for team in ["A", "B"] {
        for unum in 0..11 {
            world.join(team, unum == 0).unwrap();
        }
    }
    let mut log = Vec::new();
    let begun = "2026-11-22T12:00:00+0000";
    let mut writer = Writer::new(version, world.rules(), begun, &mut log);
    for step in 0..10 {
        if step == 2 {
            referee::start(&mut world.stadium());
        }
        world.stadium().step();
        writer.step(&world, &mut log);
    }
    writer.finish(&world, &result(&world, &Default::default()), "202611221200", &mut log);
    String::from_utf8(log).unwrap()
}

#[test]
fn a_line_is_written_as_it_was_read() {
    let (read, end) = lines(&format!("ULG6\n{SHOW}\n"));
    assert_eq!(end, Ok(()));
    let [Line::Show(show)] = &read[..] else { panic!("{read:?}") };
    let mut out = String::new();
    write_show(Version::Six, show, &mut out);
    // The log has one player, but a line that we write has all of them.
    let first = out.find(" ((l 2)").unwrap();
    assert_eq!(out[..first], SHOW[..SHOW.len() - 1]);
}

#[test]
fn a_log_of_a_game_is_read() {
    for version in [Version::Four, Version::Five, Version::Six] {
        let log = logged(version);
        let (read, end) = lines(&log);
        assert_eq!(end, Ok(()), "{log}");
        let shows = read.iter().filter(|line| matches!(line, Line::Show(_))).count();
        assert_eq!(shows, 8, "none before the kick-off");
        assert!(read.contains(&Line::PlayMode(1, PlayMode::named("kick_off_l").unwrap())));
        let [.., Line::Message(_, 1, result), Line::Team { goals: [0, 0], .. }] = &read[..] else {
            panic!("{:?}", &read[read.len() - 2..])
        };
        assert_eq!(result, "(result 202611221200 A_0-vs-B_0)");
        let written: String = read
            .iter()
            .filter_map(|line| match line {
                Line::Show(show) => {
                    let mut out = String::new();
                    write_show(version, show, &mut out);
                    Some(out)
                }
                _ => None,
            })
            .collect();
        let shown: String = log
            .lines()
            .filter(|line| line.starts_with("(show"))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(written, shown);
    }
}

#[test]
fn pieces_of_any_size_are_read_alike() {
    let log = logged(Version::Six);
    let (whole, _) = lines(&log);
    for size in [1, 7, 4096] {
        let mut reader = Reader::new();
        let mut read = Vec::new();
        for piece in log.as_bytes().chunks(size) {
            reader.feed(piece, |line| read.push(line)).unwrap();
        }
        reader.finish(|line| read.push(line)).unwrap();
        assert_eq!(read, whole);
    }
}

#[test]
fn what_is_damaged_is_named() {
    let damaged = |text: &str| lines(text).1.unwrap_err().to_string();
    assert_eq!(damaged(""), "no game log: it begins with '', not with ULG4, ULG5 or ULG6");
    assert!(damaged("((RSMP 1 0)\n").starts_with("no game log: it begins with '((RSMP 1 0)'"));
    assert_eq!(damaged("ULG3\n"), "game logs of version 3 cannot be read: only versions 4 to 6");
    for (line, reason) in [
        ("(show 1 ((b) 0 0 0", "ends where a word should be"),
        ("(show 1 ((b) 0 x 0 0))", "'x' where a number should be"),
        ("(show 1 ((b) 0 nan 0 0))", "NaN where a number should be"),
        ("(show 1 ((b) 0 0 0 0) ((l 12) 0 0))", "there is no player 12"),
        ("(playmode 1 nonsense)", "no play mode 'nonsense'"),
        ("(team 1 A B 0)", "')' where a word should be"),
        ("(msg 1 1 \"x)", "'x)' where a '\"' should be"),
        ("(other)", "no line of a log begins with 'other'"),
        ("(team 1 A B 0 0) x", "'x' after its end"),
    ] {
        let (read, end) = lines(&format!("ULG5\n(team 1 A B 0 0)\n{line}\n(team 2 A B 0 0)\n"));
        assert_eq!(read.len(), 1, "what stands in front of it is kept");
        let reason = reason.to_owned();
        assert_eq!(end, Err(LogError::Damaged { line: 3, reason }), "{line}");
    }
    let endless = format!("ULG5\n{}", "x".repeat(70_000));
    assert!(damaged(&endless).contains("without an end"));
}

/// A log in which any bytes have been changed is read or refused.
#[test]
fn garbage_is_refused() {
    let log = logged(Version::Six);
    let mut source = rcssgym::math::splitmix::SplitMix64::new(5);
    for _ in 0..2_000 {
        let mut bytes = log.clone().into_bytes();
        for _ in 0..=source.bits() % 3 {
            let at = (source.bits() % bytes.len() as u64) as usize;
            let garbage = b"() \"\n0x-.e9\x00\xff";
            bytes[at] = garbage[(source.bits() % garbage.len() as u64) as usize];
        }
        let mut reader = Reader::new();
        let _ = reader.feed(&bytes, drop);
    }
}
