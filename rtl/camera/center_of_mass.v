// The center of mass of the pixels of a picture that are the piece's.
//
// Places are in 1/2^FRACTION of a pixel, and a pixel's own place is its middle. Without enough
// pixels the center stays where it was.

`default_nettype none

module center_of_mass #(
    parameter FRACTION   = 4,
    parameter MIN_PIXELS = 24
) (
    input  wire                  clk,
    input  wire                  reset,
    input  wire                  mask,
    input  wire [11:0]           x,
    input  wire [10:0]           y,
    input  wire                  frame_end,   // all pixels have come
    output reg  [11+FRACTION:0]  center_x,
    output reg  [10+FRACTION:0]  center_y,
    output reg                   seen,
    output reg                   done         // for one clock
);
    localparam SUM = 32, BITS = SUM + FRACTION;
    localparam [19:0] LEAST = MIN_PIXELS;

    reg [19:0]      n_pixels;
    reg [SUM-1:0]   sum_x, sum_y;
    reg             divides;
    wire            is_enough = n_pixels >= LEAST;
    wire            starts = frame_end & is_enough;
    // The middle of a pixel, and half of the denominator, so that the quotient is rounded.
    wire [BITS-1:0] middle = {{SUM-19{1'b0}}, n_pixels, {FRACTION-1{1'b0}}}
                           + {{BITS-19{1'b0}}, n_pixels[19:1]};
    wire            is_done, is_done_y;
    wire [BITS-1:0] quotient_x, quotient_y;
    divider #(.NUMERATOR(BITS), .DENOMINATOR(20)) divide_x (
        .clk(clk), .reset(reset), .start(starts),
        .numerator({sum_x, {FRACTION{1'b0}}} + middle),
        .denominator(n_pixels), .busy(), .done(is_done), .quotient(quotient_x)
    );
    divider #(.NUMERATOR(BITS), .DENOMINATOR(20)) divide_y (
        .clk(clk), .reset(reset), .start(starts),
        .numerator({sum_y, {FRACTION{1'b0}}} + middle),
        .denominator(n_pixels), .busy(), .done(is_done_y), .quotient(quotient_y)
    );

    always @(posedge clk) begin
        done <= 1'b0;
        if (frame_end) begin
            n_pixels <= 20'd0;
            sum_x    <= 0;
            sum_y    <= 0;
            seen     <= is_enough;
            divides  <= is_enough;
            done     <= ~is_enough;
        end else if (mask) begin
            n_pixels <= n_pixels + 20'd1;
            sum_x    <= sum_x + {{SUM-12{1'b0}}, x};
            sum_y    <= sum_y + {{SUM-11{1'b0}}, y};
        end
        if (divides & is_done & is_done_y) begin
            center_x <= quotient_x[11+FRACTION:0];
            center_y <= quotient_y[10+FRACTION:0];
            divides  <= 1'b0;
            done     <= 1'b1;
        end
        if (reset) begin
            n_pixels <= 20'd0;
            sum_x    <= 0;
            sum_y    <= 0;
            center_x <= 0;
            center_y <= 0;
            divides  <= 1'b0;
            seen     <= 1'b0;
            done     <= 1'b0;
        end
    end
endmodule

`default_nettype wire
