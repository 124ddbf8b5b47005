//! Who opens an agent's connections.

use http::Uri;
use hyper_util::rt::TokioIo;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::net::TcpStream;
use tower_service::Service;

/// Opens connections to an address while it may.
#[derive(Clone, Debug)]
pub(super) struct Dialer {
    address: SocketAddr,
    is_allowed: Arc<AtomicBool>,
}

impl Dialer {
    pub fn new(address: SocketAddr) -> Self {
        Self { address, is_allowed: Arc::new(AtomicBool::new(true)) }
    }

    /// Sets whether it, and its clones, may open connections.
    pub fn allow(&self, is_allowed: bool) {
        self.is_allowed.store(is_allowed, Ordering::Relaxed);
    }
}

impl Service<Uri> for Dialer {
    type Response = TokioIo<TcpStream>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let (address, is_allowed) = (self.address, self.is_allowed.load(Ordering::Relaxed));
        Box::pin(async move {
            if !is_allowed {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            Ok(TokioIo::new(stream))
        })
    }
}
