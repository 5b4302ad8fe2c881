// A number in decimal digits, in ASCII with leading zeros.

`default_nettype none

module decimal #(
    parameter BITS   = 9,
    parameter DIGITS = 3
) (
    input  wire [BITS-1:0]     number,
    output reg  [8*DIGITS-1:0] ascii
);
    // Bit by bit from the highest: what is five or more before a shift becomes a carry.
    integer i, d;
    reg [4*DIGITS-1:0] digits;
    always @* begin
        digits = 0;
        for (i = BITS - 1; i >= 0; i = i - 1) begin
            for (d = 0; d < DIGITS; d = d + 1)
                if (digits[4*d +: 4] >= 4'd5) digits[4*d +: 4] = digits[4*d +: 4] + 4'd3;
            digits = {digits[4*DIGITS-2:0], number[i]};
        end
        for (d = 0; d < DIGITS; d = d + 1) ascii[8*d +: 8] = {4'h3, digits[4*d +: 4]};
    end
endmodule

`default_nettype wire
