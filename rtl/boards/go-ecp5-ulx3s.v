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
    EHXPLLL #(
        .CLKI_DIV(CLKI_DIV), .CLKFB_DIV(CLKFB_DIV), .CLKOP_DIV(CLKOP_DIV),
        .CLKOP_CPHASE(CLKOP_DIV - 1), .CLKOP_ENABLE("ENABLED"),
        .CLKOS_DIV(5 * CLKOP_DIV), .CLKOS_CPHASE(5 * CLKOP_DIV - 1), .CLKOS_ENABLE("ENABLED"),
        .FEEDBK_PATH("CLKOP"), .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"),
        .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"), .STDBY_ENABLE("DISABLED"),
        .DPHASE_SOURCE("DISABLED")
    ) pll (
        .CLKI(clk_25mhz), .CLKFB(fast), .CLKOP(fast), .CLKOS(clk), .LOCK(locked),
        .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b0),
        .PHASESTEP(1'b0), .PHASELOADREG(1'b0), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0)
    );

    reg [3:0] awake = 4'd0;
    always @(posedge clk) awake <= {awake[2:0], locked};

    wire [15:0] leds;
    wire        hsync, vsync, visible;
    wire [11:0] pixel;
    go_board #(
        .N(N), .WIDTH(WIDTH), .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .TWO_CLOCKS(TWO_CLOCKS),
        .BOT(BOT)
    ) go_board (
        .clk(clk), .reset(~awake[3]), .rx(ftdi_txd), .tx(ftdi_rxd),
        .buttons({btn[1], btn[3], btn[4], btn[5], btn[6]}), .switches({btn[2], sw}),
        .leds(leds), .text(), .digits(), .segments(), .hsync(hsync), .vsync(vsync),
        .visible(visible), .pixel(pixel)
    );
    assign led = leds[11:4];

    // The screen: ten bits a pixel for each color, two at a time with the fast clock.
    wire [9:0] red, green, blue;
    tmds_encoder red_encoder (
        .clk(clk), .data({2{pixel[11:8]}}), .control(2'b00), .visible(visible), .out(red)
    );
    tmds_encoder green_encoder (
        .clk(clk), .data({2{pixel[7:4]}}), .control(2'b00), .visible(visible), .out(green)
    );
    tmds_encoder blue_encoder (
        .clk(clk), .data({2{pixel[3:0]}}), .control({vsync, hsync}), .visible(visible), .out(blue)
    );

    // A pixel is loaded when the slow clock has been high for a while.
    reg       toggle = 1'b0;
    reg [2:0] seen = 3'd0;
    reg [9:0] shift [0:3];
    wire      load = seen[2] ^ seen[1];
    always @(posedge clk) toggle <= ~toggle;
    always @(posedge fast) begin
        seen     <= {seen[1:0], toggle};
        shift[0] <= load ? blue  : shift[0] >> 2;
        shift[1] <= load ? green : shift[1] >> 2;
        shift[2] <= load ? red   : shift[2] >> 2;
        shift[3] <= load ? 10'b0000011111 : shift[3] >> 2;
    end
    genvar i;
    generate
        for (i = 0; i < 4; i = i + 1) begin : pairs
            ODDRX1F pair (
                .D0(shift[i][0]), .D1(shift[i][1]), .Q(gpdi_dp[i]), .SCLK(fast), .RST(1'b0)
            );
        end
    endgenerate
endmodule

`default_nettype wire
