//! The commands, one file each.
//!
//! A command is a struct of its arguments with a function `run`. Its first doc
//! line says what it does; its `after_help` holds examples, one a line, the first
//! of which is shown by the summary and run by a test. To add a command, write
//! its file and name it below: module, variant, arm. The help, the summary and
//! the completions find it by themselves.

mod bench;
mod check;
mod compile;
mod completions;
mod convert;
mod experiment;
mod fmt;
mod games;
mod go;
pub(crate) mod gomocup;
mod gtp;
mod help;
mod link;
mod lsp;
mod matches;
mod nboard;
mod new;
mod othello;
mod patterns;
mod perft;
mod play;
mod player;
mod record;
mod rtl;
pub(crate) mod serve;
mod site;
mod solve;
mod state;
mod store;
pub(crate) mod summary;
mod test;
mod tournament;
mod train;
mod tune;
mod uci;
mod verify;
mod vision;

use std::process::ExitCode;

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    Games(games::Games),
    New(new::New),
    Check(check::Check),
    Fmt(fmt::Fmt),
    Test(test::Test),
    Convert(convert::Convert),
    Compile(compile::Compile),
    State(state::ShowState),
    Perft(perft::Perft),
    Solve(solve::Solve),
    Serve(serve::Serve),
    Store(store::Store),
    Site(site::WriteSite),
    Play(play::Play),
    Record(record::ShowRecord),
    Verify(verify::Verify),
    Match(matches::Match),
    Tournament(Box<tournament::Tournament>),
    Tune(Box<tune::Tune>),
    Train(train::Train),
    Experiment(experiment::Experiment),
    Player(player::Player),
    Go(go::Go),
    Gtp(gtp::Gtp),
    Othello(othello::Othello),
    Gomocup(gomocup::Gomocup),
    Patterns(patterns::Patterns),
    #[command(name = "nboard")]
    NBoard(nboard::NBoard),
    Uci(uci::Uci),
    Link(link::Link),
    Lsp(lsp::Lsp),
    Rtl(rtl::Rtl),
    Vision(Box<vision::Vision>),
    Bench(bench::Bench),
    Completions(completions::Completions),
    Help(help::Help),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<ExitCode> {
        match self {
            Self::Games(args) => games::run(&args),
            Self::New(args) => new::run(&args),
            Self::Check(args) => check::run(&args),
            Self::Fmt(args) => fmt::run(&args),
            Self::Test(args) => test::run(&args),
            Self::Convert(args) => convert::run(&args),
            Self::Compile(args) => compile::run(&args),
            Self::State(args) => state::run(&args),
            Self::Perft(args) => perft::run(&args),
            Self::Solve(args) => solve::run(&args),
            Self::Serve(args) => serve::run(&args),
            Self::Store(args) => store::run(&args),
            Self::Site(args) => site::run(&args),
            Self::Play(args) => play::run(&args),
            Self::Record(args) => record::run(&args),
            Self::Verify(args) => verify::run(&args),
            Self::Match(args) => matches::run(&args),
            Self::Tournament(args) => tournament::run(&args),
            Self::Tune(args) => tune::run(&args),
            Self::Train(args) => train::run(&args),
            Self::Experiment(args) => experiment::run(&args),
            Self::Player(args) => player::run(args),
            Self::Go(args) => go::run(&args),
            Self::Gtp(args) => gtp::run(&args),
            Self::Othello(args) => othello::run(&args),
            Self::Gomocup(args) => gomocup::run(&args),
            Self::Patterns(args) => patterns::run(&args),
            Self::NBoard(args) => nboard::run(&args),
            Self::Uci(args) => uci::run(args),
            Self::Link(args) => link::run(&args),
            Self::Lsp(args) => lsp::run(&args),
            Self::Rtl(args) => rtl::run(&args),
            Self::Vision(args) => vision::run(&args),
            Self::Bench(args) => bench::run(&args),
            Self::Completions(args) => completions::run(&args),
            Self::Help(args) => help::run(&args),
        }
    }
}
