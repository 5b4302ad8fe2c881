// The display: grid, stones and cursor, from where the pixel is.
//
// There is no object for each stone. Counters follow the pixel from point to point and
// say which one is nearest and how far away it is; the rest is a look at the board.
// The color comes three clocks behind the pixel.

`default_nettype none

module display #(
    parameter N      = 9,
    parameter WIDTH  = 1024,
    parameter HEIGHT = 768,
    // The report's measures at 1024x768: 50 pixels above, lines 83 apart, stones 67 wide.
    parameter MARGIN   = HEIGHT * 50 / 768,
    parameter INTERVAL = (HEIGHT - 2 * MARGIN) / (N - 1),
    parameter LEFT     = (WIDTH - INTERVAL * (N - 1)) / 2
) (
    input  wire           clk,
    input  wire [10:0]    x,
    input  wire [9:0]     y,
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire           has_cursor,
    input  wire [4:0]     cursor_row,
    input  wire [4:0]     cursor_column,
    input  wire           has_last,      // the last stone has a mark
    input  wire [4:0]     last_row,
    input  wire [4:0]     last_column,
    output reg  [11:0]    color
);
    localparam [11:0] WOOD = 12'hff0, BLACK = 12'h000, WHITE = 12'hfff, GREEN = 12'h0f0,
                      RED = 12'hf00;
    localparam [6:0]  HALF = INTERVAL / 2, LAST_STEP = INTERVAL - 1,
                      TILE = INTERVAL * 2 / 5, RIM = INTERVAL / 3, MARK = INTERVAL / 8;
    localparam [10:0] FIRST_X = LEFT - INTERVAL / 2;
    localparam [9:0]  FIRST_Y = MARGIN - INTERVAL / 2;
    localparam [4:0]  LAST = N - 1, SIDE = N;

    // How far we are within the square around a point.
    reg [4:0] row, column;
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

    // What is at this point, and which of its parts the pixel could belong to.
    wire [8:0] index = row * SIDE + {4'd0, column};
    wire [6:0] away_x = dx > HALF ? dx - HALF : HALF - dx;
    wire [6:0] away_y = dy > HALF ? dy - HALF : HALF - dy;
    wire [6:0] away   = away_x > away_y ? away_x : away_y;
    reg is_black, is_white, is_cursor, is_last, is_grid, is_tile, is_rim, is_mark;
    always @(posedge clk) begin
        is_black  <= black[index];
        is_white  <= white[index];
        is_cursor <= has_cursor & row == cursor_row & column == cursor_column;
        is_last   <= has_last & row == last_row & column == last_column;
        // Lines end at the outer ones.
        is_grid   <= is_in_x & is_in_y
                   & ((away_x == 0 & (row != 0 | dy >= HALF) & (row != LAST | dy <= HALF))
                    | (away_y == 0 & (column != 0 | dx >= HALF) & (column != LAST | dx <= HALF)));
        is_tile   <= is_in_x & is_in_y & away <= TILE;
        is_rim    <= away > RIM;
        is_mark   <= away <= MARK;
    end

    always @(posedge clk)
        if (is_tile & is_cursor & (is_rim | ~(is_black | is_white))) color <= GREEN;
        else if (is_tile & is_black & is_white) color <= RED;
        else if (is_tile & is_black) color <= is_last & is_mark ? WHITE : BLACK;
        else if (is_tile & is_white) color <= is_last & is_mark ? BLACK : WHITE;
        else color <= is_grid ? BLACK : WOOD;
endmodule

`default_nettype wire
