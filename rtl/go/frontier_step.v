// Adds a point to a frontier, in which it takes the place of the point above it.
//
// A frontier has a point for each column, the last ones of the points that were added up to
// now, row by row. It tells which of its points are joined by stones of one color that were
// added, and which of them are warm: joined so to a point that touches an empty one.

`default_nettype none

module frontier_step #(
    parameter N      = 9,
    parameter COLUMN = 0
) (
    input  wire           same_left,       // whether the stone at the left has the same color
    input  wire           same_above,
    input  wire           first,           // whether the point touches an empty one
    input  wire [N*N-1:0] joined_before,   // N bits for each column
    input  wire [N-1:0]   warm_before,
    output wire [N*N-1:0] joined,
    output wire [N-1:0]   warm
);
    localparam [N-1:0] HERE = {{(N-1){1'b0}}, 1'b1} << COLUMN;
    localparam LEFT = COLUMN == 0 ? 0 : COLUMN - 1;

    // What the point is joined to.
    wire [N-1:0] links = HERE | ({N{same_above}} & joined_before[COLUMN*N +: N])
                              | ({N{same_left}} & joined_before[LEFT*N +: N]);
    wire is_warm = first | (same_above & warm_before[COLUMN]) | (same_left & warm_before[LEFT]);
    assign warm = (is_warm ? links : {N{1'b0}}) | (warm_before & ~HERE);

    genvar i;
    generate
        for (i = 0; i < N; i = i + 1) begin : columns
            if (i == COLUMN) begin : here
                assign joined[i*N +: N] = links;
            end else begin : elsewhere
                assign joined[i*N +: N] = (joined_before[i*N +: N] & ~HERE)
                                        | ({N{links[i]}} & links);
            end
        end
    endgenerate
endmodule

`default_nettype wire
