//! One agent's connection to its playmaker.

use super::Method;
use super::dialer::Dialer;
use super::raw::Raw;
use crate::error::{Error, Result};
use bytes::Bytes;
use http::uri::PathAndQuery;
use prost::Message;
use std::net::SocketAddr;
use std::time::Duration;
use thiserror::Error as ThisError;
use tonic::client::Grpc;
use tonic::codec::CompressionEncoding;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status};

/// The longest time that making a connection may take.
const CONNECT: Duration = Duration::from_secs(2);
/// The longest deadline that a playmaker is told: a year. Calls have no room for more than ten
/// thousand years.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// Why a call came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// Nobody listens, or the connection broke.
    Unreachable,
    /// No answer in time.
    Late,
    /// An answer that is not a message of the interface.
    Garbage,
    /// An answer of more bytes than are read.
    TooLarge,
    /// A playmaker that does not know the call.
    Unknown,
    /// The playmaker says that it failed.
    Failed,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 6] =
        [Self::Unreachable, Self::Late, Self::Garbage, Self::TooLarge, Self::Unknown, Self::Failed];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::Late => "late",
            Self::Garbage => "garbage",
            Self::TooLarge => "too_large",
            Self::Unknown => "unknown_call",
            Self::Failed => "failed",
        }
    }

    fn of(status: &Status) -> Self {
        match status.code() {
            Code::DeadlineExceeded | Code::Cancelled => Self::Late,
            Code::Unavailable => Self::Unreachable,
            Code::OutOfRange | Code::ResourceExhausted => Self::TooLarge,
            Code::Unimplemented => Self::Unknown,
            Code::Internal | Code::DataLoss => Self::Garbage,
            // What hyper reports for connections that end in the middle of a call.
            Code::Unknown if std::error::Error::source(status).is_some() => Self::Unreachable,
            _ => Self::Failed,
        }
    }
}

/// A call that came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
#[error("{}: {}", method.name(), reason.name())]
pub struct CallError {
    /// The call.
    pub method: Method,
    /// Why.
    pub reason: Reason,
}

/// A connection to a playmaker, made at the first call, and again after one that broke, unless it
/// is to be [kept](Self::keep).
#[derive(Clone, Debug)]
pub struct Client {
    channel: Channel,
    dialer: Dialer,
}

impl Client {
    /// Returns a connection to a playmaker at an address. Must be called in a tokio runtime.
    ///
    /// # Errors
    /// [`Error::Argument`] if no URI can be made of the address; no such address is known.
    pub fn new(address: SocketAddr) -> Result<Self> {
        let wrong = |error| Error::argument("address", format!("{address}: {error}"));
        let endpoint = Endpoint::from_shared(format!("http://{address}")).map_err(wrong)?;
        let (endpoint, dialer) = (endpoint.connect_timeout(CONNECT), Dialer::new(address));
        Ok(Self { channel: endpoint.connect_with_connector_lazy(dialer.clone()), dialer })
    }

    /// Sets whether calls only use the connection that there is, so that they come to nothing once
    /// it has broken: where it led to, another playmaker may listen by now, which knows nobody.
    pub fn keep(&self, is_kept: bool) {
        self.dialer.allow(!is_kept);
    }

    /// Makes a call, and waits for the answer for at most `patience`.
    ///
    /// # Errors
    /// [`CallError`]
    pub async fn call<A: Message, B: Message + Default>(
        &self,
        method: Method,
        message: &A,
        patience: Duration,
    ) -> std::result::Result<B, CallError> {
        let bytes = Bytes::from(message.encode_to_vec());
        let failed = |reason| CallError { method, reason };
        let answer = tokio::time::timeout(patience, self.exchange(method, bytes, patience)).await;
        let bytes = answer
            .map_err(|_| failed(Reason::Late))?
            .map_err(|status| failed(Reason::of(&status)))?;
        B::decode(bytes).map_err(|_| failed(Reason::Garbage))
    }

    async fn exchange(
        &self,
        method: Method,
        bytes: Bytes,
        patience: Duration,
    ) -> std::result::Result<Bytes, Status> {
        let mut grpc = Grpc::new(self.channel.clone())
            .accept_compressed(CompressionEncoding::Gzip)
            .accept_compressed(CompressionEncoding::Deflate);
        let broken = |error: tonic::transport::Error| Status::unavailable(error.to_string());
        grpc.ready().await.map_err(broken)?;
        let mut request = Request::new(bytes);
        request.set_timeout(patience.min(LONGEST));
        let path = PathAndQuery::from_static(method.path());
        Ok(grpc.unary(request, path, Raw).await?.into_inner())
    }
}
