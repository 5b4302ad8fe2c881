//! HTTPS with a certificate of our own: browsers give a camera only to pages that they trust to
//! come from where they say, and to those of the same machine.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use sha2::{Digest, Sha256};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// A certificate and its key.
pub struct Identity {
    pub acceptor: TlsAcceptor,
    /// What a browser shows of the certificate, to compare.
    pub fingerprint: String,
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").field("fingerprint", &self.fingerprint).finish_non_exhaustive()
    }
}

impl Identity {
    /// The identity whose files lie beside the store. The first time it is made, and then kept:
    /// whoever has told a browser to trust it does not have to again.
    pub fn beside(store: &Path, host: &str) -> anyhow::Result<Self> {
        let [certificate, key] =
            ["certificate.pem", "key.pem"].map(|extension| store.with_extension(extension));
        if !certificate.exists() || !key.exists() {
            let made = make(host)?;
            if let Some(folder) = certificate.parent() {
                fs::create_dir_all(folder)?;
            }
            for (path, text) in [(&certificate, &made.certificate), (&key, &made.key)] {
                write_private(path, text).with_context(|| format!("writing {}", path.display()))?;
            }
        }
        let read =
            |path: &Path| fs::read(path).with_context(|| format!("reading {}", path.display()));
        Self::from_pem(&read(&certificate)?, &read(&key)?).with_context(|| {
            format!("{} and {} do not fit: delete both", certificate.display(), key.display())
        })
    }

    fn from_pem(certificate: &[u8], key: &[u8]) -> anyhow::Result<Self> {
        let certificate = CertificateDer::from_pem_slice(certificate)?;
        let key = PrivateKeyDer::from_pem_slice(key)?;
        let digest = Sha256::digest(&certificate);
        let fingerprint = digest.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)?;
        let acceptor = TlsAcceptor::from(Arc::new(config));
        Ok(Self { acceptor, fingerprint: fingerprint.join(":") })
    }
}

struct Pem {
    certificate: String,
    key: String,
}

fn make(host: &str) -> anyhow::Result<Pem> {
    let mut names = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()];
    if !names.iter().any(|name| name == host) {
        names.push(host.to_owned());
    }
    let made = rcgen::generate_simple_self_signed(names).context("making a certificate")?;
    Ok(Pem { certificate: made.cert.pem(), key: made.signing_key.serialize_pem() })
}

/// Writes a file that nobody else can read.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("data/tables.sqlite");
        let first = Identity::beside(&store, "192.168.1.5").unwrap();
        let again = Identity::beside(&store, "192.168.1.5").unwrap();
        assert_eq!(first.fingerprint, again.fingerprint);
        fs::write(store.with_extension("key.pem"), "garbage").unwrap();
        let error = Identity::beside(&store, "192.168.1.5").expect_err("it is garbage");
        assert!(error.to_string().contains("delete both"), "{error}");
    }
}
