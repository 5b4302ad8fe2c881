// The Gomoku machine on the iCE40-HX8K breakout board: a crystal of 12 MHz, a USB serial
// port, eight LEDs, and on its pins a resistor ladder for VGA.

`default_nettype none

module top #(
    parameter WIDTH        = 640,
    parameter CLOCK_HZ     = 25_125_000,
    parameter BAUD         = 1_000_000,
    parameter ADDRESS_BITS = 13,
    parameter WIDE         = 0,
    // The clock is 12 MHz * (DIVF + 1) / 2^DIVQ.
    parameter [6:0] DIVF = 7'd66,
    parameter [2:0] DIVQ = 3'd5
) (
    input  wire       clk_12mhz,
    input  wire       rx,
    output wire       tx,
    output wire [7:0] led,
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
    gomoku_board #(
        .WIDTH(WIDTH), .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .ADDRESS_BITS(ADDRESS_BITS), .WIDE(WIDE)
    ) gomoku_board (
        .clk(clk), .reset(~awake[3]), .rx(rx), .tx(tx), .leds(leds), .text(), .hsync(vga_hsync),
        .vsync(vga_vsync), .visible(), .pixel({vga_red, vga_green, vga_blue})
    );
    assign led = leds[11:4];
endmodule

`default_nettype wire
