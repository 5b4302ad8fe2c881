//! Our own rule sheets, compiled.

use std::path::Path;
use std::sync::Arc;

use stonegate_circuit::Effort;
use stonegate_ground::{Budget, Machine, MoveId, State, Stepper, ground};
use stonegate_lanes::{Backend, Engine};
use stonegate_search::{LanesReasoner, MachineGame, Options, Search};

/// A game ready to be searched.
pub(crate) struct Sheet {
    pub(crate) machine: Arc<Machine>,
    pub(crate) engine: Arc<Engine>,
    pub(crate) game: Arc<MachineGame>,
}

impl Sheet {
    pub(crate) fn own(name: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
        let rules = std::fs::read_to_string(path.with_extension("kif")).expect("the sheet is ours");
        Self::new(&rules)
    }

    pub(crate) fn new(rules: &str) -> Self {
        let analysis = stonegate_gdl::analyze(rules);
        let budget = Budget::default();
        let grounded = ground(&analysis.rules, &budget).expect("it is small");
        let machine = Arc::new(grounded.optimize(Effort::FULL, &|| false).machine);
        let engine = Arc::new(Engine::new(Arc::clone(&machine), Backend::best()));
        Self { game: Arc::new(MachineGame::new(Arc::clone(&machine))), engine, machine }
    }

    pub(crate) fn reasoner(&self, options: &Options) -> LanesReasoner {
        LanesReasoner::new(Arc::clone(&self.engine), options)
    }

    /// The state after moves of the role whose turn it is, given by their names.
    pub(crate) fn after(&self, moves: &[&str]) -> State {
        let mut stepper = Stepper::new(&self.machine);
        let mut state = self.machine.initial();
        for name in moves {
            let legal = stepper.position(&state).legal;
            let joint = legal.iter().zip(&self.machine.roles).map(|(legal, role)| {
                let named = legal.iter().find(|&&action| role.moves[action] == *name);
                *named.or(legal.first()).expect("nobody is stuck")
            });
            let joint: Vec<MoveId> = joint.collect();
            let names = joint.iter().zip(&self.machine.roles);
            let is_made = names.clone().any(|(&action, role)| role.moves[action] == *name);
            assert!(is_made, "{name} is not legal");
            state = stepper.next(&state, &joint);
        }
        state
    }

    /// The name of the best move of the role whose turn it is, after a search.
    #[track_caller]
    pub(crate) fn best(&self, state: State, options: &str) -> String {
        let options: Options = options.parse().expect("the test has valid options");
        let legal = Stepper::new(&self.machine).position(&state).legal;
        let mut roles = self.machine.role_ids().filter(|&role| legal[role].len() > 1);
        let role = roles.next().expect("somebody has a choice");
        let search = Search::from_state(Arc::clone(&self.game), options.clone(), state);
        search.work(&mut self.reasoner(&options), &|| false);
        let best = search.best(role).expect("the game is not over");
        self.machine.roles[role].moves[best].clone()
    }
}
