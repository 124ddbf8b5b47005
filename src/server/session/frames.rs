//! The messages that one client sends by TCP, each with a length prefix.

use crate::server::complaints::Complaints;
use crate::wire::framing;
use bytes::BytesMut;
use futures_util::StreamExt;
use std::io::{Error, ErrorKind};
use tokio::io::AsyncRead;
use tokio_util::codec::{FramedRead, LengthDelimitedCodec};
use tokio_util::sync::CancellationToken;

/// The messages of one client, until its session ends.
pub(in crate::server) struct Frames<R> {
    frames: FramedRead<R, LengthDelimitedCodec>,
    longest: usize,
    gone: CancellationToken,
}

impl<R: AsyncRead + Unpin> Frames<R> {
    /// Messages of at most `longest` bytes; `gone` ends them.
    pub(in crate::server) fn new(socket: R, longest: usize, gone: CancellationToken) -> Self {
        let codec = LengthDelimitedCodec::builder()
            .length_field_length(framing::PREFIX)
            .max_frame_length(longest)
            .new_codec();
        Self { frames: FramedRead::new(socket, codec), longest, gone }
    }

    /// The next message; `None` when the connection has ended, for whatever reason.
    pub(in crate::server) async fn next(&mut self, complaints: &Complaints) -> Option<BytesMut> {
        let frame = tokio::select! {
            () = self.gone.cancelled() => return None,
            frame = self.frames.next() => frame?,
        };
        frame.map_err(|error| self.complain(&error, complaints)).ok()
    }

    fn complain(&self, error: &Error, complaints: &Complaints) {
        match error.kind() {
            // Most clients close their connection without reading everything.
            ErrorKind::ConnectionReset => {}
            ErrorKind::InvalidData => {
                let longest = self.longest;
                complaints.add(format_args!("sends a message of more than {longest} bytes"));
            }
            _ => complaints.add(error),
        }
    }
}
