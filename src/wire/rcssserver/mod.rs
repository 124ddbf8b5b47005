//! The protocol of rcssserver 19: reads what players, trainers, coaches and monitors of the 2D game
//! send, and writes the answers and everything else that they are sent.

pub mod coach;
mod full_state;
mod graphic;
mod greeting;
mod hear;
pub mod init;
mod lexer;
mod look;
pub mod monitor;
pub mod news;
pub mod options;
mod outcome;
mod parameters;
pub mod player;
mod read_senses;
mod reports;
mod scan;
mod see;
mod sense_body;
pub mod trainer;

/// The answer to a message that cannot be read.
const ILLEGAL: &str = "(error illegal_command_form)";

pub use full_state::write_full_state;
pub use greeting::{coach_greeting, parameters, trainer_greeting, write_init, write_reconnect};
pub use hear::{write_coach, write_heard, write_referee, write_trainer};
pub use look::write_see_global;
pub use outcome::Outcome;
pub use parameters::{
    write_all_server_params, write_change_player_type, write_player_params, write_player_type,
    write_server_params,
};
pub use read_senses::{read_heard, read_see, read_sense_body};
pub use reports::take_in;
pub use see::write_see;
pub use sense_body::write_sense_body;
