//! Another program that is spoken to line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use stonegate_protocols::lines::LineReader;

use crate::player::PlayerError;

/// A program that talks without being listened to has to wait after so many lines.
const MAX_UNREAD: usize = 1_000;

/// A program that says so many lines and none that answers only keeps the machine busy.
const MAX_SAID: usize = 100_000;

/// How often to look whether the answer is still wanted.
const PATIENCE: Duration = Duration::from_millis(20);

/// How long a program that has closed its output may take to be gone.
const LAST_MOMENT: Duration = Duration::from_secs(2);

/// A program that has been started. It ends with this value.
#[derive(Debug)]
pub(crate) struct Program {
    command: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// How many lines have been heard since the last one was sent.
    n_said: usize,
}

impl Program {
    /// Starts a program. The command is split into words as a shell does, and run
    /// without one.
    pub(crate) fn start(command: &str) -> Result<Self, PlayerError> {
        let words = shlex::split(command).unwrap_or_default();
        let Some((name, arguments)) = words.split_first() else {
            let problem = format!("`{command}` is no command: name a program and its arguments");
            return Err(PlayerError::Connection(problem));
        };
        let mut child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                PlayerError::Connection(format!("`{name}` cannot be started: {error}"))
            })?;
        let input = child.stdin.take().expect("it is piped");
        let output = child.stdout.take().expect("it is piped");
        let (sender, lines) = sync_channel(MAX_UNREAD);
        thread::spawn(move || read(BufReader::new(output), &sender));
        Ok(Self { command: command.to_owned(), child, input, lines, n_said: 0 })
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        self.n_said = 0;
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    /// The next line that the program says, without its end.
    pub(crate) fn line(
        &mut self,
        until: Instant,
        canceled: &AtomicBool,
    ) -> Result<String, PlayerError> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(PATIENCE)) {
                Ok(_) if self.n_said == MAX_SAID => {
                    let flood = format!("{MAX_SAID} lines without an answer");
                    return Err(PlayerError::Garbage(flood));
                }
                Ok(line) => {
                    self.n_said += 1;
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout)
                    if left.is_zero() || canceled.load(Ordering::Relaxed) =>
                {
                    return Err(PlayerError::Late);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Forgets what the program has said so far.
    pub(crate) fn skip(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    fn ended(&mut self) -> PlayerError {
        // It has closed its output and may need a moment to be gone.
        let until = Instant::now() + LAST_MOMENT;
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(PATIENCE),
                status => break status.ok().flatten(),
            }
        };
        let how = match status {
            Some(status) if is_killed(status) => {
                return PlayerError::Killed(format!("`{}`: {status}", self.command));
            }
            Some(status) => status.to_string(),
            None => "it does not speak any more".to_owned(),
        };
        PlayerError::Connection(format!("`{}` has ended: {how}", self.command))
    }
}

/// Whether a program was ended from outside: by a signal that a program which fails by itself does
/// not get. One that runs out of memory is killed as well.
#[cfg(unix)]
fn is_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;

    const HANGUP: i32 = 1;
    const INTERRUPT: i32 = 2;
    const KILL: i32 = 9;
    const TERMINATE: i32 = 15;
    matches!(status.signal(), Some(HANGUP | INTERRUPT | KILL | TERMINATE))
}

#[cfg(not(unix))]
fn is_killed(_status: ExitStatus) -> bool {
    false
}

/// Passes lines on until there are none or nobody wants them. No answer is so long that it would
/// not be kept.
fn read(output: impl BufRead, lines: &SyncSender<String>) {
    for line in LineReader::new(output).map_while(Result::ok).flatten() {
        if lines.send(line).is_err() {
            return;
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(10)
    }

    #[test]
    fn lines_go_back_and_forth() {
        let canceled = AtomicBool::new(false);
        let mut cat = Program::start("cat").expect("every system has it");
        cat.send("a line").expect("it listens");
        assert_eq!(cat.line(soon(), &canceled), Ok("a line".to_owned()));
        let now = Instant::now();
        assert_eq!(cat.line(now, &canceled), Err(PlayerError::Late));
        canceled.store(true, Ordering::Relaxed);
        assert_eq!(cat.line(soon(), &canceled), Err(PlayerError::Late));
    }

    #[test]
    fn nobody_listens_to_a_flood() {
        let canceled = AtomicBool::new(false);
        let mut yes = Program::start("yes").expect("every system has it");
        for _ in 0..2 {
            yes.send("stop it").expect("it does not mind");
            let mut heard = (0..).map(|_| yes.line(soon(), &canceled));
            let end = heard.find_map(Result::err).expect("it says much");
            assert!(matches!(&end, PlayerError::Garbage(why) if why.contains("100000 lines")));
        }
    }

    #[test]
    fn a_program_may_end_or_not_begin() {
        let mut program = Program::start("sh -c 'echo hello; exit 3'").expect("there is a shell");
        let canceled = AtomicBool::new(false);
        assert_eq!(program.line(soon(), &canceled), Ok("hello".to_owned()));
        let error = program.line(soon(), &canceled).expect_err("it has ended").to_string();
        assert!(error.contains("has ended: exit status: 3"), "{error}");
        #[cfg(unix)]
        for (script, is_killed) in [("kill -9 $$", true), ("kill -ABRT $$", false)] {
            let mut program = Program::start(&format!("sh -c '{script}'")).expect("a shell");
            let error = program.line(soon(), &canceled).expect_err("it has ended");
            assert_eq!(matches!(error, PlayerError::Killed(_)), is_killed, "{error}");
        }
        for command in ["", "/no/such/program", "'"] {
            assert!(matches!(Program::start(command), Err(PlayerError::Connection(_))));
        }
    }
}
