// The bits of the options of EXAMINE.
/* verilator lint_off UNUSED */
localparam MOVE     = 0;  // make a joint move first
localparam STATE    = 1;  // tell the state
localparam LEGAL    = 2;  // tell the legal moves
localparam PLAYOUTS = 3;  // play random games
/* verilator lint_on UNUSED */
