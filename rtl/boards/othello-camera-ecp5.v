// The Othello machine with its camera on an ECP5-85F in a package with 756 balls: a crystal
// of 25 MHz, a camera, a screen (DVI), buttons and switches, and a memory behind a port of
// its own, as wide as a word of four pixels.
//
// A picture of 1280x720 is read and another one written 60 times a second: 440 MB, more
// than the memory of a ULX3S gives, and 147 MB for 640x480. So this top is for a board that has yet
// to be drawn.

`default_nettype none

module top #(
    parameter WIDTH             = 1280,
    parameter BYTES             = 3,
    parameter MAX_SEARCH_DEPTH  = 24,
    parameter CLOCK_HZ          = 75_000_000,
    // The fast clock is 25 MHz * CLKFB_DIV / CLKI_DIV, five times that of the pixels.
    parameter CLKI_DIV  = 1,
    parameter CLKFB_DIV = 15,
    parameter CLKOP_DIV = 2,
    parameter HEIGHT            = WIDTH == 640 ? 480 : 720,
    parameter WORD              = 32 * BYTES,
    parameter ADDRESS_BITS      = $clog2(WIDTH * HEIGHT / 4 + 1) + 2
) (
    input  wire                    clk_25mhz,
    // The camera.
    input  wire                    camera_clk,
    input  wire                    camera_vsync,
    input  wire                    camera_href,
    input  wire [7:0]              camera_data,
    output wire                    camera_scl,
    inout  wire                    camera_sda,
    // The screen.
    output wire [3:0]              gpdi_dp,      // clock, red, green, blue
    // The memory, with the clock of the pixels.
    output wire                    memory_clk,
    output wire                    memory_valid,
    output wire                    memory_write,
    output wire [ADDRESS_BITS-1:0] memory_address,
    output wire [WORD-1:0]         memory_data,
    input  wire                    memory_ready,
    input  wire                    memory_reply,
    input  wire [WORD-1:0]         memory_reply_data,
    // The person.
    input  wire [3:0]              buttons,
    input  wire [15:0]             switches,
    output wire [15:0]             leds,
    output wire [7:0]              digits,
    output wire [6:0]              segments
);
    wire clk, fast, locked, sda, sda_in;
    wire [9:0] red, green, blue;
    ecp5_clocks #(
        .CLKI_DIV(CLKI_DIV), .CLKFB_DIV(CLKFB_DIV), .CLKOP_DIV(CLKOP_DIV)
    ) clocks (
        .clk_25mhz(clk_25mhz), .clk(clk), .fast(fast), .locked(locked)
    );
    BB sda_pad (.I(1'b0), .T(sda), .O(sda_in), .B(camera_sda));
    assign memory_clk = clk;
    othello_camera #(
        .WIDTH(WIDTH), .BYTES(BYTES), .MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH),
        .DEBOUNCE(CLOCK_HZ / 100), .CLOCKS_PER_DIGIT(CLOCK_HZ / 1000),
        .VISITS_PER_SECOND(12_500_000)
    ) othello_camera (
        .reset(~locked), .camera_clk(camera_clk), .camera_vsync(camera_vsync),
        .camera_href(camera_href), .camera_data(camera_data), .camera_scl(camera_scl),
        .camera_sda(sda), .camera_sda_in(sda_in), .clk(clk), .hsync(), .vsync(), .visible(),
        .video(), .tmds_blue(blue), .tmds_green(green), .tmds_red(red),
        .memory_valid(memory_valid), .memory_write(memory_write),
        .memory_address(memory_address), .memory_data(memory_data),
        .memory_ready(memory_ready), .memory_reply(memory_reply),
        .memory_reply_data(memory_reply_data), .buttons(buttons), .switches(switches),
        .leds(leds), .text(), .digits(digits), .segments(segments), .centers_x(), .centers_y(),
        .board_found(), .piece_seen(), .piece_x(), .piece_y(), .board_x_left(),
        .board_x_right(), .board_y_top(), .board_y_bottom(), .game_state(),
        .solver_clk(clk_25mhz)
    );
    ecp5_serializer serializer (
        .clk(clk), .fast(fast), .red(red), .green(green), .blue(blue), .gpdi_dp(gpdi_dp)
    );
endmodule

`default_nettype wire
