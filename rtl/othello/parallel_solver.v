// Several solvers share the moves of the root: whoever is idle takes the next one.
//
// The answer is that of one solver. A move is searched for values from the best one so far
// on, so that among equals the one that one solver would have found is known.

`default_nettype none

module parallel_solver #(
    parameter N                = 8,
    parameter MAX_SEARCH_DEPTH = 10,
    parameter LOCATION         = 1,
    parameter SOLVERS          = 2
) (
    input  wire               clk,
    input  wire               reset,
    input  wire               start,
    input  wire [N*N-1:0]     mover,
    input  wire [N*N-1:0]     opponent,
    input  wire [4:0]         depth,
    output reg                done,        // for one clock
    output reg                has_move,
    output reg  [N*N-1:0]     move,        // alone
    output reg  signed [11:0] value,
    output reg  [31:0]        n_visits     // of all solvers
);
    localparam signed [11:0] LEAST = -12'sd2047, MOST = 12'sd2047;
    localparam [1:0] IDLE = 2'd0, BEGIN = 2'd1, SHARE = 2'd2, ALONE = 2'd3;

    reg [1:0]         phase;
    reg [N*N-1:0]     own, other, remaining;
    reg [4:0]         plies;
    reg [5:0]         n_begun, best_number;

    wire [N*N-1:0] legal, first, flips;
    wire           any;
    legal_moves #(.N(N)) legal_moves (.mover(own), .opponent(other), .legal(legal));
    move_sorter #(.N(N)) move_sorter (.moves(remaining), .any(any), .first(first));

    // The move that is given away next: it is sorted in one clock and flipped in the next.
    reg            has_next;
    reg [N*N-1:0]  next;
    flipper #(.N(N)) flipper (.mover(own), .opponent(other), .square(next), .flips(flips));
    wire is_alone = phase == ALONE;

    // The solvers, each with its move, and with a result that has not been looked at.
    wire [SOLVERS-1:0]     finished;
    reg  [SOLVERS-1:0]     works, has_result;
    wire [12*SOLVERS-1:0]  values;
    wire [32*SOLVERS-1:0]  visits;
    wire [SOLVERS-1:0]     has_moves;
    wire [N*N*SOLVERS-1:0] moves;
    reg  [N*N*SOLVERS-1:0] given;
    reg  [6*SOLVERS-1:0]   numbers;

    // The first idle solver, and the first one with a result.
    reg  [SOLVERS-1:0] idle, told;
    integer            i;
    always @* begin
        idle = 0;
        told = 0;
        for (i = SOLVERS - 1; i >= 0; i = i - 1) begin
            if (~works[i]) idle = 1 << i;
            if (has_result[i]) told = 1 << i;
        end
    end
    wire               begins = phase == SHARE & has_next & |idle;
    wire signed [11:0] alpha  = value == LEAST ? LEAST : value - 12'sd1;
    wire [SOLVERS-1:0] starts = begins ? idle
                              : phase == BEGIN & plies != 5'd0 & |legal ? {SOLVERS{1'b0}}
                              : {{SOLVERS-1{1'b0}}, phase == BEGIN};

    genvar g;
    generate
        for (g = 0; g < SOLVERS; g = g + 1) begin : solvers
            solver #(
                .N(N), .MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH), .LOCATION(LOCATION)
            ) solver (
                .clk(clk), .reset(reset), .start(starts[g]),
                .mover(begins ? other & ~flips : own),
                .opponent(begins ? own | next | flips : other),
                .depth(begins ? plies - 5'd1 : plies),
                .lower(LEAST), .upper(begins ? -alpha : MOST), .done(finished[g]),
                .has_move(has_moves[g]), .move(moves[N*N*g +: N*N]),
                .value(values[12*g +: 12]), .n_visits(visits[32*g +: 32])
            );
        end
    endgenerate

    // The result that is looked at.
    reg signed [11:0] told_value;
    reg [5:0]         told_number;
    reg [N*N-1:0]     told_move;
    reg [31:0]        told_visits;
    always @* begin
        told_value  = 12'sd0;
        told_number = 6'd0;
        told_move   = 0;
        told_visits = 32'd0;
        for (i = 0; i < SOLVERS; i = i + 1)
            if (told[i]) begin
                told_value  = told_value | values[12*i +: 12];
                told_number = told_number | numbers[6*i +: 6];
                told_move   = told_move | given[N*N*i +: N*N];
                told_visits = told_visits | visits[32*i +: 32];
            end
    end
    wire signed [11:0] gained = -told_value;

    always @(posedge clk) begin
        done       <= 1'b0;
        has_result <= (has_result & ~told) | finished;
        works      <= (works & ~told) | starts;
        case (phase)
            IDLE: ;
            BEGIN: begin
                remaining <= legal;
                phase     <= plies != 5'd0 & |legal ? SHARE : ALONE;
            end
            SHARE: begin
                if (~has_next | begins) begin
                    has_next  <= any;
                    next      <= first;
                    remaining <= remaining & ~first;
                end
                if (begins) begin
                    n_begun <= n_begun + 6'd1;
                    for (i = 0; i < SOLVERS; i = i + 1)
                        if (idle[i]) begin
                            given[N*N*i +: N*N] <= next;
                            numbers[6*i +: 6]   <= n_begun;
                        end
                end
                if (|told) begin
                    n_visits <= n_visits + told_visits;
                    if (gained > value | (gained == value & told_number < best_number)) begin
                        value       <= gained;
                        has_move    <= 1'b1;
                        move        <= told_move;
                        best_number <= told_number;
                    end
                end
                if (~|works & ~has_next & ~any & n_begun != 6'd0) begin
                    phase <= IDLE;
                    done  <= 1'b1;
                end
            end
            // There is nothing to share.
            ALONE:
                if (finished[0]) begin
                    value    <= values[11:0];
                    has_move <= has_moves[0];
                    move     <= moves[N*N-1:0];
                    n_visits <= visits[31:0];
                    phase    <= IDLE;
                    done     <= 1'b1;
                end
        endcase
        if (start) begin
            phase       <= BEGIN;
            own         <= mover;
            other       <= opponent;
            plies       <= depth;
            value       <= LEAST;
            has_move    <= 1'b0;
            has_next    <= 1'b0;
            n_begun     <= 6'd0;
            best_number <= 6'd63;
            n_visits    <= 32'd0;
        end
        if (start | reset | is_alone) begin
            works      <= 0;
            has_result <= 0;
        end
        if (reset) begin
            phase <= IDLE;
            done  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
