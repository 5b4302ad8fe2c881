//! Where memory that was once writable may not become executable.

use serde_json::json;

use super::client::{ERRORS, Server, text};
use crate::hardened::{HARDENED, run};
use crate::sandbox::Sandbox;

#[test]
fn a_hardened_server_compiles_and_plays() {
    let sandbox = Sandbox::new();
    if run(&sandbox, "--version").is_none() {
        return;
    }
    let server = Server::start_after(&sandbox, &format!("exec python3 -c '{HARDENED}' \"$@\""));
    assert_eq!(server.get("/api/games/connect-four/circuit").status, 200, "it was compiled");
    let table = server.create("connect-four", &["human", "mcts"]);
    let mut page = server.host(&table);
    page.position();
    page.send(&json!({ "type": "move", "ply": 0, "role": "red", "move": "(drop 4)" }));
    let thoughts = page.wait("thoughts", |_| true);
    assert_eq!(text(&thoughts["role"]), "yellow");
    page.wait("table", |table| table["ply"] == 2);
    let told = sandbox.read(ERRORS);
    assert!(!told.contains("panicked"), "{told}");
}
