//! Tests that need a process of their own, because they count what the whole process does.

use std::process::Command;

/// Runs a test of this binary in a new process, even if it is ignored. `test` is its path, such as
/// `allocations::two_threads`.
pub fn run_alone(test: &str) {
    run_alone_with(test, &[]);
}

/// Like [`run_alone`], with environment variables.
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
