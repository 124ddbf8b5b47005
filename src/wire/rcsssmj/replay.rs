//! What viewers of a recorded game ask for.

use crate::wire::refusal::{Fault, Message, word};
use crate::wire::words::{Words, bounded};

/// How a recording is to go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control {
    /// `(pause)`: it stands still.
    Pause,
    /// `(play)`: it goes on.
    Play,
    /// `(step)`: it stands still, one message later.
    Step,
    /// `(seek <s>)`: it goes on from a time since its beginning.
    Seek(f64),
    /// `(speed <x>)`: it goes on at that many times real time.
    Speed(f64),
    /// `(reqfullstate)`: everybody is shown the whole picture again.
    FullState,
}

/// Reads what a viewer asks for; commands for a game are refused one by one.
pub fn controls(message: &[u8]) -> Message<Control> {
    Message::read(message, |list, parts| {
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
