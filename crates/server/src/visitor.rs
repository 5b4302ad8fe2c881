//! Who comes to the server.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Whoever is at one address, or in one network of IPv6: what the server has to give is shared
/// fairly among visitors, and each has a quota.
///
/// An address is all that cannot be made up at will. It is known while the server runs, and
/// never stored.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Visitor(IpAddr);

impl Visitor {
    /// The visitor at an address. A network gives its users as many addresses of IPv6 as they
    /// like, which differ in the last 64 bits.
    pub(crate) fn at(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from_bits(network))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

impl fmt::Display for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_is_one_visitor() {
        let at = |text: &str| Visitor::at(text.parse().expect("an address"));
        assert_eq!(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff::9"));
        assert_ne!(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
        assert_eq!(at("::ffff:192.0.2.7"), at("192.0.2.7"));
        assert_ne!(at("192.0.2.7"), at("192.0.2.8"));
    }
}
