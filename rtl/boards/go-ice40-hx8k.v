// The Go machine on the iCE40-HX8K breakout board: a crystal of 12 MHz, a USB serial port,
// eight LEDs, and on its pins a resistor ladder for VGA, five buttons and five switches.
//
// Buttons and switches connect their pins to ground.

`default_nettype none

module top #(
    parameter N          = 9,
    parameter WIDTH      = 640,
    parameter CLOCK_HZ   = 25_125_000,
    parameter BAUD       = 9600,
    parameter TWO_CLOCKS = 0,
    parameter BOT        = 1,
    parameter SUPERKO    = 0,
    // The clock is 12 MHz * (DIVF + 1) / 2^DIVQ.
    parameter [6:0] DIVF = 7'd66,
    parameter [2:0] DIVQ = 3'd5
) (
    input  wire       clk_12mhz,
    input  wire       rx,
    output wire       tx,
    output wire [7:0] led,
    input  wire [4:0] button,      // centre, up, down, left, right
    input  wire [4:0] switch,      // bot, framed, pass, white, reset
    output wire [3:0] vga_red,
    output wire [3:0] vga_green,
    output wire [3:0] vga_blue,
    output wire       vga_hsync,
    output wire       vga_vsync
);
    wire clk, locked;
    SB_PLL40_CORE #(
        .FEEDBACK_PATH("SIMPLE"), .DIVR(4'd0), .DIVF(DIVF), .DIVQ(DIVQ), .FILTER_RANGE(3'd1)
    ) pll (
        .REFERENCECLK(clk_12mhz), .PLLOUTGLOBAL(clk), .LOCK(locked), .RESETB(1'b1), .BYPASS(1'b0)
    );

    reg [3:0] awake = 4'd0;
    always @(posedge clk) awake <= {awake[2:0], locked};

    wire [15:0] leds;
    go_board #(
        .N(N), .WIDTH(WIDTH), .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .TWO_CLOCKS(TWO_CLOCKS),
        .BOT(BOT), .SUPERKO(SUPERKO)
    ) go_board (
        .clk(clk), .reset(~awake[3]), .rx(rx), .tx(tx), .buttons(~button), .switches(~switch),
        .leds(leds), .text(), .digits(), .segments(), .hsync(vga_hsync), .vsync(vga_vsync),
        .visible(), .pixel({vga_red, vga_green, vga_blue})
    );
    assign led = leds[11:4];
endmodule

`default_nettype wire
