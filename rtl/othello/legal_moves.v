// The squares where the mover may place a disc: in some direction and at some distance
// there is a row of opponent's discs and then one of the mover's.

`default_nettype none

module legal_moves #(
    parameter N = 8
) (
    input  wire [N*N-1:0] mover,
    input  wire [N*N-1:0] opponent,
    output wire [N*N-1:0] legal
);
    `include "shift.vh"

    wire [8*N*N-1:0] found;
    genvar d;
    generate
        for (d = 0; d < 8; d = d + 1) begin : direction
            // Squares behind one disc of the mover and k of the opponent in a row.
            reg [N*N-1:0] behind, all;
            integer       k;
            always @* begin
                behind = shifted(mover, d);
                all    = 0;
                for (k = 1; k < N - 1; k = k + 1) begin
                    behind = shifted(behind & opponent, d);
                    all    = all | behind;
                end
            end
            assign found[N*N*d +: N*N] = all;
        end
    endgenerate
    assign legal = union_of(found) & ~(mover | opponent);
endmodule

`default_nettype wire
