//! The arena on this machine: the server that shows a sheet as a game.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use parking_lot::Mutex;
use serde_json::{Value, json};

/// Where `stonegate serve` listens unless it is told otherwise.
const USUAL_ADDRESS: &str = "http://127.0.0.1:7420";

const TIMEOUT: Duration = Duration::from_secs(20);

/// Finds a server, or starts one that ends with this.
#[derive(Debug)]
pub struct Arena {
    /// The program that has the command `serve`, with arguments to put behind it.
    program: PathBuf,
    address: Option<String>,
    started: Mutex<Option<(Child, String)>>,
}

impl Arena {
    /// An arena at an address, or at the usual one, or one that `program` starts.
    pub fn new(program: PathBuf, address: Option<String>) -> Self {
        Self { program, address, started: Mutex::new(None) }
    }

    /// Brings a sheet to the arena, and gives the address of a page about it: `new` or `circuit`.
    pub(crate) fn bring(&self, text: &str, page: &str) -> anyhow::Result<String> {
        let address = self.find()?;
        let body = json!({ "text": text, "insist": true }).to_string();
        let answer = agent()
            .post(format!("{address}/api/rules"))
            .header("content-type", "application/json")
            .send(&body)
            .with_context(|| format!("asking {address}"))?
            .body_mut()
            .read_to_string()
            .with_context(|| format!("reading what {address} says"))?;
        let answer = serde_json::from_str::<Value>(&answer).context("reading the answer")?;
        if let Some(game) = answer["game"]["id"].as_str() {
            return Ok(format!("{address}/#/{page}/{game}"));
        }
        let reasons = [&answer["problem"], &answer["error"]["message"]];
        let reason = reasons.iter().find_map(|reason| reason.as_str());
        bail!("{}", reason.unwrap_or("the sheet cannot be played: see its findings"))
    }

    /// The address of a server that answers.
    fn find(&self) -> anyhow::Result<String> {
        if let Some(address) = &self.address {
            return Ok(address.trim_end_matches('/').to_owned());
        }
        let mut started = self.started.lock();
        if let Some((child, address)) = &mut *started
            && child.try_wait().is_ok_and(|ended| ended.is_none())
        {
            return Ok(address.clone());
        }
        if is_arena(USUAL_ADDRESS) {
            return Ok(USUAL_ADDRESS.to_owned());
        }
        let (child, address) = self.start()?;
        *started = Some((child, address.clone()));
        Ok(address)
    }

    fn start(&self) -> anyhow::Result<(Child, String)> {
        let mut child = Command::new(&self.program)
            .args(["serve", "--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("starting {}", self.program.display()))?;
        let stdout = child.stdout.take().context("what the server says")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).context("what the server says")?;
        if let Some(address) = line.split_whitespace().find(|word| word.starts_with("http")) {
            return Ok((child, address.to_owned()));
        }
        let _ = child.kill();
        let _ = child.wait();
        bail!("the arena does not start: try `stonegate serve` in a terminal")
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        let started = self.started.get_mut();
        if let Some((child, _)) = started {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder();
    config.timeout_global(Some(TIMEOUT)).http_status_as_error(false).build().into()
}

/// Whether an arena answers at an address.
fn is_arena(address: &str) -> bool {
    let config = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(2)));
    let agent = ureq::Agent::from(config.build());
    let answer = agent.get(format!("{address}/api/tables")).call();
    answer.is_ok_and(|mut answer| {
        let text = answer.body_mut().read_to_string().unwrap_or_default();
        serde_json::from_str::<Value>(&text).is_ok_and(|value| value["tables"].is_array())
    })
}
