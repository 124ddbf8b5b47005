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
    /// Places of so many, who all come to their turn only if each passes it on.
    pub fn row(count: usize) -> Vec<Self> {
        let (first, mut before) = oneshot::channel();
        // The receiver is here still.
        let _ = first.send(true);
        let turn = |_| {
            let (behind, next) = oneshot::channel();
            Self { before: std::mem::replace(&mut before, next), behind }
        };
        (0..count).map(turn).collect()
    }

    /// Does something in turn. Once somebody has failed nobody waits any longer: a playmaker that
    /// does not answer costs his patience twice, not once for each agent.
    pub async fn take<T, E>(self, call: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let is_in_order = self.before.await.unwrap_or(false);
        // Who is behind may have been given up; then nobody waits for it.
        if !is_in_order {
            let _ = self.behind.send(false);
            return call.await;
        }
        let result = call.await;
        let _ = self.behind.send(result.is_ok());
        result
    }

    /// Passes it on to who is behind.
    pub async fn pass(self) {
        let _: Result<(), ()> = self.take(async { Ok(()) }).await;
    }
}
