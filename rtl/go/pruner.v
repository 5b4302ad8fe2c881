// The pruner: which stones have no liberty?
//
// Between every two neighbors there is a wire. A pulse makes all wires cold. From the
// next clock on, a wire at an empty point is hot; a wire between two stones of one color
// is hot one clock after a wire that touches it; a wire between stones of different
// colors stays cold. Stones whose wires are all cold in the end have no liberty.
//
// The end is when a clock changes nothing. With DELAY it is so many clocks after the
// pulse, whatever happens: N * N is the delay of the report, more than any board needs.
//
// Points are numbered row by row, the upper left one is 0.

`default_nettype none

module pruner #(
    parameter N     = 9,
    parameter DELAY = 0
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           start,       // the pulse
    input  wire [N*N-1:0] black,       // to be kept until it is done
    input  wire [N*N-1:0] white,
    output reg            done,        // for one clock
    output wire [N*N-1:0] dead_black,  // with it, and until the next start
    output wire [N*N-1:0] dead_white,
    output reg  [N*N-1:0] hot_right,   // the wire from each point to its right neighbor
    output reg  [N*N-1:0] hot_below    // and to the one below
);
    localparam POINTS = N * N;
    // The points that have a right neighbor, and those that have one below.
    localparam [POINTS-1:0] HAS_RIGHT = {N{{1'b0, {(N-1){1'b1}}}}};
    localparam [POINTS-1:0] HAS_BELOW = {{N{1'b0}}, {(POINTS-N){1'b1}}};

    wire [POINTS-1:0] empty = ~(black | white);
    wire [POINTS-1:0] warm  = hot_right | hot_right << 1 | hot_below | hot_below << N;

    wire [POINTS-1:0] open_right = empty | empty >> 1;
    wire [POINTS-1:0] open_below = empty | empty >> N;
    wire [POINTS-1:0] same_right = (black & black >> 1) | (white & white >> 1);
    wire [POINTS-1:0] same_below = (black & black >> N) | (white & white >> N);
    wire [POINTS-1:0] next_right = HAS_RIGHT & (open_right | (same_right & (warm | warm >> 1)));
    wire [POINTS-1:0] next_below = HAS_BELOW & (open_below | (same_below & (warm | warm >> N)));

    assign dead_black = black & ~warm;
    assign dead_white = white & ~warm;

    reg busy;
    wire is_last;
    generate
        if (DELAY == 0) begin : until_settled
            assign is_last = next_right == hot_right & next_below == hot_below;
        end else begin : for_a_time
            localparam COUNT_BITS = $clog2(DELAY + 1);
            localparam [COUNT_BITS-1:0] FIRST = DELAY - 1;
            reg [COUNT_BITS-1:0] left;
            assign is_last = left == 0;
            always @(posedge clk)
                if (start) left <= FIRST;
                else if (left != 0) left <= left - 1'b1;
        end
    endgenerate

    always @(posedge clk) begin
        done <= busy & is_last & ~start & ~reset;
        if (reset) begin
            busy      <= 1'b0;
            hot_right <= 0;
            hot_below <= 0;
        end else if (start) begin
            busy      <= 1'b1;
            hot_right <= 0;
            hot_below <= 0;
        end else if (busy) begin
            busy      <= ~is_last;
            hot_right <= next_right;
            hot_below <= next_below;
        end
    end
endmodule

`default_nettype wire
