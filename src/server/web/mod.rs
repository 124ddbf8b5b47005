//! The viewer: a page that a browser gets from here, and what it shows.
//!
//! One port answers HTTP and WebSocket (`access`): the page's files (`page`), which are part of the
//! program, and `/live`, where the page is sent what it shows. A [`Shot`] is what there is to see
//! at one moment: of a 3D game, of a 2D game, or of a recording. A [`DeltaEncoder`] turns shots
//! into messages: the [`Scenery`] once, then only what has changed. `reporter` reports on the game
//! of a server, [`Show`] on anything else that is shown.
//!
//! `viewer/` has the sources of the page. `viewer/src/message.ts` reads what `delta` writes.

mod access;
mod cast;
mod delta;
mod discs;
mod film;
mod head;
mod inferred_sight;
mod known_robot;
mod overlay;
mod page;
mod page_requests;
mod reporter;
mod scenery;
mod show;
mod stage;
mod studio;
mod telecast;

pub use delta::{DeltaEncoder, Shot};
pub use discs::{DiscGame, DiscPlayer, DiscStage, disc_game, disc_standing};
pub use film::{Chapter, Film, FilmError};
pub use overlay::Overlays;
pub use page_requests::PageRequests;
pub use scenery::{Model, Part, Pitch, Scenery, Tells, Tree, View};
pub use show::{Show, ShowConfig};
pub use stage::Stage;
pub use studio::{Angle, Studio, Style};
pub use telecast::{Selected, Telecast, TelecastError};

pub(super) use access::{KIND, serve};
pub(super) use reporter::Web;

/// Where the viewer is served, and who may send commands with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebConfig {
    /// The port; 0 takes a free one.
    pub port: u16,
    /// Clients that know it may send commands, if commands are allowed at all.
    pub token: String,
}
