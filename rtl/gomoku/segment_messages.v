// What the machine says in eight letters: its move and the number of the pattern that
// fired, or what it does, or why there is no move.

`default_nettype none

module segment_messages (
    input  wire        clk,
    input  wire        thinking,
    input  wire [2:0]  status,      // of the last request
    input  wire [7:0]  move,
    input  wire [11:0] pattern,
    output reg  [63:0] text         // the left letter in the highest byte
);
    localparam [2:0] MOVED = 3'd1, NO_MOVE = 3'd2, OCCUPIED = 3'd3;

    wire [7:0]  letter = "A" + {4'd0, move[7:4]};
    wire [4:0]  number = {1'b0, move[3:0]} + 1'b1;
    wire [15:0] row;
    wire [31:0] digits;
    decimal #(.BITS(5), .DIGITS(2)) row_decimal (.number(number), .ascii(row));
    decimal #(.BITS(12), .DIGITS(4)) pattern_decimal (.number(pattern), .ascii(digits));

    always @(posedge clk)
        if (thinking)                text <= "THINKING";
        else if (status == OCCUPIED) text <= "OCCUPIED";
        else if (status == NO_MOVE)  text <= "NO MOVE ";
        else if (status != MOVED)    text <= "READY   ";
        else if (number < 5'd10)     text <= {letter, row[7:0], "  ", digits};
        else                         text <= {letter, row, " ", digits};
endmodule

`default_nettype wire
