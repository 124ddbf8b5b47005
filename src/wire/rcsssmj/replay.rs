//! Requests of viewers of a recorded game.

use crate::wire::refusal::{Fault, Message, word};
use crate::wire::sexpr::Spacing;
use crate::wire::words::{Words, bounded};

/// How playback of a recording is to continue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control {
    /// `(pause)`: playback pauses.
    Pause,
    /// `(play)`: playback continues.
    Play,
    /// `(step)`: playback moves on by one message and pauses.
    Step,
    /// `(seek <s>)`: playback jumps to a time since the beginning.
    Seek(f64),
    /// `(speed <x>)`: playback continues at that many times real time.
    Speed(f64),
    /// `(reqfullstate)`: all viewers are sent a full message again.
    FullState,
}

/// Reads a viewer's requests; commands for a game are refused one by one.
pub fn controls(message: &[u8]) -> Message<Control> {
    Message::read(message, Spacing::Blank, |list, parts| {
        let words = Words::of(list);
        parts.extend(match words.head()? {
            b"pause" => Some(Control::Pause),
            b"play" => Some(Control::Play),
            b"step" => Some(Control::Step),
            b"seek" => Some(Control::Seek(bounded(["time"], words.floats(1)?)?[0])),
            b"speed" => Some(Control::Speed(bounded(["speed"], words.floats(1)?)?[0])),
            b"reqfullstate" => Some(Control::FullState),
            b"init" => None,
            name => {
                let reason = format!("{} does nothing to a recorded game", word(name));
                return Err(Fault::Part(reason));
            }
        });
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_them() {
        let message = controls(b"(init)(pause)(seek 90.5)(speed 2)(step)(play)(reqfullstate)");
        let expected = [
            Control::Pause,
            Control::Seek(90.5),
            Control::Speed(2.0),
            Control::Step,
            Control::Play,
            Control::FullState,
        ];
        assert_eq!(message.parts, expected);
        assert_eq!(message.refused, []);
    }

    #[test]
    fn what_is_refused_leaves_the_rest() {
        let message = controls(b"(kickOff Left)(seek nan)(pause)");
        assert_eq!(message.parts, [Control::Pause]);
        let refused: Vec<_> = message.refused.iter().map(ToString::to_string).collect();
        assert!(refused[0].contains("'kickOff' does nothing to a recorded game"), "{refused:?}");
        assert!(refused[1].contains("time = NaN"), "{refused:?}");
    }
}
