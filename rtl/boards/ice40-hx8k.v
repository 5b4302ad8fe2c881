// The iCE40-HX8K breakout board: a crystal of 12 MHz, a USB serial port, eight LEDs.

`default_nettype none

module top #(
    parameter UNITS    = 1,
    parameter CLOCK_HZ = 24_000_000,
    parameter BAUD     = 1_000_000,
    // The clock is 12 MHz * (DIVF + 1) / 2^DIVQ.
    parameter [6:0] DIVF = 7'd63,
    parameter [2:0] DIVQ = 3'd5
) (
    input  wire       clk_12mhz,
    input  wire       rx,
    output wire       tx,
    output wire [7:0] led
);
    wire clk, locked, idle;
    SB_PLL40_CORE #(
        .FEEDBACK_PATH("SIMPLE"), .DIVR(4'd0), .DIVF(DIVF), .DIVQ(DIVQ), .FILTER_RANGE(3'd1)
    ) pll (
        .REFERENCECLK(clk_12mhz), .PLLOUTGLOBAL(clk), .LOCK(locked), .RESETB(1'b1), .BYPASS(1'b0)
    );

    reg [3:0] awake = 4'd0;
    always @(posedge clk) awake <= {awake[2:0], locked};

    stonegate #(.UNITS(UNITS), .CLOCK_HZ(CLOCK_HZ), .BAUD(BAUD)) stonegate (
        .clk(clk), .reset(~awake[3]), .rx(rx), .tx(tx), .idle(idle)
    );
    assign led = {6'd0, locked, ~idle};
endmodule

`default_nettype wire
