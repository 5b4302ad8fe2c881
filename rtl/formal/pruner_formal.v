// The pruner takes exactly the stones that reach no liberty, on every board: what it leaves is
// in every closed set, and is closed. And it comes to an end, since each clock of its work but
// the last warms a wire.

module pruner_formal #(
    parameter N = 5
) (
    input wire clk,
    input wire start
);
    `include "closed.vh"

    // Any board, which stays as it is, and any closed set.
    (* anyconst *) wire [N*N-1:0] black;
    (* anyconst *) wire [N*N-1:0] white;
    (* anyconst *) wire [N*N-1:0] closed;
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire done;
    wire [N*N-1:0] dead_black, dead_white, hot_right, hot_below;
    pruner #(.N(N)) pruner (
        .clk(clk), .reset(first), .start(start), .black(black), .white(white), .done(done),
        .dead_black(dead_black), .dead_white(dead_white), .hot_right(hot_right),
        .hot_below(hot_below)
    );
    wire [N*N-1:0] alive = (black | white) & ~(dead_black | dead_white);

    // Whether it works, and what was hot a clock ago.
    reg             works = 1'b0, is_fresh;
    reg [2*N*N-1:0] last;
    wire [2*N*N-1:0] hot = {hot_right, hot_below};
    always @(posedge clk) begin
        works    <= ~first & (start | (works & ~done));
        is_fresh <= start;
        last     <= hot;
    end

    always @* begin
        assume (~|(black & white));
        assume (is_closed(black, white, closed));
        if (~first) begin
            assert (~|(alive & ~closed));
            if (done) assert (is_closed(black, white, alive));
            if (works & ~is_fresh) assert (~|(last & ~hot) & (done | hot != last));
        end
    end
endmodule
