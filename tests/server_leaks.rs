//! Servers leave nothing behind in their process, which must have no other tests for that to show.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "server_robustness/harness.rs"]
#[allow(dead_code)]
mod harness;

use harness::{Client, Running, in_step, until};

/// Open files, sockets included; one of them is this look.
fn files() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// A server that ends while clients of every kind are there.
fn serve() {
    let server = Running::start(in_step());
    let _idle = (server.agent(), server.monitor(), Client::connect(server.websockets));
    let mut player = server.player("Blues", 1);
    player.play(4);
    server.end().unwrap();
}

#[test]
fn many_servers_leave_nothing_behind() {
    // What is made once for a process.
    serve();
    let (open, running) = (files(), threads());
    (0..20).for_each(|_| serve());
    until("all files are closed", || files() <= open);
    until("all threads have ended", || threads() <= running);
}
