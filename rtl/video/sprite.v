// A picture of one color on a screen, 16 by 16 dots of 2^SCALE pixels.
//
// The answer comes three clocks behind the question, as that of the text does.

`default_nettype none

module sprite #(
    parameter X     = 0,                // of the upper left pixel
    parameter Y     = 0,
    parameter SCALE = 1,
    parameter [255:0] PICTURE = 256'd0  // row by row, the lowest bit is the upper left dot
) (
    input  wire        clk,
    input  wire [10:0] x,
    input  wire [9:0]  y,
    output reg         on
);
    localparam [10:0] LEFT = X, RIGHT = X + (16 << SCALE);
    localparam [9:0]  TOP = Y, BOTTOM = Y + (16 << SCALE);

    wire [10:0] from_left = x - LEFT;
    wire [9:0]  from_top  = y - TOP;

    reg       is_inside, dot;
    reg [3:0] column;
    reg [3:0] row;
    reg       is_inside_1;
    always @(posedge clk) begin
        is_inside <= x >= LEFT & x < RIGHT & y >= TOP & y < BOTTOM;
        column    <= from_left[SCALE +: 4];
        row       <= from_top[SCALE +: 4];

        is_inside_1 <= is_inside;
        dot         <= PICTURE[{row, column}];

        on <= is_inside_1 & dot;
    end
endmodule

`default_nettype wire
