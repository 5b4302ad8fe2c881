// The Gomoku machine with its screen: all of it but what belongs to a certain board.
//
// One clock for everything, that of the pixels.

`default_nettype none

module gomoku_board #(
    parameter CLOCK_HZ     = 25_000_000,
    parameter BAUD         = 1_000_000,
    parameter WIDTH        = 640,                   // of the screen: 640, 1024 or 1280
    parameter ADDRESS_BITS = 13,                    // of the memory
    parameter WIDE         = 0                      // with 1, all windows of a row at once
) (
    input  wire        clk,
    input  wire        reset,
    input  wire        rx,
    output wire        tx,
    output wire [15:0] leds,         // upper half: the machine thinks; lower half: it waits
    output wire [63:0] text,         // eight letters, in ASCII
    output wire        hsync,
    output wire        vsync,
    output wire        visible,
    output wire [11:0] pixel         // red, green, blue
);
    localparam HEIGHT = WIDTH == 640 ? 480 : WIDTH == 1024 ? 768 : 720;

    wire        thinking, color, has_last;
    wire [2:0]  status;
    wire [7:0]  last_move;
    wire [11:0] last_pattern;
    wire [3:0]  shown_row;
    wire [31:0] shown_squares;
    assign leds = thinking ? 16'hff00 : 16'h00ff;

    gomoku_machine #(
        .CLOCKS_PER_BIT(CLOCK_HZ / BAUD), .ADDRESS_BITS(ADDRESS_BITS), .WIDE(WIDE)
    ) gomoku_machine (
        .clk(clk), .reset(reset), .rx(rx), .tx(tx), .thinking(thinking), .color(color),
        .status(status), .has_last(has_last), .last_move(last_move),
        .last_pattern(last_pattern), .shown_row(shown_row), .shown_squares(shown_squares)
    );
    segment_messages segment_messages (
        .clk(clk), .thinking(thinking), .status(status), .move(last_move),
        .pattern(last_pattern), .text(text)
    );
    screen #(.WIDTH(WIDTH), .HEIGHT(HEIGHT)) screen (
        .clk(clk), .reset(reset), .shown_row(shown_row), .shown_squares(shown_squares),
        .own_color(color), .has_last(has_last), .last_move(last_move), .text(text),
        .hsync(hsync), .vsync(vsync), .visible(visible), .pixel(pixel)
    );
endmodule

`default_nettype wire
