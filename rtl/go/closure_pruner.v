// The pruner in two clocks: a pulse, then a closure without a loop.
//
// The first clock keeps the points that touch an empty one. All waves that may follow
// are gates, one behind the other, and the second clock keeps what comes out of them.
// The way of a liberty through a group is a path without shortcuts, and such a path
// covers no more than two thirds of the board: so many waves are enough.

`default_nettype none

module closure_pruner #(
    parameter N     = 9,
    parameter WAVES = 2 * N * N / 3
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           start,
    input  wire [N*N-1:0] black,       // to be kept until it is done
    input  wire [N*N-1:0] white,
    output reg            done,        // for one clock
    output wire [N*N-1:0] dead_black,  // with it, and until the board changes
    output wire [N*N-1:0] dead_white
);
    localparam POINTS = N * N;
    localparam [POINTS-1:0] HAS_RIGHT = {N{{1'b0, {(N-1){1'b1}}}}};

    wire [POINTS-1:0] empty = ~(black | white);
    wire [POINTS-1:0] same_right = HAS_RIGHT & ((black & black >> 1) | (white & white >> 1));
    wire [POINTS-1:0] same_below = (black & black >> N) | (white & white >> N);
    wire [POINTS-1:0] beside_empty = (empty >> 1 & HAS_RIGHT) | (empty & HAS_RIGHT) << 1
                                   | empty >> N | empty << N;

    reg               pulsed;
    reg  [POINTS-1:0] first, alive;
    genvar w;
    generate
        for (w = 1; w < WAVES; w = w + 1) begin : waves
            wire [POINTS-1:0] warm, warmed;
            if (w == 1) begin : from_the_pulse
                assign warm = first;
            end else begin : from_the_last
                assign warm = waves[w-1].warmed;
            end
            assign warmed = warm | (same_right & warm >> 1) | (same_right & warm) << 1
                                  | (same_below & warm >> N) | (same_below & warm) << N;
        end
    endgenerate

    assign dead_black = black & ~alive;
    assign dead_white = white & ~alive;

    always @(posedge clk) begin
        pulsed <= start & ~reset;
        done   <= pulsed & ~start & ~reset;
        if (start)  first <= beside_empty;
        if (pulsed) alive <= waves[WAVES-1].warmed;
    end
endmodule

`default_nettype wire
