use crate::sandbox::{Sandbox, stdout};

#[test]
fn liberties_step_by_step() {
    let sandbox = Sandbox::new();
    let output = sandbox.run_with_input("go step -", b".XO\nXXO\nOO.\n");
    let text = stdout(&output);
    assert!(text.contains("clock 1:\n\n.═══X   O\n║   │   │\nX───X   O\n"), "{text}");
    let end = "nothing changes after clock 2\nBlack loses nothing\nWhite loses nothing\n";
    assert!(text.ends_with(end), "{text}");
    sandbox.write("bad.txt", ".X\n.\n");
    let output = sandbox.run("go step bad.txt");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn random_games_are_counted() {
    let output = Sandbox::new().run("go playouts --size 5 --seconds 0.05");
    let text = stdout(&output);
    assert!(text.starts_with("board            5x5\ngames            "), "{text}");
}
