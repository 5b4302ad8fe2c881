//! What every answer says about itself, and which requests are answered at all.

use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use stonegate_frontends::Names;
use stonegate_tables::Refusal;
use tracing::{debug, error};

use super::Failure;
use crate::condition::Tally;
use crate::rate::Rates;
use crate::visitor::Visitor;

/// Nothing comes from elsewhere, and neither script nor style stands in the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Of all that a browser can give to a page, this one has use for the camera.
const PERMISSIONS: &str = "camera=(self), microphone=(), geolocation=(), display-capture=(), \
                           payment=(), usb=(), serial=(), hid=(), midi=()";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Who stands at the door: knows the names of the server, lets nobody ask too often, and counts.
#[derive(Debug)]
pub(super) struct Guard {
    pub(super) names: Names,
    pub(super) rates: Arc<Rates>,
    pub(super) tally: Arc<Tally>,
}

/// Adds the headers to all answers, and refuses requests of other pages.
pub(super) fn protect<S: Clone + Send + Sync + 'static>(
    router: Router<S>,
    guard: Guard,
) -> Router<S> {
    let guard = Arc::new(guard);
    router.layer(middleware::from_fn(move |request: Request, next: Next| {
        let guard = Arc::clone(&guard);
        async move {
            let asked = Asked::new(&request);
            if let Some(visitor) = asked.visitor {
                guard.rates.wait(visitor).await;
            }
            let response = answer(&guard.names, request, next).await;
            guard.tally.count(response.status());
            asked.tell(response.status());
            response
        }
    }))
}

/// What the log says of a request. What follows a `?` may be a key.
struct Asked {
    method: Method,
    path: String,
    visitor: Option<Visitor>,
    start: Instant,
}

impl Asked {
    fn new(request: &Request) -> Self {
        Self {
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            visitor: request.extensions().get::<Visitor>().copied(),
            start: Instant::now(),
        }
    }

    fn tell(&self, status: StatusCode) {
        let Self { method, path, visitor, start } = self;
        let visitor = visitor.map(tracing::field::display);
        let seconds = start.elapsed().as_secs_f32();
        // Whoever is refused because there is too much to do may ask again and again.
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            error!(%method, path, visitor, %status, seconds, "the answer is broken");
        } else {
            debug!(%method, path, visitor, %status, seconds, "answered");
        }
    }
}

async fn answer(names: &Names, request: Request, next: Next) -> Response {
    let is_page = request.method() == Method::GET && !request.uri().path().starts_with("/api/");
    let mut response = match check(request.headers(), names, is_page) {
        Ok(()) => next.run(request).await,
        Err(refusal) => Failure(refusal).into_response(),
    };
    for (header, value) in HEADERS {
        response.headers_mut().insert(header, HeaderValue::from_static(value));
    }
    response
}

/// A page of another site may not speak with this server. What comes from a page has an
/// origin or, if it only reads, says how far that page is from here; a link to `is_page` may
/// be anywhere.
fn check(headers: &HeaderMap, names: &Names, is_page: bool) -> Result<(), Refusal> {
    let text =
        |header: HeaderName| headers.get(header).map(|value| value.to_str().unwrap_or_default());
    let host = text(header::HOST).unwrap_or_default();
    if !names.include(host) {
        let message = format!(
            "`{host}` is not a name of this server: use its address, or start it with --name"
        );
        return Err(Refusal::new("not-allowed", message));
    }
    let fetch = |name: &'static str| text(HeaderName::from_static(name));
    let is_ours = match (text(header::ORIGIN), fetch("sec-fetch-site")) {
        (Some(origin), _) => {
            origin.split_once("://").is_some_and(|(_, origin)| origin.eq_ignore_ascii_case(host))
        }
        (None, None | Some("same-origin" | "none")) => true,
        (None, Some(_)) => {
            is_page
                && fetch("sec-fetch-mode") == Some("navigate")
                && fetch("sec-fetch-dest") == Some("document")
        }
    };
    if is_ours {
        return Ok(());
    }
    Err(Refusal::new("not-allowed", "this page is not a page of this server"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_headers(path: &str, pairs: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name = HeaderName::from_static(name);
            headers.insert(name, value.parse().expect("a header"));
        }
        let names = Names::of_machine("study.home.arpa", ["games.example.org".to_owned()]);
        check(&headers, &names, !path.starts_with("/api/")).is_ok()
    }

    fn check_pair(host: &str, origin: Option<&str>) -> bool {
        let origin = origin.map(|origin| ("origin", origin));
        let pairs = [("host", host)].into_iter().chain(origin).collect::<Vec<_>>();
        check_headers("/api/tables", &pairs)
    }

    #[test]
    fn pages_of_this_server_may_speak_with_it() {
        for host in [
            "127.0.0.1:7420",
            "localhost:7420",
            "LOCALHOST:7420",
            "[::1]:7420",
            "10.0.0.7:7420",
            "games.localhost:7420",
            "study:80",
            "study.local:7420",
            "study.home.arpa",
            "games.example.org",
        ] {
            assert!(check_pair(host, None), "{host}");
            assert!(check_pair(host, Some(&format!("http://{host}"))), "{host}");
        }
        assert!(check_pair("games.example.org", Some("https://games.example.org")));
    }

    #[test]
    fn pages_of_others_may_not() {
        for origin in ["http://evil.example", "http://127.0.0.1:80", "null", "", "http://"] {
            assert!(!check_pair("127.0.0.1:7420", Some(origin)), "{origin}");
        }
        for host in [
            "evil.example:7420",
            "",
            "127.0.0.1.evil.example",
            "evil.local:7420",
            "evil:7420",
            "study.evil.example",
            "local",
            ".local",
        ] {
            assert!(!check_pair(host, Some(&format!("http://{host}"))), "{host}");
            assert!(!check_pair(host, None), "{host}");
        }
    }

    #[test]
    fn pages_of_others_may_not_even_look() {
        let host = ("host", "127.0.0.1:7420");
        for site in ["cross-site", "same-site", "what"] {
            let from = ("sec-fetch-site", site);
            assert!(!check_headers("/api/tables", &[host, from]), "{site}");
            assert!(!check_headers("/js/main.js", &[host, from]), "{site}");
            let mode = ("sec-fetch-mode", "navigate");
            let frame = [host, from, mode, ("sec-fetch-dest", "iframe")];
            assert!(!check_headers("/", &frame), "{site}");
            let link = [host, from, mode, ("sec-fetch-dest", "document")];
            assert!(check_headers("/", &link), "{site}");
            assert!(!check_headers("/api/tables/x/record", &link), "{site}");
        }
        for site in ["same-origin", "none"] {
            assert!(check_headers("/api/tables", &[host, ("sec-fetch-site", site)]), "{site}");
        }
        // The origin is what counts where there is one: browsers disagree about websockets.
        let origin = ("origin", "http://127.0.0.1:7420");
        assert!(check_headers("/api/x", &[host, origin, ("sec-fetch-site", "cross-site")]));
    }
}
