//! Tests that need a process of their own: they count what all of it does.

use std::process::Command;

/// Runs the test of that path in this binary, such as `allocations::two_threads`, in a new process,
/// even if it is ignored.
pub fn run_alone(test: &str) {
    run_alone_with(test, &[]);
}

/// The same with variables of the environment.
pub fn run_alone_with(test: &str, variables: &[(&str, &str)]) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--include-ignored", "--nocapture", "--test-threads=1"])
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let has_run = said.contains("1 passed");
    assert!(
        output.status.success() && has_run,
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
