// What the machine sees, for a person who sets its bounds: the channel instead of the picture,
// and over it what is within the bounds of the switches (white), what is within the saved ones
// (markers magenta, the piece cyan), and a cross at each center (yellow).
//
// The color comes a clock behind the question.

`default_nettype none

module debug_picture #(
    parameter FRACTION = 4,
    parameter ARM      = 8              // of a cross, in pixels
) (
    input  wire        clk,
    input  wire [3:0]  shows,           // in this order, the channel in the lowest bit
    input  wire [23:0] video,
    input  wire [7:0]  channel,
    input  wire        live_mask,
    input  wire        corner_mask,
    input  wire        piece_mask,
    input  wire [11:0] x,
    input  wire [10:0] y,
    input  wire [4*(12+FRACTION)-1:0] centers_x,
    input  wire [4*(11+FRACTION)-1:0] centers_y,
    output reg  [23:0] video_out
);
    localparam XW = 12 + FRACTION, YW = 11 + FRACTION;
    localparam [11:0] REACH = ARM;

    integer    k;
    reg        is_cross;
    reg [11:0] away_x, away_y;
    always @* begin
        is_cross = 1'b0;
        for (k = 0; k < 4; k = k + 1) begin
            away_x = distance(x, centers_x[XW*k + FRACTION +: 12]);
            away_y = distance({1'b0, y}, {1'b0, centers_y[YW*k + FRACTION +: 11]});
            if ((away_x == 0 & away_y <= REACH) | (away_y == 0 & away_x <= REACH)) is_cross = 1'b1;
        end
    end
    function [11:0] distance(input [11:0] a, input [11:0] b);
        distance = a > b ? a - b : b - a;
    endfunction

    always @(posedge clk)
        if (shows[3] & is_cross) video_out <= 24'hffe000;
        else if (shows[2] & corner_mask) video_out <= 24'hff00ff;
        else if (shows[2] & piece_mask) video_out <= 24'h00ffff;
        else if (shows[1] & live_mask) video_out <= 24'hffffff;
        else video_out <= shows[0] ? {3{channel}} : video;
endmodule

`default_nettype wire
