// The lines of six through an empty cell in one direction, and what one more stone or two
// make of them.

`default_nettype none

module stretch (
    input  wire [4:0]  place,           // of the cell in its line
    input  wire [18:0] empties,
    input  wire [13:0] ones,            // lines by their first place
    input  wire [13:0] twos,
    input  wire [13:0] threes,
    output wire        in_one,
    output wire        in_two,
    output wire        in_three,
    output wire        is_open_three,   // a stone here makes two threats: L3_P2
    // With another stone, one to five cells before and behind in turn.
    output wire [9:0]  makes_four,      // of a line of two
    output wire [9:0]  makes_open_four  // with two threats: L2_P2
);
    // Bit n: the line that begins n cells before the cell.
    wire [23:0] padded_ones   = {5'd0, ones, 5'd0};
    wire [23:0] padded_twos   = {5'd0, twos, 5'd0};
    wire [23:0] padded_threes = {5'd0, threes, 5'd0};
    wire [28:0] padded_empties = {5'd0, empties, 5'd0};
    wire [5:0]  through_ones   = padded_ones[place +: 6];
    wire [5:0]  through_twos   = padded_twos[place +: 6];
    wire [5:0]  through_threes = padded_threes[place +: 6];
    wire [10:0] around         = padded_empties[place +: 11];
    assign in_one   = |through_ones;
    assign in_two   = |through_twos;
    assign in_three = |through_threes;

    // Whether the given lines, of which bit j begins at j of the eleven cells, have an empty
    // cell in common beside the fifth and one other.
    function shares(input [5:0] given, input [10:0] open);
        integer j;
        reg [10:0] common;
        begin
            common = open;
            for (j = 0; j < 6; j = j + 1)
                if (given[j]) common = common & (11'h3f << j);
            shares = |common;
        end
    endfunction

    wire [10:0] others = around & ~(11'd1 << 5);
    assign is_open_three = in_three & ~shares(through_threes, others);

    genvar i;
    generate
        for (i = 0; i < 10; i = i + 1) begin : distance
            localparam AT = i % 2 == 0 ? 4 - i / 2 : 6 + i / 2;
            // The lines with both cells.
            localparam [5:0] BOTH = i % 2 == 0 ? 6'h3f >> (1 + i / 2) : 6'h3f << (1 + i / 2);
            wire [5:0] given = through_twos & BOTH;
            assign makes_four[i]      = around[AT] & |given;
            assign makes_open_four[i] = makes_four[i] & ~shares(given, others & ~(11'd1 << AT));
        end
    endgenerate
endmodule

`default_nettype wire
