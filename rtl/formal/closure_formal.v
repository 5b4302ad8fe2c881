// The closure of the pruner of two clocks is exactly the stones that reach a liberty: on every
// board, what is alive is in every closed set (HALF 0), and is closed (HALF 1).

module closure_formal #(
    parameter N    = 5,
    parameter HALF = 0
) (
    input wire [N*N-1:0] black,
    input wire [N*N-1:0] white,
    input wire [N*N-1:0] closed
);
    `include "closed.vh"

    // The points beside an empty one.
    reg [N*N-1:0] first;
    integer i;
    always @* begin
        first = 0;
        for (i = 0; i < N * N; i = i + 1) if (~(black[i] | white[i])) begin
            if (i % N > 0)      first[i-1] = 1'b1;
            if (i % N < N - 1)  first[i+1] = 1'b1;
            if (i >= N)         first[i-N] = 1'b1;
            if (i < N * N - N)  first[i+N] = 1'b1;
        end
    end
    wire [N*N-1:0] joined;
    closure #(.N(N)) closure (.black(black), .white(white), .first(first), .alive(joined));
    wire [N*N-1:0] alive = (black | white) & joined;

    always @* begin
        assume (~|(black & white));
        if (HALF == 0) assume (is_closed(black, white, closed));
        if (HALF == 0) assert (~|(alive & ~closed));
        else           assert (is_closed(black, white, alive));
    end
endmodule
