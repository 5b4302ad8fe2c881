// One of the pruners, behind the ports that both have.

`default_nettype none

module prune_unit #(
    parameter N          = 9,
    parameter DELAY      = 0,
    parameter TWO_CLOCKS = 0
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           start,
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    output wire           done,
    output wire [N*N-1:0] dead_black,
    output wire [N*N-1:0] dead_white
);
    generate
        if (TWO_CLOCKS != 0) begin : closure
            closure_pruner #(.N(N)) pruner (
                .clk(clk), .reset(reset), .start(start), .black(black), .white(white), .done(done),
                .dead_black(dead_black), .dead_white(dead_white)
            );
        end else begin : propagation
            pruner #(.N(N), .DELAY(DELAY)) pruner (
                .clk(clk), .reset(reset), .start(start), .black(black), .white(white), .done(done),
                .dead_black(dead_black), .dead_white(dead_white), .hot_right(), .hot_below()
            );
        end
    endgenerate
endmodule

`default_nettype wire
