//! Building a project and running its board.

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use stonegate_circuit::Effort;
use stonegate_gdl::{Canonical, analyze};
use stonegate_ground::{Budget, Machine, ground};
use stonegate_rtl::{Board, Project, Settings};

use crate::side_by_side::alone_in;

/// A game and the folder of its project.
pub(crate) struct Game {
    pub(crate) name: String,
    /// The rules that the board was made of.
    pub(crate) canonical: Canonical,
    pub(crate) machine: Arc<Machine>,
    pub(crate) folder: PathBuf,
}

impl Game {
    /// Compiles a sheet and writes its project, unless it is there already.
    pub(crate) fn new(name: &str, text: &str, levels: Option<u32>) -> Self {
        let canonical = Canonical::new(&analyze(text).rules);
        let grounded = ground(&canonical.rules, &Budget::default());
        let grounded = grounded.unwrap_or_else(|error| panic!("{name}: {error}"));
        let machine = Arc::new(grounded.optimize(Effort::QUICK, &|| false).machine);
        let settings = Settings { title: name, canonical: &canonical, levels };
        let project = Project::new(&machine, &settings);
        let project = project.unwrap_or_else(|error| panic!("{name}: {error}"));
        let variant = levels.map(|levels| format!("-{levels}")).unwrap_or_default();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}{variant}"));
        alone_in(&folder, || {
            for (file, content) in &project.files {
                let path = folder.join(file);
                fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
                // A file that stays as it was need not be built again.
                if !fs::read_to_string(&path).is_ok_and(|old| old == *content) {
                    fs::write(&path, content).expect("the disk has room");
                }
            }
        });
        Self { name: name.to_owned(), canonical, machine, folder }
    }

    /// One of the sheets of the project.
    pub(crate) fn built_in(name: &str, levels: Option<u32>) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../games/{name}.kif"));
        Self::new(name, &fs::read_to_string(path).expect("it is a built-in game"), levels)
    }

    /// Runs a target of the project's Makefile, and gives what it printed.
    #[track_caller]
    pub(crate) fn make(&self, args: &[&str]) -> String {
        let mut command = Command::new("make");
        command.arg("-C").arg(&self.folder).args(args);
        let output = alone_in(&self.folder, || command.output());
        let output = output.expect("make runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{}: make {args:?}\n{out}{err}", self.name);
        out + &err
    }

    /// Starts a simulated board.
    pub(crate) fn line(&self) -> Line {
        Line::start(&self.folder.join("build/simulation"))
    }

    /// A board that has passed its self-test.
    pub(crate) fn board(&self) -> Board<Line> {
        let board = Board::connect(self.line(), Arc::clone(&self.machine), 3);
        let mut board = board.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        board.self_test().unwrap_or_else(|error| panic!("{}: {error}", self.name));
        board
    }
}

/// The line to a simulated board.
#[derive(Debug)]
pub(crate) struct Line {
    child: Child,
    to_board: ChildStdin,
    from_board: Receiver<u8>,
    /// How long a silence may be.
    pub(crate) patience: Duration,
}

impl Line {
    fn start(program: &Path) -> Self {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the simulation was built");
        let to_board = child.stdin.take().expect("it is piped");
        let mut output = child.stdout.take().expect("it is piped");
        let (sender, from_board) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if buffer[..count].iter().any(|&byte| sender.send(byte).is_err()) {
                    return;
                }
            }
        });
        Self { child, to_board, from_board, patience: Duration::from_secs(20) }
    }
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.from_board.recv_timeout(self.patience) {
            Ok(byte) => {
                buffer[0] = byte;
                Ok(1)
            }
            Err(RecvTimeoutError::Timeout) => Err(ErrorKind::TimedOut.into()),
            Err(RecvTimeoutError::Disconnected) => Ok(0),
        }
    }
}

impl Write for Line {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.to_board.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to_board.flush()
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
