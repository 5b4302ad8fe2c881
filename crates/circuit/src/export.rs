//! Circuits for other tools: drawings, AIGER and BLIF.
//!
//! AIGER and BLIF know no loops that settle to a fixpoint, and a latch would be wrong: it is clocked
//! once a step.
//! A loop atom therefore leaves the circuit as an input `loop <name>` and its feed as an output
//! `feed <name>`: the open form, on which combinational tools may work without breaking the loop.

mod aiger;
mod blif;
mod dot;
