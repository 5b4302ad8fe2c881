// The game board window: ten multiplexers that take five squares out of a row.

`default_nettype none

module game_board_window (
    input  wire [31:0] squares,     // low bits, then high bits
    input  wire [3:0]  column,      // of the left square; 11 is the last window
    output wire [9:0]  brow         // the same for five squares
);
    assign brow = {squares[{1'b1, column} +: 5], squares[{1'b0, column} +: 5]};
endmodule

`default_nettype wire
