//! What every answer says about itself, and which requests are answered at all.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use stonegate_arena::Refusal;

use super::{Arena, Failure};

/// Nothing comes from elsewhere, and neither script nor style stands in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Adds the headers to all answers, and refuses requests of other pages. `name` is what
/// the server was told to listen on, if that is a name.
pub(super) fn protect(router: Router<Arc<Arena>>, name: Option<String>) -> Router<Arc<Arena>> {
    let name: Option<Arc<str>> = name.map(Into::into);
    router.layer(middleware::from_fn(move |request: Request, next: Next| {
        let name = name.clone();
        async move { answer(name.as_deref(), request, next).await }
    }))
}

async fn answer(name: Option<&str>, request: Request, next: Next) -> Response {
    let mut response = match check(request.headers(), name) {
        Ok(()) => next.run(request).await,
        Err(refusal) => Failure(refusal).into_response(),
    };
    for (header, value) in HEADERS {
        response.headers_mut().insert(header, HeaderValue::from_static(value));
    }
    response
}

/// A page of another site may not speak with this server, not even if that site has its
/// name lead to this machine (DNS rebinding).
fn check(headers: &HeaderMap, name: Option<&str>) -> Result<(), Refusal> {
    let text = |header| headers.get(header).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !is_local(host, name) {
        let message = format!("`{host}` is not a name of this server: use its address");
        return Err(Refusal::new("not-allowed", message));
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let is_same = origin.split_once("://").is_some_and(|(_, origin)| origin == host);
    if is_same {
        return Ok(());
    }
    Err(Refusal::new("not-allowed", "this page is not a page of this server"))
}

/// Whether a host is one that nobody else can lead here: an address, a name of the local
/// network, or the name that the server was given.
fn is_local(host: &str, name: Option<&str>) -> bool {
    let without_port = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    without_port.parse::<IpAddr>().is_ok()
        || (!without_port.is_empty() && !without_port.contains('.'))
        || [".localhost", ".local"].iter().any(|end| without_port.ends_with(end))
        || name.is_some_and(|name| name.eq_ignore_ascii_case(without_port))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_pair(host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().expect("a header"));
        }
        check(&headers, Some("games.example.org")).is_ok()
    }

    #[test]
    fn pages_of_this_server_may_speak_with_it() {
        for host in ["127.0.0.1:7420", "localhost:7420", "[::1]:7420", "study:80", "10.0.0.7:7420"]
        {
            assert!(check_pair(host, None), "{host}");
            assert!(check_pair(host, Some(&format!("http://{host}"))), "{host}");
        }
        assert!(check_pair("games.example.org", Some("https://games.example.org")));
        assert!(check_pair("study.local:7420", None));
    }

    #[test]
    fn pages_of_others_may_not() {
        for origin in ["http://evil.example", "http://127.0.0.1:80", "null", "", "http://"] {
            assert!(!check_pair("127.0.0.1:7420", Some(origin)), "{origin}");
        }
        for host in ["evil.example:7420", "", "127.0.0.1.evil.example"] {
            assert!(!check_pair(host, Some(&format!("http://{host}"))), "{host}");
            assert!(!check_pair(host, None), "{host}");
        }
    }
}
