//! A game that can be played at tables here.

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use stonegate_arena::{CardView, Drawing, ENGINE, n_errors, title};
use stonegate_board::Layout;
use stonegate_compile::{
    BuiltIn, EvaluatorReferee, GameRules, MachineReferee, Referee, RefereeError, Tier,
};
use stonegate_ground::Machine;
use stonegate_minds::Dedicated;
use stonegate_tables::{
    CircuitView, ConeView, Game, GameView, Kind, Refusal, Sitter, Situation, Times,
};

use crate::host::Host;
use crate::message::Sheet;
use crate::players;

/// A game with what it is played on.
#[derive(Debug)]
pub(crate) struct PageGame {
    pub(crate) id: String,
    title: String,
    about: String,
    roles: Vec<String>,
    basis: Basis,
    drawing: OnceLock<Drawing>,
    host: Host,
}

#[derive(Debug)]
enum Basis {
    Sheet(Box<SheetBasis>),
    Dedicated(Dedicated),
}

#[derive(Debug)]
struct SheetBasis {
    text: String,
    is_built_in: bool,
    game: GameRules,
    machine: Mutex<Compiled>,
}

/// How far the circuit of a game is.
#[derive(Clone, Debug, Default)]
struct Compiled {
    machine: Option<Arc<Machine>>,
    problem: Option<String>,
    ms: f64,
}

impl PageGame {
    /// A built-in game, by its name or that of a dedicated one.
    pub(crate) fn built_in(id: &str, host: Host) -> Option<Result<Self, Refusal>> {
        if let Some(game) = BuiltIn::find(id).filter(|game| game.name == id) {
            let texts = (game.title().to_owned(), game.description());
            return Some(Self::of_sheet(id, texts, game.text, true, host));
        }
        let game: Dedicated = id.strip_prefix(ENGINE).unwrap_or(id).parse().ok()?;
        Some(Ok(Self {
            id: format!("{ENGINE}{game}"),
            title: game.title().to_owned(),
            about: game.about().to_owned(),
            roles: game.referee().roles().to_vec(),
            drawing: OnceLock::new(),
            basis: Basis::Dedicated(game),
            host,
        }))
    }

    /// A sheet that somebody brought.
    pub(crate) fn brought(
        id: &str,
        text: &str,
        name: Option<&str>,
        host: Host,
    ) -> Result<Self, Refusal> {
        Self::of_sheet(id, (name.unwrap_or_default().to_owned(), String::new()), text, false, host)
    }

    fn of_sheet(
        id: &str,
        (name, about): (String, String),
        text: &str,
        is_built_in: bool,
        host: Host,
    ) -> Result<Self, Refusal> {
        let game = GameRules::read(text);
        let game = game.map_err(|error| Refusal::new("unplayable", error.to_string()))?;
        let roles = stonegate_compile::role_names(&game.sheet);
        let roles = roles.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let (own_title, own_about) = title(&game.sheet);
        let otherwise = || own_title.unwrap_or_else(|| format!("A game of {}", roles.join(", ")));
        let basis = SheetBasis {
            text: text.to_owned(),
            is_built_in,
            game,
            machine: Mutex::new(Compiled::default()),
        };
        Ok(Self {
            id: id.to_owned(),
            title: if name.is_empty() { otherwise() } else { name },
            about: if is_built_in { about } else { own_about },
            roles,
            basis: Basis::Sheet(Box::new(basis)),
            drawing: OnceLock::new(),
            host,
        })
    }

    pub(crate) fn text(&self) -> &str {
        match &self.basis {
            Basis::Sheet(sheet) => &sheet.text,
            Basis::Dedicated(_) => "",
        }
    }

    pub(crate) fn dedicated(&self) -> Option<&Dedicated> {
        match &self.basis {
            Basis::Sheet(_) => None,
            Basis::Dedicated(game) => Some(game),
        }
    }

    /// What a thinker has to know of it.
    pub(crate) fn sheet(&self) -> Sheet {
        match &self.basis {
            Basis::Dedicated(game) => Sheet::Dedicated(game.to_string()),
            Basis::Sheet(sheet) if sheet.is_built_in => Sheet::BuiltIn,
            Basis::Sheet(sheet) => Sheet::Text(sheet.text.clone()),
        }
    }

    /// Whether it is a built-in sheet whose circuit is not there.
    pub(crate) fn lacks_machine(&self) -> bool {
        match &self.basis {
            Basis::Sheet(sheet) => sheet.is_built_in && sheet.machine.lock().machine.is_none(),
            Basis::Dedicated(_) => false,
        }
    }

