//! Shows anything without a server: environments, recordings, games.

use super::super::monitor::{MOST_UNREAD, MonitorLink};
use super::super::origin::TrustedPages;
use super::super::session::{Clients, Policy, Sessions};
use super::super::{MAX_PER_ADDRESS, ServerError, end, listen_to_browsers, listener, network};
use super::delta::{DeltaEncoder, Shot};
use crate::server::dialect::ReaderId;
use crate::wire::Message;
use std::net::SocketAddr;
use std::sync::{Arc, mpsc};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Maximum number of messages of one viewer that are taken at a time.
const MOST_WORDS: usize = 64;
/// Maximum number of pieces of news that wait for a shot.
const MOST_NEWS: usize = 64;

/// Where something is shown.
#[derive(Clone, Debug)]
pub struct ShowConfig {
    /// Address for browsers.
    pub host: String,
    /// Port for browsers; 0 takes a free one.
    pub port: u16,
    /// Viewers that know it may send requests.
    pub token: String,
    /// Further hosts whose pages may watch, as in [`ServerConfig`](super::super::ServerConfig).
    pub origins: Vec<String>,
}

/// A page on which shots are shown. It is served until this value is dropped.
#[derive(Debug)]
pub struct Show {
    /// `None` once it has ended.
    runtime: Option<Runtime>,
    address: SocketAddr,
    stop: CancellationToken,
    tasks: TaskTracker,
    arrivals: mpsc::Receiver<MonitorLink<String>>,
    viewers: Vec<(ReaderId, MonitorLink<String>)>,
    count: u64,
    encoder: DeltaEncoder,
    /// What has happened since the last shot, each as JSON.
    news: Vec<String>,
}

impl Show {
    /// Opens the port and serves the page.
    ///
    /// # Errors
    /// [`ServerError`] if the port is taken, one of the origins is not a host, or threads cannot be
    /// started.
    pub fn open(config: &ShowConfig) -> Result<Self, ServerError> {
        let pages = TrustedPages::new(&config.origins, &config.host)?;
        let runtime = network()?;
        let port = listener::bind("browsers", &config.host, config.port);
        let listener = runtime.block_on(port)?;
        let address = listener.local_addr()?;
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let policy = Policy {
            commands: true,
            pages,
            most_per_address: MAX_PER_ADDRESS,
            exempts_loopback: false,
        };
        let clients = Clients::new("browsers", &stop, &tasks, policy);
        let (sessions, arrivals) = Sessions::new(&clients, "");
        listen_to_browsers(&runtime, sessions, &config.token, Arc::new(words), listener);
        Ok(Self {
            runtime: Some(runtime),
            address,
            stop,
            tasks,
            arrivals,
            viewers: Vec::new(),
            count: 0,
            encoder: DeltaEncoder::default(),
            news: Vec::new(),
        })
    }

    /// Where browsers connect.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the number of viewers.
    pub fn viewers(&mut self) -> usize {
        for link in self.arrivals.try_iter() {
            self.count += 1;
            self.viewers.push((ReaderId(self.count), link));
        }
        let encoder = &mut self.encoder;
        self.viewers.retain(|(id, link)| {
            let is_here = !link.requests.is_over();
            if !is_here {
                encoder.forget(*id);
            }
            is_here
        });
        self.viewers.len()
    }

    /// Returns the requests, as text, of viewers who know the token since the last call.
    pub fn asked(&mut self) -> Vec<String> {
        self.viewers();
        let mut words = Vec::new();
        for (_, link) in &mut self.viewers {
            link.requests.take(MOST_WORDS, |word| words.push(word));
        }
        words
    }

    /// Queues a piece of news, as JSON, which is sent with the next shot.
    pub fn tell(&mut self, news: String) {
        if self.news.len() < MOST_NEWS {
            self.news.push(news);
        }
    }

    /// Sends a shot to all viewers. A viewer that reads too slowly misses some shots.
    pub fn show(&mut self, shot: &Shot<'_>) {
        self.news.extend_from_slice(shot.news);
        self.encoder.begin(&Shot { news: &self.news, ..*shot });
        self.news.clear();
        for (id, link) in &self.viewers {
            let is_sent =
                link.outbox.waiting() < MOST_UNREAD && link.outbox.send(self.encoder.message(*id));
            if !is_sent {
                self.encoder.forget(*id);
            }
        }
    }
}

impl Drop for Show {
    fn drop(&mut self) {
        self.viewers.clear();
        if let Some(runtime) = self.runtime.take() {
            end(runtime, &self.stop, &self.tasks);
        }
    }
}

/// Returns a viewer's request as text, whose meaning is up to the code that shows something.
fn words(message: &[u8]) -> Message<String> {
    let text = String::from_utf8_lossy(message).into_owned();
    Message { parts: vec![text], refused: Vec::new(), dropped: Vec::new() }
}
