// The display: grid and stones, from where the pixel is.
//
// The board is asked for the row of the pixel, and the color comes three clocks behind it.

`default_nettype none

module display #(
    parameter WIDTH  = 640,
    parameter HEIGHT = 480,
    parameter MARGIN   = HEIGHT * 50 / 768,
    parameter INTERVAL = (HEIGHT - 2 * MARGIN) / 15,
    parameter LEFT     = (WIDTH - INTERVAL * 15) / 2
) (
    input  wire        clk,
    input  wire [10:0] x,
    input  wire [9:0]  y,
    output wire [3:0]  shown_row,       // from below
    input  wire [31:0] shown_squares,   // a clock behind it
    input  wire        own_color,       // 1 White
    input  wire        has_last,        // the last stone has a mark
    input  wire [7:0]  last_move,
    output reg  [11:0] color
);
    localparam [11:0] WOOD = 12'hff0, BLACK = 12'h000, WHITE = 12'hfff, RED = 12'hf00;

    wire [4:0] row, column;
    wire       is_grid, is_tile, is_mark;
    grid #(.N(16), .INTERVAL(INTERVAL), .LEFT(LEFT), .TOP(MARGIN)) grid (
        .clk(clk), .x(x), .y(y), .row(row), .column(column), .is_grid(is_grid),
        .is_tile(is_tile), .is_rim(), .is_mark(is_mark)
    );
    assign shown_row = ~row[3:0];

    reg [3:0] shown_column;
    reg       is_last;
    always @(posedge clk) begin
        shown_column <= column[3:0];
        is_last      <= has_last & last_move == {column[3:0], ~row[3:0]};
    end

    wire is_other = shown_squares[{1'b0, shown_column}];
    wire is_own   = shown_squares[{1'b1, shown_column}];
    wire is_white = own_color ? is_own : is_other;
    always @(posedge clk)
        if (is_tile & (is_own | is_other))
            color <= is_last & is_mark ? RED : is_white ? WHITE : BLACK;
        else color <= is_grid ? BLACK : WOOD;
endmodule

`default_nettype wire
