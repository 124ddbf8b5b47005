//! A playmaker that agents ask.

use super::Method;
use super::guests::guests;
use super::raw::Raw;
use crate::error::{Error, Result};
use bytes::Bytes;
use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tonic::body::Body;
use tonic::codec::CompressionEncoding;
use tonic::server::Grpc;
use tonic::transport::Server;
use tonic::{Request, Response, Status};
use tower_service::Service;

/// Longest time to wait, at the end, for calls that are still being answered.
const FAREWELL: Duration = Duration::from_millis(500);
/// Calls of one connection that are answered at a time; further ones wait.
const MOST_CALLS: usize = 64;
/// How long a connection may be silent before it is asked for a sign of life.
const SILENCE: Duration = Duration::from_secs(30);
/// How long it may take to give that sign.
const ECHO: Duration = Duration::from_secs(20);

/// Answers calls. May block.
pub trait Playmaker: Send + Sync + 'static {
    /// Answers a call: bytes of its request, which have been checked, to bytes of its response.
    ///
    /// # Errors
    /// The message for the caller, who then does nothing.
    fn answer(&self, method: Method, request: &[u8]) -> std::result::Result<Vec<u8>, String>;
}

/// A playmaker that is served until this is dropped.
#[derive(Debug)]
pub struct Served {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    runtime: Option<tokio::runtime::Runtime>,
}

impl Served {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(runtime) = self.runtime.take() {
            // Once the tasks have ended, the port is free.
            runtime.shutdown_timeout(FAREWELL);
        }
    }
}

/// Serves a playmaker in threads of its own; port 0: a free one. `most` is how many connections it
/// accepts at a time; further ones wait.
///
/// # Errors
/// [`Error::Argument`] for an address on which nobody can listen.
pub fn serve(address: SocketAddr, most: usize, playmaker: Arc<dyn Playmaker>) -> Result<Served> {
    let wrong = |error: std::io::Error| Error::argument("address", format!("{address}: {error}"));
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).enable_all().build().map_err(wrong)?;
    let listener = runtime.block_on(TcpListener::bind(address)).map_err(wrong)?;
    let address = listener.local_addr().map_err(wrong)?;
    let (stop, stopped) = oneshot::channel();
    runtime.spawn(async move {
        let end = async move { drop(stopped.await) };
        let served = Server::builder()
            .concurrency_limit_per_connection(MOST_CALLS)
            .http2_keepalive_interval(Some(SILENCE))
            .http2_keepalive_timeout(Some(ECHO))
            .serve_with_incoming_shutdown(Game(playmaker), guests(listener, most), end);
        if let Err(error) = served.await {
            log::error!("the playmaker's server has ended: {error}");
        }
    });
    Ok(Served { address, stop: Some(stop), runtime: Some(runtime) })
}

/// The service `protos.Game`.
#[derive(Clone)]
struct Game(Arc<dyn Playmaker>);

type Reply<T, E> = Pin<Box<dyn Future<Output = std::result::Result<T, E>> + Send>>;

impl Service<http::Request<Body>> for Game {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Reply<Self::Response, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<std::result::Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let Some(method) = Method::of_path(request.uri().path()) else {
            let status = Status::unimplemented("protos.Game has no such call");
            return Box::pin(std::future::ready(Ok(status.into_http())));
        };
        let call = Call { playmaker: Arc::clone(&self.0), method };
        let mut grpc = Grpc::new(Raw)
            .accept_compressed(CompressionEncoding::Gzip)
            .accept_compressed(CompressionEncoding::Deflate);
        Box::pin(async move { Ok(grpc.unary(call, request).await) })
    }
}

/// One call.
struct Call {
    playmaker: Arc<dyn Playmaker>,
    method: Method,
}

impl Service<Request<Bytes>> for Call {
    type Response = Response<Bytes>;
    type Error = Status;
    type Future = Reply<Self::Response, Status>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<std::result::Result<(), Status>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Bytes>) -> Self::Future {
        let (playmaker, method) = (Arc::clone(&self.playmaker), self.method);
        let request = request.into_inner();
        if let Err(error) = method.check(&request) {
            let status = Status::invalid_argument(format!("{}: {error}", method.name()));
            return Box::pin(std::future::ready(Err(status)));
        }
        let answer = move || playmaker.answer(method, &request);
        Box::pin(async move {
            let answered = tokio::task::spawn_blocking(answer).await;
            let answered = answered.map_err(|_| Status::internal("the playmaker broke down"))?;
            answered.map(|bytes| Response::new(bytes.into())).map_err(Status::unknown)
        })
    }
}
