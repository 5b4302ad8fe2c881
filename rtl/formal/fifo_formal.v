// The queue keeps words and their order, and never takes more than it has room for.

module fifo_formal #(
    parameter BITS = 2
) (
    input wire       clk,
    input wire       write,
    input wire [3:0] word,
    input wire       take
);
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire full, empty, valid;
    wire [3:0] head;
    // Every word is committed in the clock behind it.
    reg wrote = 1'b0;
    always @(posedge clk) wrote <= write & ~full;
    fifo #(.WIDTH(4), .BITS(BITS)) fifo (
        .clk(clk), .reset(first), .write(write), .word(word), .commit(wrote), .rollback(1'b0),
        .full(full), .empty(empty), .valid(valid), .head(head), .take(take)
    );

    // The word of any number is followed from one end to the other.
    (* anyconst *) wire [3:0] number;
    reg [3:0] n_written = 4'd0, n_taken = 4'd0, followed = 4'd0;
    always @(posedge clk) if (~first) begin
        if (write & ~full) begin
            n_written <= n_written + 1'b1;
            if (n_written == number) followed <= word;
        end
        if (take & valid) n_taken <= n_taken + 1'b1;
    end

    always @* if (~first) begin
        assume (n_written != 4'd15);
        assert (n_written - n_taken <= 3);
        assert (full == (n_written - n_taken == 3));
        if (valid) assert (n_taken < n_written);
        if (valid & n_taken == number) assert (head == followed);
    end
endmodule
