// The game board storage: a RAM of 16 rows, in which each square has two bits.
//
// A whole row is read, and one square written: the row is addressed, and a decoder
// enables the column. Squares are relative to who plays here: 00 is blank, 01 a stone of
// the opponent ("black" in the patterns), 10 an own one ("white"). A row has all low
// bits below all high bits, the left square lowest. What is read comes a clock behind
// its address. A second way to read is for the screen.

`default_nettype none

module game_board (
    input  wire        clk,
    input  wire [3:0]  row,            // to be read
    output reg  [31:0] squares,        // with the next clock
    input  wire [3:0]  shown_row,
    output reg  [31:0] shown_squares,
    input  wire        write,
    input  wire        write_all,      // all squares of the row
    input  wire [3:0]  write_row,
    input  wire [3:0]  write_column,
    input  wire [1:0]  write_square
);
    reg [31:0] rows [0:15];

    wire [15:0] enabled = write_all ? 16'hffff : {15'd0, write} << write_column;

    integer i;
    always @(posedge clk)
        for (i = 0; i < 16; i = i + 1)
            if (enabled[i]) begin
                rows[write_row][i]      <= write_square[0];
                rows[write_row][16 + i] <= write_square[1];
            end

    always @(posedge clk) squares       <= rows[row];
    always @(posedge clk) shown_squares <= rows[shown_row];
endmodule

`default_nettype wire
