//! `stonegate play`: a person against the machine.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use stonegate_compile::CHANCE_ROLE;
use stonegate_frontends::terminal::{Game, Session, Settings, plain, screen};
use stonegate_gdl::RoleId;
use stonegate_players::{PlayerSpec, PrepareSettings, Rulebook, Ruleset};
use stonegate_workbench::args::seconds;
use stonegate_workbench::backend::tell_refusal;
use stonegate_workbench::contest::Contest;
use stonegate_workbench::recorded::Recorded;
use stonegate_workbench::source::Source;
use stonegate_workbench::thinking::Thinking;
use stonegate_workbench::{contest, engine, report};

/// How long the game may take to become a circuit, and the reference evaluator for one question.
const PATIENCE: Duration = Duration::from_secs(20);

/// Play a game against the machine in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  stonegate play tic-tac-toe
  stonegate play chess --as black --time 5
  stonegate play connect-four --level 3 --plain
  stonegate play othello --time 1 --record game.json
  stonegate play --from game.json --after 12")]
pub(crate) struct Play {
    /// A file, the name of a built-in game, or - for standard input
    #[arg(required_unless_present = "from")]
    game: Option<PathBuf>,

    /// Go on with a recorded game, by the rules in the record unless a game is named
    #[arg(long, value_name = "RECORD")]
    from: Option<PathBuf>,

    /// Go on after so many moves of it [default: all of them]
    #[arg(long, value_name = "N", requires = "from")]
    after: Option<usize>,

    /// Keep the record of the game in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// The role to play [default: the first one]
    #[arg(long = "as", value_name = "ROLE")]
    role: Option<String>,

    /// How long the machine may think about a move
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = seconds)]
    time: Duration,

    /// How strong the machine plays, from 1 (a beginner) to 7 (all that it can)
    #[arg(long, value_name = "N", conflicts_with = "player", value_parser = clap::value_parser!(u8).range(1..=7))]
    level: Option<u8>,

    /// Who plays the other roles [default: mcts, or the machine of the game]
    #[arg(long, value_name = "PLAYER")]
    player: Option<PlayerSpec>,

    #[command(flatten)]
    thinking: Thinking,

    /// Show moves as terms of the rules: (mark 2 3) instead of b3
    #[arg(long)]
    terms: bool,

    /// Ask line by line instead of drawing on the terminal
    #[arg(long)]
    plain: bool,
}

pub(crate) fn run(args: &Play) -> anyhow::Result<ExitCode> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let (game, moves) = match (&args.from, &args.game) {
        (Some(path), game) => args.go_on(path, game.as_deref())?,
        (None, Some(game)) => (args.begin(game)?, Vec::new()),
        (None, None) => bail!("name a game, or a record with --from"),
    };
    let player = match &args.player {
        Some(player) => player.clone(),
        None => default_player(&game.ruleset, args.level)?,
    };
    ensure!(player.suits(&game.ruleset), "`{player}` does not play `{}`", game.name);
    tell_refusal();
    let settings = Settings {
        role: role(&game, args.role.as_deref())?,
        player,
        resources: args.thinking.resources(),
        time: args.time,
        record: args.record.clone(),
        shows_terms: args.terms,
    };
    let mut session = Session::resume(game, settings, moves)?;
    if is_terminal && !args.plain {
        screen::play(&mut session)?;
    } else {
        plain::play(&mut session, &mut io::stdin().lock(), &mut io::stdout().lock())?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Play {
    fn begin(&self, game: &Path) -> anyhow::Result<Game> {
        Ok(match contest::dedicated(game, self.prefers_dedicated())? {
            Some(dedicated) => Game::of_dedicated(dedicated)?,
            None => open(&Source::read(game)?)?,
        })
    }

    /// The game of a record, and its moves.
    fn go_on(&self, path: &Path, game: Option<&Path>) -> anyhow::Result<(Game, Vec<Vec<String>>)> {
        let recorded = Recorded::read(path, game)?;
        let mut referee = recorded.rulebook.game()?;
        let lines = recorded.lines(&mut *referee);
        let lines = lines.with_context(|| format!("reading {}", path.display()))?;
        let line = lines.into_iter().next();
        let mut moves = line.context("there is no game in the record")?.moves;
        if let Some(n_moves) = self.after {
            ensure!(n_moves <= moves.len(), "the record has {} moves", moves.len());
            moves.truncate(n_moves);
        }
        let Recorded { contest: Contest { name, ruleset }, rulebook, .. } = recorded;
        let game = match ruleset {
            Ruleset::Sheet(rules) => Game::of_sheet(&name, &rules, rulebook)?,
            Ruleset::Dedicated(dedicated) => Game::of_dedicated(dedicated)?,
        };
        Ok((game, moves))
    }

    fn prefers_dedicated(&self) -> bool {
        self.player.as_ref().is_some_and(PlayerSpec::is_dedicated)
    }
}

/// The game of a rule sheet.
fn open(source: &Source) -> anyhow::Result<Game> {
    let game = Arc::new(engine::rules(source, "play")?);
    let ruleset = Ruleset::Sheet(Arc::clone(&game));
    let rulebook = Rulebook::new(&ruleset, &PrepareSettings::default(), PATIENCE);
    if matches!(rulebook, Rulebook::Clauses { .. }) {
        report::print_note("the game has no circuit; using the reference evaluator");
    }
    Ok(Game::of_sheet(&source.name, &game, rulebook)?)
}

/// The player of a machine has the name of its game.
fn default_player(ruleset: &Ruleset, level: Option<u8>) -> anyhow::Result<PlayerSpec> {
    let name = match ruleset {
        Ruleset::Sheet(_) => "mcts",
        Ruleset::Dedicated(game) => game.name(),
    };
    let level = level.map(|level| format!(":level={level}")).unwrap_or_default();
    Ok(format!("{name}{level}").parse()?)
}

/// The number of the role that the person plays.
fn role(game: &Game, name: Option<&str>) -> anyhow::Result<RoleId> {
    let roles = || game.roles.iter().filter(|role| *role != CHANCE_ROLE);
    let name = match name {
        Some(name) => name,
        None => roles().next().map(String::as_str).unwrap_or_default(),
    };
    let found = game.roles.iter().position(|role| role == name && role != CHANCE_ROLE);
    let Some(role) = found else {
        let roles = roles().map(String::as_str).collect::<Vec<_>>().join(", ");
        bail!("nobody can play `{name}` in {}: the roles are {roles}", game.name)
    };
    Ok(RoleId::new(role))
}
