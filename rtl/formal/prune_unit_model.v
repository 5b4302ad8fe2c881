// A pruner as the other modules see it: some time after it was asked, it says which stones are
// dead. Here it says anything at any time, so that what is proved of the others holds with
// whatever it says; pruner_formal.v and closure_formal.v prove that ours say the right thing.

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
    output reg            done,
    output wire [N*N-1:0] dead_black,
    output wire [N*N-1:0] dead_white
);
    (* anyseq *) wire           is_last;
    (* anyseq *) wire [N*N-1:0] dead;
    assign dead_black = black & dead;
    assign dead_white = white & dead;

    reg works;
    always @(posedge clk) begin
        done  <= works & is_last & ~start & ~reset;
        works <= ~reset & (start | (works & ~is_last));
    end
endmodule
