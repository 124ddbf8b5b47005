//! Agents that register one after the other, as programs that are started in a row do: playmakers
//! that number them get their players in order.

use tokio::sync::oneshot;

/// An agent's place in the row.
#[derive(Debug)]
pub(super) struct Turn {
    before: oneshot::Receiver<bool>,
    behind: oneshot::Sender<bool>,
}

impl Turn {
    /// The places of this many agents. All of them get their turn only if each passes it on.
    pub fn row(count: usize) -> Vec<Self> {
        let (first, mut before) = oneshot::channel();
        // The receiver still exists, so this cannot fail.
        let _ = first.send(true);
        let turn = |_| {
            let (behind, next) = oneshot::channel();
            Self { before: std::mem::replace(&mut before, next), behind }
        };
        (0..count).map(turn).collect()
    }

    /// Does something in turn. Once an agent has failed, nobody waits any longer: a playmaker that
    /// does not answer costs the patience of an agent twice, not once for each agent.
    pub async fn take<T, E>(self, call: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let is_in_order = self.before.await.unwrap_or(false);
        // The next agent may have been given up; then nobody waits for this.
        if !is_in_order {
            let _ = self.behind.send(false);
            return call.await;
        }
        let result = call.await;
        let _ = self.behind.send(result.is_ok());
        result
    }

    /// Passes the turn on to the next agent.
    pub async fn pass(self) {
        let _: Result<(), ()> = self.take(async { Ok(()) }).await;
    }
}
