// The pruner takes exactly the stones that reach no liberty, on every board.

module pruner_formal #(
    parameter N = 5
) (
    input wire clk,
    input wire start
);
    `include "reach.vh"

    // Any board, which stays as it is.
    (* anyconst *) wire [N*N-1:0] black;
    (* anyconst *) wire [N*N-1:0] white;
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire done, closure_done;
    wire [N*N-1:0] dead_black, dead_white, hot_right, hot_below, fast_black, fast_white;
    pruner #(.N(N)) pruner (
        .clk(clk), .reset(first), .start(start), .black(black), .white(white), .done(done),
        .dead_black(dead_black), .dead_white(dead_white), .hot_right(hot_right),
        .hot_below(hot_below)
    );
    closure_pruner #(.N(N)) closure_pruner (
        .clk(clk), .reset(first), .start(start), .black(black), .white(white),
        .done(closure_done), .dead_black(fast_black), .dead_white(fast_white)
    );

    wire [N*N-1:0] alive = reach(black, white);
    wire [N*N-1:0] empty = ~(black | white);

    // A hot wire joins points that are empty or alive; one that stays cold joins none.
    integer i;
    reg is_sound, is_settled;
    always @* begin
        is_sound   = 1'b1;
        is_settled = 1'b1;
        for (i = 0; i < N * N; i = i + 1) begin
            if (i % N != N - 1)
                check(hot_right[i], i, i + 1);
            else if (hot_right[i]) is_sound = 1'b0;
            if (i < N * N - N)
                check(hot_below[i], i, i + N);
            else if (hot_below[i]) is_sound = 1'b0;
        end
    end
    wire [N*N-1:0] warm = hot_right | hot_right << 1 | hot_below | hot_below << N;

    task check;
        input         hot;
        input integer a;
        input integer b;
        begin
            if (hot & ~((alive[a] | empty[a]) & (alive[b] | empty[b]))) is_sound = 1'b0;
            if (~hot & (empty[a] | empty[b] | (((black[a] & black[b]) | (white[a] & white[b]))
                                               & (warm[a] | warm[b])))) is_settled = 1'b0;
        end
    endtask

    always @* begin
        assume (~|(black & white));
        if (~first) begin
            assert (is_sound);
            if (done) begin
                assert (is_settled);
                assert (dead_black == (black & ~alive));
                assert (dead_white == (white & ~alive));
            end
            if (closure_done) begin
                assert (fast_black == (black & ~alive));
                assert (fast_white == (white & ~alive));
            end
        end
    end
endmodule
