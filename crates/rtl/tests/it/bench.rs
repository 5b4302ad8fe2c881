//! Any module of `rtl/`, driven port by port under Verilator, to be compared with its twin.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{BufReader, Read, Write};
use std::panic::panic_any;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::LazyLock;
use std::thread;

use crate::side_by_side::alone_in;

/// A pipe has room for at least so many bytes.
const PIPE: usize = 4096;

/// A module with its ports, in the order in which requests have them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Module {
    pub(crate) name: &'static str,
    /// Verilog files, from `rtl/` on.
    pub(crate) files: &'static [&'static str],
    pub(crate) parameters: Vec<(&'static str, u32)>,
    /// Names and bits of all inputs but the clock.
    pub(crate) inputs: Vec<(&'static str, usize)>,
    pub(crate) outputs: Vec<(&'static str, usize)>,
    /// Whether there is one clock, `clk`.
    pub(crate) has_clock: bool,
}

/// What to do with the inputs of a request.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// At most so many clocks.
    pub(crate) clocks: u32,
    /// The output that ends them when it is not 0.
    pub(crate) until: Option<&'static str>,
    pub(crate) is_silent: bool,
    pub(crate) inputs: Vec<u8>,
}

/// What the outputs are then.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) clocks: u32,
    outputs: Vec<u8>,
}

/// A module that runs.
pub(crate) struct Bench {
    module: Module,
    child: Child,
    to_module: ChildStdin,
    from_module: BufReader<ChildStdout>,
}

/// Thrown when a module cannot be built: this is no comparison that has found something.
#[derive(Debug)]
pub(crate) struct NotBuilt;

/// Where the Verilog is.
pub(crate) fn rtl_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rtl")
}

impl Bench {
    /// Builds and starts a module whose files are in a folder: `rtl/`, or a damaged copy of it.
    pub(crate) fn start_in(module: &Module, root: &Path) -> Self {
        let program = build(module, root);
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the bench was built");
        let to_module = child.stdin.take().expect("it is piped");
        let from_module = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { module: module.clone(), child, to_module, from_module }
    }

    /// The bytes of a value for each input, in order.
    pub(crate) fn inputs(&self, values: &[&[u8]]) -> Vec<u8> {
        assert_eq!(values.len(), self.module.inputs.len(), "a value for each input");
        let mut bytes = Vec::new();
        for (value, &(_, bits)) in values.iter().zip(&self.module.inputs) {
            let mut padded = value.to_vec();
            padded.resize(bits.div_ceil(8), 0);
            bytes.extend(padded);
        }
        bytes
    }

    /// Lets clocks go by.
    pub(crate) fn step(&mut self, clocks: u32, values: &[&[u8]]) -> Reply {
        self.run(clocks, None, values)
    }

    /// Lets clocks go by until an output is not 0.
    pub(crate) fn run(
        &mut self,
        clocks: u32,
        until: Option<&'static str>,
        values: &[&[u8]],
    ) -> Reply {
        let inputs = self.inputs(values);
        let request = Request { clocks, until, is_silent: false, inputs };
        self.exchange(&[request]).pop().expect("a request has a reply")
    }

    /// Many requests at once: the module need not wait for us between them.
    pub(crate) fn exchange(&mut self, requests: &[Request]) -> Vec<Reply> {
        let mut bytes = Vec::new();
        for request in requests {
            bytes.push(u8::from(request.is_silent));
            bytes.extend(request.clocks.to_le_bytes());
            bytes.push(request.until.map_or(0, |name| self.output_number(name) as u8 + 1));
            bytes.extend(&request.inputs);
        }
        let n_bytes = bytes.len();
        let size = self.module.outputs.iter().map(|&(_, bits)| bits.div_ceil(8)).sum::<usize>();
        let n_replies = requests.iter().filter(|request| !request.is_silent).count();
        let (to_module, from_module) = (&mut self.to_module, &mut self.from_module);
        let mut send = move || {
            to_module.write_all(&bytes).expect("the bench runs");
            to_module.flush().expect("the bench runs");
        };
        thread::scope(|scope| {
            // What fits an empty pipe is sent at once. Else both sides could wait for each other.
            if n_bytes <= PIPE {
                send();
            } else {
                scope.spawn(send);
            }
            let replies = (0..n_replies).map(|_| {
                let (mut clocks, mut outputs) = ([0; 4], vec![0; size]);
                from_module.read_exact(&mut clocks).expect("the bench answers");
                from_module.read_exact(&mut outputs).expect("the bench answers");
                Reply { clocks: u32::from_le_bytes(clocks), outputs }
            });
            replies.collect()
        })
    }

