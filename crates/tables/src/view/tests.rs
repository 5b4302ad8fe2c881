use super::*;

fn moves(lists: &[&[&str]]) -> Vec<Vec<String>> {
    lists.iter().map(|list| list.iter().map(|&action| action.to_owned()).collect()).collect()
}

#[test]
fn those_with_several_moves_choose() {
    assert_eq!(choosing(&moves(&[&["(mark 1 1)", "(mark 1 2)"], &["noop"]])), [0]);
    assert_eq!(choosing(&moves(&[&["a", "b"], &["a", "b"], &["noop"]])), [0, 1]);
}

#[test]
fn the_last_move_is_made_by_whoever_is_not_waiting() {
    assert_eq!(choosing(&moves(&[&["noop"], &["(mark 3 3)"]])), [1]);
    assert_eq!(choosing(&moves(&[&["noop"], &["noop"], &["stop"]])), [2]);
    assert_eq!(choosing(&moves(&[&["push"]])), [0]);
    assert_eq!(choosing(&moves(&[&["noop"], &["noop"]])), [0, 1]);
    assert!(choosing(&[]).is_empty());
}

#[test]
fn without_a_board_all_facts_are_outside() {
    let roles = ["robot".to_owned()];
    let facts = ["(lamp off)".to_owned()];
    let legal = moves(&[&["push"]]);
    let view = PositionView::new(None, Scene::new(0, &roles, &facts, &legal));
    let json = serde_json::to_value(&view).expect("it is JSON");
    let expected = serde_json::json!({
        "ply": 0,
        "boards": [],
        "outside": ["(lamp off)"],
        "legal": [{ "role": "robot", "moves": [{ "move": "push", "name": "push", "squares": [] }] }],
        "choosing": ["robot"],
        "changed": [],
        "made": [],
        "over": null,
    });
    assert_eq!(json, expected);
}
