// The number of the lowest bit that is set, found by a tree.

`default_nettype none

module priority_encoder #(
    parameter BITS = 6                 // of the number
) (
    input  wire [(1 << BITS)-1:0] set,
    output wire                   any,
    output wire [BITS-1:0]        first
);
    generate
        if (BITS == 1) begin : leaf
            assign any   = |set;
            assign first = ~set[0];
        end else begin : tree
            wire            any_low, any_high;
            wire [BITS-2:0] first_low, first_high;
            priority_encoder #(.BITS(BITS - 1)) low (
                .set(set[(1 << (BITS - 1))-1:0]), .any(any_low), .first(first_low)
            );
            priority_encoder #(.BITS(BITS - 1)) high (
                .set(set[(1 << BITS)-1:(1 << (BITS - 1))]), .any(any_high), .first(first_high)
            );
            assign any   = any_low | any_high;
            assign first = any_low ? {1'b0, first_low} : {1'b1, first_high};
        end
    endgenerate
endmodule

`default_nettype wire