    fn output_number(&self, name: &str) -> usize {
        let number = self.module.outputs.iter().position(|&(output, _)| output == name);
        number.unwrap_or_else(|| panic!("{} has no output {name}", self.module.name))
    }

    /// The bytes of an output.
    pub(crate) fn output<'r>(&self, reply: &'r Reply, name: &str) -> &'r [u8] {
        let number = self.output_number(name);
        let size = |&(_, bits): &(&str, usize)| bits.div_ceil(8);
        let start = self.module.outputs[..number].iter().map(size).sum::<usize>();
        &reply.outputs[start..start + size(&self.module.outputs[number])]
    }

    /// An output of up to 64 bits as a number.
    pub(crate) fn number(&self, reply: &Reply, name: &str) -> u64 {
        let bytes = self.output(reply, name).iter().rev();
        bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Builds a module, once for all runs, and gives the program.
fn build(module: &Module, root: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    (&module.parameters, root).hash(&mut hasher);
    let name = format!("bench-{}-{:016x}", module.name, hasher.finish());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    alone_in(&folder, || build_in(&folder, module, root));
    folder.join("bench")
}

fn build_in(folder: &Path, module: &Module, root: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    let header = folder.join("ports.h");
    let ports = ports(module);
    if !fs::read_to_string(&header).is_ok_and(|old| old == ports) {
        fs::write(&header, ports).expect("the disk has room");
    }
    let objects = folder.join("verilator");
    fs::create_dir_all(&objects).expect("a folder");
    let mut command = Command::new("verilator");
    if *HAS_CCACHE {
        command.env("OBJCACHE", "ccache");
    }
    command.args(["--cc", "--exe", "--build", "-O3", "--top-module", module.name, "-Mdir"]);
    command.arg(&objects).arg("-o").arg(folder.join("bench"));
    command.args(["-MAKEFLAGS", "OPT_FAST=-O2"]);
    command.arg("-CFLAGS").arg(format!("-I{}", folder.display()));
    command.args(module.parameters.iter().map(|(name, value)| format!("-G{name}={value}")));
    command.arg(rtl_folder().join("common/waivers.vlt"));
    let folders = module.files.iter().filter_map(|file| Path::new(file).parent());
    for folder in folders.collect::<BTreeSet<_>>() {
        command.arg(format!("-I{}", root.join(folder).display()));
        let waivers = rtl_folder().join(folder).join("waivers.vlt");
        if waivers.is_file() && !folder.ends_with("common") {
            command.arg(waivers);
        }
    }
    command.args(module.files.iter().map(|file| root.join(file)));
    command.arg(rtl_folder().join("bench/ports.cpp"));
    let output = command.output().expect("verilator runs");
    if !output.status.success() {
        let text = [output.stdout, output.stderr].concat();
        eprintln!("{}:\n{}", module.name, String::from_utf8_lossy(&text));
        panic_any(NotBuilt);
    }
}

/// Whether there is a cache of what the C++ compiler makes: Verilator's own files are the same for
/// all modules, and take most of the time to compile.
static HAS_CCACHE: LazyLock<bool> =
    LazyLock::new(|| Command::new("ccache").arg("--version").output().is_ok());

/// What `ports.cpp` needs to know of a module.
fn ports(module: &Module) -> String {
    let mut text = format!("#include \"V{0}.h\"\nusing Module = V{0};\n", module.name);
    if module.has_clock {
        text.push_str("#define CLOCK clk\n");
    }
    for (kind, ports) in [("INPUTS", &module.inputs), ("OUTPUTS", &module.outputs)] {
        let _ = write!(text, "#define {kind}(X)");
        for (name, bits) in ports {
            let _ = write!(text, " X({name}, {})", bits.div_ceil(8));
        }
        text.push('\n');
    }
    text
}
