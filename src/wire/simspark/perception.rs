//! Perceptors as SimSpark writes them: a blank after every tag, numbers with two decimals.

use crate::wire::number::fixed;

/// Distance (m), azimuth and inclination (deg) of a point in the camera's frame.
pub type Polar = [f64; 3];

/// Who an agent is, which is sent once: its number, and its side in lower case.
pub type Identity<'a> = (u32, &'a str);

/// Appends numbers with two decimals, a blank before each.
fn numbers(out: &mut String, numbers: &[f64]) {
    for &number in numbers {
        out.push(' ');
        fixed::<2>(number, out);
    }
}

/// Appends `(time (now <time>))`, s.
pub fn write_time(out: &mut String, time: f64) {
    out.push_str("(time (now");
    numbers(out, &[time]);
    out.push_str("))");
}

/// Appends `(GS (sl <goals>) (sr <goals>) (t <time>) (pm <mode>))`, s; with `(unum <number>) (team
/// <side>)` before the goals for an agent that has just joined.
pub fn write_game_state(
    out: &mut String,
    identity: Option<Identity<'_>>,
    score: [i64; 2],
    time: f64,
    mode: &str,
) {
    use std::fmt::Write;
    out.push_str("(GS ");
    // Writing to a `String` does not fail.
    if let Some((number, side)) = identity {
        let _ = write!(out, "(unum {number}) (team {side}) ");
    }
    let _ = write!(out, "(sl {}) (sr {}) (t", score[0], score[1]);
    numbers(out, &[time]);
    let _ = write!(out, ") (pm {mode}))");
}

/// Appends `(hear <team> <time> <direction> <message>)`, s and deg; the direction is `None` for the
/// robot's own message.
pub fn write_hear(out: &mut String, team: &str, time: f64, direction: Option<f64>, message: &[u8]) {
    out.push_str("(hear ");
    out.push_str(team);
    numbers(out, &[time]);
    match direction {
        None => out.push_str(" self"),
        Some(direction) => numbers(out, &[direction]),
    }
    out.push(' ');
    out.extend(message.iter().copied().map(char::from));
    out.push(')');
}

/// Appends `(GYR (n torso) (rt <x> <y> <z>))`, deg/s.
pub fn write_gyro(out: &mut String, rates: [f64; 3]) {
    out.push_str("(GYR (n torso) (rt");
    numbers(out, &rates);
    out.push_str("))");
}

/// Appends `(ACC (n torso) (a <x> <y> <z>))`, m/s^2.
pub fn write_accelerometer(out: &mut String, acceleration: [f64; 3]) {
    out.push_str("(ACC (n torso) (a");
    numbers(out, &acceleration);
    out.push_str("))");
}

/// Appends `(HJ (n <name>) (ax <angle>))`, deg.
pub fn write_joint(out: &mut String, name: &str, angle: f64) {
    out.push_str("(HJ (n ");
    out.push_str(name);
    out.push_str(") (ax");
    numbers(out, &[angle]);
    out.push_str("))");
}

/// Appends `(FRP (n <name>) (c <x> <y> <z>) (f <x> <y> <z>))`, m and N in the foot's frame.
pub fn write_foot_force(out: &mut String, name: &str, point: [f64; 3], force: [f64; 3]) {
    out.push_str("(FRP (n ");
    out.push_str(name);
    out.push_str(") (c");
    numbers(out, &point);
    out.push_str(") (f");
    numbers(out, &force);
    out.push_str("))");
}

/// Appends `(See <objects>)`; `write` appends them, each with a blank before it.
pub fn write_vision(out: &mut String, write: impl FnOnce(&mut String)) {
    out.push_str("(See");
    write(out);
    out.push(')');
}

fn write_polar(out: &mut String, polar: Polar) {
    out.push_str(" (pol");
    numbers(out, &polar);
    out.push(')');
}

/// Appends ` (<name> (pol <distance> <azimuth> <inclination>))`.
pub fn write_point(out: &mut String, name: &str, polar: Polar) {
    out.push_str(" (");
    out.push_str(name);
    write_polar(out, polar);
    out.push(')');
}

/// Appends ` (L (pol ...) (pol ...))`.
pub fn write_line(out: &mut String, ends: [Polar; 2]) {
    out.push_str(" (L");
    ends.into_iter().for_each(|end| write_polar(out, end));
    out.push(')');
}

/// Appends ` (P (team <team>) (id <number>) <parts>)`.
pub fn write_player<'a>(
    out: &mut String,
    team: &str,
    number: u32,
    parts: impl Iterator<Item = (&'a str, Polar)>,
) {
    use std::fmt::Write;
    let _ = write!(out, " (P (team {team}) (id {number})");
    parts.for_each(|(name, polar)| write_point(out, name, polar));
    out.push(')');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        out
    }

    /// Each line is from a recording of rcssserver3d 0.7.3.
    #[test]
    fn perceptors_are_written_as_recorded() {
        let parts = [("rlowerarm", [0.19, -35.43, -21.46]), ("llowerarm", [0.18, 34.33, -21.82])];
        let texts = [
            written(|out| write_time(out, 1.38)),
            written(|out| {
                write_game_state(out, Some((3, "left")), [0, 0], 0.0, "BeforeKickOff");
            }),
            written(|out| write_game_state(out, None, [0, 0], 0.0, "BeforeKickOff")),
            written(|out| write_hear(out, "Alpha", 0.0, Some(-17.62), b"abc#1!*")),
            written(|out| write_hear(out, "Alpha", 0.0, None, b"hello")),
            written(|out| write_gyro(out, [1.2, -0.18, 0.2])),
            written(|out| write_accelerometer(out, [-0.001, 0.0, 9.81])),
            written(|out| write_joint(out, "hj1", -10.38)),
            written(|out| write_foot_force(out, "rf", [-0.0, -0.01, -0.01], [0.0, -0.1, 106.86])),
            written(|out| {
                write_vision(out, |out| {
                    write_point(out, "F1L", [18.65, 53.84, -5.11]);
                    write_player(out, "Alpha", 3, parts.into_iter());
                    write_line(out, [[1.89, 0.15, -59.81], [11.12, -0.1, -8.47]]);
                });
            }),
        ];
        let expected = [
            "(time (now 1.38))",
            "(GS (unum 3) (team left) (sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))",
            "(GS (sl 0) (sr 0) (t 0.00) (pm BeforeKickOff))",
            "(hear Alpha 0.00 -17.62 abc#1!*)",
            "(hear Alpha 0.00 self hello)",
            "(GYR (n torso) (rt 1.20 -0.18 0.20))",
            "(ACC (n torso) (a -0.00 0.00 9.81))",
            "(HJ (n hj1) (ax -10.38))",
            "(FRP (n rf) (c -0.00 -0.01 -0.01) (f 0.00 -0.10 106.86))",
            "(See (F1L (pol 18.65 53.84 -5.11)) (P (team Alpha) (id 3) (rlowerarm (pol 0.19 -35.43 \
             -21.46)) (llowerarm (pol 0.18 34.33 -21.82))) (L (pol 1.89 0.15 -59.81) (pol 11.12 \
             -0.10 -8.47)))",
        ];
        assert_eq!(texts.each_ref().map(String::as_str), expected);
    }
}
