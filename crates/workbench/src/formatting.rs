//! Formatting files in place.

use std::fs;
use std::path::Path;

use anyhow::Context;
use stonegate_authoring::format;

use crate::report;
use crate::source::Source;

/// What formatting makes of a sheet, and whether that is another text.
#[derive(Debug)]
pub struct Formatted {
    pub text: String,
    pub is_changed: bool,
}

/// Formats a sheet. One with syntax errors is drawn, and left alone.
pub fn formatted(source: &Source) -> anyhow::Result<Formatted> {
    match format(&source.text) {
        Ok(text) => Ok(Formatted { is_changed: text != source.text, text }),
        Err(errors) => Err(report::refuse(source, &errors, "format")?),
    }
}

/// Puts a text in the place of a file, all of it or nothing.
pub fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let writing = || format!("writing {}", path.display());
    // A link stays a link.
    let path = fs::canonicalize(path).with_context(writing)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = fs::write(&draft, text)
        .and_then(|()| fs::set_permissions(&draft, fs::metadata(&path)?.permissions()))
        .and_then(|()| fs::rename(&draft, &path));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
    }
    written.with_context(writing)
}
