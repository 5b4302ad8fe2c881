// A screen with a board: beside it a line of text and a stone.
//
// What draws the board is asked for the color of a pixel and answers three clocks later,
// as the text and the stone do.

`default_nettype none

module panel #(
    parameter WIDTH  = 1024,
    parameter HEIGHT = 768
) (
    input  wire        clk,
    input  wire        reset,
    output wire [10:0] x,               // the pixel that is asked for
    output wire [9:0]  y,
    input  wire [11:0] color,           // three clocks later
    input  wire        stone_color,
    input  wire [63:0] text,
    output reg         hsync,
    output reg         vsync,
    output reg         visible,
    output reg  [11:0] pixel
);
    localparam SCALE = WIDTH == 640 ? 0 : 1;
    // The text ends a little before the edge.
    localparam TEXT_X = WIDTH - (72 << SCALE), TEXT_Y = HEIGHT / 2;
    // A disc.
    localparam [255:0] STONE = {
        16'h07e0, 16'h1ff8, 16'h3ffc, 16'h7ffe, 16'h7ffe, 16'hffff, 16'hffff, 16'hffff,
        16'hffff, 16'hffff, 16'hffff, 16'h7ffe, 16'h7ffe, 16'h3ffc, 16'h1ff8, 16'h07e0
    };

    wire is_visible, is_hsync, is_vsync, is_text, is_stone;

    timing #(.WIDTH(WIDTH)) timing (
        .clk(clk), .reset(reset), .x(x), .y(y), .visible(is_visible), .hsync(is_hsync),
        .vsync(is_vsync)
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
                 : is_stone ? {12{stone_color}}
                 : color;
    end
endmodule

`default_nettype wire
