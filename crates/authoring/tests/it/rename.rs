//! Other names for the same things.

use stonegate_authoring::{Document, NameKind, RenameError, apply};
use stonegate_gdl::{Canonical, analyze};

use crate::sheets::{good, is_infix};

#[test]
fn renaming_keeps_the_fingerprint() {
    for (name, text) in good() {
        if text.len() > 20_000 {
            continue;
        }
        let document = Document::new(text.clone());
        let fingerprint = Canonical::new(&document.analysis.rules).fingerprint();
        let mut seen = Vec::new();
        for place in document.names().iter() {
            let is_new = !seen.contains(&(place.symbol, place.kind));
            seen.push((place.symbol, place.kind));
            if !is_new {
                continue;
            }
            let is_variable = place.kind == NameKind::Variable;
            let new = if is_variable && is_infix(&name) { "Other_name" } else { "other_name" };
            match document.rename(place.span.start, new) {
                Ok(edits) => {
                    let renamed = apply(&text, &edits);
                    let after = Canonical::new(&analyze(&renamed).rules).fingerprint();
                    assert_eq!(after, fingerprint, "{name}: {place:?}");
                    assert_ne!(renamed, text);
                }
                Err(RenameError::Fixed(_)) => {}
                Err(RenameError::NoName) => {
                    assert_eq!(document.name_text(place.span), "_");
                }
                Err(error) => panic!("{name}: {place:?}: {error}"),
            }
        }
    }
}

#[test]
fn what_cannot_be_renamed() {
    let text = "(role red) (<= (p ?x) (q ?x ?y red))";
    let document = Document::new(text.to_owned());
    let rename =
        |what: &str, new: &str| document.rename(text.rfind(what).expect("it is there") as u32, new);
    assert_eq!(rename("role", "player"), Err(RenameError::Fixed("role".to_owned())));
    assert_eq!(rename("red", "blue red"), Err(RenameError::NotAName("blue red".to_owned())));
    assert_eq!(rename("red", "?blue"), Err(RenameError::NotAName("?blue".to_owned())));
    assert_eq!(rename("red", "next"), Err(RenameError::Fixed("next".to_owned())));
    assert_eq!(rename("red", "7"), Err(RenameError::Fixed("7".to_owned())));
    assert_eq!(rename("red", "p"), Err(RenameError::Taken("p".to_owned())));
    assert_eq!(rename("?y", "x"), Err(RenameError::Taken("?x".to_owned())));
    assert_eq!(rename("?y", "z").map(|edits| edits.len()), Ok(1));
    assert_eq!(rename("?x", "?z").map(|edits| edits.len()), Ok(2));
    assert_eq!(document.rename(11, "x"), Err(RenameError::NoName));
}
