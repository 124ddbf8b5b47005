//! What agents tell each other in ten characters, as the 2D league's common agent library packs it:
//! numbers in base 74, after a letter for the kind. Frames are those of the speaker's team.

mod hear;
mod number;
mod pack;

pub use hear::{Heard, hear};
pub use pack::{Refusal, pack};

use super::protos;

/// Maximum number of characters that can be said at once.
pub const MOST: usize = 10;

/// Kinds of messages, with their letters and lengths.
pub const KINDS: [(&str, char, usize); 22] = [
    ("ball_message", 'b', 6),
    ("pass_message", 'p', 10),
    ("intercept_message", 'i', 3),
    ("goalie_message", 'g', 5),
    ("goalie_and_player_message", 'e', 8),
    ("offside_line_message", 'o', 2),
    ("defense_line_message", 'd', 2),
    ("wait_request_message", 'w', 1),
    ("setplay_message", 'F', 2),
    ("pass_request_message", 'h', 4),
    ("stamina_message", 's', 2),
    ("recovery_message", 'r', 2),
    ("stamina_capacity_message", 'c', 2),
    ("dribble_message", 'D', 4),
    ("ball_goalie_message", 'G', 10),
    ("one_player_message", 'P', 4),
    ("two_player_message", 'Q', 7),
    ("three_player_message", 'R', 10),
    ("self_message", 'S', 5),
    ("teammate_message", 'T', 5),
    ("opponent_message", 'O', 5),
    ("ball_player_message", 'B', 10),
];

/// Several messages in their order; one that no longer fits, or cannot be said, is left out.
pub fn pack_all<'a>(messages: impl IntoIterator<Item = &'a protos::Say>) -> String {
    let mut text = String::new();
    for message in messages {
        if let Ok(own) = pack(message)
            && text.len() + own.len() <= MOST
        {
            text.push_str(&own);
        }
    }
    text
}
