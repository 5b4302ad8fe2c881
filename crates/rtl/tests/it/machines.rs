//! The projects of machines that are written by hand, and their simulations.

use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use stonegate_rtl::{HandMadeMachine, Pipes};

use crate::side_by_side::alone_in;

/// Writes the project of a machine and makes something of it; gives its folder.
pub(crate) fn make(machine: HandMadeMachine, name: &str, args: &[&str]) -> PathBuf {
    // A path with `=` would set a variable of `make`, and one with `:` make no target.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name.replace(['=', ':'], "-"));
    alone_in(&folder, || make_in(&folder, machine, name, args));
    folder
}

fn make_in(folder: &Path, machine: HandMadeMachine, name: &str, args: &[&str]) {
    for (file, content) in machine.files(machine.simulated_clock_hz()) {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        if !fs::read_to_string(&path).is_ok_and(|old| old == content) {
            fs::write(&path, content).expect("the disk has room");
        }
    }
    let output = Command::new("make").arg("-C").arg(folder).args(args).output();
    let output = output.expect("make runs");
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&text));
}

/// A simulation that runs; it ends with us.
pub(crate) type Simulation = Pipes<BufReader<ChildStdout>, ChildStdin, Running>;

/// A program that ends with this value.
pub(crate) struct Running(Child);

pub(crate) fn start(program: &Path) -> Simulation {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the simulation was built");
    let input = child.stdin.take().expect("it is piped");
    let output = BufReader::new(child.stdout.take().expect("it is piped"));
    Pipes { output, input, program: Running(child) }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
