//! A client's own socket, for sending and receiving.

use super::compression::{pack, unpack};
use crate::server::session::Permit;
use mio::net::UdpSocket;
use mio::{Interest, Registry, Token};
use std::io::{ErrorKind, Result};
use std::net::{IpAddr, SocketAddr};

/// Bytes of the longest datagram that is read, as in rcssserver.
pub(super) const LONGEST: usize = 8192;

/// The result of reading a socket.
pub(super) enum Received {
    /// A message.
    Message(Vec<u8>),
    /// Nothing more for now.
    Nothing,
    /// Nobody listens at the client's address any more.
    Gone,
}

/// A socket of one client, on a port of its own.
#[derive(Debug)]
pub(super) struct Link {
    socket: UdpSocket,
    peer: SocketAddr,
    /// Level of compression; below 0: none.
    compression: i32,
    is_gone: bool,
    /// Counts the client towards its quota as long as it is connected.
    _permit: Permit,
}

impl Link {
    /// Opens a socket to a client.
    pub(super) fn open(
        registry: &Registry,
        token: Token,
        own: IpAddr,
        peer: SocketAddr,
        permit: Permit,
    ) -> Result<Self> {
        let mut socket = UdpSocket::bind(SocketAddr::new(own, 0))?;
        socket.connect(peer)?;
        registry.register(&mut socket, token, Interest::READABLE)?;
        Ok(Self { socket, peer, compression: -1, is_gone: false, _permit: permit })
    }

    /// Returns the client's address.
    pub(super) fn peer(&self) -> SocketAddr {
        self.peer
    }

    /// Whether nobody listens at the client's address any more, or the link was closed.
    pub(super) fn is_gone(&self) -> bool {
        self.is_gone
    }

    /// Marks the link as gone.
    pub(super) fn close(&mut self) {
        self.is_gone = true;
    }

    /// Sets the level of compression of all further messages; below 0: none.
    pub(super) fn set_compression(&mut self, level: i32) {
        self.compression = level;
    }

    /// Sends a text with a terminating NUL.
    pub(super) fn send(&mut self, text: &str) {
        let mut message = Vec::with_capacity(text.len() + 1);
        message.extend_from_slice(text.as_bytes());
        message.push(0);
        self.send_bytes(&message);
    }

    /// Sends bytes. If the network does not accept them now they are lost, as datagrams may be.
    pub(super) fn send_bytes(&mut self, message: &[u8]) {
        if self.is_gone {
            return;
        }
        let sent = match u32::try_from(self.compression) {
            Ok(level) => self.socket.send(&pack(message, level)),
            Err(_) => self.socket.send(message),
        };
        if let Err(error) = sent {
            self.note(error.kind());
        }
    }

    /// The next message.
    pub(super) fn receive(&mut self, buffer: &mut [u8; LONGEST]) -> Received {
        if self.is_gone {
            return Received::Gone;
        }
        loop {
            match self.socket.recv(buffer) {
                Ok(length) => return Received::Message(self.read(&buffer[..length])),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.note(error.kind());
                    return if self.is_gone { Received::Gone } else { Received::Nothing };
                }
            }
        }
    }

    /// Returns the contents of a datagram, decompressed if compression is on.
    pub(super) fn read(&self, datagram: &[u8]) -> Vec<u8> {
        match self.compression {
            0.. => unpack(datagram, LONGEST),
            _ => datagram.to_owned(),
        }
    }

    /// Marks the client as gone if its machine has answered that nobody listens.
    fn note(&mut self, error: ErrorKind) {
        self.is_gone |= error == ErrorKind::ConnectionRefused;
    }

    /// Removes the socket from those that are polled.
    pub(super) fn deregister(&mut self, registry: &Registry) {
        // A closed socket is no longer polled, even if this fails.
        let _ = registry.deregister(&mut self.socket);
    }
}
