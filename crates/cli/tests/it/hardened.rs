//! Where memory that was once writable may not become executable.

use std::process::{Command, Output};

use crate::sandbox::{LAMP, Sandbox, json};

/// Forbids it, as a hardened service does, and becomes the program. 65 is `PR_SET_MDWE`, which
/// Linux has since version 6.3.
pub(crate) const HARDENED: &str = "\
import ctypes, os, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0): sys.exit(77)
os.execv(sys.argv[1], sys.argv[1:])
";

/// Runs the program so, unless that cannot be done here.
pub(crate) fn run(sandbox: &Sandbox, args: &str) -> Option<Output> {
    let mut command = Command::new("python3");
    command.args(["-c", HARDENED, env!("CARGO_BIN_EXE_stonegate")]).args(args.split_whitespace());
    let output = command.current_dir(sandbox.folder.path()).output();
    let output = output.ok().filter(|output| output.status.code() != Some(77));
    if output.is_none() {
        stonegate_oracles::skip("there is no python3, or no PR_SET_MDWE");
    }
    output
}

#[test]
fn games_run_on_the_interpreter_and_it_is_told_once() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let Some(output) = run(&sandbox, "bench lamp.kif --seconds 0.05 --json") else { return };
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let backend = json(&output)["backend"].as_str().expect("a name").to_owned();
    assert!(backend.starts_with("interpreter"), "{backend}");
    if !cfg!(target_arch = "x86_64") {
        return;
    }
    assert_eq!(told.matches("note: the system lets no program run code").count(), 1, "{told}");

    let Some(output) = run(&sandbox, "bench lamp.kif --backend native-avx2") else { return };
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("error: the system refuses native-avx2: "), "{told}");

    let args = "match lamp.kif mcts --start 1 --play 1 --no-cache";
    let Some(output) = run(&sandbox, args) else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}
