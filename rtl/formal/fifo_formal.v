// The queue keeps words and their order, gives none that is not committed, and never takes more
// than it has room for.

module fifo_formal #(
    parameter BITS = 3
) (
    input wire       clk,
    input wire       write,
    input wire [3:0] word,
    input wire       commit,
    input wire       rollback,
    input wire       take
);
    localparam ROOM = (1 << BITS) - 1;
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire full, empty, valid;
    wire [3:0] head;
    fifo #(.WIDTH(4), .BITS(BITS)) fifo (
        .clk(clk), .reset(first), .write(write), .word(word), .commit(commit),
        .rollback(rollback), .full(full), .empty(empty), .valid(valid), .head(head), .take(take)
    );
    (* hierconn *) wire [BITS-1:0] \fifo.spot ;
    (* hierconn *) wire [BITS-1:0] \fifo.written ;
    (* hierconn *) wire [BITS-1:0] \fifo.committed ;
    (* hierconn *) wire [BITS-1:0] \fifo.read ;
    (* hierconn *) wire [3:0]      \fifo.kept ;
    (* hierconn *) wire            \fifo.has_kept ;

    // The word of any number is followed from one end to the other.
    (* anyconst *) wire [7:0] number;
    reg [7:0] n_written = 8'd0, n_committed = 8'd0, n_taken = 8'd0;
    reg [3:0] followed;
    wire      is_inside = n_taken <= number & number < n_written;
    always @(posedge clk) if (~first) begin
        if (rollback) n_written <= n_committed;
        else if (write & ~full) n_written <= n_written + 1'b1;
        if (write & ~full & n_written == number) followed <= word;
        if (commit) n_committed <= n_written;
        if (take & valid) n_taken <= n_taken + 1'b1;
    end

    always @* begin
        assume (~(commit & rollback));
        assume (n_written != 8'd255);
        assume (\fifo.spot == number[BITS-1:0]);
        if (~first) begin
            assert (n_taken <= n_committed & n_committed <= n_written);
            assert (n_written - n_taken <= ROOM);
            assert (full == (n_written - n_taken == ROOM));
            assert (empty == (n_committed == n_taken));
            assert (\fifo.written == n_written[BITS-1:0]);
            assert (\fifo.committed == n_committed[BITS-1:0]);
            assert (\fifo.read == n_taken[BITS-1:0]);
            if (is_inside) assert (\fifo.has_kept & \fifo.kept == followed);
            if (valid) assert (~empty);
            if (valid & n_taken == number) assert (head == followed);
        end
    end
endmodule
