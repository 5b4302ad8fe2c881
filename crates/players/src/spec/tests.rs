use super::*;

#[test]
fn descriptions_are_read_and_printed() {
    for text in [
        "random",
        "human",
        "random:seed=7",
        "go:time=0.5",
        "connect6:seven,time=1",
        "http://localhost:9147",
        "http://[::1]:80",
        "http://localhost:9147?time=2",
        "http://localhost:9147?gdl2=old",
        "gtp:gnugo --mode gtp",
        "gtp:time=1 gnugo --mode gtp",
        "nboard:depth=20,time=5 ./engine --level=3",
        "c6:./engine a=b",
    ] {
        let spec = text.parse::<PlayerSpec>().expect("it is a description");
        assert_eq!(spec.to_string(), text);
    }
    let spec = "HTTP".parse::<PlayerSpec>();
    assert_eq!(spec, Err(SpecError::UnknownPlayer("HTTP".to_owned())));
    let spec = "http://example.org/".parse::<PlayerSpec>().expect("the port may be missing");
    assert_eq!(spec.to_string(), "http://example.org:9147");
}

#[test]
fn errors_say_what_there_is() {
    let check = |text: &str, expected: &str| {
        let error = text.parse::<PlayerSpec>().expect_err("it is no description");
        assert!(error.to_string().contains(expected), "{error}");
    };
    check("randon", "there is no player `randon`: it is mcts, alphabeta, greedy, random, human");
    check("", "there is no player ``");
    check("random:speed=7", "no option `speed`: it has seed, time");
    check("human:a=1", "`human` has no option `a`: it has time");
    check("gtp:depth=3 gnugo", "`gtp` has no option `depth`: it has time");
    check("nboard:time=3", "`nboard` needs the command of a program");
    check("http://a?speed=3", "`http` has no option `speed`: it has gdl2, time");
    check("random:seed", "the option `seed` needs a value");
    check("http://:80", "is not a host");
    check("http://a:b", "`b` is not a port");
    check("ftp://a", "write http://host:port");
    let spec = "random:seed=many".parse::<PlayerSpec>().expect("the name is right");
    let resources = Resources::new(1);
    let error = spec.player(&resources).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("the option `seed` takes a whole number, not `many`"));
    for text in ["mcts:time=-1", "gtp:time=-1 cat", "http://a?time=-1", "human:time=-1"] {
        let spec = text.parse::<PlayerSpec>().expect("the name is right");
        let error = spec.player(&resources).err().map(|error| error.to_string());
        let expected = "the option `time` takes a number of seconds, not `-1`";
        assert_eq!(error.as_deref(), Some(expected), "{text}");
    }
    let spec = "nboard:depth=99 cat".parse::<PlayerSpec>().expect("the name is right");
    let error = spec.player(&resources).err().map(|error| error.to_string());
    let expected = "the option `depth` takes a number of plies from 1 to 60, not `99`";
    assert_eq!(error.as_deref(), Some(expected));
}
