// Finds the lines of six of a player in four lines of the board: L1 to L6.
//
// There are 14 lines of six in each, by their first place.

`default_nettype none

module detector (
    input  wire [151:0] lines,
    input  wire         side,
    output wire [167:0] counts,       // stones in each line of six; 0 if it is not free
    output wire [55:0]  ones,
    output wire [55:0]  twos,
    output wire [55:0]  threes,
    output wire [55:0]  fours,        // four or five
    output wire [55:0]  sixes
);
    wire [75:0] own, blocked;
    genvar i, d, p;
    generate
        for (i = 0; i < 76; i = i + 1) begin : cells
            wire [1:0] content = lines[2*i +: 2];
            assign own[i]     = content == (side ? 2'd2 : 2'd1);
            assign blocked[i] = content[side ? 0 : 1];
        end
        for (d = 0; d < 4; d = d + 1) begin : direction
            for (p = 0; p < 14; p = p + 1) begin : start
                wire [5:0] stones  = own[19*d + p +: 6];
                wire       is_free = ~|blocked[19*d + p +: 6];
                wire [2:0] sum = {2'b0, stones[0]} + {2'b0, stones[1]} + {2'b0, stones[2]}
                               + {2'b0, stones[3]} + {2'b0, stones[4]} + {2'b0, stones[5]};
                wire [2:0] count = is_free ? sum : 3'd0;
                assign counts[3*(14*d + p) +: 3] = count;
                assign ones[14*d + p]   = count == 3'd1;
                assign twos[14*d + p]   = count == 3'd2;
                assign threes[14*d + p] = count == 3'd3;
                assign fours[14*d + p]  = count == 3'd4 | count == 3'd5;
                assign sixes[14*d + p]  = count == 3'd6;
            end
        end
    endgenerate
endmodule

`default_nettype wire
