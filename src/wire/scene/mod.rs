//! Reads scene graphs as monitors are sent them: SimSpark's and rcsssmj's, which have the same
//! grammar.
//!
//! A scene is a tree of nodes. A full text has all of them:
//!
//! ```text
//! (nd TRF (SLT <16 numbers>)(nd SMN (load StdUnitBox)(sSc 1 31 1)(sMat matGrey)))(nd ...)
//! ```
//!
//! A text of differences has the same tree, but a node contains only what has changed, which is
//! mostly nothing: `(nd (SLT ...)(nd SMN))`. It may leave out the word for the type of a node, as
//! rcsssmj does, or all types, as old servers of SimSpark do.
//!
//! `reader.rs` turns text into events, without recursion; [`Graph`] keeps the tree.
//! Source: the network protocol of SimSpark, "Scene Graph Contents".

mod fault;
mod graph;
mod node;
mod reader;

pub use fault::Fault;
pub use graph::Graph;
pub use node::{Kind, Light, Mesh, Node};
pub use reader::{MAX_DEPTH, MAX_NODES};

use fault::fault;
