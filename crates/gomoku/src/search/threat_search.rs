//! Looking for a win by threats, a little at a time.

use super::state::State;
use super::vcf::Vcf;
use super::vct::{Vct, Verdict};
use crate::point::Point;
use crate::rule::Rule;
use stonegate_stones::Color;

/// The most positions that are remembered. They take memory, and to move all of them to a larger
/// table takes time in which nobody looks at the clock.
const MAX_POSITIONS: usize = 200_000;

/// How many fours a threat may need at most.
const MAX_THREAT_DEPTH: u32 = 2;

/// A search for a win by threats that grows with the search beside it.
pub(crate) struct ThreatSearch {
    attacker: Color,
    /// The search at work, unless it is known that there is nothing to find.
    vct: Option<Vct>,
    threat_depth: u32,
    /// How many nodes its searches for fours have had.
    n_nodes: u64,
}

impl ThreatSearch {
    pub(crate) fn new(attacker: Color) -> Self {
        Self { attacker, vct: Some(Vct::new(attacker, 1)), threat_depth: 1, n_nodes: 0 }
    }

    /// Looks on for a win of the attacker, who is to move, up to so many nodes in all.
    pub(crate) fn go_on(
        &mut self,
        state: &mut State,
        vcf: &mut Vcf,
        max_nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Point>> {
        // Under caro rules nothing is forced.
        if state.rule() == Rule::Caro {
            return None;
        }
        let n_before = vcf.n_nodes;
        let end = n_before + max_nodes.saturating_sub(self.n_nodes);
        let verdict = self.vct.as_mut()?.search(state, vcf, MAX_POSITIONS, end, stop);
        self.n_nodes += vcf.n_nodes - n_before;
        match verdict {
            Verdict::Win(line) => Some(line),
            Verdict::Unknown => None,
            Verdict::NoWin => {
                self.threat_depth += 1;
                self.vct = (self.threat_depth <= MAX_THREAT_DEPTH)
                    .then(|| Vct::new(self.attacker, self.threat_depth));
                None
            }
        }
    }
}
