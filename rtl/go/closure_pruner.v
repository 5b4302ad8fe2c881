// The pruner in two clocks: a pulse, then a closure without a loop.
//
// The first clock keeps the points that touch an empty one, the second what the waves that
// follow make of them.

`default_nettype none

module closure_pruner #(
    parameter N = 9
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
    wire [POINTS-1:0] beside_empty = (empty >> 1 & HAS_RIGHT) | (empty & HAS_RIGHT) << 1
                                   | empty >> N | empty << N;

    reg               pulsed;
    reg  [POINTS-1:0] first, alive;
    wire [POINTS-1:0] closed;
    closure #(.N(N)) closure (.black(black), .white(white), .first(first), .alive(closed));

    assign dead_black = black & ~alive;
    assign dead_white = white & ~alive;

    always @(posedge clk) begin
        pulsed <= start & ~reset;
        done   <= pulsed & ~start & ~reset;
        if (start)  first <= beside_empty;
        if (pulsed) alive <= closed;
    end
endmodule

`default_nettype wire
