// Finds the legal move of a given rank: the rank is drawn at random, or it is told.
//
// A tree of adders counts the legal moves below each of its nodes. A rank below the
// count at the root then walks down: at each node it goes left if it is smaller than
// the count on the left, otherwise it is reduced by that count and goes right.
//
// A draw is exactly uniform: candidates are random numbers below the next power of
// two, and those that are not below the count are rejected. Several are tried in one
// clock; if none will do, `accepted` stays low, and the next random word is needed.

`default_nettype none

module chooser #(
    parameter MOVES     = 10,
    parameter MOVE_BITS = 4       // MOVES <= 2^MOVE_BITS
) (
    input  wire                 clk,
    input  wire [MOVES-1:0]     legal,
    input  wire [31:0]          random,
    input  wire                 sequenced,  // the rank is `place`, whatever the random word
    input  wire [MOVE_BITS-1:0] place,
    input  wire                 take,       // keep the tree and the rank for `choice`
    output wire [MOVE_BITS:0]   count,
    output wire                 accepted,
    output wire [MOVE_BITS-1:0] choice      // in the clocks after `take`
);
    localparam LEAVES     = 1 << MOVE_BITS;
    localparam CANDIDATES = MOVE_BITS > 16 ? 1 : MOVE_BITS > 8 ? 32 / MOVE_BITS : 4;

    wire [LEAVES-1:0] leaves;
    assign leaves[MOVES-1:0] = legal;
    generate
        if (MOVES < LEAVES) begin : padding
            assign leaves[LEAVES-1:MOVES] = 0;
        end
    endgenerate

    // Level l has nodes with l + 1 bits, each the number of legal moves below it.
    genvar l, i;
    generate
        for (l = 0; l <= MOVE_BITS; l = l + 1) begin : level
            wire [(LEAVES >> l)*(l+1)-1:0] counts;
            if (l == 0) begin : leaf
                assign counts = leaves;
            end else begin : inner
                for (i = 0; i < LEAVES >> l; i = i + 1) begin : node
                    assign counts[i*(l+1) +: l+1] = {1'b0, level[l-1].counts[2*i*l +: l]}
                                                  + {1'b0, level[l-1].counts[(2*i+1)*l +: l]};
                end
            end
        end
    endgenerate
    assign count = level[MOVE_BITS].counts;

    // Ones up to the highest bit of count - 1.
    wire [MOVE_BITS-1:0] mask;
    generate
        for (i = 0; i < MOVE_BITS; i = i + 1) begin : smear
            if (i == 0) begin : lowest
                assign mask[i] = |count[MOVE_BITS:1];
            end else begin : other
                assign mask[i] = |count[MOVE_BITS:i+1] | (count[i] & |count[i-1:0]);
            end
        end
    endgenerate

    // The first candidate that is below the count.
    wire [MOVE_BITS-1:0] tried [0:CANDIDATES-1];
    wire [CANDIDATES-1:0] good;
    generate
        for (i = 0; i < CANDIDATES; i = i + 1) begin : candidate
            assign tried[i] = random[i*MOVE_BITS +: MOVE_BITS] & mask;
            assign good[i]  = {1'b0, tried[i]} < count;
        end
    endgenerate
    reg [MOVE_BITS-1:0] drawn;
    integer c;
    always @* begin
        drawn = tried[0];
        for (c = CANDIDATES - 1; c >= 0; c = c - 1)
            if (good[c]) drawn = tried[c];
    end
    assign accepted = sequenced | (|good);

    // The walk down, from what was kept: the counts of all left children, and the rank.
    reg [MOVE_BITS-1:0] rank;
    always @(posedge clk)
        if (take) rank <= sequenced ? place : drawn;

    genvar m;
    generate
        for (l = MOVE_BITS - 1; l >= 0; l = l - 1) begin : walk
            // The counts of all left children under the node that was reached: those of the
            // half that the step above has chosen.
            for (m = 0; m <= l; m = m + 1) begin : below
                localparam BITS = (m + 1) << (l - m);
                wire [BITS-1:0] lefts;
                if (l == MOVE_BITS - 1) begin : top
                    reg [BITS-1:0] kept;
                    integer p;
                    always @(posedge clk)
                        if (take)
                            for (p = 0; p < 1 << (l - m); p = p + 1)
                                kept[p*(m+1) +: m+1] <= level[m].counts[2*p*(m+1) +: m+1];
                    assign lefts = kept;
                end else begin : half
                    assign lefts = walk[l+1].right ? walk[l+1].below[m].lefts[BITS +: BITS]
                                                   : walk[l+1].below[m].lefts[0 +: BITS];
                end
            end
            wire [l:0] left = below[l].lefts;
            wire [l:0] rank_in;   // among the moves below the node
            wire       right = rank_in >= left;
            wire [l:0] rank_out = right ? rank_in - left : rank_in;
            if (l == MOVE_BITS - 1) begin : root
                assign rank_in = rank;
            end else begin : inner
                assign rank_in = walk[l+1].rank_out[l:0];
            end
            assign choice[l] = right;
        end
    endgenerate
endmodule

`default_nettype wire
