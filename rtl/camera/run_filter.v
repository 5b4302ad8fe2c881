// Leaves out pixels that belong to no marker and no piece: those in rows of fewer pixels than
// MIN_RUN, which is noise, and of more than MAX_RUN, which is something larger.
//
// A row is judged when its first pixel leaves a line of MAX_RUN + 1 pixels. The column goes on
// counting between two lines of the picture, and there have to be so many clocks there.

`default_nettype none

module run_filter #(
    parameter MIN_RUN = 3,
    parameter MAX_RUN = 16
) (
    input  wire        clk,
    input  wire        reset,
    input  wire        mask,            // never between two lines
    input  wire [11:0] x,
    input  wire [10:0] y,
    output reg         out,             // MAX_RUN + 2 clocks later
    output reg  [11:0] out_x,
    output reg  [10:0] out_y
);
    localparam [11:0] DELAY = MAX_RUN + 1;

    reg [MAX_RUN:0] line;               // the latest pixel is the lowest bit
    reg             was_on, was_kept;
    wire            is_on    = line[MAX_RUN];
    wire            is_first = is_on & ~was_on;
    wire            fits     = ~&line & &line[MAX_RUN -: MIN_RUN];
    wire            is_kept  = is_first ? fits : was_kept;

    always @(posedge clk) begin
        line     <= {line[MAX_RUN-1:0], mask};
        was_on   <= is_on;
        was_kept <= is_kept;
        out      <= is_on & is_kept;
        out_x    <= x - DELAY;
        out_y    <= y;
        if (reset) begin
            line   <= 0;
            was_on <= 1'b0;
            out    <= 1'b0;
        end
    end
endmodule

`default_nettype wire
