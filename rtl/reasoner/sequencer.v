// Enumerates joint moves: a counter whose digits are the ranks of the roles' moves
// among their legal ones. The last role's digit moves first.

`default_nettype none

module sequencer #(
    parameter ROLES     = 2,
    parameter MOVE_BITS = 4
) (
    input  wire                        clk,
    input  wire                        clear,
    input  wire                        advance,
    input  wire [ROLES-1:0]            is_last,  // no higher rank is left for the role
    output reg  [ROLES*MOVE_BITS-1:0]  places,
    output reg  [23:0]                 number,   // of the joint move
    output reg                         done      // there was no other joint move
);
    // A digit moves when all digits behind it start over.
    wire [ROLES-1:0] moves_on;

    genvar r;
    generate
        for (r = 0; r < ROLES; r = r + 1) begin : digit
            if (r == ROLES - 1) begin : last
                assign moves_on[r] = 1'b1;
            end else begin : other
                assign moves_on[r] = &is_last[ROLES-1:r+1];
            end
            always @(posedge clk)
                if (clear)
                    places[r*MOVE_BITS +: MOVE_BITS] <= 0;
                else if (advance & moves_on[r])
                    places[r*MOVE_BITS +: MOVE_BITS] <=
                        is_last[r] ? 0 : places[r*MOVE_BITS +: MOVE_BITS] + 1'b1;
        end
    endgenerate

    always @(posedge clk)
        if (clear) begin
            number <= 0;
            done   <= 1'b0;
        end else if (advance) begin
            number <= number + 1'b1;
            done   <= &is_last;
        end
endmodule

`default_nettype wire
