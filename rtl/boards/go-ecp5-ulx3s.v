// The Go machine on the ULX3S, with an ECP5-25F, 45F or 85F: a crystal of 25 MHz, a USB
// serial port, eight LEDs, seven buttons, four switches, and a socket for a screen (DVI).
//
// Fire 2 is the fifth switch, the bot, as long as it is down.

`default_nettype none

module top #(
    parameter N          = 9,
    parameter WIDTH      = 640,
    parameter CLOCK_HZ   = 25_000_000,
    parameter BAUD       = 9600,
    parameter TWO_CLOCKS = 0,
    parameter BOT        = 1,
    parameter SUPERKO    = 0,
    // The fast clock is 25 MHz * CLKFB_DIV / CLKI_DIV, five times that of the pixels.
    parameter CLKI_DIV  = 1,
    parameter CLKFB_DIV = 5,
    parameter CLKOP_DIV = 5
) (
    input  wire       clk_25mhz,
    input  wire       ftdi_txd,   // from the host
    output wire       ftdi_rxd,   // to the host
    output wire [7:0] led,
    input  wire [6:1] btn,        // right, left, down, up, fire 2, fire 1
    input  wire [3:0] sw,         // framed, pass, white, reset
    output wire [3:0] gpdi_dp     // clock, red, green, blue
);
    wire clk, fast, locked;
    ecp5_clocks #(
        .CLKI_DIV(CLKI_DIV), .CLKFB_DIV(CLKFB_DIV), .CLKOP_DIV(CLKOP_DIV)
    ) clocks (
        .clk_25mhz(clk_25mhz), .clk(clk), .fast(fast), .locked(locked)
    );

    reg [3:0] awake = 4'd0;
    always @(posedge clk) awake <= {awake[2:0], locked};

    wire [15:0] leds;
    wire        hsync, vsync, visible;
    wire [11:0] pixel;
    go_board #(
        .N(N), .WIDTH(WIDTH), .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .TWO_CLOCKS(TWO_CLOCKS),
        .BOT(BOT), .SUPERKO(SUPERKO)
    ) go_board (
        .clk(clk), .reset(~awake[3]), .rx(ftdi_txd), .tx(ftdi_rxd),
        .buttons({btn[1], btn[3], btn[4], btn[5], btn[6]}), .switches({btn[2], sw}),
        .leds(leds), .text(), .digits(), .segments(), .hsync(hsync), .vsync(vsync),
        .visible(visible), .pixel(pixel)
    );
    assign led = leds[11:4];

    ecp5_dvi dvi (
        .clk(clk), .fast(fast), .hsync(hsync), .vsync(vsync), .visible(visible), .pixel(pixel),
        .gpdi_dp(gpdi_dp)
    );
endmodule

`default_nettype wire
