// A pruner between shift registers, so that it can be placed alone and measured.

`default_nettype none

module prune_probe #(
    parameter N          = 9,
    parameter TWO_CLOCKS = 0
) (
    input  wire clk,
    input  wire reset,
    input  wire start,
    input  wire in,
    input  wire load,
    output reg  done,
    output wire out
);
    reg  [2*N*N-1:0] board, result;
    wire [2*N*N-1:0] dead;
    wire             is_done;
    assign out = result[0];

    prune_unit #(.N(N), .TWO_CLOCKS(TWO_CLOCKS)) prune_unit (
        .clk(clk), .reset(reset), .start(start), .black(board[N*N-1:0]),
        .white(board[2*N*N-1:N*N]), .done(is_done), .dead_black(dead[N*N-1:0]),
        .dead_white(dead[2*N*N-1:N*N])
    );

    always @(posedge clk) begin
        done   <= is_done;
        result <= is_done ? dead : result >> 1;
        if (load) board <= {in, board[2*N*N-1:1]};
    end
endmodule

`default_nettype wire
