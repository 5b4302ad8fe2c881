//! Sheets that ask something in particular of a board.

/// Four roles at a time, and a relation that is true in a circle: who is linked with the first lamp,
/// by switches that the roles set.
pub(crate) const CIRCLE: &str = "
    (role a) (role b) (role c) (role d)
    (lamp 1) (lamp 2) (lamp 3) (lamp 4) (lamp 5)
    (mine a 1 2) (mine a 4 5) (mine b 2 3) (mine b 5 1) (mine c 3 4) (mine c 2 4)
    (mine d 3 5)
    (count 0 1) (count 1 2) (count 2 3) (count 3 4)
    (init (time 0))
    (<= (legal ?role (link ?x ?y)) (mine ?role ?x ?y) (not (true (linked ?x ?y))))
    (<= (legal ?role noop) (role ?role))
    (<= (legal ?role (cut ?x ?y)) (mine ?role ?x ?y) (true (linked ?x ?y)) (bright ?y))
    (<= (next (linked ?x ?y)) (does ?role (link ?x ?y)))
    (<= (next (linked ?x ?y)) (true (linked ?x ?y)) (mine ?role ?x ?y)
        (not (does ?role (cut ?x ?y))))
    (<= (next (time ?m)) (true (time ?n)) (count ?n ?m))
    (<= (next (seen ?x)) (reached ?x))
    (<= (joined ?x ?y) (true (linked ?x ?y)))
    (<= (joined ?x ?y) (true (linked ?y ?x)))
    (bright 1)
    (<= (bright ?y) (bright ?x) (joined ?x ?y))
    (<= (wired ?x ?y) (joined ?x ?y))
    (<= (wired ?x ?y) (does ?role (link ?x ?y)))
    (<= (wired ?x ?y) (does ?role (link ?y ?x)))
    (reached 1)
    (<= (reached ?y) (reached ?x) (wired ?x ?y))
    (<= dark (lamp ?x) (not (bright ?x)))
    (<= terminal (true (time 4)))
    (<= terminal (not dark))
    (<= (goal ?role 100) (role ?role) (not dark))
    (<= (goal ?role 30) (role ?role) dark (bright 3))
    (<= (goal ?role 0) (role ?role) dark (not (bright 3)))
";

/// One draw among eleven moves, and the score is the number that was drawn.
pub(crate) const DIE: &str = "
    (role roller)
    (side 1) (side 2) (side 3) (side 4) (side 5) (side 6) (side 7) (side 8) (side 9) (side 10)
    (side 11)
    (init ready)
    (<= (legal roller (roll ?n)) (true ready) (side ?n))
    (<= (next (shown ?n)) (does roller (roll ?n)))
    (<= terminal (true (shown ?n)))
    (<= (goal roller ?n) (true (shown ?n)))
    (<= (goal roller 0) (true ready))
";
