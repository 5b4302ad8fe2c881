//! What all commands share.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use expect_test::expect;

use crate::sandbox::{Sandbox, stdout, transcript};
use crate::verify::PERFT_RECORD;

#[test]
fn help_tells_what_there_is() {
    Sandbox::new().check(
        "help",
        &expect![[r#"
            Stonegate 0.1.0: the rules of a board game as a logic circuit

              games        List the built-in games, or print the rules of one
                           stonegate games
              new          Write a small rule sheet to start from, with tests
                           stonegate new my-game
              check        Find the mistakes in rule sheets
                           stonegate check tic-tac-toe
              fmt          Give rule sheets a tidy layout
                           stonegate fmt my-game.kif
              test         Run the tests of a rule sheet
                           stonegate test my-game.test
              convert      Print a rule sheet in KIF or infix syntax
                           stonegate convert tic-tac-toe --to infix
              compile      Compile a game to a circuit and show what became of it
                           stonegate compile tic-tac-toe
              state        Show the state of a game after some moves
                           stonegate state tic-tac-toe
              perft        Count the lines of play up to a number of joint moves
                           stonegate perft tic-tac-toe 3
              solve        Solve a game: what each role can force, and how
                           stonegate solve tic-tac-toe
              serve        Play and watch any game in the browser
                           stonegate serve --open
              store        Check, repair or copy the file that tables are kept in
                           stonegate store check --store my-tables.sqlite
              site         Write the arena as static files, which need no server
                           stonegate site --out my-arena
              play         Play a game against the machine in the terminal
                           stonegate play tic-tac-toe
              record       Show recorded games, or write them in another format
                           stonegate record game.sgf
              verify       Replay recorded games and compare every state
                           stonegate verify tic-tac-toe games.jsonl
              match        Let players play against each other
                           stonegate match tic-tac-toe random random --start 1 --play 1
              tournament   Find out which of several players is better
                           stonegate tournament --game tic-tac-toe --player random --player greedy --rounds 5
              tune         Find the best values for the parameters of a player
                           stonegate tune --game nim --player mcts:iterations=9 --parameter c=0..1 --test-rounds 2
              train        Learn a game by playing it, and write what positions are worth
                           stonegate train tic-tac-toe --out tic-tac-toe.weights --games 4096
              experiment   Repeat published experiments, beside their numbers
                           stonegate experiment thesis --scale 0.0001 --part errors
              player       Play for whoever sends the rules of a game over HTTP
                           stonegate player
              go           Look into the Go machine: liberties step by step, random games, lines of play
                           stonegate go step
              gtp          Be a Go or Othello engine for boards, servers and match runners that speak GTP
                           stonegate gtp --size 9
              othello      Solve, analyze and train on the dedicated Othello board
                           stonegate othello analyze --seconds 1
              gomocup      Be a Gomoku engine for Piskvork and other managers of Gomocup
                           stonegate gomocup
              patterns     Build, check, explain and learn the patterns of the Gomoku machine
                           stonegate patterns stats
              nboard       Be an Othello engine for NBoard and other boards that speak its protocol
                           stonegate nboard
              uci          Be a chess engine for boards, servers and match runners that speak UCI
                           stonegate uci
              link         Play with another machine over a serial line, a socket or a pseudo-terminal
                           stonegate link connect6 --pty
              lsp          Be the language server of an editor
                           stonegate lsp
              rtl          Put a game onto a board: Verilog, a simulation, a bitstream
                           stonegate rtl tic-tac-toe -o board
              vision       Play Othello with a camera: four markers, one piece, the board on the picture
                           stonegate vision --demo --moves 1 --size 320x180 --rate 10 --report
              bench        Measure how fast a game is played at random
                           stonegate bench tic-tac-toe --seconds 0.5
              completions  Print a completion script for a shell
                           stonegate completions bash
              help         Show what there is, or the help of a command
                           stonegate help

            A GAME is the name of a built-in game, a file in KIF or infix syntax, or - for
            standard input. More about a command: stonegate check --help
        "#]],
    );
}

/// Commands that run until they are interrupted, and one that needs a program for the browser.
const LEFT_OUT: [&str; 5] = ["player", "serve", "link", "lsp", "site"];

#[test]
fn the_examples_of_the_summary_work() {
    let sandbox = Sandbox::new();
    let text = stdout(&sandbox.run("help"));
    let commands = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let examples = text.lines().filter_map(|line| line.trim_start().strip_prefix("stonegate "));
    let examples = examples.collect::<Vec<_>>();
    assert_eq!(examples.len(), commands.count(), "every command has an example");
    sandbox.write("games.jsonl", PERFT_RECORD).write("game.sgf", "(;GM[1]SZ[9];B[ee])");
    drop(
        stonegate_store::Store::open(&sandbox.folder.path().join("my-tables.sqlite"))
            .expect("it is made"),
    );
    let ends = |example: &&str| !LEFT_OUT.iter().any(|command| example.starts_with(command));
    for example in examples.into_iter().filter(ends) {
        assert!(sandbox.run(example).status.success(), "{example}");
    }
}

#[test]
fn every_shell_gets_its_completions() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = sandbox.run(&format!("completions {shell}"));
        assert!(output.status.success());
        assert!(stdout(&output).contains("convert"), "{shell}");
    }
}

