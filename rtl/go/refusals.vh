// Why a move is not accepted: the numbers of docs/go-link.md.
/* verilator lint_off UNUSED */
localparam [2:0] OFF_BOARD   = 0;
localparam [2:0] OCCUPIED    = 1;
localparam [2:0] KO          = 2;
localparam [2:0] SUICIDE     = 3;
localparam [2:0] GAME_ENDED  = 4;
localparam [2:0] OUT_OF_TURN = 5;
localparam [2:0] DIFFERENT   = 6;
/* verilator lint_on UNUSED */
