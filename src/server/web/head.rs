//! The head of an HTTP request, as far as a page of a few files needs it.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue, Request, Uri, Version};

/// Longest head of a request, bytes.
const LONGEST: usize = 1 << 14;
/// Maximum number of headers of a request.
const MOST_HEADERS: usize = 64;

/// A request, and what came right after its head.
pub(super) struct Head {
    pub(super) request: Request<()>,
    pub(super) rest: Vec<u8>,
}

/// Why there is no request to answer.
pub(super) enum NoHead {
    /// The client has gone.
    Gone,
    /// What it sends is not a request.
    Malformed,
}

impl From<io::Error> for NoHead {
    fn from(_: io::Error) -> Self {
        Self::Gone
    }
}

impl Head {
    /// Reads a request up to its empty line.
    pub(super) async fn read(stream: &mut (impl AsyncRead + Unpin)) -> Result<Self, NoHead> {
        let mut bytes = Vec::new();
        loop {
            let mut part = [0; 2048];
            let count = stream.read(&mut part).await?;
            if count == 0 {
                return Err(NoHead::Gone);
            }
            bytes.extend_from_slice(&part[..count]);
            if let Some(head) = Self::of(&bytes)? {
                return Ok(head);
            }
            if bytes.len() > LONGEST {
                return Err(NoHead::Malformed);
            }
        }
    }

    /// Returns the request with which `bytes` begins, once its head is complete.
    fn of(bytes: &[u8]) -> Result<Option<Self>, NoHead> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let length = match parsed.parse(bytes).map_err(|_| NoHead::Malformed)? {
            httparse::Status::Complete(length) => length,
            httparse::Status::Partial => return Ok(None),
        };
        let (Some(method), Some(path)) = (parsed.method, parsed.path) else {
            return Err(NoHead::Malformed);
        };
        let uri: Uri = path.parse().map_err(|_| NoHead::Malformed)?;
        let version = if parsed.version == Some(1) { Version::HTTP_11 } else { Version::HTTP_10 };
        let mut request = Request::builder().method(method).uri(uri).version(version);
        for header in parsed.headers.iter() {
            let name = HeaderName::from_bytes(header.name.as_bytes());
            let value = HeaderValue::from_bytes(header.value);
            let (Ok(name), Ok(value)) = (name, value) else { return Err(NoHead::Malformed) };
            request = request.header(name, value);
        }
        let request = request.body(()).map_err(|_| NoHead::Malformed)?;
        Ok(Some(Self { request, rest: bytes[length..].to_vec() }))
    }
}
