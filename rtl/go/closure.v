// All waves of a pruner at once: which points get warm in the end?
//
// Wave by wave, gates one behind the other, warmth goes from a stone to its neighbors of
// the same color. The shortest way to a liberty is a path without shortcuts. How long is
// it? Its K points, the liberty included, have 4K sides, of which 2(K - 1) are between
// them and 4N at most at the rim. Behind the others lie the N^2 - K other points, with
// four sides each: so K < 2N(N + 1) / 3, and one wave less than K is enough.

`default_nettype none

module closure #(
    parameter N     = 9,
    parameter WAVES = 2 * N * (N + 1) / 3 - 1
) (
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire [N*N-1:0] first,       // the wave before all: the points beside empty ones
    output wire [N*N-1:0] alive        // the last one
);
    localparam POINTS = N * N;
    localparam [POINTS-1:0] HAS_RIGHT = {N{{1'b0, {(N-1){1'b1}}}}};

    wire [POINTS-1:0] same_right = HAS_RIGHT & ((black & black >> 1) | (white & white >> 1));
    wire [POINTS-1:0] same_below = (black & black >> N) | (white & white >> N);

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
    assign alive = waves[WAVES-1].warmed;
endmodule

`default_nettype wire
