//! Tells Zed how to start the language server.

#![forbid(unsafe_code)]

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Stonegate;

impl zed::Extension for Stonegate {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _server: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let command = worktree.which("stonegate").ok_or("`stonegate` is not on the path")?;
        Ok(Command { command, args: vec!["lsp".to_owned()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Stonegate);
