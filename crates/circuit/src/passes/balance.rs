//! Makes chains of ANDs into trees of least depth.

use crate::passes::rebuild::Rebuild;
use crate::passes::wide::WideAnds;
use crate::passes::{Rebuilt, Turns};
use crate::{Circuit, Lit};

/// Rebuilds each maximal AND without inner fan-out as a tree that joins the lowest operands first.
pub fn balance(circuit: &Circuit, stop: &dyn Fn() -> bool) -> Option<Rebuilt> {
    let mut rebuild = Rebuild::new(circuit, stop)?;
    let mut turns = Turns::new(stop);
    for (gate, operands) in WideAnds::collect(circuit, |_| false, stop)?.gates {
        turns.begin_long(operands.len())?;
        rebuild.new.set_origin(circuit.origin(gate));
        let operands: Vec<Lit> = operands.into_iter().map(|lit| rebuild.image(lit)).collect();
        let image = rebuild.new.and_all(operands);
        rebuild.set(gate, image);
    }
    rebuild.finish(stop)
}
