// Which points are joined to one of the first by stones of one color? All at once, without a
// loop, whatever the board looks like.
//
// Two frontiers set out, one at the upper and one at the lower rim, and meet in the middle.
// There it is found out what is joined across, and both go back with that.

`default_nettype none

module closure #(
    parameter N = 9
) (
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire [N*N-1:0] first,       // the points beside empty ones
    output wire [N*N-1:0] alive
);
    localparam POINTS = N * N, UPPER = (N + 1) / 2, LOWER = N - UPPER;
    localparam [POINTS-1:0] HAS_RIGHT = {N{{1'b0, {(N-1){1'b1}}}}};

    wire [POINTS-1:0] same_left  = (HAS_RIGHT & ((black & black >> 1) | (white & white >> 1))) << 1;
    wire [POINTS-1:0] same_below = (black & black >> N) | (white & white >> N);
    wire [N*UPPER-1:0] same_above = {same_below[N*(UPPER-1)-1:0], {N{1'b0}}};

    // The lower rows, the lowest first.
    wire [N*LOWER-1:0] lower_left, lower_above, lower_first, lower_alive;
    genvar r, k, i;
    generate
        for (r = 0; r < LOWER; r = r + 1) begin : lower_rows
            assign lower_left [r*N +: N] = same_left [(N-1-r)*N +: N];
            assign lower_above[r*N +: N] = same_below[(N-1-r)*N +: N];
            assign lower_first[r*N +: N] = first     [(N-1-r)*N +: N];
            assign alive[(N-1-r)*N +: N] = lower_alive[r*N +: N];
        end
    endgenerate

    wire [N*N-1:0] upper_joined, lower_joined;
    wire [N-1:0]   upper_warm, lower_warm, upper_last, lower_last;
    frontier #(.N(N), .ROWS(UPPER)) upper (
        .same_left(same_left[N*UPPER-1:0]), .same_above(same_above),
        .first(first[N*UPPER-1:0]), .joined(upper_joined), .warm(upper_warm), .last(upper_last),
        .alive(alive[N*UPPER-1:0])
    );
    frontier #(.N(N), .ROWS(LOWER)) lower (
        .same_left(lower_left), .same_above(lower_above), .first(lower_first),
        .joined(lower_joined), .warm(lower_warm), .last(lower_last), .alive(lower_alive)
    );

    // Points of the upper frontier, joined on either side: column by column, what is joined to
    // the same point is joined.
    wire [N-1:0] across    = same_below[(UPPER-1)*N +: N];
    wire [N-1:0] meet_warm = upper_warm | (across & lower_warm);
    generate
        for (k = 0; k <= N; k = k + 1) begin : meet
            wire [N*N-1:0] joined;
            for (i = 0; i < N; i = i + 1) begin : columns
                if (k == 0) begin : both_sides
                    assign joined[i*N +: N] = upper_joined[i*N +: N]
                        | ({N{across[i]}} & across & lower_joined[i*N +: N]);
                end else begin : by_way_of
                    assign joined[i*N +: N] = meet[k-1].joined[i*N +: N]
                        | ({N{meet[k-1].joined[i*N+k-1]}} & meet[k-1].joined[(k-1)*N +: N]);
                end
            end
        end
        for (i = 0; i < N; i = i + 1) begin : lasts
            assign upper_last[i] = |(meet[N].joined[i*N +: N] & meet_warm);
            assign lower_last[i] = lower_warm[i] | (|(lower_joined[i*N +: N] & across & upper_last));
        end
    endgenerate
endmodule

`default_nettype wire
