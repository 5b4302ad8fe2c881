//! The projects of machines that are written by hand, and their simulations.

use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

use stonegate_rtl::HandMadeMachine;

static MAKING: Mutex<()> = Mutex::new(());

/// Writes the project of a machine and makes something of it; gives its folder.
pub(crate) fn make(machine: HandMadeMachine, name: &str, args: &[&str]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Several tests may want the same.
    let _only_one = MAKING.lock();
    for (file, content) in machine.files(machine.simulated_clock_hz()) {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        if !fs::read_to_string(&path).is_ok_and(|old| old == content) {
            fs::write(&path, content).expect("the disk has room");
        }
    }
    let output = Command::new("make").arg("-C").arg(&folder).args(args).output();
    let output = output.expect("make runs");
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&text));
    folder
}

/// A simulation that runs; it ends with us.
pub(crate) struct Pipes {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Pipes {
    pub(crate) fn start(program: &Path) -> Self {
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the simulation was built");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, input, output }
    }
}

impl Read for Pipes {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.output.read(buffer)
    }
}

impl Write for Pipes {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.input.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.input.flush()
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
