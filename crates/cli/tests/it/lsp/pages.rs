//! The arena on the sheet as it stands.

use serde_json::json;

use super::client::{Editor, SHEET};
use crate::sandbox::{LAMP, Sandbox};
use crate::serve::client::Server;

#[test]
fn a_sheet_is_brought_to_the_arena() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let capabilities = json!({ "window": { "showDocument": { "support": true } } });
    let args = format!("lsp --arena http://{}", server.address);
    let mut editor = Editor::start_with(&args, capabilities);
    editor.open(LAMP);
    for (command, page) in [("stonegate.play", "new"), ("stonegate.circuit", "circuit")] {
        let params = json!({ "command": command, "arguments": [SHEET] });
        editor.ask("workspace/executeCommand", params);
        let shown = editor.hear(|message| message["method"] == "window/showDocument");
        let address = shown["params"]["uri"].as_str().expect("an address").to_owned();
        let start = format!("http://{}/#/{page}/sheet-", server.address);
        assert!(address.starts_with(&start), "{address}");
        assert_eq!(shown["params"]["external"], true);
    }
    // A sheet that is no game is not shown, and one is told why.
    editor.change(json!([{ "text": "(role robot" }]));
    editor.ask(
        "workspace/executeCommand",
        json!({ "command": "stonegate.play", "arguments": [SHEET] }),
    );
    let told = editor.hear(|message| message["method"] == "window/showMessage");
    assert!(told["params"]["message"].as_str().expect("a text").contains("cannot be played"));
    editor.leave();
}

#[test]
fn an_editor_that_shows_no_pages_is_told_the_address() {
    let sandbox = Sandbox::new();
    let server = Server::start(&sandbox);
    let mut editor =
        Editor::start_with(&format!("lsp --arena http://{}/", server.address), json!({}));
    editor.open(LAMP);
    editor.ask(
        "workspace/executeCommand",
        json!({ "command": "stonegate.play", "arguments": [SHEET] }),
    );
    let told = editor.hear(|message| message["method"] == "window/showMessage");
    let text = told["params"]["message"].as_str().expect("a text");
    assert!(
        text.starts_with(&format!("The game is at http://{}/#/new/", server.address)),
        "{text}"
    );
    editor.leave();
}
