//! The files of the page, and answers to requests for them.
//!
//! They are built from `viewer/` (`make viewer`) and kept here, so that neither a build nor an
//! installation needs Node.

use std::fmt::Write;

/// A file of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    content: &'static [u8],
}

const FILES: [File; 4] = [
    File {
        path: "/",
        kind: "text/html; charset=utf-8",
        content: include_bytes!("built/index.html"),
    },
    File {
        path: "/viewer.js",
        kind: "text/javascript; charset=utf-8",
        content: include_bytes!("built/viewer.js"),
    },
    File {
        path: "/viewer.css",
        kind: "text/css; charset=utf-8",
        content: include_bytes!("built/viewer.css"),
    },
    File {
        path: "/licences.txt",
        kind: "text/plain; charset=utf-8",
        content: include_bytes!("built/licences.txt"),
    },
];

/// Allows nothing but this server's own files and sockets, and no page that embeds this one.
const SECURITY: &str = "Content-Security-Policy: default-src 'self'; connect-src 'self'; \
    img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self' 'unsafe-inline'; \
    frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Referrer-Policy: no-referrer\r\n\
    X-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\n";

/// Returns the answer to a request for a file; without its content for a `HEAD` request.
pub(super) fn answer(method: &str, path: &str) -> Vec<u8> {
    if !matches!(method, "GET" | "HEAD") {
        return refusal("405 Method Not Allowed", "There are only files to get here.");
    }
    match FILES.iter().find(|file| file.path == path) {
        Some(File { kind, content, .. }) => {
            let body = if method == "HEAD" { &[][..] } else { content };
            response("200 OK", kind, content.len(), body)
        }
        None => refusal("404 Not Found", "There is no such file here."),
    }
}

/// Returns the answer to a request that is refused.
pub(super) fn refusal(status: &str, reason: &str) -> Vec<u8> {
    let body = format!("{reason}\n");
    response(status, "text/plain; charset=utf-8", body.len(), body.as_bytes())
}

fn response(status: &str, kind: &str, length: usize, body: &[u8]) -> Vec<u8> {
    let mut head = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        head,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n{SECURITY}\r\n"
    );
    let mut bytes = head.into_bytes();
    bytes.extend_from_slice(body);
    bytes
}
