// The discs that a disc of the mover flips: in each direction the row of opponent's discs
// behind it, if one of the mover's follows.

`default_nettype none

module flipper #(
    parameter N = 8
) (
    input  wire [N*N-1:0] mover,
    input  wire [N*N-1:0] opponent,
    input  wire [N*N-1:0] square,      // of the new disc, alone
    output wire [N*N-1:0] flips
);
    `include "shift.vh"

    wire [8*N*N-1:0] found;
    genvar d;
    generate
        for (d = 0; d < 8; d = d + 1) begin : direction
            // The k-th disc of the opponent in a row, and those before it.
            reg [N*N-1:0] disc, row;
            integer       k;
            always @* begin
                disc = square;
                row  = 0;
                for (k = 1; k < N - 1; k = k + 1) begin
                    disc = shifted(disc, d) & opponent;
                    row  = row | disc;
                end
            end
            wire is_closed = |(shifted(row, d) & mover);
            assign found[N*N*d +: N*N] = is_closed ? row : {N*N{1'b0}};
        end
    endgenerate
    assign flips = union_of(found);
endmodule

`default_nettype wire
