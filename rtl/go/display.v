// The picture on the screen: grid, stones and cursor, from where the pixel is.
// What the seven segments say is in segment_messages.v.
//
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
    localparam [4:0]  SIDE = N;

    wire [4:0] row, column;
    wire       is_grid, is_tile, is_rim, is_mark;
    grid #(.N(N), .INTERVAL(INTERVAL), .LEFT(LEFT), .TOP(MARGIN)) grid (
        .clk(clk), .x(x), .y(y), .row(row), .column(column), .is_grid(is_grid),
        .is_tile(is_tile), .is_rim(is_rim), .is_mark(is_mark)
    );

    // What is at this point.
    wire [8:0] index = row * SIDE + {4'd0, column};
    reg is_black, is_white, is_cursor, is_last;
    always @(posedge clk) begin
        is_black  <= black[index];
        is_white  <= white[index];
        is_cursor <= has_cursor & row == cursor_row & column == cursor_column;
        is_last   <= has_last & row == last_row & column == last_column;
    end

    always @(posedge clk)
        if (is_tile & is_cursor & (is_rim | ~(is_black | is_white))) color <= GREEN;
        else if (is_tile & is_black & is_white) color <= RED;
        else if (is_tile & is_black) color <= is_last & is_mark ? WHITE : BLACK;
        else if (is_tile & is_white) color <= is_last & is_mark ? BLACK : WHITE;
        else color <= is_grid ? BLACK : WOOD;
endmodule

`default_nettype wire
