//! A study as it is described on the command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use stonegate_matches::{DrawRule, ResignRule};
use stonegate_players::{PlayerSpec, Resources};
use stonegate_workbench::args::{Memory, Threads, seconds};
use stonegate_workbench::thinking::cache;

use crate::cores::{n_cores, oversubscription};
use crate::file::{GameFile, PlayerFile, SprtFile, StudyFile};
use crate::run::RunSettings;
use crate::study::Study;

/// The options that describe a study. What they say goes before what its file says.
#[derive(clap::Args, Debug)]
// Each is a switch of the command line.
#[allow(clippy::struct_excessive_bools)]
pub struct StudyArgs {
    /// A file that describes the study
    #[arg(value_name = "STUDY")]
    study: Option<PathBuf>,

    /// A game: a file, or the name of a built-in game; as often as there are games
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<PathBuf>,

    /// A player, as in `match`; as often as there are players
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<PlayerSpec>,

    /// round-robin, gauntlet (the first against all others), swiss or knockout
    #[arg(long, value_name = "NAME")]
    schedule: Option<String>,

    /// How often all meet, from another opening each time
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,

    /// Begin each game with N random moves
    #[arg(long, value_name = "N")]
    opening: Option<usize>,

    /// Leave out openings that the machine of the game thinks decided
    #[arg(long)]
    balanced: bool,

    /// Take openings from this file: records, SGF, PGN, GGF, .. or moves on a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Seconds before the first move
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    start: Option<Duration>,

    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    play: Option<Duration>,

    /// Test whether the first player is better than the second: by ELO1 rather than by ELO0
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<String>,

    /// What the test measures differences in: logistic or normalized
    #[arg(long, value_name = "MODEL", requires = "sprt")]
    sprt_model: Option<String>,

    /// How ratings are made: logistic or bayesian
    #[arg(long, value_name = "MODEL")]
    ratings: Option<String>,

    /// Who is late, makes an illegal move or does not answer loses the game
    #[arg(long)]
    forfeit: bool,

    /// Take what a player has proven for the result
    #[arg(long)]
    proven: bool,

    /// Who expects VALUE of 100 at most in N moves in a row has lost
    #[arg(long, value_name = "N,VALUE")]
    resign: Option<String>,

    /// After MOVES, what all think within MARGIN of even in N moves in a row is a draw
    #[arg(long, value_name = "MOVES,N,MARGIN")]
    draw: Option<String>,

    /// How many threads a player thinks with
    #[arg(long, value_name = "N")]
    threads: Option<Threads>,

    /// How much memory a player thinks with
    #[arg(long, value_name = "SIZE")]
    memory: Option<Memory>,

    /// Where the random numbers start
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Do not keep compiled games for the next time
    #[arg(long)]
    no_cache: bool,

    /// How many units are played at a time [default: as many as there are cores for]
    #[arg(long, value_name = "N")]
    concurrency: Option<Threads>,

    /// Keep each of them on cores of its own
    #[arg(long)]
    pin: bool,

    /// A folder for the records of the games, as JSON
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
}

impl StudyArgs {
    /// The study that is meant.
    pub fn study(&self) -> anyhow::Result<Study> {
        self.open(&self.file()?)
    }

    /// A study of a file that was made of this one.
    pub fn open(&self, file: &StudyFile) -> anyhow::Result<Study> {
        file.open(self.resources())
    }

    /// What players have beside what the file says.
    pub fn resources(&self) -> Resources {
        Resources { cache: cache(self.no_cache), ..Resources::new(1) }
    }

    /// How it is to be run.
    pub fn settings(&self) -> RunSettings {
        RunSettings {
            concurrency: self.n_at_a_time(self.threads.unwrap_or(Threads::ONE).count()),
            pin: self.pin,
            records: self.record.clone(),
        }
    }

    /// A warning, if the players of a study have less time than they are told.
    pub fn oversubscription(&self, study: &Study) -> Option<String> {
        let n_threads = study.resources.threads;
        oversubscription(self.n_at_a_time(n_threads).get(), n_threads.get())
    }

    fn n_at_a_time(&self, n_threads: NonZeroUsize) -> NonZeroUsize {
        let fitting = NonZeroUsize::new(n_cores() / n_threads).unwrap_or(NonZeroUsize::MIN);
        self.concurrency.map_or(fitting, Threads::count)
    }

    /// The file of the study, with what the options say.
    pub fn file(&self) -> anyhow::Result<StudyFile> {
        let mut file = match &self.study {
            Some(path) => StudyFile::read(path)?,
            None => StudyFile::default(),
        };
        let games =
            self.games.iter().map(|game| GameFile { game: game.clone(), ..GameFile::default() });
        file.games.extend(games);
        let players =
            self.players.iter().map(|spec| PlayerFile { name: None, player: spec.to_string() });
        file.players.extend(players);
        for game in &mut file.games {
            set(&mut game.opening, self.opening.as_ref());
            game.balanced |= self.balanced;
            if self.openings.is_some() {
                game.openings.clone_from(&self.openings);
            }
        }
        set(&mut file.schedule, self.schedule.as_ref());
        set(&mut file.rounds, self.rounds.as_ref());
        set(&mut file.ratings, self.ratings.as_ref());
        set(&mut file.seed, self.seed.as_ref());
        set(&mut file.start, self.start.map(|time| time.as_secs_f64()).as_ref());
        set(&mut file.play, self.play.map(|time| time.as_secs_f64()).as_ref());
        set(&mut file.threads, self.threads.map(Threads::count).as_ref());
        set(&mut file.memory, self.memory.map(|memory| memory.to_string()).as_ref());
        file.adjudication.forfeit |= self.forfeit;
        file.adjudication.proven |= self.proven;
        if let Some(text) = &self.resign {
            let [moves, value] = numbers(text).context("--resign takes N,VALUE, as in 3,5")?;
            file.adjudication.resign = Some(ResignRule { moves: moves as u32, value });
        }
        if let Some(text) = &self.draw {
            let [after, moves, margin] =
                numbers(text).context("--draw takes MOVES,N,MARGIN, as in 40,8,3")?;
            let (after, moves) = (after as usize, moves as u32);
            file.adjudication.draw = Some(DrawRule { after, moves, margin });
        }
        if let Some(text) = &self.sprt {
            let [elo0, elo1] = numbers(text).context("--sprt takes ELO0,ELO1, as in 0,20")?;
            let sprt = file.sprt.get_or_insert_with(SprtFile::default);
            (sprt.elo0, sprt.elo1) = (elo0, elo1);
            set(&mut sprt.model, self.sprt_model.as_ref());
        }
        Ok(file)
    }
}

fn set<T: Clone>(place: &mut T, value: Option<&T>) {
    if let Some(value) = value {
        place.clone_from(value);
    }
}

/// So many numbers with commas between them.
fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let numbers = text.split(',').map(|part| part.trim().parse::<f64>().ok());
    let numbers = numbers.collect::<Option<Vec<_>>>()?;
    numbers.try_into().ok()
}
