//! Players who ask their playmaker which of their plans is the best.

use super::Method;
use super::client::Client;
use super::squad::BREATH;
use super::tally::Tally;
use crate::playmaker::execute::{Choice, Judge};
use crate::playmaker::protos::{BestPlannerActionRequest, BestPlannerActionResponse, State};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// The cost of the questions about plans in one cycle.
#[derive(Debug, Default)]
pub struct Questions(Mutex<(Tally, Duration)>);

impl Questions {
    /// The calls, and the longest time that a player has waited, as they ask side by side.
    pub fn into_cost(self) -> (Tally, Duration) {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks the playmaker, which gets the State of this cycle once more, until `is_stopped`.
pub struct Asking<'a> {
    pub client: &'a Client,
    pub handle: &'a Handle,
    pub state: &'a State,
    pub patience: Duration,
    pub questions: &'a Questions,
    pub is_stopped: &'a AtomicBool,
}

impl Judge for Asking<'_> {
    fn choose(&self, request: BestPlannerActionRequest) -> Choice {
        let request = BestPlannerActionRequest {
            register_response: self.state.register_response.clone(),
            state: Some(self.state.clone()),
            ..request
        };
        let begin = Instant::now();
        let call = self.client.call(Method::GetBestPlannerAction, &request, self.patience);
        let answer = self.handle.block_on(async {
            let mut call = std::pin::pin!(call);
            loop {
                match tokio::time::timeout(BREATH, &mut call).await {
                    Ok(answer) => return Some(answer),
                    Err(_) if self.is_stopped.load(Ordering::Relaxed) => return None,
                    Err(_) => {}
                }
            }
        });
        let mut cost = self.questions.0.lock().unwrap_or_else(PoisonError::into_inner);
        cost.0.calls += 1;
        cost.1 = cost.1.max(begin.elapsed());
        match answer {
            Some(Ok(BestPlannerActionResponse { index })) => Choice::Plan(index),
            Some(Err(error)) => {
                cost.0.miss(&error);
                Choice::Failed
            }
            None => Choice::Failed,
        }
    }
}
