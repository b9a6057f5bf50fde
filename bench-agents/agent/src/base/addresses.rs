//! Where addresses of servers lead.

use std::net::IpAddr;

/// Whether whoever answers there is this machine.
pub(crate) fn is_on_this_machine(server: &str) -> bool {
    let address: Option<ureq::http::Uri> = server.parse().ok();
    let host = address.as_ref().and_then(ureq::http::Uri::host);
    host.is_some_and(|host| {
        let number: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
        host == "localhost" || number.is_some_and(|number| number.is_loopback())
    })
}
