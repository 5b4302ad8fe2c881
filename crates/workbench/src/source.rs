//! Where a rule sheet comes from: a file, standard input, or a built-in game.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, bail};
use stonegate_compile::BuiltIn;
use stonegate_gdl::{Analysis, Code, Diagnostic, MAX_SHEET_BYTES, Sheet, analyze, decode, parse};
use stonegate_players::Dedicated;

use crate::contest;
use crate::suggestion::suggestion;

/// Reading stops here, so that an endless file cannot fill the memory. One byte
/// more than a sheet may have, so that the parser notices.
const MAX_BYTES: u64 = MAX_SHEET_BYTES as u64 + 1;

/// The text of a rule sheet, and what to call it.
#[derive(Debug)]
pub struct Source {
    pub name: String,
    pub text: String,
    /// What was wrong with the bytes.
    not_utf8: Option<Diagnostic>,
}

impl Source {
    /// Reads what a user means by a game: `-` is standard input, a file that
    /// exists comes next, then the built-in games.
    pub fn read(game: &Path) -> anyhow::Result<Self> {
        if game == "-" {
            return Self::from_reader("<stdin>", io::stdin().lock())
                .context("reading standard input");
        }
        let found = fs::metadata(game);
        if found.as_ref().is_ok_and(|metadata| !metadata.is_dir()) {
            return File::open(game)
                .and_then(|file| Self::from_reader(&game.to_string_lossy(), file))
                .with_context(|| format!("reading {}", game.display()));
        }
        if let Some(builtin) = game.to_str().and_then(BuiltIn::find) {
            return Ok(Self::of_text(builtin.name.to_owned(), builtin.text.to_owned()));
        }
        let path = game.display();
        if is_plain_name(game)
            && let Some(dedicated) = contest::dedicated(game, true)?
        {
            bail!(no_sheet(&dedicated));
        }
        match found {
            Ok(_) => bail!("{path} is a directory: name the rule sheets in it"),
            Err(error) if error.kind() == io::ErrorKind::NotFound && is_plain_name(game) => bail!(
                "`{path}` is neither a file nor a built-in game: {}",
                suggestion(&game.to_string_lossy())
            ),
            Err(error) => Err(error).with_context(|| format!("reading {path}")),
        }
    }

    /// A sheet that is nowhere but in memory.
    pub fn of_text(name: String, text: String) -> Self {
        Self { name, text, not_utf8: None }
    }

    fn from_reader(name: &str, reader: impl Read) -> io::Result<Self> {
        let mut bytes = Vec::new();
        reader.take(MAX_BYTES).read_to_end(&mut bytes)?;
        let (text, not_utf8) = decode(&bytes);
        Ok(Self { name: name.to_owned(), text: text.into_owned(), not_utf8 })
    }

    /// The sheet, and its syntax errors.
    pub fn parse(&self) -> (Sheet, Vec<Diagnostic>) {
        let (sheet, mut errors) = parse(&self.text);
        self.add_not_utf8(&mut errors);
        (sheet, errors)
    }

    /// The sheet, and all that is wrong with it.
    pub fn analyze(&self) -> Analysis {
        let mut analysis = analyze(&self.text);
        self.add_not_utf8(&mut analysis.diagnostics);
        analysis
    }

    /// Adds what was wrong with the bytes, unless that of the text says it all.
    fn add_not_utf8(&self, diagnostics: &mut Vec<Diagnostic>) {
        let is_whole = |it: &Diagnostic| {
            it.span.end == 0 && matches!(it.code, Code::InvalidText | Code::TooLarge)
        };
        if !diagnostics.iter().any(is_whole) {
            diagnostics.extend(self.not_utf8.clone());
            diagnostics.sort_by_key(|diagnostic| diagnostic.span);
        }
    }
}

/// What to tell somebody who wants the rule sheet of a game that has a machine instead.
pub fn no_sheet(game: &Dedicated) -> String {
    format!(
        "`{game}` has no rule sheet but a machine of its own: `stonegate play {game}` and \
         `stonegate match {game} {name} random` play on it",
        name = game.name()
    )
}

/// Whether a path that leads nowhere may be meant as the name of a game.
fn is_plain_name(path: &Path) -> bool {
    path.components().count() == 1 && path.extension().is_none()
}
