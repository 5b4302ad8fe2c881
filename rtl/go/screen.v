// The whole screen: the board, beside it the messages and a stone of the own color.

`default_nettype none

module screen #(
    parameter N      = 9,
    parameter WIDTH  = 1024,
    parameter HEIGHT = 768
) (
    input  wire           clk,
    input  wire           reset,
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire           has_cursor,
    input  wire [4:0]     cursor_row,
    input  wire [4:0]     cursor_column,
    input  wire           has_last,
    input  wire [4:0]     last_row,
    input  wire [4:0]     last_column,
    input  wire           my_color,
    input  wire [63:0]    text,
    output wire           hsync,
    output wire           vsync,
    output wire           visible,
    output wire [11:0]    pixel
);
    wire [10:0] x;
    wire [9:0]  y;
    wire [11:0] color;

    display #(.N(N), .WIDTH(WIDTH), .HEIGHT(HEIGHT)) display (
        .clk(clk), .x(x), .y(y), .black(black), .white(white), .has_cursor(has_cursor),
        .cursor_row(cursor_row), .cursor_column(cursor_column), .has_last(has_last),
        .last_row(last_row), .last_column(last_column), .color(color)
    );
    panel #(.WIDTH(WIDTH), .HEIGHT(HEIGHT)) panel (
        .clk(clk), .reset(reset), .x(x), .y(y), .color(color), .stone_color(my_color),
        .text(text), .hsync(hsync), .vsync(vsync), .visible(visible), .pixel(pixel)
    );
endmodule

`default_nettype wire
