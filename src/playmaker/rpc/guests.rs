//! The connections of a playmaker's server: how many there may be, and how long one may say nothing
//! at first.

use futures_util::Stream;
use futures_util::stream::unfold;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};
use tonic::transport::server::{Connected, TcpConnectInfo};

/// How long a connection may take to send its first byte.
const FIRST: Duration = Duration::from_secs(10);
/// How long to wait after a connection could not be accepted, as the process has no file descriptor
/// left.
const PAUSE: Duration = Duration::from_millis(100);

/// A connection that counts until it is dropped.
#[derive(Debug)]
pub(super) struct Guest {
    stream: TcpStream,
    /// Until the first byte has arrived.
    deadline: Option<Pin<Box<Sleep>>>,
    _permit: OwnedSemaphorePermit,
}

/// Accepts connections, up to `most` at a time. If no permit is available the listener waits, and
/// so do clients.
pub(super) fn guests(listener: TcpListener, most: usize) -> impl Stream<Item = io::Result<Guest>> {
    let permits = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
    unfold((listener, permits), |(listener, permits)| async move {
        let permit = Arc::clone(&permits).acquire_owned().await.ok()?;
        let stream = loop {
            match listener.accept().await {
                Ok((stream, _)) => break stream,
                Err(error) => log::debug!("a connection cannot be accepted: {error}"),
            }
            sleep(PAUSE).await;
        };
        let deadline = Some(Box::pin(sleep(FIRST)));
        let guest = stream.set_nodelay(true).map(|()| Guest { stream, deadline, _permit: permit });
        Some((guest, (listener, permits)))
    })
}

impl Connected for Guest {
    type ConnectInfo = TcpConnectInfo;

    fn connect_info(&self) -> TcpConnectInfo {
        self.stream.connect_info()
    }
}

impl AsyncRead for Guest {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if read.is_ready() {
            self.deadline = None;
        } else if let Some(deadline) = &mut self.deadline
            && deadline.as_mut().poll(context).is_ready()
        {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for Guest {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
