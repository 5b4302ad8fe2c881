//! An engine that is spoken to line by line while it runs.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::sandbox::Sandbox;

/// An engine that is being spoken to.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<std::process::ChildStdout>,
    _sandbox: Sandbox,
}

/// Much longer than any engine needs to end, and much shorter than it was told to think.
const PATIENCE: Duration = Duration::from_mins(2);

impl Engine {
    pub(crate) fn start(args: &str) -> Self {
        let sandbox = Sandbox::new();
        let mut child = sandbox
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, input, output, _sandbox: sandbox }
    }

    pub(crate) fn say(&mut self, text: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("it has not ended");
        input.write_all(text.as_ref()).and_then(|()| input.flush()).expect("it listens");
    }

    /// The lines that it says up to one that begins so.
    pub(crate) fn hear(&mut self, start: &str) -> String {
        let mut said = String::new();
        while !said.lines().last().is_some_and(|line| line.starts_with(start)) {
            let n_bytes = self.output.read_line(&mut said).expect("it speaks");
            assert!(n_bytes > 0, "no line begins with {start:?}: {said}");
        }
        said
    }

    /// Closes its input, and gives what it says before it ends.
    pub(crate) fn hang_up(mut self) -> String {
        drop(self.input.take());
        let start = Instant::now();
        while self.child.try_wait().expect("it is ours").is_none() {
            if start.elapsed() > PATIENCE {
                self.child.kill().expect("it runs");
                panic!("it goes on without a listener");
            }
            thread::sleep(Duration::from_millis(5));
        }
        assert!(self.child.wait().expect("it has ended").success());
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).expect("it has spoken");
        rest
    }
}
