//! Checks which host a page that connects by WebSocket comes from.
//!
//! A browser lets every page connect to every address, including this machine's own, and reports
//! the page's origin. Other programs report none.
//!
//! If a page comes from the host that it connects to, this proves nothing when that host is a name:
//! whoever owns the name can make it resolve to this machine once the page is loaded. An address
//! cannot be redirected like that, and the names that the user gives are trusted.

use super::ServerError;
use crate::wire::printable;
use std::net::IpAddr;
use std::sync::Arc;

use tokio_tungstenite::tungstenite::http::header::{HOST, HeaderMap, HeaderValue, ORIGIN};
use tokio_tungstenite::tungstenite::http::uri::{Authority, Uri};

/// Where a page comes from, or connects to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Host {
    Address(IpAddr),
    /// In lower case, without a trailing dot.
    Name(String),
}

/// The hosts whose pages may send commands although they are neither this machine nor the address
/// that the page connects to.
#[derive(Debug, Default)]
pub(super) struct TrustedPages(Vec<Host>);

impl TrustedPages {
    /// The hosts that the user names, and the one that the server listens on.
    ///
    /// # Errors
    /// [`ServerError::Page`] for a text that is neither a host name nor an address.
    pub(super) fn new(named: &[String], listening: &str) -> Result<Arc<Self>, ServerError> {
        let host = |text: &String| Host::named(text).ok_or(ServerError::Page(text.clone()));
        let mut hosts: Vec<Host> = named.iter().map(host).collect::<Result<_, _>>()?;
        // Pages from an address are judged by the address that they connect to.
        hosts.extend(Host::named(listening).filter(|host| matches!(host, Host::Name(_))));
        Ok(Arc::new(Self(hosts)))
    }

    /// Returns the origin of a page that may not send commands, as part of a log line; `None` for a
    /// page or program that may.
    pub(super) fn stranger(&self, headers: &HeaderMap) -> Option<String> {
        let mut hosts = headers.get_all(HOST).iter();
        // A client that names two hosts hides something.
        let host = hosts.next().and_then(host_of).filter(|_| hosts.next().is_none());
        let is_strange = |origin: &&HeaderValue| match page(origin) {
            Some(page) => !self.trusts(&page, host.as_ref()),
            None => true,
        };
        let origin = headers.get_all(ORIGIN).iter().find(is_strange)?;
        Some(format!("'{}'", printable(&String::from_utf8_lossy(origin.as_bytes()))))
    }

    /// Returns what is suspicious about a request for the viewer's page, or by it, as part of a log
    /// line; `None` for requests of the page itself and of programs.
    ///
    /// The requested host must be an address, `localhost`, or a name that the user has given. A
    /// page must come from exactly that host and port, or from a host that the user has given.
    pub(super) fn stranger_to_page(&self, headers: &HeaderMap) -> Option<String> {
        let shown = |value: &HeaderValue| {
            Some(format!("'{}'", printable(&String::from_utf8_lossy(value.as_bytes()))))
        };
        let mut hosts = headers.get_all(HOST).iter();
        let (Some(asked), None) = (hosts.next(), hosts.next()) else {
            return Some("none or several hosts".to_owned());
        };
        let is_known = match host_of(asked) {
            Some(Host::Address(_)) => true,
            Some(Host::Name(name)) if name == "localhost" => true,
            Some(name) => self.0.contains(&name),
            None => false,
        };
        if !is_known {
            return shown(asked);
        }
        let is_own = |origin: &HeaderValue| {
            let authority = origin.as_bytes().strip_prefix(b"http://");
            authority.is_some_and(|authority| authority.eq_ignore_ascii_case(asked.as_bytes()))
                || page(origin).is_some_and(|page| self.0.contains(&page))
        };
        headers.get_all(ORIGIN).iter().find(|origin| !is_own(origin)).and_then(shown)
    }

    fn trusts(&self, page: &Host, host: Option<&Host>) -> bool {
        let is_own = match page {
            Host::Address(address) => address.is_loopback() || host == Some(page),
            Host::Name(name) => name == "localhost",
        };
        is_own || self.0.contains(page)
    }
}

