#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};
use stonegate_compile::{BUILT_IN, BuiltIn};
use stonegate_page::{built_in_cards, compile_built_in};

/// What a page without a server has of its own: its files take the place of those of the same name.
static OWN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../site");

/// The program of the workers, and the same for memory that several share.
const PROGRAM: &str = "stonegate.wasm";
const SHARED_PROGRAM: &str = "stonegate-shared.wasm";

const SERVICE_WORKER: &str = "service-worker.js";

const INDEX: &str = "index.html";

const LINK: &str = "js/link.js";

/// What a page may load and run: its own files, modules that it generates, and nothing else. So
/// nothing is sent anywhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
                      base-uri 'none'; form-action 'none'";

/// What runs in the browser.
#[derive(Clone, Debug)]
pub struct Programs {
    pub alone: Vec<u8>,
    /// For workers that share their memory, where a host's headers allow that.
    pub shared: Option<Vec<u8>>,
}

/// All files of a page without a server.
#[derive(Debug)]
pub struct Site {
    files: BTreeMap<String, Vec<u8>>,
}

impl Site {
    /// Puts a page together. `tell` hears which game is compiled next.
    pub fn new(programs: Programs, tell: &mut dyn FnMut(&BuiltIn)) -> anyhow::Result<Self> {
        if [Some(&programs.alone), programs.shared.as_ref()]
            .into_iter()
            .flatten()
            .any(|program| !program.starts_with(b"\0asm"))
        {
            bail!("this is no WebAssembly module");
        }
        let mut files = BTreeMap::new();
        // A tournament is shown by the program that plays it.
        let page = stonegate_server::page_files().filter(|(name, _)| !name.contains("study"));
        files.extend(page.map(|(name, bytes)| (name, bytes.to_vec())));
        add(&OWN, &mut files);
        files.insert(PROGRAM.to_owned(), programs.alone);
        let is_shared = programs.shared.is_some();
        files.extend(programs.shared.map(|program| (SHARED_PROGRAM.to_owned(), program)));
        let mut machines = Vec::new();
        for game in BUILT_IN {
            tell(game);
            let (text, machine) =
                compile_built_in(game).with_context(|| format!("compiling {}", game.name))?;
            files.insert(format!("machines/{}.gz", game.name), compress(text.as_bytes())?);
            machines.push((game.name, machine));
        }
        let machine = |game: &BuiltIn| {
            let found = machines.iter().find(|(name, _)| *name == game.name);
            Arc::clone(&found.expect("all were compiled").1)
        };
        let cards = serde_json::to_vec(&built_in_cards(machine)).context("writing the cards")?;
        files.insert("cards.json".to_owned(), cards);
        // Hosts that look for files of a certain tool leave these alone.
        files.insert(".nojekyll".to_owned(), Vec::new());
        let mut site = Self { files };
        site.edit(INDEX, |text| {
            let charset = "<meta charset=\"utf-8\">";
            let policy = format!(
                "{charset}\n  <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">"
            );
            text.replacen(charset, &policy, 1)
        })?;
        if is_shared {
            site.edit(LINK, |text| {
                text.replacen("HAS_SHARED_PROGRAM = false", "HAS_SHARED_PROGRAM = true", 1)
            })?;
        }
        site.name_version()?;
        Ok(site)
    }

    fn edit(&mut self, name: &str, change: impl Fn(&str) -> String) -> anyhow::Result<()> {
        let file = self.files.get_mut(name).with_context(|| format!("there is no {name}"))?;
        let text = std::str::from_utf8(file).with_context(|| format!("{name} is no text"))?;
        let changed = change(text);
        if changed == text {
            bail!("{name} does not have what is to be changed there");
        }
        *file = changed.into_bytes();
        Ok(())
    }

    /// Tells the service worker which files there are, and which version they make.
    fn name_version(&mut self) -> anyhow::Result<()> {
        let mut hash = Sha256::new();
        let mut names = Vec::new();
        for (name, bytes) in &self.files {
            hash.update(name);
            hash.update(Sha256::digest(bytes));
            if name != SERVICE_WORKER && !name.starts_with('.') {
                names.push(name.clone());
            }
        }
        names.push("./".to_owned());
        let version = format!("{:x}", hash.finalize());
        let names = serde_json::to_string(&names).context("writing the names")?;
        self.edit(SERVICE_WORKER, |text| {
            let text =
                text.replacen("stonegate-VERSION", &format!("stonegate-{}", &version[..16]), 1);
            text.replacen("[/* FILES */]", &names, 1)
        })
    }

    /// How many files there are, and how large they are together, in bytes, and compressed as hosts
    /// do it.
    pub fn size(&self) -> anyhow::Result<(usize, usize, usize)> {
        let bytes = self.files.values().map(Vec::len).sum();
        let mut compressed = 0;
        for file in self.files.values() {
            compressed += compress(file)?.len().min(file.len());
        }
        Ok((self.files.len(), bytes, compressed))
    }

    /// Writes all files into a folder, which is made if it is not there.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let is_ours = folder.join(PROGRAM).is_file();
        let mut entries = fs::read_dir(folder).into_iter().flatten();
        if !is_ours && entries.next().is_some() {
            bail!(
                "{} has other files in it: name an empty folder, or one that does not exist",
                folder.display()
            );
        }
        for (name, bytes) in &self.files {
            let path = folder.join(name);
            let parent = path.parent().unwrap_or(folder);
            fs::create_dir_all(parent).with_context(|| format!("making {}", parent.display()))?;
            fs::write(&path, bytes).with_context(|| format!("writing {}", path.display()))?;
        }
        Ok(())
    }
}

fn add(folder: &Dir<'_>, files: &mut BTreeMap<String, Vec<u8>>) {
    for file in folder.files() {
        let name = file.path().to_string_lossy().replace('\\', "/");
        files.insert(name, file.contents().to_vec());
    }
    for folder in folder.dirs() {
        add(folder, files);
    }
}

fn compress(bytes: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).context("compressing")?;
    encoder.finish().context("compressing")
}
