//! The say codec: the document's own example, every type, limits of the ranges.

use rcssgym::math::splitmix::SplitMix64;
use rcssgym::wire::say::{DecodeError, EncodeError, Unit, decode, encode};

const CHARACTERS: &str =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ().+-*/?<>_";

#[test]
fn the_example_of_the_document() {
    let units = [
        Unit::OurPos { x: 20.0, y: -10.0 },
        Unit::BallPos { x: 30.0, y: 29.0, cycles: 5 },
        Unit::PassToPlayer { player: 4 },
    ];
    assert_eq!(encode(&units).unwrap(), "0Op1V*554");
    let (read, error) = decode("0Op1V*554");
    assert_eq!(error, None);
    let [Unit::OurPos { x, y }, Unit::BallPos { x: ball_x, y: ball_y, cycles: 5 }, last] = read[..]
    else {
        panic!("{read:?}")
    };
    let rounded = [x, y, ball_x, ball_y].map(|value: f64| (value * 10.0).round() / 10.0);
    assert_eq!(rounded, [19.6, -10.7, 29.8, 28.4]);
    assert_eq!(last, Unit::PassToPlayer { player: 4 });
}

#[test]
fn every_type_has_its_number() {
    let (x, y, cycles) = (0.0, 0.0, 72);
    for (unit, text) in [
        (Unit::OurPos { x, y }, "0AA"),
        (Unit::BallPos { x, y, cycles }, "1AA_"),
        (Unit::BallVelocity { dx: x, dy: y, cycles: 0 }, "2AA0"),
        (Unit::WeHaveBall { player: 0 }, "30"),
        (Unit::OpponentHasBall { player: 11 }, "4b"),
        (Unit::PassToPlayer { player: 1 }, "51"),
        (Unit::PassToPoint { x, y }, "6AA"),
        (Unit::WantPass, "7"),
        (Unit::OpponentPos { player: 1, x, y, cycles }, "8AA_"),
        (Unit::OpponentPos { player: 11, x, y, cycles }, "iAA_"),
        (Unit::TeammatePos { player: 1, x, y, cycles }, "jAA_"),
        (Unit::TeammatePos { player: 11, x, y, cycles }, "tAA_"),
    ] {
        assert_eq!(encode(&[unit]).unwrap(), text);
        let (read, error) = decode(text);
        assert_eq!((read.len(), error), (1, None), "{text}");
        assert_eq!(std::mem::discriminant(&read[0]), std::mem::discriminant(&unit), "{text}");
        assert_eq!(encode(&read).unwrap().len(), text.len());
    }
}

#[test]
fn values_beyond_their_range_are_said_as_the_nearest() {
    let said = |x, y| encode(&[Unit::OurPos { x, y }]).unwrap();
    assert_eq!(said(-53.0, -34.0), "000");
    assert_eq!(said(-1e300, -34.1), "000");
    assert_eq!(said(53.0, 34.0), "0__");
    assert_eq!(said(52.999, 1e300), "0__");
    let said = |dx, cycles| encode(&[Unit::BallVelocity { dx, dy: -2.7, cycles }]).unwrap();
    assert_eq!((said(2.7, 72), said(-3.0, 4_000_000_000)), ("2_0_".to_owned(), "200_".to_owned()));
}

#[test]
fn what_cannot_be_said_is_refused() {
    let want = [Unit::WantPass; 11];
    assert_eq!(encode(&want[..10]).unwrap(), "7777777777");
    assert_eq!(encode(&want), Err(EncodeError::Long { length: 11 }));
    let text = EncodeError::Long { length: 11 }.to_string();
    assert_eq!(text, "11 characters are 1 more than the 10 that can be said");
    for (unit, lowest) in [
        (Unit::PassToPlayer { player: 0 }, 1),
        (Unit::OpponentPos { player: 12, x: 0.0, y: 0.0, cycles: 0 }, 1),
        (Unit::TeammatePos { player: 0, x: 0.0, y: 0.0, cycles: 0 }, 1),
        (Unit::WeHaveBall { player: 12 }, 0),
    ] {
        let error = encode(&[Unit::WantPass, unit]).unwrap_err();
        assert!(
            matches!(error, EncodeError::Player { unit: 1, lowest: least, .. } if least == lowest)
        );
    }
    let error = encode(&[Unit::PassToPoint { x: 1.0, y: f64::NAN }]).unwrap_err();
    assert_eq!(error.to_string(), "unit 0: y is NaN");
}

#[test]
fn what_was_read_is_kept() {
    let one = vec![Unit::WantPass];
    for (text, error) in [
        ("7u00", DecodeError::Type { place: 1, number: 30 }),
        ("7_", DecodeError::Type { place: 1, number: 72 }),
        ("7,0", DecodeError::Character { place: 1, character: ',' }),
        ("71A\u{e4}", DecodeError::Character { place: 3, character: '\u{e4}' }),
        ("71AA", DecodeError::Truncated { place: 1, number: 1 }),
        ("73", DecodeError::Truncated { place: 1, number: 3 }),
    ] {
        assert_eq!(decode(text), (one.clone(), Some(error)), "{text}");
    }
    assert_eq!(decode(""), (vec![], None));
}

/// Who passes on what they have heard says the same: every character of every value comes back.
#[test]
fn what_was_read_is_said_again_alike() {
    for (at, first) in CHARACTERS.chars().enumerate() {
        let second = CHARACTERS.as_bytes()[(at + 31) % CHARACTERS.len()] as char;
        for kind in "01268abcdefghijklmnopqrst".chars() {
            let length = if "06".contains(kind) { 3 } else { 4 };
            let text: String = [kind, first, second, first].iter().take(length).collect();
            let (units, error) = decode(&text);
            assert_eq!((encode(&units).as_deref(), error), (Ok(text.as_str()), None));
        }
    }
}

/// Any sequence of characters is read or refused, and values that are read fall into the bins that
/// they came from.
#[test]
fn any_text() {
    let mut source = SplitMix64::new(3);
    let mut below = |limit: usize| (source.bits() % limit as u64) as usize;
    for _ in 0..20_000 {
        let length = below(12);
        let pick = |at: usize| CHARACTERS.as_bytes()[at] as char;
        let text: String = (0..length).map(|_| pick(below(73))).collect();
        let (units, error) = decode(&text);
        for unit in &units {
            if let Unit::OurPos { x, y } = unit {
                assert!((-53.0..53.0).contains(x) && (-34.0..34.0).contains(y), "{text}");
            }
        }
        assert!(error.is_some() || !units.is_empty() || text.is_empty());
    }
}