impl Host {
    /// A host as the user names it: without scheme and port, an IPv6 address with or without its
    /// brackets.
    fn named(text: &str) -> Option<Self> {
        if let Ok(address) = text.parse::<IpAddr>() {
            return Some(Self::Address(address.to_canonical()));
        }
        let authority: Authority = text.parse().ok()?;
        let host = Self::of(authority.host())?;
        (authority.as_str() == authority.host()).then_some(host)
    }

    /// A host as it stands in a URL; `None` if it is not valid.
    fn of(text: &str) -> Option<Self> {
        if let Some(address) = text.strip_prefix('[') {
            let address: IpAddr = address.strip_suffix(']')?.parse().ok()?;
            return Some(Self::Address(address.to_canonical()));
        }
        let name = text.strip_suffix('.').unwrap_or(text);
        if name.is_empty() {
            return None;
        }
        let address = name.parse().map(Self::Address);
        Some(address.unwrap_or_else(|_| Self::Name(name.to_ascii_lowercase())))
    }
}

/// Host of a page; `None` for the origin `null`, which stands for a local file among others.
fn page(origin: &HeaderValue) -> Option<Host> {
    let uri: Uri = origin.to_str().ok()?.parse().ok()?;
    uri.scheme()?;
    Host::of(uri.host()?)
}

