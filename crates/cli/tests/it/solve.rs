use expect_test::expect;

use crate::sandbox::{LAMP, Sandbox, json};

#[test]
fn tic_tac_toe_is_a_draw() {
    Sandbox::new().check(
        "solve tic-tac-toe",
        &expect![[r#""#]],
    );
}

#[test]
fn a_single_role_takes_the_shortest_way() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    sandbox.check("solve lamp.kif", &expect![[r#""#]]);
}

#[test]
fn json_has_everything() {
    let sandbox = Sandbox::new();
    sandbox.write("lamp.kif", LAMP);
    let object = json(&sandbox.run("solve lamp.kif --json"));
    assert_eq!(object["solved"], true);
    assert_eq!(object["positions"], 2);
    assert_eq!(object["goals"][0], 100);
    assert_eq!(object["line"][0][0], "push");
    assert_eq!(object["moves"][0]["best"], true);
}

#[test]
fn what_is_not_solved_is_said_so() {
    let sandbox = Sandbox::new();
    sandbox.check("solve rock-paper-scissors", &expect![[r#""#]]);
    let output = sandbox.run("solve connect-four --memory 1M --json");
    assert_eq!(output.status.code(), Some(1));
    let output = sandbox.run("solve connect-four --seconds 0");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("not solved: stopped; 1 positions were found"), "{text}");
    assert!(text.ends_with("; the limit is 0 s, see --seconds\n"), "{text}");
}
