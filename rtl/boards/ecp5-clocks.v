// The clocks of a screen on an ECP5: one of the pixels, and one five times as fast.

`default_nettype none

module ecp5_clocks #(
    // The fast clock is 25 MHz * CLKFB_DIV / CLKI_DIV.
    parameter CLKI_DIV  = 1,
    parameter CLKFB_DIV = 5,
    parameter CLKOP_DIV = 5
) (
    input  wire clk_25mhz,
    output wire clk,
    output wire fast,
    output wire locked
);
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
endmodule

`default_nettype wire
