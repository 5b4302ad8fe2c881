// A frontier goes over some rows of a board, point by point, and back again.
//
// On its way it finds out which points of the last row are joined by stones of one color, and
// which are warm. What they are in the end, when the rows behind are known, comes back the same
// way: a point that leaves the frontier is alive if it is warm, or if it is joined to a point
// of the frontier that is alive in the end.

`default_nettype none

module frontier #(
    parameter N    = 9,
    parameter ROWS = 5
) (
    input  wire [N*ROWS-1:0] same_left,    // whether the stone at the left has the same color
    input  wire [N*ROWS-1:0] same_above,
    input  wire [N*ROWS-1:0] first,        // whether a point touches an empty one
    output wire [N*N-1:0]    joined,       // of the last row: N bits for each column
    output wire [N-1:0]      warm,
    input  wire [N-1:0]      last,         // what is alive in the last row in the end
    output wire [N*ROWS-1:0] alive
);
    genvar r, c, i;
    generate
        for (r = 0; r < ROWS; r = r + 1) begin : rows
            for (c = 0; c < N; c = c + 1) begin : columns
                // The frontier before this point and with it.
                wire [N*N-1:0] joined_before, joined_here;
                wire [N-1:0]   warm_before, warm_here;
                if (c > 0) begin : from_the_left
                    assign joined_before = rows[r].columns[c-1].joined_here;
                    assign warm_before   = rows[r].columns[c-1].warm_here;
                end else if (r > 0) begin : from_above
                    assign joined_before = rows[r-1].columns[N-1].joined_here;
                    assign warm_before   = rows[r-1].columns[N-1].warm_here;
                end else begin : from_nowhere
                    assign joined_before = 0;
                    assign warm_before   = 0;
                end
                frontier_step #(.N(N), .COLUMN(c)) step (
                    .same_left(same_left[r*N+c]), .same_above(same_above[r*N+c]),
                    .first(first[r*N+c]), .joined_before(joined_before),
                    .warm_before(warm_before), .joined(joined_here), .warm(warm_here)
                );

                wire is_alive;
                assign alive[r*N+c] = is_alive;
                if (r == ROWS - 1) begin : at_the_end
                    assign is_alive = last[c];
                end else begin : on_the_way
                    // The frontier that the point leaves, with the point below in its place.
                    wire [N-1:0] there;
                    for (i = 0; i < N; i = i + 1) begin : frontiers
                        if (i <= c) begin : below
                            assign there[i] = rows[r+1].columns[i].is_alive;
                        end else begin : beside
                            assign there[i] = rows[r].columns[i].is_alive;
                        end
                    end
                    wire [N-1:0] links = rows[r+1].columns[c].joined_before[c*N +: N];
                    assign is_alive = rows[r+1].columns[c].warm_before[c]
                        | (same_above[(r+1)*N+c] & there[c])
                        | (|(links & there & ~({{(N-1){1'b0}}, 1'b1} << c)));
                end
            end
        end
    endgenerate
    assign joined = rows[ROWS-1].columns[N-1].joined_here;
    assign warm   = rows[ROWS-1].columns[N-1].warm_here;
endmodule

`default_nettype wire
