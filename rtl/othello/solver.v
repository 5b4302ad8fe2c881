// Alpha-beta without recursion, as a machine of registers and a stack does it.
//
// The current node is in registers. Each visit takes two clocks, whatever it does: the
// first one finds legal moves and sorts them, the second one flips discs and goes on to a
// child, or back to the parent that is on the stack.
//
// A game that is over is worth its result. So a search is exact if it is deeper than the game is
// long: a pass is a ply, and no two follow each other, so twice as many as there are empty squares
// will do.

`default_nettype none

module solver #(
    parameter N                = 8,
    parameter MAX_SEARCH_DEPTH = 10,     // up to 31
    parameter LOCATION         = 1
) (
    input  wire               clk,
    input  wire               reset,
    input  wire               start,
    input  wire [N*N-1:0]     mover,
    input  wire [N*N-1:0]     opponent,
    input  wire [4:0]         depth,       // no more than MAX_SEARCH_DEPTH
    // With bounds other than the widest, the values between them are exact.
    input  wire signed [11:0] lower,
    input  wire signed [11:0] upper,
    output reg                done,        // for one clock
    output reg                has_move,
    output reg  [N*N-1:0]     move,        // alone
    output reg  signed [11:0] value,
    output reg  [31:0]        n_visits
);
    localparam FRAME = 3 * N * N + 29;

    // The node: its board, the moves that are left to try, the best value so far, the value
    // from which on the opponent avoids it, and how many plies are left.
    reg [N*N-1:0]     own, other, remaining;
    reg signed [11:0] best, limit;
    reg [4:0]         plies;
    reg               busy, is_first, phase;

    // Some 220 bits a level, in distributed RAM.
    reg  [FRAME-1:0] stack [0:MAX_SEARCH_DEPTH-1];
    reg  [4:0]       height;
    wire [FRAME-1:0] parent = stack[height - 5'd1];

    // One module finds the mover's moves in the first clock, and in the second one whether
    // the opponent has any.
    wire [N*N-1:0] legal;
    legal_moves #(.N(N)) legal_moves (
        .mover(phase ? other : own), .opponent(phase ? own : other), .legal(legal)
    );
    wire [N*N-1:0] moves = is_first ? legal : remaining;
    wire [N*N-1:0] sorted;
    wire           any;
    move_sorter #(.N(N)) move_sorter (.moves(moves), .any(any), .first(sorted));
    wire signed [11:0] worth, outcome;
    evaluator #(.N(N), .LOCATION(LOCATION)) evaluator (
        .mover(own), .opponent(other), .worth(worth), .outcome(outcome)
    );

    // What the first clock leaves for the second.
    reg               has_choice;
    reg [N*N-1:0]     choice, rest;
    reg signed [11:0] leaf_worth, end_worth;
    wire [N*N-1:0]    flips;
    flipper #(.N(N)) flipper (.mover(own), .opponent(other), .square(choice), .flips(flips));

    wire is_leaf  = is_first & plies == 5'd0;
    wire is_stuck = is_first & ~is_leaf & ~has_choice;
    wire passes   = is_stuck & |legal;
    wire is_end   = is_stuck & ~passes;
    wire signed [11:0] result = is_leaf ? leaf_worth : is_end ? end_worth : best;
    wire places  = ~is_leaf & has_choice & best < limit;
    wire is_root = height == 5'd0;
    wire signed [11:0] parent_best = parent[28:17];
    wire signed [11:0] gained      = -result;
    reg [N*N-1:0]      root_move;

    always @(posedge clk)
        if (busy & phase & (places | passes))
            stack[height] <= {own, other, rest, best, limit, plies};

    always @(posedge clk) begin
        done <= 1'b0;
        if (start) begin
            own       <= mover;
            other     <= opponent;
            best      <= lower;
            limit     <= upper;
            plies     <= depth;
            busy      <= 1'b1;
            is_first  <= 1'b1;
            phase     <= 1'b0;
            height    <= 5'd0;
            has_move  <= 1'b0;
            n_visits  <= 32'd0;
        end else if (busy & ~phase) begin
            phase      <= 1'b1;
            has_choice <= any;
            choice     <= sorted;
            rest       <= moves & ~sorted;
            leaf_worth <= worth;
            end_worth  <= outcome;
        end else if (busy) begin
            phase    <= 1'b0;
            n_visits <= n_visits + 32'd1;
            if (places | passes) begin
                own      <= passes ? other : other & ~flips;
                other    <= passes ? own : own | choice | flips;
                best     <= -limit;
                limit    <= -best;
                plies    <= plies - 5'd1;
                height   <= height + 5'd1;
                is_first <= 1'b1;
                if (is_root) root_move <= choice;
            end else if (is_root) begin
                busy  <= 1'b0;
                done  <= 1'b1;
                value <= result;
            end else begin
                {own, other, remaining, best, limit, plies} <= parent;
                height   <= height - 5'd1;
                is_first <= 1'b0;
                if (gained > parent_best) begin
                    best <= gained;
                    if (height == 5'd1) begin
                        // A pass at the root is no move.
                        move     <= root_move;
                        has_move <= |root_move;
                    end
                end
            end
        end
        if (reset) begin
            busy <= 1'b0;
            done <= 1'b0;
        end
    end
endmodule

`default_nettype wire
