// Eight digits of seven segments that share their wires: one after the other is on.
//
// The text is eight ASCII characters, the left one in the highest byte. What cannot be
// written with seven segments is dark.

`default_nettype none

module seven_segment #(
    parameter CLOCKS_PER_DIGIT = 65_000   // 1 ms at 65 MHz
) (
    input  wire        clk,
    input  wire        reset,
    input  wire [63:0] text,
    output reg  [7:0]  digits,     // one-hot, the left one is the highest
    output reg  [6:0]  segments    // g to a, 1 is on
);
    localparam COUNT_BITS = $clog2(CLOCKS_PER_DIGIT + 1);
    localparam [COUNT_BITS-1:0] FIRST = CLOCKS_PER_DIGIT - 1;

    reg [COUNT_BITS-1:0] left;
    reg [2:0]            digit;
    wire [7:0]           character = text[8*digit +: 8];

    always @(posedge clk) begin
        digits   <= 8'd1 << digit;
        segments <= pattern(character);
        if (reset) begin
            left  <= FIRST;
            digit <= 3'd0;
        end else if (left != 0) begin
            left  <= left - 1'b1;
        end else begin
            left  <= FIRST;
            digit <= digit + 1'b1;
        end
    end

    function [6:0] pattern;
        input [7:0] symbol;
        case (symbol)
            "0", "O": pattern = 7'b0111111;
            "1", "I": pattern = 7'b0000110;
            "2": pattern = 7'b1011011;
            "3": pattern = 7'b1001111;
            "4": pattern = 7'b1100110;
            "5", "S": pattern = 7'b1101101;
            "6": pattern = 7'b1111101;
            "7": pattern = 7'b0000111;
            "8": pattern = 7'b1111111;
            "9": pattern = 7'b1101111;
            "A": pattern = 7'b1110111;
            "B": pattern = 7'b1111100;
            "C": pattern = 7'b0111001;
            "D": pattern = 7'b1011110;
            "E": pattern = 7'b1111001;
            "F": pattern = 7'b1110001;
            "L": pattern = 7'b0111000;
            "N": pattern = 7'b1010100;
            "P": pattern = 7'b1110011;
            "Q": pattern = 7'b1100111;
            "R": pattern = 7'b1010000;
            "T": pattern = 7'b1111000;
            "V": pattern = 7'b0111110;
            "W": pattern = 7'b1111110;
            "Y": pattern = 7'b1101110;
            "-": pattern = 7'b1000000;
            default: pattern = 7'b0000000;
        endcase
    endfunction
endmodule

`default_nettype wire
