//! Who may speak with the player: managers, but not the pages that somebody happens to look at.

use std::str::FromStr;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};

use crate::names::Names;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The pages that may ask.
#[derive(Debug)]
pub struct Door {
    origins: Vec<Origin>,
    /// The names of this machine, by which a browser may be told to ask.
    names: Names,
}

/// Where a page comes from, as browsers say it: `https://games.example.org`.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Origin(String);

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let origin = text.trim_end_matches('/').to_ascii_lowercase();
        let is_origin = origin.split_once("://").is_some_and(|(scheme, host)| {
            ["http", "https"].contains(&scheme) && !host.is_empty() && !host.contains('/')
        });
        if is_origin || origin == "null" {
            return Ok(Self(origin));
        }
        Err(format!("`{text}` is not where a page comes from, as https://games.example.org is"))
    }
}

impl Door {
    pub fn new(origins: Vec<Origin>) -> Self {
        Self { origins, names: Names::new([]) }
    }

    /// Whether a request may pass, or why not. Browsers name the page that asks in all requests
    /// that can change something, and the player has no pages. Programs name none: whatever name
    /// a manager calls this machine by, it may ask.
    pub fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), String> {
        let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        if let Some(origin) = headers.get(header::ORIGIN) {
            if self.is_welcome(origin) {
                return Ok(());
            }
            let origin = String::from_utf8_lossy(origin.as_bytes());
            return Err(format!("a page of {origin} may not ask: see --allow-origin"));
        }
        if text(SEC_FETCH_SITE).is_some_and(|site| !["same-origin", "none"].contains(&site)) {
            return Err("a page of another site may not ask: see --allow-origin".to_owned());
        }
        // A page whose name was made to lead here is no other site to its browser.
        match text(header::HOST) {
            Some(host) if method == Method::GET && !self.names.include(host) => {
                Err(format!("`{host}` is not a name of this machine: ask by its address"))
            }
            _ => Ok(()),
        }
    }

    /// Whether a page has been allowed to ask, and so may read the answer.
    pub fn is_welcome(&self, origin: &HeaderValue) -> bool {
        let origin = origin.to_str().unwrap_or_default();
        self.origins.iter().any(|welcome| welcome.0.eq_ignore_ascii_case(origin))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(method: &Method, pairs: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().expect("a header"));
        }
        let door = Door::new(vec!["https://games.example.org/".parse().expect("an origin")]);
        door.check(method, &headers).is_ok()
    }

    #[test]
    fn programs_may_ask_by_any_name() {
        assert!(check(&Method::POST, &[]));
        for host in ["localhost", "127.0.0.1:9147", "player.example.org:9147", "study"] {
            assert!(check(&Method::POST, &[("host", host)]), "{host}");
        }
        assert!(check(&Method::GET, &[("host", "127.0.0.1:9147"), ("sec-fetch-site", "none")]));
    }

    #[test]
    fn pages_of_others_may_not() {
        for origin in ["http://evil.example", "http://127.0.0.1:80", "null", ""] {
            let pairs = [("host", "127.0.0.1:9147"), ("origin", origin)];
            assert!(!check(&Method::POST, &pairs), "{origin}");
            assert!(!check(&Method::OPTIONS, &pairs), "{origin}");
        }
        // The name of a site may lead here.
        let rebound = [("host", "evil.example:9147"), ("origin", "http://evil.example:9147")];
        assert!(!check(&Method::POST, &rebound));
        assert!(!check(&Method::GET, &rebound[..1]));
        let image = [("host", "127.0.0.1:9147"), ("sec-fetch-site", "cross-site")];
        assert!(!check(&Method::GET, &image));
    }

    #[test]
    fn pages_that_were_allowed_may() {
        let pairs = [("host", "127.0.0.1:9147"), ("origin", "https://games.example.org")];
        assert!(check(&Method::POST, &pairs));
        for text in ["games.example.org", "ftp://a", "https://", "https://a/b", ""] {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
