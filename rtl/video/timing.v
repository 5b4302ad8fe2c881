// The timing of a screen: where the pixel of this clock is, and the pulses of the line.
//
// A clock is a pixel: 25.175 MHz for 640x480, 65 MHz for 1024x768, 74.25 MHz for
// 1280x720, each for 60 pictures a second (VESA, and CEA-861 for the last). 320x180 is a
// quarter of the last one each way, for simulation.

`default_nettype none

module timing #(
    parameter WIDTH = 1024              // 320, 640, 1024 or 1280
) (
    input  wire        clk,
    input  wire        reset,
    output reg  [10:0] x,
    output reg  [9:0]  y,
    output wire        visible,         // else x or y is behind the last one that is seen
    output wire        hsync,
    output wire        vsync
);
    localparam HEIGHT  = WIDTH == 320 ? 180 : WIDTH == 640 ? 480 : WIDTH == 1024 ? 768 : 720;
    localparam H_FRONT = WIDTH == 320 ? 27  : WIDTH == 640 ? 16  : WIDTH == 1024 ? 24  : 110;
    localparam H_SYNC  = WIDTH == 320 ? 10  : WIDTH == 640 ? 96  : WIDTH == 1024 ? 136 : 40;
    localparam H_BACK  = WIDTH == 320 ? 55  : WIDTH == 640 ? 48  : WIDTH == 1024 ? 160 : 220;
    localparam V_FRONT = WIDTH == 320 ? 2   : WIDTH == 640 ? 10  : WIDTH == 1024 ? 3   : 5;
    localparam V_SYNC  = WIDTH == 320 ? 2   : WIDTH == 640 ? 2   : WIDTH == 1024 ? 6   : 5;
    localparam V_BACK  = WIDTH == 320 ? 4   : WIDTH == 640 ? 33  : WIDTH == 1024 ? 29  : 20;
    localparam SYNC    = WIDTH == 320 | WIDTH == 1280;   // the level of the pulses

    localparam [10:0] X_VISIBLE = WIDTH, X_SYNC = WIDTH + H_FRONT, X_BACK = X_SYNC + H_SYNC,
                      X_LAST = WIDTH + H_FRONT + H_SYNC + H_BACK - 1;
    localparam [9:0]  Y_VISIBLE = HEIGHT, Y_SYNC = HEIGHT + V_FRONT, Y_BACK = Y_SYNC + V_SYNC,
                      Y_LAST = HEIGHT + V_FRONT + V_SYNC + V_BACK - 1;

    assign visible = x < X_VISIBLE & y < Y_VISIBLE;
    assign hsync   = (x >= X_SYNC & x < X_BACK) == SYNC;
    assign vsync   = (y >= Y_SYNC & y < Y_BACK) == SYNC;

    always @(posedge clk)
        if (reset) begin
            x <= 0;
            y <= 0;
        end else begin
            x <= x == X_LAST ? 11'd0 : x + 1'b1;
            if (x == X_LAST) y <= y == Y_LAST ? 10'd0 : y + 1'b1;
        end
endmodule

`default_nettype wire
