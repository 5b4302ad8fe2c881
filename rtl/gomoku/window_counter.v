// Where we are: the window, the line within it, and the number of the pattern.
//
// Windows go row by row from the lower left one to the upper right one, and lines of a
// window from the top. The board answers a clock behind its address, so `row` is the one
// of the line that comes next. With WIDE there is one stop for all windows of a row.

`default_nettype none

module window_counter #(
    parameter WIDE = 0
) (
    input  wire        clk,
    input  wire        rewind,
    input  wire        loaded,
    input  wire        next_line,
    input  wire        next_window,
    output reg  [3:0]  window_x,         // the lower left square of the window
    output reg  [3:0]  window_y,
    output reg  [2:0]  line,             // from the top
    output wire [3:0]  row,
    output wire        is_last_line,
    output wire        is_last_window,
    output reg  [11:0] pattern           // the number of the one that is loaded
);
    localparam [3:0] LAST = 4'd11, TOP = 4'd4;

    reg is_first;                        // the pattern that is loaded next has number 0

    wire is_row_end = WIDE != 0 | window_x == LAST;
    assign is_last_line   = line == 3'd4;
    assign is_last_window = is_row_end & window_y == LAST;

    wire [3:0] next_y    = ~(next_window & is_row_end) ? window_y
                         : is_last_window              ? 4'd0
                         : window_y + 1'b1;
    wire [2:0] next_down = next_line ? line + 1'b1 : 3'd0;
    assign row = next_y + TOP - {1'b0, next_down};

    always @(posedge clk) begin
        line     <= next_down;
        window_y <= next_y;
        if (next_window) window_x <= is_row_end ? 4'd0 : window_x + 1'b1;
        if (loaded) begin
            pattern  <= is_first ? 12'd0 : pattern + 1'b1;
            is_first <= 1'b0;
        end
        if (rewind) begin
            line     <= 3'd0;
            window_x <= 4'd0;
            window_y <= 4'd0;
            is_first <= 1'b1;
        end
    end
endmodule

`default_nettype wire
