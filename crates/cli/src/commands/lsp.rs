//! `stonegate lsp`: what an editor should know about rule sheets.

use std::env;
use std::process::ExitCode;

use anyhow::Context;
use stonegate_lsp::{Arena, serve};

/// Be the language server of an editor
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate lsp
  stonegate lsp --arena http://127.0.0.1:8000

Speaks the Language Server Protocol over standard input and output. An editor starts it:
docs/editors.md tells how for VS Code, Neovim, Helix, Emacs and Zed.")]
pub(crate) struct Lsp {
    /// Where the arena is that games are shown in [default: the usual address, or one of its own]
    #[arg(long, value_name = "ADDRESS")]
    arena: Option<String>,

    /// Editors like to say so; there is no other way to talk
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(crate) fn run(args: &Lsp) -> anyhow::Result<ExitCode> {
    let program = env::current_exe().context("finding this program")?;
    let was_orderly = serve(Arena::new(program, args.arena.clone()))?;
    Ok(if was_orderly { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
