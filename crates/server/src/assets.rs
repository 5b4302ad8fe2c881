//! The page: the files of `web/`, which are part of the program.

use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, File, include_dir};
use sha2::{Digest, Sha256};
use stonegate_tables::Refusal;

use super::Failure;

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../web");

/// What a path that is no file means.
const INDEX: &str = "index.html";

/// The kinds of files that there are, by the ends of their names.
const KINDS: &[(&str, &str)] = &[
    (".html", "text/html; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".svg", "image/svg+xml"),
];

/// The files of the page with their names.
pub fn page_files() -> impl Iterator<Item = (String, &'static [u8])> {
    let mut found = Vec::new();
    let mut folders = vec![&FILES];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        found.extend(folder.files());
    }
    found
        .into_iter()
        .map(|file| (file.path().to_string_lossy().replace('\\', "/"), file.contents()))
}

/// Answers with a file. Only names in the list of files lead to one, so there is nothing
/// to escape from.
pub(super) async fn answer(request: Request) -> Response {
    answer_with(INDEX, &request)
}

/// The same with another file for the path that is none.
pub(super) fn answer_with(index: &str, request: &Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Failure(Refusal::new("wrong-method", "this can only be read")).into_response();
    }
    let path = request.uri().path();
    let name = path.strip_prefix('/').filter(|name| !name.is_empty()).unwrap_or(index);
    let Some(file) = FILES.get_file(name) else {
        return Failure(Refusal::new("unknown-page", "there is no such page")).into_response();
    };
    let tag = tag(file);
    // The browser asks each time, and is mostly told that nothing has changed.
    let headers = [
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_TYPE, kind(name)),
    ];
    let known = request.headers().get(header::IF_NONE_MATCH);
    let is_known = known.and_then(|known| known.to_str().ok()).is_some_and(|known| {
        known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag)
    });
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, file.contents()).into_response()
}

fn kind(name: &str) -> &'static str {
    let kind = KINDS.iter().find(|(end, _)| name.ends_with(end));
    kind.map_or("application/octet-stream", |(_, kind)| kind)
}

/// A tag that changes with the contents.
fn tag(file: &File<'_>) -> String {
    let hash = Sha256::digest(file.contents());
    let first = hash.first_chunk().expect("a hash has 32 bytes");
    format!("\"{:016x}\"", u64::from_be_bytes(*first))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn names_in(folder: &Path, names: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("the folder is readable") {
            let path = entry.expect("the folder is readable").path();
            if path.is_dir() {
                names_in(&path, names);
            } else {
                names.push(path.to_string_lossy().into_owned());
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_in_the_program_and_has_a_kind() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let mut names = Vec::new();
        names_in(&folder, &mut names);
        for path in names {
            let name = path.strip_prefix(&*folder.to_string_lossy()).expect("it is in the folder");
            let name = name.trim_start_matches('/');
            assert!(FILES.get_file(name).is_some(), "build again: {name} is new");
            assert_ne!(kind(name), "application/octet-stream", "{name}");
        }
    }
}
