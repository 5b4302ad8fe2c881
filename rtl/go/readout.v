// What the seven segments say: who has won, what a pass would mean, or the points.

`default_nettype none

module readout #(
    parameter N = 9
) (
    input  wire        clk,
    input  wire        my_color,
    input  wire        turn,
    input  wire        passed,
    input  wire        over,
    input  wire        resigned,
    input  wire [8:0]  black_points,
    input  wire [8:0]  white_points,
    input  wire        pass_switch,
    input  wire        offline,      // the other end is not there
    input  wire        fault,        // the boards differ, or do not fit
    output reg  [63:0] text          // eight letters, the left one in the highest byte
);
    wire       my_turn = turn == my_color & ~over;
    wire [8:0] own     = my_color ? white_points : black_points;
    wire [8:0] other   = my_color ? black_points : white_points;
    wire       wins    = resigned ? turn != my_color : own > other;
    wire       loses   = resigned ? turn == my_color : own < other;
    wire [23:0] own_digits = in_ascii(own), other_digits = in_ascii(other);

    always @(posedge clk)
        if (over)                          text <= wins ? "VICTORY " : loses ? "LOSER   " : "TIED    ";
        else if (fault)                    text <= "ERROR   ";
        else if (offline)                  text <= "OFFLINE ";
        else if (pass_switch & my_turn)    text <= passed ? "ENDQ    " : "PASSQ   ";
        else if (passed & ~my_turn)        text <= "PASSED  ";
        else if (N > 9)                    text <= {own_digits, "  ", other_digits};
        else                               text <= {own_digits[15:0], "    ", other_digits[15:0]};

    // Three decimal digits in ASCII: what is five or more before a shift becomes a carry.
    function [23:0] in_ascii;
        input [8:0] number;
        integer     i;
        reg [11:0]  decimal;
        begin
            decimal = 12'd0;
            for (i = 8; i >= 0; i = i - 1) begin
                if (decimal[3:0] >= 5)  decimal[3:0]  = decimal[3:0] + 4'd3;
                if (decimal[7:4] >= 5)  decimal[7:4]  = decimal[7:4] + 4'd3;
                decimal = {decimal[10:0], number[i]};
            end
            in_ascii = {4'h3, decimal[11:8], 4'h3, decimal[7:4], 4'h3, decimal[3:0]};
        end
    endfunction
endmodule

`default_nettype wire
