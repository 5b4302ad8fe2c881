// From the end of a picture to the new centers each clock makes a measure smaller: centers that
// are left, then bits of a quotient. So the machine always comes back to where it waits.

module k_means_formal (
    input wire        clk,
    input wire        restart,
    input wire        follows,
    input wire        mask,
    input wire [11:0] x,
    input wire [10:0] y,
    input wire [24:0] reach_squared,
    input wire        frame_end
);
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire [63:0] centers_x;
    wire [59:0] centers_y;
    wire [3:0]  seen;
    wire        done;
    k_means k_means (
        .clk(clk), .reset(first), .restart(restart), .follows(follows), .mask(mask), .x(x),
        .y(y), .reach_squared(reach_squared), .frame_end(frame_end), .centers_x(centers_x),
        .centers_y(centers_y), .seen(seen), .done(done)
    );
    (* hierconn *) wire [1:0] \k_means.phase ;
    (* hierconn *) wire [1:0] \k_means.number ;
    (* hierconn *) wire [5:0] \k_means.divide_x.left ;
    (* hierconn *) wire [5:0] \k_means.divide_y.left ;
    (* hierconn *) wire       \k_means.divide_x.done ;
    (* hierconn *) wire       \k_means.divide_y.done ;
    wire       waits   = \k_means.phase == 2'd0;
    wire       divides = \k_means.phase == 2'd2;
    wire [8:0] measure = waits ? 9'd0
                       : {1'b0, 2'd3 - \k_means.number , 6'd0}
                         + (divides ? {3'd0, \k_means.divide_x.left } + 9'd1 : 9'd63);

    reg [8:0] last_measure;
    reg       was_busy = 1'b0;
    always @(posedge clk) begin
        last_measure <= measure;
        was_busy     <= ~waits & ~first;
    end

    always @* if (~first) begin
        assert (\k_means.phase != 2'd3);
        assert (\k_means.divide_x.left == \k_means.divide_y.left );
        assert (\k_means.divide_x.left <= 6'd36);
        assert (\k_means.divide_x.done == \k_means.divide_y.done );
        if (divides & \k_means.divide_x.left == 0) assert (\k_means.divide_x.done );
        if (divides & \k_means.divide_x.left != 0) assert (~\k_means.divide_x.done );
        if (~divides) assert (\k_means.divide_x.left == 0 & ~\k_means.divide_x.done );
        if (was_busy) assert (measure < last_measure);
        if (done) assert (waits);
    end
endmodule
