//! Expressions of what a robot perceives.
//!
//! Names are written unchanged: a name with a space or a parenthesis makes an expression that
//! cannot be read back.

use crate::wire::number::Number;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Appends `(time (<name> <time>))`, s.
pub fn write_time(out: &mut String, name: &str, [time]: [impl Number; 1]) {
    out.push_str("(time (");
    out.push_str(name);
    out.push(' ');
    time.write(out);
    out.push_str("))");
}

/// Appends `(pos (n <name>) (p <x> <y> <z>))`, m in the world frame.
pub fn write_position(out: &mut String, name: &str, position: [impl Number; 3]) {
    write_reading(out, "pos", name, "p", &position);
}

/// Appends `(quat (n <name>) (q <w> <x> <y> <z>))`, from the sensor's frame to the world's.
pub fn write_orientation(out: &mut String, name: &str, quaternion: [impl Number; 4]) {
    write_reading(out, "quat", name, "q", &quaternion);
}

/// Appends `(GYR (n <name>) (rt <x> <y> <z>))`, deg/s in the sensor's frame.
pub fn write_gyro(out: &mut String, name: &str, rates: [impl Number; 3]) {
    write_reading(out, "GYR", name, "rt", &rates);
}

/// Appends `(ACC (n <name>) (a <x> <y> <z>))`, m/s^2 in the sensor's frame.
pub fn write_accelerometer(out: &mut String, name: &str, acceleration: [impl Number; 3]) {
    write_reading(out, "ACC", name, "a", &acceleration);
}

fn write_reading(out: &mut String, kind: &str, name: &str, key: &str, numbers: &[impl Number]) {
    out.push('(');
    out.push_str(kind);
    out.push_str(" (n ");
    out.push_str(name);
    out.push_str(") (");
    out.push_str(key);
    write_numbers(out, numbers);
    out.push_str("))");
}

fn write_numbers(out: &mut String, numbers: impl IntoIterator<Item = impl Number>) {
    for number in numbers {
        out.push(' ');
        number.write(out);
    }
}

/// Appends `(TCH n <name> val <active>)`; `active` is nonzero for a bumper that touches something.
pub fn write_touch(out: &mut String, name: &str, [active]: [impl Number; 1]) {
    out.push_str("(TCH n ");
    out.push_str(name);
    out.push_str(" val ");
    active.write(out);
    out.push(')');
}

/// Appends `(HJ (n <name>)(ax <angle>)(vx <speed>))`, deg and deg/s.
pub fn write_joint(out: &mut String, name: &str, angle: impl Number, speed: impl Number) {
    out.push_str("(HJ (n ");
    out.push_str(name);
    out.push_str(")(ax ");
    angle.write(out);
    out.push_str(")(vx ");
    speed.write(out);
    out.push_str("))");
}

/// Appends `(JS (names ...) (axs ...) (vxs ...))`: all joints in one expression that begins with
/// `name`, deg and deg/s.
pub fn write_joints(
    out: &mut String,
    name: &str,
    names: impl IntoIterator<Item = impl AsRef<str>>,
    angles: impl IntoIterator<Item = impl Number>,
    speeds: impl IntoIterator<Item = impl Number>,
) {
    out.push('(');
    out.push_str(name);
    out.push(' ');
    write_list(out, "names", names, |out, name| out.push_str(name.as_ref()));
    out.push(' ');
    write_list(out, "axs", angles, |out, angle| angle.write(out));
    out.push(' ');
    write_list(out, "vxs", speeds, |out, speed| speed.write(out));
    out.push(')');
}

fn write_list<T>(
    out: &mut String,
    key: &str,
    items: impl IntoIterator<Item = T>,
    write: impl Fn(&mut String, T),
) {
    out.push('(');
    out.push_str(key);
    out.push(' ');
    for (i, item) in items.into_iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        write(out, item);
    }
    out.push(')');
}

/// Appends `(<name> (pol <distance> <azimuth> <inclination>))`, m and deg in the camera's frame.
pub fn write_object(
    out: &mut String,
    name: &str,
    distance: impl Number,
    azimuth: impl Number,
    elevation: impl Number,
) {
    out.push('(');
    out.push_str(name);
    out.push_str(" (pol ");
    distance.write(out);
    out.push(' ');
    azimuth.write(out);
    out.push(' ');
    elevation.write(out);
    out.push_str("))");
}

/// Appends `(<name> (team <team>)(id <number>)<parts>)`; `write_parts` appends the parts of the
/// body, each as by [`write_object`].
pub fn write_agent<E>(
    out: &mut String,
    name: &str,
    team: &str,
    number: impl Number,
    write_parts: impl FnOnce(&mut String) -> Result<(), E>,
) -> Result<(), E> {
    out.push('(');
    out.push_str(name);
    out.push_str(" (team ");
    out.push_str(team);
    out.push_str(")(id ");
    number.write(out);
    out.push(')');
    write_parts(out)?;
    out.push(')');
    Ok(())
}

