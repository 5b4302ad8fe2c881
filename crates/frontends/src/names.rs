//! The names that a server of this machine answers to.

use std::net::IpAddr;

/// The names by which this server may be asked, besides addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// Those that it was given, and those of this machine.
    pub fn new(given: impl IntoIterator<Item = String>) -> Self {
        Self::of_machine(&machine_name(), given)
    }

    pub fn of_machine(machine: &str, given: impl IntoIterator<Item = String>) -> Self {
        let short = machine.split('.').next().unwrap_or_default();
        let own = [machine.to_owned(), short.to_owned(), format!("{short}.local")];
        let own = own.into_iter().filter(|_| !short.is_empty());
        Self(["localhost".to_owned()].into_iter().chain(own).chain(given).collect())
    }

    /// Whether a host is one that nobody else can lead here: an address, or a name of this
    /// server. Any other name may belong to somebody who has it lead to this machine once his
    /// page is loaded (DNS rebinding). In a local network anybody can answer for names like
    /// `evil.local` or `evil`.
    pub fn include(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        // Browsers look nowhere else for these than on the machine itself.
        name.parse::<IpAddr>().is_ok()
            || name.ends_with(".localhost")
            || self.0.iter().any(|own| own.eq_ignore_ascii_case(name))
    }
}

#[cfg(unix)]
fn machine_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn machine_name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_default()
}
