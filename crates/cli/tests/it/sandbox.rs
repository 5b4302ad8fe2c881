//! A temporary folder to run the program in.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use expect_test::Expect;
use tempfile::TempDir;

/// A small game without a flaw.
pub(crate) const LAMP: &str = "\
(role robot)
(init (lamp off))
(legal robot push)
(<= (next (lamp on)) (does robot push))
(<= terminal (true (lamp on)))
(<= (goal robot 100) (true (lamp ?state)))
";

/// The same game with a condition that never holds.
pub(crate) fn lamp_with_warning() -> String {
    LAMP.replace("(true (lamp on))", "(true (lamp on)) (lit lamp)")
}

/// The same game with a variable that nothing binds.
pub(crate) fn lamp_with_error() -> String {
    LAMP.replace("goal robot 100", "goal robot ?points")
}

pub(crate) struct Sandbox {
    pub(crate) folder: TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> &Self {
        fs::write(self.folder.path().join(name), contents).expect("the folder is writable");
        self
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("the file was written")
    }

    /// The program with blank-separated arguments, ready to run.
    pub(crate) fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonegate"));
        command.args(args.split_whitespace()).current_dir(self.folder.path());
        command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
        command
    }

    pub(crate) fn run(&self, args: &str) -> Output {
        self.command(args).output().expect("the program starts")
    }

    pub(crate) fn run_with_input(&self, args: &str, input: &[u8]) -> Output {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // The program may end before it has read everything.
        let _ = child.stdin.take().expect("was piped").write_all(input);
        child.wait_with_output().expect("the program ends")
    }

    /// Runs the program and compares all that it says, and its exit code.
    #[track_caller]
    pub(crate) fn check(&self, args: &str, expect: &Expect) {
        expect.assert_eq(&transcript(&self.run(args)));
    }
}

/// Standard output, then standard error, then the exit code unless it is 0.
pub(crate) fn transcript(output: &Output) -> String {
    let mut text = stdout(output);
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    match output.status.code() {
        Some(0) => {}
        Some(code) => text.push_str(&format!("[exit code {code}]\n")),
        None => text.push_str("[killed]\n"),
    }
    text
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("the output is JSON")
}
