// Whether the four centers are the corners of a board: they count when all of them have been
// seen and have stayed for STABLE_FRAMES pictures. After RESET_AFTER pictures in a row that
// failed, the centers go back to the corners of the screen.
//
// The calmer the centers, the nearer a pixel has to be to count for one: the reach is halved by
// each picture that has not failed.

`default_nettype none

module corner_tracker #(
    parameter WIDTH         = 1280,
    parameter FRACTION      = 4,
    parameter TOLERANCE     = WIDTH / 128,  // pixels
    parameter STABLE_FRAMES = 4,
    parameter RESET_AFTER   = 30,
    parameter NARROWEST     = 4             // how often the reach is halved
) (
    input  wire                      clk,
    input  wire                      reset,
    input  wire                      update,        // there are new centers
    input  wire [4*(12+FRACTION)-1:0] centers_x,
    input  wire [4*(11+FRACTION)-1:0] centers_y,
    input  wire [3:0]                seen,
    output reg                       found,
    output reg                       restart,       // for one clock
    output reg  [24:0]               reach_squared
);
    localparam XW = 12 + FRACTION, YW = 11 + FRACTION;
    localparam [XW-1:0] FAR = TOLERANCE << FRACTION;
    localparam [4:0]    STABLE = STABLE_FRAMES;
    localparam [7:0]    PATIENCE = RESET_AFTER;
    localparam [2:0]    NARROW = NARROWEST;
    localparam [24:0]   WIDE = WIDTH * WIDTH;

    // Where the centers were, and whether any of them has left.
    reg  [4*XW-1:0] last_x;
    reg  [4*YW-1:0] last_y;
    wire [3:0]      moved;
    genvar k;
    generate
        for (k = 0; k < 4; k = k + 1) begin : center
            wire [XW-1:0] x = centers_x[XW*k +: XW], before_x = last_x[XW*k +: XW];
            wire [YW-1:0] y = centers_y[YW*k +: YW], before_y = last_y[YW*k +: YW];
            wire [XW-1:0] away_x = x > before_x ? x - before_x : before_x - x;
            wire [YW-1:0] away_y = y > before_y ? y - before_y : before_y - y;
            assign moved[k] = away_x > FAR | {1'b0, away_y} > FAR;
        end
    endgenerate
    wire is_good = &seen & ~|moved;

    reg [4:0] n_stable;
    reg [7:0] n_failed;
    reg [2:0] narrow;
    wire [4:0] next_stable = n_stable == STABLE ? STABLE : n_stable + 5'd1;
    wire       gives_up    = ~is_good & n_failed == PATIENCE - 8'd1;

    always @(posedge clk) begin
        restart       <= 1'b0;
        reach_squared <= narrow == 3'd0 ? {25{1'b1}} : WIDE >> {narrow, 1'b0};
        if (update) begin
            last_x   <= centers_x;
            last_y   <= centers_y;
            n_stable <= is_good ? next_stable : 5'd0;
            n_failed <= is_good | gives_up ? 8'd0 : n_failed + 8'd1;
            if (is_good & next_stable == STABLE) found <= 1'b1;
            if (is_good & narrow != NARROW) narrow <= narrow + 3'd1;
            if (gives_up) begin
                found   <= 1'b0;
                restart <= 1'b1;
                narrow  <= 3'd0;
            end
        end
        if (reset) begin
            last_x        <= 0;
            last_y        <= 0;
            n_stable      <= 5'd0;
            n_failed      <= 8'd0;
            narrow        <= 3'd0;
            found         <= 1'b0;
            reach_squared <= {25{1'b1}};
        end
    end
endmodule

`default_nettype wire
