// The whole screen: the board, beside it the messages and a stone of the own color.

`default_nettype none

module screen #(
    parameter WIDTH  = 640,
    parameter HEIGHT = 480
) (
    input  wire        clk,
    input  wire        reset,
    output wire [3:0]  shown_row,
    input  wire [31:0] shown_squares,
    input  wire        own_color,
    input  wire        has_last,
    input  wire [7:0]  last_move,
    input  wire [63:0] text,
    output wire        hsync,
    output wire        vsync,
    output wire        visible,
    output wire [11:0] pixel
);
    wire [10:0] x;
    wire [9:0]  y;
    wire [11:0] color;

    display #(.WIDTH(WIDTH), .HEIGHT(HEIGHT)) display (
        .clk(clk), .x(x), .y(y), .shown_row(shown_row), .shown_squares(shown_squares),
        .own_color(own_color), .has_last(has_last), .last_move(last_move), .color(color)
    );
    panel #(.WIDTH(WIDTH), .HEIGHT(HEIGHT)) panel (
        .clk(clk), .reset(reset), .x(x), .y(y), .color(color), .stone_color(own_color),
        .text(text), .hsync(hsync), .vsync(vsync), .visible(visible), .pixel(pixel)
    );
endmodule

`default_nettype wire
