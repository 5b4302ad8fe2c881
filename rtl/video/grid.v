// A board with lines on a screen: which point is the pixel at, and at which part of it?
//
// There is no object for each stone. Counters follow the pixel from point to point and
// say which one is nearest and how far away it is. `row` and `column` come a clock behind
// the pixel, the parts two. Rows count from the top.

`default_nettype none

module grid #(
    parameter N        = 9,
    parameter INTERVAL = 83,            // pixels between two lines
    parameter LEFT     = 180,           // of the first line
    parameter TOP      = 50
) (
    input  wire        clk,
    input  wire [10:0] x,
    input  wire [9:0]  y,
    output reg  [4:0]  row,
    output reg  [4:0]  column,
    output reg         is_grid,         // a line
    output reg         is_tile,         // a stone, if there is one
    output reg         is_rim,          // its outer part
    output reg         is_mark          // its middle
);
    localparam [6:0]  HALF = INTERVAL / 2, LAST_STEP = INTERVAL - 1,
                      TILE = INTERVAL * 2 / 5, RIM = INTERVAL / 3, MARK = INTERVAL / 8;
    localparam [10:0] FIRST_X = LEFT - INTERVAL / 2;
    localparam [9:0]  FIRST_Y = TOP - INTERVAL / 2;
    localparam [4:0]  LAST = N - 1;

    // How far we are within the square around a point.
    reg [6:0] dx, dy;
    reg       is_in_x, is_in_y;
    always @(posedge clk) begin
        if (x == FIRST_X) begin
            is_in_x <= 1'b1;
            column  <= 5'd0;
            dx      <= 7'd0;
        end else if (is_in_x) begin
            dx <= dx == LAST_STEP ? 7'd0 : dx + 1'b1;
            if (dx == LAST_STEP) begin
                column  <= column + 1'b1;
                is_in_x <= column != LAST;
            end
        end
        // Once a line, before the board begins.
        if (x == 0) begin
            if (y == FIRST_Y) begin
                is_in_y <= 1'b1;
                row     <= 5'd0;
                dy      <= 7'd0;
            end else if (y == 0) begin
                is_in_y <= 1'b0;
            end else if (is_in_y) begin
                dy <= dy == LAST_STEP ? 7'd0 : dy + 1'b1;
                if (dy == LAST_STEP) begin
                    row     <= row + 1'b1;
                    is_in_y <= row != LAST;
                end
            end
        end
    end

    wire [6:0] away_x = dx > HALF ? dx - HALF : HALF - dx;
    wire [6:0] away_y = dy > HALF ? dy - HALF : HALF - dy;
    wire [6:0] away   = away_x > away_y ? away_x : away_y;
    always @(posedge clk) begin
        // Lines end at the outer ones.
        is_grid <= is_in_x & is_in_y
                 & ((away_x == 0 & (row != 0 | dy >= HALF) & (row != LAST | dy <= HALF))
                  | (away_y == 0 & (column != 0 | dx >= HALF) & (column != LAST | dx <= HALF)));
        is_tile <= is_in_x & is_in_y & away <= TILE;
        is_rim  <= away > RIM;
        is_mark <= away <= MARK;
    end
endmodule

`default_nettype wire
