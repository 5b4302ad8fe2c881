//! What all requests have in common.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use stonegate_tables::Refusal;
use tokio::sync::oneshot;

use super::{Arena, Failure};
use crate::pool::Pool;
use crate::visitor::Visitor;

/// To whom a request comes, and from whom.
pub(super) struct Call {
    pub(super) arena: Arc<Arena>,
    pub(super) visitor: Visitor,
}

/// What shows that somebody has a seat at a table.
#[derive(Deserialize)]
pub(super) struct Credentials {
    pub(super) token: Option<String>,
}

impl FromRequestParts<Arc<Arena>> for Call {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, arena: &Arc<Arena>) -> Result<Self, Failure> {
        let unknown = || Refusal::new("broken", "the server does not know who asks");
        let visitor = *parts.extensions.get::<Visitor>().ok_or_else(unknown)?;
        Ok(Self { arena: Arc::clone(arena), visitor })
    }
}

impl Call {
    /// Answers with what comes of work. It is put into words by the same thread: a large circuit
    /// takes a while, and whoever answers has others to answer.
    pub(super) async fn answer<T: Serialize>(
        &self,
        pool: &Pool,
        work: impl FnOnce(&Arena) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<Response, Failure> {
        let work = |arena: &Arena| {
            let broken = |_| Refusal::new("broken", "the answer cannot be put into words");
            serde_json::to_vec(&work(arena)?).map_err(broken)
        };
        let json = HeaderValue::from_static("application/json");
        let body = self.work(pool, work).await?;
        Ok(([(header::CONTENT_TYPE, json)], body).into_response())
    }

    /// Does work that takes a thread, when it is the visitor's turn.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        pool: &Pool,
        work: impl FnOnce(&Arena) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Failure> {
        let arena = Arc::clone(&self.arena);
        let (sender, receiver) = oneshot::channel();
        let job = move || {
            // Who has gone in the meantime needs no answer.
            if !sender.is_closed() {
                let _ = sender.send(work(&arena));
            }
        };
        pool.run(self.visitor, job).map_err(Refusal::from)?;
        let broken = |_| Refusal::new("broken", "the server has made a mistake");
        Ok(receiver.await.map_err(broken)??)
    }
}
