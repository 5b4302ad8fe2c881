// Which move to try first: the squares are put in the order of their worth, and the first
// one that is set is put back to where it was.

`default_nettype none

module move_sorter #(
    parameter N = 8
) (
    input  wire [N*N-1:0] moves,
    output wire           any,
    output wire [N*N-1:0] first          // alone
);
    `include "location.vh"

    localparam BITS = N == 4 ? 4 : 6;

    // How many squares come before a square.
    function integer rank(input integer square);
        integer i;
        begin
            rank = 0;
            for (i = 0; i < N * N; i = i + 1)
                if (location(i) > location(square) |
                    (location(i) == location(square) & i < square)) rank = rank + 1;
        end
    endfunction

    wire [(1 << BITS)-1:0] sorted;
    wire [BITS-1:0]        best;
    genvar s;
    generate
        for (s = 0; s < N * N; s = s + 1) begin : places
            localparam [BITS-1:0] RANK = rank(s);
            assign sorted[RANK] = moves[s];
            assign first[s]     = any & best == RANK;
        end
        if (N * N < (1 << BITS)) begin : rest
            assign sorted[(1 << BITS)-1:N*N] = 0;
        end
    endgenerate
    priority_encoder #(.BITS(BITS)) encoder (.set(sorted), .any(any), .first(best));
endmodule

`default_nettype wire
