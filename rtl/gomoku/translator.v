// The translator: from a spot of the window to a square of the board.
//
// Columns of the spot count from the left of the window and rows from its top, both
// from 1. A square has its column in the high nibble and its row in the low one, both
// from the lower left corner of the board.

`default_nettype none

module translator (
    input  wire [3:0] window_x,
    input  wire [3:0] window_y,
    input  wire [5:0] spot,         // column, row
    output wire [7:0] square
);
    wire [3:0] x = window_x + {1'b0, spot[5:3]} - 4'd1;
    wire [3:0] y = window_y + 4'd5 - {1'b0, spot[2:0]};
    assign square = {x, y};
endmodule

`default_nettype wire
