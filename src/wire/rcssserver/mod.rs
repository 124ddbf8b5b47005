//! The protocol of rcssserver 19: what players, trainers and coaches of the 2D game say, read, and
//! what they are answered and told.

pub mod coach;
mod full_state;
mod greeting;
mod hear;
mod lexer;
mod look;
mod parameters;
pub mod player;
mod scan;
mod see;
mod sense_body;
mod told;
pub mod trainer;

pub use full_state::write_full_state;
pub use greeting::{parameters, write_init, write_reconnect};
pub use hear::{write_coach, write_heard, write_referee, write_trainer};
pub use parameters::{
    write_all_server_params, write_change_player_type, write_player_params, write_player_type,
    write_server_params,
};
pub use see::write_see;
pub use sense_body::write_sense_body;
pub use told::{read_heard, read_see, read_sense_body};