#[test]
fn a_reader_who_has_enough_is_no_error() {
    for args in ["games", "games chess", "completions zsh", "check --json hex", "help"] {
        let sandbox = Sandbox::new();
        let mut child = sandbox
            .command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{args}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args}");
    }
}

#[test]
fn long_output_can_be_cut() {
    let sandbox = Sandbox::new();
    sandbox.write("many.kif", (0..100).map(|n| format!("(fact{n} ?x)\n")).collect::<String>());
    // More than a pipe holds, so that the program is still writing.
    let mut child = sandbox
        .command(&format!("check {}", "many.kif ".repeat(20)))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("was piped")).lines();
    assert!(lines.next().expect("there is output").expect("of text").starts_with("error["));
    drop(lines);
    assert_eq!(child.wait().expect("the program ends").code(), Some(0));
}

#[test]
fn wrong_arguments_exit_with_2() {
    let sandbox = Sandbox::new();
    for args in ["chekc hex", "check", "convert hex", "convert hex --to latin", "games --frob"] {
        assert_eq!(sandbox.run(args).status.code(), Some(2), "{args}");
    }
}

#[test]
fn help_finds_the_commands_of_commands() {
    let sandbox = Sandbox::new();
    for name in ["serve", "othello solve", "patterns explain", "link go"] {
        let text = stdout(&sandbox.run(&format!("help {name}")));
        assert!(text.contains(&format!("Usage: stonegate {name}")), "{text}");
    }
    let error = |args: &str| transcript(&sandbox.run(args));
    assert_eq!(
        error("help othello sovle"),
        "error: there is no command `sovle`: see `stonegate help othello`\n[exit code 2]\n"
    );
    assert_eq!(
        error("help chekc"),
        "error: there is no command `chekc`: see `stonegate help`\n[exit code 2]\n"
    );
}

#[test]
fn times_sizes_and_threads_are_read_alike_everywhere() {
    let sandbox = Sandbox::new();
    let times = [
        "match nim random random --start",
        "match nim random random --play",
        "play nim --time",
        "solve nim --seconds",
        "bench nim --seconds",
        "compile nim --ground-seconds",
        "compile nim --optimize-seconds",
        "rtl nim --seconds",
        "gtp --seconds",
        "nboard --seconds",
        "othello solve x.obf --seconds",
        "othello analyze --seconds",
        "go playouts --seconds",
        "link go --seconds",
        "link connect6 --seconds",
        "vision --demo --dwell",
        "state nim --answer-seconds",
    ];
    let sizes = ["play nim --memory", "solve nim --memory", "nboard --table", "gtp --memory"];
    let threads = ["play nim --threads", "bench nim --threads", "othello train w.bin --threads"];
    let kinds = [
        (&times[..], "abc", "a number of seconds"),
        (&times[..], "-1", ""),
        (&sizes[..], "much", "a number with a unit"),
        (&sizes[..2], "10", "a number with a unit"),
        (&threads[..], "0", "a whole number from 1"),
        (&threads[..], "many", "a whole number from 1"),
    ];
    for (commands, value, expected) in kinds {
        for command in commands {
            let output = sandbox.run(&format!("{command} {value}"));
            let text = transcript(&output);
            assert_eq!(output.status.code(), Some(2), "{command} {value}: {text}");
            assert!(text.contains(expected), "{command} {value}: {text}");
        }
    }
}