    /// Takes over a circuit, or why there is none.
    pub(crate) fn set_machine(
        &self,
        machine: Option<Arc<Machine>>,
        problem: Option<String>,
        ms: f64,
    ) {
        if let Basis::Sheet(sheet) = &self.basis {
            *sheet.machine.lock() = Compiled { machine, problem, ms };
        }
    }

    /// Whether there will be no better circuit.
    pub(crate) fn is_settled(&self) -> bool {
        match &self.basis {
            Basis::Dedicated(_) => true,
            Basis::Sheet(sheet) => {
                let compiled = sheet.machine.lock();
                compiled.machine.is_some() || compiled.problem.is_some()
            }
        }
    }

    pub(crate) fn card(&self) -> CardView {
        let errors = match &self.basis {
            Basis::Sheet(sheet) if !sheet.is_built_in => n_errors(&sheet.text),
            _ => 0,
        };
        CardView {
            id: self.id.clone(),
            kind: Kind::Rules,
            title: self.title.clone(),
            about: self.about.clone(),
            roles: self.roles.clone(),
            boards: self.drawing().boards.clone(),
            player: "",
            errors,
            variants: Vec::new(),
        }
        .with_players_of(self.dedicated())
    }

    fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| match &self.basis {
            Basis::Dedicated(game) => Drawing::of_dedicated(game),
            Basis::Sheet(sheet) => match self.machine() {
                Some((_, machine)) => Drawing::of_machine(&sheet.game.rules, &machine),
                None => Drawing::of_sheet(&sheet.text, sheet.is_built_in, self.host.now),
            },
        })
    }

    fn machine(&self) -> Option<(&SheetBasis, Arc<Machine>)> {
        match &self.basis {
            Basis::Dedicated(_) => None,
            Basis::Sheet(sheet) => Some((sheet, sheet.machine.lock().machine.clone()?)),
        }
    }

    fn compiled(&self) -> Result<(&SheetBasis, Arc<Machine>), Refusal> {
        let refuse = |message: String| Refusal::new("no-circuit", message);
        if let Some(found) = self.machine() {
            return Ok(found);
        }
        Err(refuse(match &self.basis {
            Basis::Dedicated(_) => "the game has a machine of its own, and no circuit".to_owned(),
            Basis::Sheet(sheet) => {
                let problem = sheet.machine.lock().problem.clone();
                problem.unwrap_or_else(|| "the game is still being compiled".to_owned())
            }
        }))
    }

    pub(crate) fn circuit(&self) -> Result<CircuitView, Refusal> {
        let (sheet, machine) = self.compiled()?;
        let ms = sheet.machine.lock().ms;
        let times = Times { ready_ms: ms, optimize_ms: 0.0, from_cache: sheet.is_built_in };
        Ok(CircuitView::new(&machine, &sheet.game.rules, &sheet.game.sheet, &sheet.text, times))
    }

    pub(crate) fn cone(&self, output: &str, situation: &Situation) -> Result<ConeView, Refusal> {
        let (sheet, machine) = self.compiled()?;
        let source = (&sheet.game.rules, &sheet.game.sheet, &*sheet.text);
        let cone = ConeView::new(&machine, source, output, situation);
        let message = || format!("the circuit has no output `{output}`");
        cone.ok_or_else(|| Refusal::new("unknown-output", message()))
    }
}

impl Game for PageGame {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn layout(&self) -> Option<&Layout> {
        self.drawing().layout.as_ref()
    }

    fn hides_moves(&self) -> bool {
        match &self.basis {
            Basis::Dedicated(_) => false,
            Basis::Sheet(sheet) => sheet.game.hides_moves(),
        }
    }

    fn view(&self) -> GameView {
        let kind = if self.dedicated().is_some() { Kind::Engine } else { Kind::Rules };
        let (id, title, roles) = (self.id.clone(), self.title.clone(), self.roles.clone());
        GameView { id, kind, title, roles }
    }

    fn tier(&self) -> Tier {
        let is_best = self.dedicated().is_some() || self.machine().is_some();
        if is_best { Tier::Optimized } else { Tier::Reference }
    }

    fn referee(&self) -> Result<(Tier, Box<dyn Referee>), RefereeError> {
        let sheet = match &self.basis {
            Basis::Dedicated(game) => return Ok((Tier::Optimized, game.referee())),
            Basis::Sheet(sheet) => sheet,
        };
        if let Some((_, machine)) = self.machine() {
            return Ok((Tier::Optimized, Box::new(MachineReferee::new(machine))));
        }
        let referee = EvaluatorReferee::new(&sheet.game.rules, self.host.patience())?;
        Ok((Tier::Reference, Box::new(referee)))
    }

    fn sitter(&self, player: &str) -> Result<Sitter, Refusal> {
        players::sitter(self.dedicated(), player)
    }
}