/// Appends `(<name> <detections>)`; `write_detections` appends them, as by [`write_object`] and
/// [`write_agent`].
pub fn write_vision<E>(
    out: &mut String,
    name: &str,
    write_detections: impl FnOnce(&mut String) -> Result<(), E>,
) -> Result<(), E> {
    out.push('(');
    out.push_str(name);
    out.push(' ');
    write_detections(out)?;
    out.push(')');
    Ok(())
}

/// Appends `(MIC <name> <sounds>)`; `write_sounds` appends them, as by [`write_sound`].
pub fn write_microphone<E>(
    out: &mut String,
    name: &str,
    write_sounds: impl FnOnce(&mut String) -> Result<(), E>,
) -> Result<(), E> {
    out.push_str("(MIC ");
    out.push_str(name);
    out.push(' ');
    write_sounds(out)?;
    out.push(')');
    Ok(())
}

/// Appends `(<azimuth> <message>)`, deg, the message in base64.
pub fn write_sound(out: &mut String, azimuth: impl Number, message: &[u8]) {
    out.push('(');
    azimuth.write(out);
    out.push(' ');
    STANDARD.encode_string(message, out);
    out.push(')');
}

/// Appends `(GS (t <time>)(pm <mode>)(tl <left>)(tr <right>)(sl <goals>)(sr <goals>))`, s; a team
/// that has not joined yet is left out.
pub fn write_game_state(
    out: &mut String,
    play_time: impl Number,
    play_mode: &str,
    teams: [Option<&str>; 2],
    scores: [impl Number; 2],
) {
    out.push_str("(GS (t ");
    play_time.write(out);
    out.push_str(")(pm ");
    out.push_str(play_mode);
    out.push(')');
    for (key, team) in ["(tl ", "(tr "].into_iter().zip(teams) {
        if let Some(team) = team {
            out.push_str(key);
            out.push_str(team);
            out.push(')');
        }
    }
    for (key, score) in ["(sl ", "(sr "].into_iter().zip(scores) {
        out.push_str(key);
        score.write(out);
        out.push(')');
    }
    out.push(')');
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn written(write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        out
    }

    #[test]
    fn readings() {
        let texts = [
            written(|out| write_time(out, "now", [0.02])),
            written(|out| write_position(out, "p", [1.0, -0.0, 0.125])),
            written(|out| write_orientation(out, "q", [1.0, 0.0, -1e-5, 0.5])),
            written(|out| write_gyro(out, "g", [0.01, 2.0, -3.5])),
            written(|out| write_accelerometer(out, "a", [0.0, 0.0, 9.81])),
            written(|out| write_touch(out, "foot", [1_i64])),
            written(|out| write_joint(out, "q_hj1", -0.5, 12.25)),
        ];
        assert_eq!(
            texts,
            [
                "(time (now 0.02))",
                "(pos (n p) (p 1.0 -0.0 0.125))",
                "(quat (n q) (q 1.0 0.0 -1e-05 0.5))",
                "(GYR (n g) (rt 0.01 2.0 -3.5))",
                "(ACC (n a) (a 0.0 0.0 9.81))",
                "(TCH n foot val 1)",
                "(HJ (n q_hj1)(ax -0.5)(vx 12.25))",
            ]
        );
    }

    #[test]
    fn lists_of_joints() {
        let two = written(|out| write_joints(out, "JS", ["a", "b"], [1.0, 2.0], [0.5, -0.5]));
        assert_eq!(two, "(JS (names a b) (axs 1.0 2.0) (vxs 0.5 -0.5))");
        let none = written(|out| write_joints(out, "JS", [""; 0], [0.0; 0], [0.0; 0]));
        assert_eq!(none, "(JS (names ) (axs ) (vxs ))");
    }

    #[test]
    fn what_is_seen_and_heard() -> Result<(), Infallible> {
        let mut out = String::new();
        write_vision(&mut out, "See", |out| {
            write_object(out, "B", 3.25, -10.0, 0.5);
            write_agent(out, "P", "blue", 7_i64, |out| {
                write_object(out, "head", 1.0, 2.0, 3.0);
                Ok::<_, Infallible>(())
            })
        })?;
        write_microphone(&mut out, "hear", |out| {
            write_sound(out, -90_i64, b"pass");
            Ok::<_, Infallible>(())
        })?;
        assert_eq!(
            out,
            "(See (B (pol 3.25 -10.0 0.5))(P (team blue)(id 7)(head (pol 1.0 2.0 3.0))))\
             (MIC hear (-90 cGFzcw==))"
        );
        Ok(())
    }

    #[test]
    fn a_team_that_is_not_there_is_left_out() {
        let state = |teams| written(|out| write_game_state(out, 1.5, "PlayOn", teams, [0_i64, 2]));
        assert_eq!(state([None, None]), "(GS (t 1.5)(pm PlayOn)(sl 0)(sr 2))");
        assert_eq!(
            state([Some("a"), Some("b")]),
            "(GS (t 1.5)(pm PlayOn)(tl a)(tr b)(sl 0)(sr 2))"
        );
    }
}
