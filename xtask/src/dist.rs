//! `cargo xtask dist`: an archive of the program for this platform, with its checksum.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use crate::project::{self, cargo, say, succeeds, tool};
use crate::sbom;
use crate::site;

const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// The shells, and the names under which they look for completions.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "stonegate.bash"),
    ("zsh", "_stonegate"),
    ("fish", "stonegate.fish"),
    ("elvish", "stonegate.elv"),
    ("powershell", "_stonegate.ps1"),
];

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let args =
        ["build", "--release", "--locked", "--package", "stonegate", "--target-dir", "target"];
    if !succeeds(&mut cargo(&args))? {
        bail!("the program does not build");
    }
    let name = format!("stonegate-{}-{}", env!("CARGO_PKG_VERSION"), platform()?);
    let dist = project::root().join("target/dist");
    let folder = dist.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("removing {}", folder.display()))?;
    }
    fill(&folder)?;
    let archive = dist.join(format!("{name}.tar.gz"));
    let mut pack = tool("tar", &["--create", "--gzip", "--file"]);
    pack.arg(&archive).arg("--directory").arg(&dist).arg(&name);
    if !succeeds(&mut pack)? {
        bail!("tar cannot make {}", archive.display());
    }
    let line = checksum(&archive)?;
    let sums = dist.join(format!("{name}.tar.gz.sha256"));
    fs::write(&sums, &line).with_context(|| format!("writing {}", sums.display()))?;
    say(format_args!("{}\n{}", archive.display(), line.trim_end()));
    Ok(ExitCode::SUCCESS)
}

/// What `rustc` builds for here, as in `x86_64-unknown-linux-gnu`.
fn platform() -> anyhow::Result<String> {
    let output = tool("rustc", &["-vV"]).output().context("starting rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not say what its host is")
}

/// Puts into a folder what the archive is to hold.
fn fill(folder: &Path) -> anyhow::Result<()> {
    let completions = folder.join("completions");
    fs::create_dir_all(&completions)
        .with_context(|| format!("making {}", completions.display()))?;
    let program = format!("stonegate{}", std::env::consts::EXE_SUFFIX);
    let built = project::root().join("target/release").join(&program);
    copy(&built, &folder.join(&program))?;
    let page = site::program(site::FAST)?.context("the program for the browser does not build")?;
    copy(&page, &folder.join("stonegate.wasm"))?;
    match site::shared_program() {
        Ok(page) => copy(&page, &folder.join("stonegate-shared.wasm"))?,
        Err(error) => say(format_args!("without a page that shares memory: {error:#}")),
    }
    for document in DOCUMENTS {
        copy(&project::root().join(document), &folder.join(document))?;
    }
    let parts = folder.join("sbom.json");
    fs::write(&parts, format!("{:#}\n", sbom::parts()?))
        .with_context(|| format!("writing {}", parts.display()))?;
    for (shell, file) in COMPLETIONS {
        let output = tool(&built.to_string_lossy(), &["completions", shell]).output();
        let output = output.with_context(|| format!("starting {}", built.display()))?;
        if !output.status.success() {
            bail!("the program has no completions for {shell}");
        }
        let path = completions.join(file);
        fs::write(&path, output.stdout).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::copy(from, to).with_context(|| format!("copying {}", from.display()))?;
    Ok(())
}

/// The SHA-256 of a file as a line that `sha256sum --check` reads.
fn checksum(path: &Path) -> anyhow::Result<String> {
    let reading = || format!("reading {}", path.display());
    let mut hash = Sha256::new();
    io::copy(&mut File::open(path).with_context(reading)?, &mut hash).with_context(reading)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{:x}  {name}\n", hash.finalize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_sha256sum() {
        let path = std::env::temp_dir().join(format!("stonegate-dist-{}", std::process::id()));
        fs::write(&path, "abc").expect("there is room");
        let line = checksum(&path).expect("it can be read");
        fs::remove_file(&path).expect("it is there");
        // The example of FIPS 180-2.
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert!(line.starts_with(&format!("{digest}  stonegate-dist-")), "{line}");
    }
}
