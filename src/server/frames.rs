//! Messages of one client by TCP, with their lengths in front.

use super::complaints::Complaints;
use bytes::BytesMut;
use futures_util::StreamExt;
use tokio::io::AsyncRead;
use tokio_util::codec::{FramedRead, LengthDelimitedCodec};
use tokio_util::sync::CancellationToken;

/// What a client sends until its session is over.
pub(super) struct Frames<R> {
    frames: FramedRead<R, LengthDelimitedCodec>,
    gone: CancellationToken,
}

impl<R: AsyncRead + Unpin> Frames<R> {
    /// Messages of at most `longest` bytes; `gone` ends them.
    pub(super) fn new(socket: R, longest: usize, gone: CancellationToken) -> Self {
        let codec = LengthDelimitedCodec::builder().max_frame_length(longest).new_codec();
        Self { frames: FramedRead::new(socket, codec), gone }
    }

    /// The next message; `None` when the connection is over, whatever ended it.
    pub(super) async fn next(&mut self, complaints: &Complaints) -> Option<BytesMut> {
        tokio::select! {
            () = self.gone.cancelled() => None,
            frame = self.frames.next() => frame?.map_err(|error| complaints.add(error)).ok(),
        }
    }
}
