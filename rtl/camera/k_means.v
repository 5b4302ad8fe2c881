// The centers of mass of four clouds of pixels: a round of k-means for each picture.
//
// Each pixel is compared with all four centers at once and counts for the nearest one, if it is
// within reach. When all pixels have come, four pairs of divisions give the new centers. One with
// too few pixels stays where it was; so does one of a board that is followed if it has a quarter
// more or less than it usually has: it is covered, or has run into something else. Places are as
// in center_of_mass.v; the centers are those at the upper left, upper right, lower right and lower
// left, the first one in the lowest bits.

`default_nettype none

module k_means #(
    parameter WIDTH      = 1280,
    parameter HEIGHT     = 720,
    parameter FRACTION   = 4,
    parameter MIN_PIXELS = 24
) (
    input  wire                      clk,
    input  wire                      reset,
    input  wire                      restart,       // back to the corners of the screen
    input  wire                      follows,       // they are the corners of a board
    input  wire                      mask,
    input  wire [11:0]               x,
    input  wire [10:0]               y,
    input  wire [24:0]               reach_squared, // in pixels
    input  wire                      frame_end,     // all pixels have come
    output reg  [4*(12+FRACTION)-1:0] centers_x,
    output reg  [4*(11+FRACTION)-1:0] centers_y,
    output reg  [3:0]                seen,          // had the pixels that they should
    output reg                       done           // for one clock
);
    localparam XW = 12 + FRACTION, YW = 11 + FRACTION;
    localparam SUM = 32, BITS = SUM + FRACTION;
    localparam [19:0]   LEAST = MIN_PIXELS;
    localparam [XW-1:0] RIGHT = WIDTH << FRACTION;
    localparam [YW-1:0] BOTTOM = HEIGHT << FRACTION;

    // Three clocks from a pixel to the cloud that it belongs to.
    reg          mask_1, mask_2, mask_3;
    reg [11:0]   x_1, x_2, x_3;
    reg [10:0]   y_1, y_2, y_3;
    wire [99:0]  distances;
    reg  [3:0]   nearest;               // one-hot
    genvar k;
    generate
        for (k = 0; k < 4; k = k + 1) begin : center
            wire [11:0] center_x = centers_x[XW*k + FRACTION +: 12];
            wire [10:0] center_y = centers_y[YW*k + FRACTION +: 11];
            reg  [11:0] away_x;
            reg  [10:0] away_y;
            reg  [24:0] distance;
            always @(posedge clk) begin
                away_x   <= x > center_x ? x - center_x : center_x - x;
                away_y   <= y > center_y ? y - center_y : center_y - y;
                distance <= {13'd0, away_x} * {13'd0, away_x} + {14'd0, away_y} * {14'd0, away_y};
            end
            assign distances[25*k +: 25] = distance;
        end
    endgenerate
    // Of equals the first.
    wire        right_above = distances[49:25] < distances[24:0];
    wire        left_below  = distances[99:75] < distances[74:50];
    wire [24:0] above = right_above ? distances[49:25] : distances[24:0];
    wire [24:0] below = left_below ? distances[99:75] : distances[74:50];
    wire        is_below = below < above;
    wire [24:0] least = is_below ? below : above;
    always @(posedge clk) begin
        {mask_1, x_1, y_1} <= {mask & ~reset, x, y};
        {mask_2, x_2, y_2} <= {mask_1 & ~reset, x_1, y_1};
        {x_3, y_3}         <= {x_2, y_2};
        mask_3  <= mask_2 & least <= reach_squared & ~reset;
        nearest <= is_below ? {left_below, ~left_below, 2'b00} : {2'b00, right_above, ~right_above};
    end

    // What the clouds weigh.
    reg  [4*20-1:0]  n_pixels;
    reg  [4*SUM-1:0] sum_x, sum_y;
    reg              clears;
    integer i;
    always @(posedge clk)
        for (i = 0; i < 4; i = i + 1)
            if (reset | clears) begin
                n_pixels[20*i +: 20] <= 20'd0;
                sum_x[SUM*i +: SUM]  <= 0;
                sum_y[SUM*i +: SUM]  <= 0;
            end else if (mask_3 & nearest[i]) begin
                n_pixels[20*i +: 20] <= n_pixels[20*i +: 20] + 20'd1;
                sum_x[SUM*i +: SUM]  <= sum_x[SUM*i +: SUM] + {{SUM-12{1'b0}}, x_3};
                sum_y[SUM*i +: SUM]  <= sum_y[SUM*i +: SUM] + {{SUM-11{1'b0}}, y_3};
            end

    // One cloud after the other.
    localparam [1:0] WAIT = 2'd0, CHOOSE = 2'd1, DIVIDE = 2'd2;
    reg [1:0]       phase, number;
    wire [19:0]     weight = n_pixels[20*number +: 20];
    // What a cloud usually weighs. One that weighs something else becomes usual slowly.
    reg  [4*20-1:0] usual;
    wire [19:0]     usually = usual[20*number +: 20];
    wire [22:0]     four_times = {1'b0, weight, 2'b00};
    wire [22:0]     three_times = {3'd0, usually} + {2'd0, usually, 1'b0};
    wire            is_usual = four_times >= three_times
                             & four_times <= three_times + {2'd0, usually, 1'b0};
    wire signed [20:0] gain = $signed({1'b0, weight}) - $signed({1'b0, usually});
    wire signed [20:0] step = is_usual ? gain >>> 4 : gain >>> 7;
    wire            is_some = weight >= LEAST;
    wire            is_enough = is_some & (is_usual | ~follows);
    wire            starts = phase == CHOOSE & is_enough;
    // The middle of a pixel, and half of the denominator, so that the quotient is rounded.
    wire [BITS-1:0] middle = {{SUM-19{1'b0}}, weight, {FRACTION-1{1'b0}}}
                           + {{BITS-19{1'b0}}, weight[19:1]};
    wire            is_done, is_done_y;
    wire [BITS-1:0] quotient_x, quotient_y;
    divider #(.NUMERATOR(BITS), .DENOMINATOR(20)) divide_x (
        .clk(clk), .reset(reset), .start(starts),
        .numerator({sum_x[SUM*number +: SUM], {FRACTION{1'b0}}} + middle),
        .denominator(weight), .busy(), .done(is_done), .quotient(quotient_x)
    );
    divider #(.NUMERATOR(BITS), .DENOMINATOR(20)) divide_y (
        .clk(clk), .reset(reset), .start(starts),
        .numerator({sum_y[SUM*number +: SUM], {FRACTION{1'b0}}} + middle),
        .denominator(weight), .busy(), .done(is_done_y), .quotient(quotient_y)
    );
    wire goes_on = phase == CHOOSE ? ~is_enough : phase == DIVIDE & is_done & is_done_y;

    always @(posedge clk) begin
        done   <= 1'b0;
        clears <= 1'b0;
        case (phase)
            WAIT:
                if (frame_end) begin
                    phase  <= CHOOSE;
                    number <= 2'd0;
                end
            CHOOSE: begin
                seen[number] <= is_enough;
                if (is_some) usual[20*number +: 20] <= follows ? usually + step[19:0] : weight;
                if (is_enough) phase <= DIVIDE;
            end
            DIVIDE:
                if (goes_on) begin
                    centers_x[XW*number +: XW] <= quotient_x[XW-1:0];
                    centers_y[YW*number +: YW] <= quotient_y[YW-1:0];
                end
            default: phase <= WAIT;
        endcase
        if (goes_on) begin
            number <= number + 2'd1;
            phase  <= number == 2'd3 ? WAIT : CHOOSE;
            done   <= number == 2'd3;
            clears <= number == 2'd3;
        end
        if (restart | reset) begin
            centers_x <= {{XW{1'b0}}, RIGHT, RIGHT, {XW{1'b0}}};
            centers_y <= {BOTTOM, BOTTOM, {2*YW{1'b0}}};
        end
        if (reset) begin
            phase <= WAIT;
            usual <= 80'd0;
            seen  <= 4'd0;
            done  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
