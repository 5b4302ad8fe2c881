// The Othello solver on the ULX3S, with an ECP5-25F, 45F or 85F: a crystal of 25 MHz, a
// USB serial port, two LEDs.

`default_nettype none

module top #(
    parameter CLOCK_HZ         = 25_000_000,
    parameter BAUD             = 1_000_000,
    parameter MAX_SEARCH_DEPTH = 24,
    parameter LOCATION         = 1,
    parameter SOLVERS          = 1,
    // The clock is 25 MHz * CLKFB_DIV / CLKI_DIV; times CLKOP_DIV it is within 400 to 800 MHz.
    parameter CLKI_DIV  = 5,
    parameter CLKFB_DIV = 5,
    parameter CLKOP_DIV = 24
) (
    input  wire       clk_25mhz,
    input  wire       ftdi_txd,   // from the host
    output wire       ftdi_rxd,   // to the host
    output wire [1:0] led         // awake, searching
);
    wire        clk, locked;
    wire [15:0] leds;
    EHXPLLL #(
        .CLKI_DIV(CLKI_DIV), .CLKFB_DIV(CLKFB_DIV), .CLKOP_DIV(CLKOP_DIV),
        .CLKOP_CPHASE(CLKOP_DIV - 1), .CLKOP_ENABLE("ENABLED"), .FEEDBK_PATH("CLKOP"),
        .OUTDIVIDER_MUXA("DIVA"), .PLLRST_ENA("DISABLED"), .INTFB_WAKE("DISABLED"),
        .STDBY_ENABLE("DISABLED"), .DPHASE_SOURCE("DISABLED")
    ) pll (
        .CLKI(clk_25mhz), .CLKFB(clk), .CLKOP(clk), .LOCK(locked),
        .RST(1'b0), .STDBY(1'b0), .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b0),
        .PHASESTEP(1'b0), .PHASELOADREG(1'b0), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0)
    );

    reg [3:0] awake = 4'd0;
    always @(posedge clk) awake <= {awake[2:0], locked};

    othello_machine #(
        .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD), .MAX_SEARCH_DEPTH(MAX_SEARCH_DEPTH),
        .LOCATION(LOCATION), .SOLVERS(SOLVERS)
    ) othello_machine (
        .clk(clk), .reset(~awake[3]), .rx(ftdi_txd), .tx(ftdi_rxd), .leds(leds), .text()
    );
    assign led = {locked, leds[15]};
endmodule

`default_nettype wire
