// How a request ended: the third byte of a reply.
/* verilator lint_off UNUSED */
localparam [7:0] OK        = 8'h00;
localparam [7:0] MORE      = 8'h01;  // other frames of the same answer follow
localparam [7:0] BAD_FRAME = 8'h80;  // checksum, escape or length are wrong
localparam [7:0] NO_UNIT   = 8'h81;
localparam [7:0] BUSY      = 8'h82;  // the queue of the unit is full
localparam [7:0] BAD_OP    = 8'h83;
localparam [7:0] MALFORMED = 8'h84;  // too few bytes or too many
localparam [7:0] NO_STATE  = 8'h85;  // the slot does not exist, or nothing is in it
/* verilator lint_on UNUSED */
