//! Servers leave nothing behind in their process.

use crate::alone::run_alone;
use crate::harness::{Client, Running, in_step, until};

/// Returns the number of open files, including sockets and the folder read here.
fn files() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

/// Runs a server that ends while clients of every kind are connected.
fn serve() {
    let server = Running::start(in_step());
    let _idle = (server.agent(), server.monitor(), Client::connect(server.websockets));
    let mut player = server.player("Blues", 1);
    player.play(4);
    server.end().unwrap();
}

#[test]
fn many_servers_leave_nothing_behind() {
    run_alone("leaks::many_servers_in_one_process");
}

#[test]
#[ignore = "runs in a process of its own: other tests have files and threads, too"]
fn many_servers_in_one_process() {
    // The first server makes what is made once for a process.
    serve();
    let (open, running) = (files(), threads());
    (0..20).for_each(|_| serve());
    until("all files are closed", || files() <= open);
    until("all threads have ended", || threads() <= running);
}
