// Luma and chroma of a color, as JPEG has them: ITU-R BT.601 with the full range.
//
// The factors are in 1/65536, as in crates/vision. The answer comes two clocks behind the
// question.

`default_nettype none

module ycbcr (
    input  wire        clk,
    input  wire [23:0] pixel,           // red, green, blue
    output reg  [7:0]  y,
    output reg  [7:0]  cb,
    output reg  [7:0]  cr
);
    localparam signed [25:0] HALF = 26'sd32768, GRAY = 26'sd8388608;

    wire signed [25:0] red   = {18'd0, pixel[23:16]};
    wire signed [25:0] green = {18'd0, pixel[15:8]};
    wire signed [25:0] blue  = {18'd0, pixel[7:0]};

    reg signed [25:0] y_sum, cb_sum, cr_sum;
    always @(posedge clk) begin
        y_sum  <= 26'sd19595 * red + 26'sd38470 * green + 26'sd7471 * blue + HALF;
        cb_sum <= 26'sd32768 * blue - 26'sd11059 * red - 26'sd21709 * green + (GRAY + HALF);
        cr_sum <= 26'sd32768 * red - 26'sd27439 * green - 26'sd5329 * blue + (GRAY + HALF);
        y      <= y_sum[23:16];
        cb     <= byte_of(cb_sum[25:16]);
        cr     <= byte_of(cr_sum[25:16]);
    end

    // The nearest value that a byte has. Chroma is never below 0, but it may be 256.
    function [7:0] byte_of(input [9:0] value);
        byte_of = value[9] ? 8'd0 : value[8] ? 8'd255 : value[7:0];
    endfunction
endmodule

`default_nettype wire
