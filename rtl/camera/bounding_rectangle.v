// The upright rectangle around four points.

`default_nettype none

module bounding_rectangle #(
    parameter FRACTION = 4
) (
    input  wire [4*(12+FRACTION)-1:0] centers_x,
    input  wire [4*(11+FRACTION)-1:0] centers_y,
    output reg  [11+FRACTION:0]       left,
    output reg  [11+FRACTION:0]       right,
    output reg  [10+FRACTION:0]       top,
    output reg  [10+FRACTION:0]       bottom
);
    localparam XW = 12 + FRACTION, YW = 11 + FRACTION;

    integer k;
    always @* begin
        left   = centers_x[0 +: XW];
        right  = centers_x[0 +: XW];
        top    = centers_y[0 +: YW];
        bottom = centers_y[0 +: YW];
        for (k = 1; k < 4; k = k + 1) begin
            if (centers_x[XW*k +: XW] < left)   left   = centers_x[XW*k +: XW];
            if (centers_x[XW*k +: XW] > right)  right  = centers_x[XW*k +: XW];
            if (centers_y[YW*k +: YW] < top)    top    = centers_y[YW*k +: YW];
            if (centers_y[YW*k +: YW] > bottom) bottom = centers_y[YW*k +: YW];
        end
    end
endmodule

`default_nettype wire
