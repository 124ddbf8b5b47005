//! Whose page it is that connects by WebSocket.
//!
//! A browser lets every page connect to every address, this machine's own included, and says where the
//! page comes from. Programs say nothing.

use crate::wire::printable;
use std::net::IpAddr;

use tokio_tungstenite::tungstenite::http::header::{HOST, HeaderMap, HeaderValue, ORIGIN};
use tokio_tungstenite::tungstenite::http::uri::{Authority, Uri};

/// The origin of a page that is neither of this machine nor of the host that it connects to, as part
/// of a line; `None` for all that may command.
pub(super) fn stranger(headers: &HeaderMap) -> Option<String> {
    let host = headers.get(HOST).and_then(host_of);
    let is_strange = |origin: &&HeaderValue| match page(origin) {
        Some(page) => !is_loopback(&page) && host.as_ref() != Some(&page),
        None => true,
    };
    let origin = headers.get_all(ORIGIN).iter().find(is_strange)?;
    Some(format!("'{}'", printable(&String::from_utf8_lossy(origin.as_bytes()))))
}

/// Host of a page; `null`, which stands for a file among others, has none.
fn page(origin: &HeaderValue) -> Option<String> {
    let uri: Uri = origin.to_str().ok()?.parse().ok()?;
    uri.scheme()?;
    uri.host().map(str::to_ascii_lowercase)
}

fn host_of(host: &HeaderValue) -> Option<String> {
    let authority: Authority = host.to_str().ok()?.parse().ok()?;
    Some(authority.host().to_ascii_lowercase())
}

fn is_loopback(host: &str) -> bool {
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || address.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn is_stranger(host: &str, origins: &[&str]) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        for origin in origins {
            headers.append(ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        stranger(&headers).is_some()
    }

    #[test]
    fn programs_and_pages_of_this_machine_or_the_server_may_command() {
        for origins in [
            &[][..],
            &["http://localhost:8000"],
            &["http://LocalHost"],
            &["https://127.0.0.1"],
            &["http://127.9.9.9:1"],
            &["http://[::1]:8000"],
            &["http://10.0.0.7"],
            &["https://10.0.0.7:8080", "http://localhost"],
        ] {
            assert!(!is_stranger("10.0.0.7:60002", origins), "{origins:?}");
        }
        assert!(!is_stranger("Field.Example:60002", &["http://field.example"]));
        assert!(!is_stranger("[fe80::1]:60002", &["http://[fe80::1]:80"]));
    }

    #[test]
    fn all_other_pages_are_strangers() {
        for origins in [
            &["null"][..],
            &["file://"],
            &[""],
            &["localhost"],
            &["http://"],
            &["http://evil.example"],
            &["http://localhost.evil.example"],
            &["http://127.0.0.1.evil.example"],
            &["http://localhost@evil.example"],
            &["http://10.0.0.70"],
            &["http://localhost", "http://evil.example"],
        ] {
            assert!(is_stranger("10.0.0.7:60002", origins), "{origins:?}");
        }
        assert!(is_stranger("", &["http://evil.example"]));
    }
}
