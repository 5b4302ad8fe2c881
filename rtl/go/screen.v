// The whole screen: the board, beside it the readout and a stone of the own color.

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
    output reg            hsync,
    output reg            vsync,
    output reg            visible,
    output reg  [11:0]    pixel
);
    localparam SCALE = WIDTH == 640 ? 0 : 1;
    // The text ends a little before the edge.
    localparam TEXT_X = WIDTH - (72 << SCALE), TEXT_Y = HEIGHT / 2;
    // A disc.
    localparam [255:0] STONE = {
        16'h07e0, 16'h1ff8, 16'h3ffc, 16'h7ffe, 16'h7ffe, 16'hffff, 16'hffff, 16'hffff,
        16'hffff, 16'hffff, 16'hffff, 16'h7ffe, 16'h7ffe, 16'h3ffc, 16'h1ff8, 16'h07e0
    };

    wire [10:0] x;
    wire [9:0]  y;
    wire        is_visible, is_hsync, is_vsync, is_text, is_stone;
    wire [11:0] color;

    timing #(.WIDTH(WIDTH)) timing (
        .clk(clk), .reset(reset), .x(x), .y(y), .visible(is_visible), .hsync(is_hsync),
        .vsync(is_vsync)
    );
    display #(.N(N), .WIDTH(WIDTH), .HEIGHT(HEIGHT)) display (
        .clk(clk), .x(x), .y(y), .black(black), .white(white), .has_cursor(has_cursor),
        .cursor_row(cursor_row), .cursor_column(cursor_column), .has_last(has_last),
        .last_row(last_row), .last_column(last_column), .color(color)
    );
    text #(.COLUMNS(8), .X(TEXT_X), .Y(TEXT_Y), .SCALE(SCALE)) readout (
        .clk(clk), .x(x), .y(y), .line(text), .on(is_text)
    );
    sprite #(.X(TEXT_X), .Y(TEXT_Y - (20 << SCALE)), .SCALE(SCALE), .PICTURE(STONE)) stone (
        .clk(clk), .x(x), .y(y), .on(is_stone)
    );

    // The layers are three clocks behind the pixel.
    reg [2:0] visible_line, hsync_line, vsync_line;
    always @(posedge clk) begin
        visible_line <= {visible_line[1:0], is_visible};
        hsync_line   <= {hsync_line[1:0], is_hsync};
        vsync_line   <= {vsync_line[1:0], is_vsync};
        visible <= visible_line[2];
        hsync   <= hsync_line[2];
        vsync   <= vsync_line[2];
        pixel   <= ~visible_line[2] | is_text ? 12'h000
                 : is_stone ? {12{my_color}}
                 : color;
    end
endmodule

`default_nettype wire