fn host_of(host: &HeaderValue) -> Option<Host> {
    let authority: Authority = host.to_str().ok()?.parse().ok()?;
    Host::of(authority.host())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Whether a page is a stranger to a server that trusts the hosts `named` and listens on
    /// `listening`.
    fn is_strange_to(named: &[&str], listening: &str, host: &str, origins: &[&str]) -> bool {
        let named: Vec<String> = named.iter().map(|&name| name.to_owned()).collect();
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        for origin in origins {
            headers.append(ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        TrustedPages::new(&named, listening).unwrap().stranger(&headers).is_some()
    }

    fn is_stranger(host: &str, origins: &[&str]) -> bool {
        is_strange_to(&[], "0.0.0.0", host, origins)
    }

    #[test]
    fn programs_and_pages_of_this_machine_or_the_server_may_command() {
        for origins in [
            &[][..],
            &["http://localhost:8000"],
            &["http://LocalHost"],
            &["http://localhost.:8000"],
            &["https://127.0.0.1"],
            &["http://127.9.9.9:1"],
            &["http://[::1]:8000"],
            &["http://[::ffff:7f00:1]"],
            &["http://10.0.0.7"],
            &["https://10.0.0.7:8080", "http://localhost"],
        ] {
            assert!(!is_stranger("10.0.0.7:60002", origins), "{origins:?}");
        }
        assert!(!is_stranger("[fe80::1]:60002", &["http://[fe80::1]:80"]));
        assert!(!is_stranger("[FE80:0::1]", &["http://[fe80::1]"]));
        assert!(!is_stranger("evil.example", &[]), "a program");
    }

    #[test]
    fn all_other_pages_are_strangers() {
        for origins in [
            &["null"][..],
            &["file://"],
            &[""],
            &["localhost"],
            &["http://"],
            &["http://."],
            &["http://[127.0.0.1"],
            &["http://evil.example"],
            &["http://localhost.evil.example"],
            &["http://evil.localhost.example"],
            &["http://127.0.0.1.evil.example"],
            &["http://localhost@evil.example"],
            &["http://10.0.0.70"],
            &["http://localhost", "http://evil.example"],
        ] {
            assert!(is_stranger("10.0.0.7:60002", origins), "{origins:?}");
        }
        assert!(is_stranger("", &["http://evil.example"]));
    }

    #[test]
    fn a_name_that_a_page_connects_to_proves_nothing() {
        for (host, origin) in [
            ("evil.example", "http://evil.example"),
            ("evil.example:60002", "http://evil.example:60002"),
            ("Evil.Example:60002", "https://evil.example"),
            ("evil.example.", "http://evil.example."),
            ("evil.example", "http://EVIL.example.:60002"),
            ("localhost.evil.example", "http://localhost.evil.example"),
            ("127.0.0.1.evil.example", "http://127.0.0.1.evil.example"),
            ("1", "http://1"),
        ] {
            assert!(is_stranger(host, &[origin]), "{origin} to {host}");
            assert!(is_strange_to(
                &["field.example", "10.0.0.7"],
                "field.example",
                host,
                &[origin]
            ));
        }
    }

    #[test]
    fn the_page_of_the_viewer_comes_from_where_it_looks() {
        let is_strange = |named: &[&str], host: &str, origins: &[&str]| {
            let named: Vec<String> = named.iter().map(|&name| name.to_owned()).collect();
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_str(host).unwrap());
            for origin in origins {
                headers.append(ORIGIN, HeaderValue::from_str(origin).unwrap());
            }
            TrustedPages::new(&named, "127.0.0.1").unwrap().stranger_to_page(&headers).is_some()
        };
        for (host, origins) in [
            ("127.0.0.1:8080", &[][..]),
            ("127.0.0.1:8080", &["http://127.0.0.1:8080"]),
            ("localhost:8080", &["http://LocalHost:8080"]),
            ("[::1]:8080", &["http://[::1]:8080"]),
            ("10.0.0.7:80", &["http://10.0.0.7:80"]),
        ] {
            assert!(!is_strange(&[], host, origins), "{origins:?} at {host}");
        }
        for (host, origins) in [
            ("127.0.0.1:8080", &["http://127.0.0.1:8081"][..]),
            ("127.0.0.1:8080", &["http://localhost:8080"]),
            ("127.0.0.1:8080", &["https://127.0.0.1:8080"]),
            ("127.0.0.1:8080", &["http://evil.example"]),
            ("127.0.0.1:8080", &["null"]),
            ("127.0.0.1:8080", &["http://127.0.0.1:8080", "http://evil.example"]),
            ("evil.example:8080", &["http://evil.example:8080"]),
            ("evil.example:8080", &[]),
            ("", &[]),
        ] {
            assert!(is_strange(&[], host, origins), "{origins:?} at {host}");
        }
        let origins = &["https://field.example"];
        assert!(!is_strange(&["field.example"], "field.example:8080", origins));
        assert!(!is_strange(&["field.example"], "127.0.0.1:8080", origins));
        assert!(is_strange(&["field.example"], "other.example:8080", origins));
    }

    #[test]
    fn two_hosts_are_none() {
        let mut headers = HeaderMap::new();
        for host in ["10.0.0.7", "10.0.0.8"] {
            headers.append(HOST, HeaderValue::from_static(host));
        }
        headers.insert(ORIGIN, HeaderValue::from_static("http://10.0.0.7"));
        assert!(TrustedPages::default().stranger(&headers).is_some());
    }

    #[test]
    fn pages_of_hosts_that_the_user_names_may_command() {
        let named = ["Field.Example", "10.0.0.9", "[fe80::1]", "fe80::2", "viewer"];
        for origin in [
            "http://field.example",
            "https://FIELD.example.:8443",
            "http://10.0.0.9:80",
            "http://[fe80::1]",
            "http://[fe80:0::2]:80",
            "http://viewer",
        ] {
            assert!(
                !is_strange_to(&named, "0.0.0.0", "field.example:60002", &[origin]),
                "{origin}"
            );
            assert!(!is_strange_to(&named, "0.0.0.0", "10.0.0.7:60002", &[origin]), "{origin}");
            assert!(is_stranger("10.0.0.7:60002", &[origin]), "{origin}");
        }
        let evil = &["http://field.example", "http://evil.example"];
        assert!(is_strange_to(&named, "0.0.0.0", "field.example", evil));
        assert!(is_strange_to(&named, "0.0.0.0", "x", &["http://x.field.example"]));
    }

    #[test]
    fn the_name_that_the_server_listens_on_is_named() {
        let page = &["http://field.example"];
        assert!(!is_strange_to(&[], "Field.Example", "field.example:60002", page));
        assert!(is_strange_to(&[], "0.0.0.0", "10.0.0.7", &["http://0.0.0.0"]));
        assert!(is_strange_to(&[], "", "field.example:60002", page));
    }

    #[test]
    fn what_is_no_host_cannot_be_named() {
        let bad =
            ["", "http://field.example", "field.example:80", "me@field.example", "a b", "/", "."];
        for name in bad {
            let error = TrustedPages::new(&[name.to_owned()], "0.0.0.0").unwrap_err();
            assert!(error.to_string().contains(&format!("'{name}'")), "{error}");
        }
    }
}
