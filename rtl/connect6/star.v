// What the four lines through a cell are worth, seen from the cell.

`default_nettype none

module star (
    input  wire [151:0] lines,
    input  wire [9:0]   around,          // the cell in the middle
    input  wire [167:0] counts,          // of the side, and of the other one
    input  wire [167:0] other_counts,
    input  wire [55:0]  ones,
    input  wire [55:0]  twos,
    input  wire [55:0]  threes,
    output wire [75:0]  empties,
    output wire         is_empty,        // the rest is for an empty cell
    output wire [3:0]   in_one,
    output wire [3:0]   in_two,
    output wire [3:0]   in_three,
    output wire [3:0]   open_three,
    output wire [39:0]  makes_four,
    output wire [39:0]  makes_open_four,
    output wire [6:0]   quality,         // PQ
    output wire [11:0]  begins           // lines of one, two and three that begin here
);
    wire [19:0] parts;
    genvar d;
    generate
        for (d = 0; d < 76; d = d + 1) begin : cells
            assign empties[d] = lines[2*d +: 2] == 2'd0;
        end
        for (d = 0; d < 4; d = d + 1) begin : direction
            wire [4:0]  place = d == 0 ? around[4:0] : around[9:5];
            wire [18:0] free  = empties[19*d +: 19];
            stretch stretch (
                .place(place), .empties(free), .ones(ones[14*d +: 14]),
                .twos(twos[14*d +: 14]), .threes(threes[14*d +: 14]), .in_one(in_one[d]),
                .in_two(in_two[d]), .in_three(in_three[d]), .is_open_three(open_three[d]),
                .makes_four(makes_four[10*d +: 10]),
                .makes_open_four(makes_open_four[10*d +: 10])
            );
            // The stones in the free lines through the cell: no line is free for both.
            wire [71:0] padded = {15'd0, counts[42*d +: 42] | other_counts[42*d +: 42], 15'd0};
            wire [17:0] through = padded[3*place +: 18];
            assign parts[5*d +: 5] = {2'b0, through[2:0]} + {2'b0, through[5:3]}
                                   + {2'b0, through[8:6]} + {2'b0, through[11:9]}
                                   + {2'b0, through[14:12]} + {2'b0, through[17:15]};
            wire [18:0] first_ones   = {5'd0, ones[14*d +: 14]};
            wire [18:0] first_twos   = {5'd0, twos[14*d +: 14]};
            wire [18:0] first_threes = {5'd0, threes[14*d +: 14]};
            assign begins[d]     = first_ones[place];
            assign begins[4 + d] = first_twos[place];
            assign begins[8 + d] = first_threes[place];
        end
    endgenerate
    assign is_empty = direction[0].free[around[4:0]];
    assign quality  = {2'b0, parts[4:0]} + {2'b0, parts[9:5]}
                    + {2'b0, parts[14:10]} + {2'b0, parts[19:15]};
endmodule

`default_nettype wire
