// A DVI socket at an ECP5 for pixels of twelve bits.

`default_nettype none

module ecp5_dvi (
    input  wire        clk,
    input  wire        fast,
    input  wire        hsync,
    input  wire        vsync,
    input  wire        visible,
    input  wire [11:0] pixel,       // red, green, blue
    output wire [3:0]  gpdi_dp      // clock, red, green, blue
);
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

    ecp5_serializer serializer (
        .clk(clk), .fast(fast), .red(red), .green(green), .blue(blue), .gpdi_dp(gpdi_dp)
    );
endmodule

`default_nettype wire
