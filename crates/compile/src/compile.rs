//! From rules to a machine: the one place where rules are grounded.

use std::sync::atomic::{AtomicU64, Ordering};

use stonegate_circuit::Effort;
use stonegate_gdl::Rules;
use stonegate_ground::{Budget, GroundError, Grounded, Optimized, ground};

/// How often this process has grounded rules.
static N_GROUNDINGS: AtomicU64 = AtomicU64::new(0);

/// Rules that are grounded, on their way to a small circuit.
///
/// ```
/// use stonegate_compile::{BuiltIn, Compilation, GameRules};
///
/// let game = BuiltIn::find("tic-tac-toe").expect("it is built in");
/// let game = GameRules::read(game.text)?;
/// let compilation = Compilation::new(&game.rules, &stonegate_ground::Budget::default())?;
/// let machine = compilation.optimize(&|| false).machine;
/// assert_eq!(machine.roles[0].name, "xplayer");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Compilation {
    pub grounded: Grounded,
}

impl Compilation {
    /// Grounds rules within a budget.
    pub fn new(rules: &Rules, budget: &Budget<'_>) -> Result<Self, GroundError> {
        N_GROUNDINGS.fetch_add(1, Ordering::Relaxed);
        Ok(Self { grounded: ground(rules, budget)? })
    }

    /// A circuit that is soon there, and exact.
    pub fn quick(&self, stop: &dyn Fn() -> bool) -> Optimized {
        self.grounded.optimize(Effort::QUICK, stop)
    }

    /// The small circuit. When `stop` says so, what was reached by then is the result.
    pub fn optimize(&self, stop: &dyn Fn() -> bool) -> Optimized {
        self.grounded.optimize(Effort::FULL, stop)
    }

    /// About how much memory the small circuit takes to make, in bytes.
    pub fn bytes_to_optimize(&self) -> usize {
        self.grounded.bytes_to_optimize(Effort::FULL)
    }
}

/// How often this process has grounded rules.
pub fn n_groundings() -> u64 {
    N_GROUNDINGS.load(Ordering::Relaxed)
}
