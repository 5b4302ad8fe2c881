//! Options as text.

use stonegate_search::{Choice, Options};

#[test]
fn texts_come_back() {
    for text in [
        "",
        "c=0.7",
        "c=0.7,look=false,playouts=8,wave=64",
        "memory=2097152,choice=mean,iterations=5",
    ] {
        let options: Options = text.parse().expect("valid");
        assert_eq!(options.to_string(), text);
    }
    let options: Options = "choice=mean, memory=2G".parse().expect("valid");
    assert_eq!((options.choice, options.memory), (Choice::Mean, 2 << 30));
}

#[test]
fn errors_say_what_to_do() {
    let error = |text: &str| text.parse::<Options>().expect_err("invalid").to_string();
    assert_eq!(error("playouts"), "`playouts` has no value: write `playouts=VALUE`");
    assert_eq!(error("c=high"), "`c` cannot be `high`: it is a number from 0 to 1000");
    assert_eq!(error("v=2"), "`v` cannot be `2`: it is a number from 0.001 to 1");
    assert_eq!(error("look=once"), "`look` cannot be `once`: it is `true` or `false`");
    assert!(error("depth=3").starts_with("no search parameter is called `depth`: there are c, v,"));
    for text in ["c=NaN", "c=-1", "memory=1", "memory=99999999999999999999G", "wave=0", "=", "c="] {
        error(text);
    }
}
