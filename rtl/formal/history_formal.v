// Whoever compares sees every board that was kept, each as it was, and the last one comes: the
// boards are shown in their order, one a clock, as long as nothing is kept meanwhile.

module history_formal #(
    parameter N    = 2,
    parameter BITS = 3
) (
    input wire           clk,
    input wire           reset,
    input wire           store,
    input wire           compares,
    input wire [N*N-1:0] black,
    input wire [N*N-1:0] white
);
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire [N*N-1:0] shown_black, shown_white;
    wire           shows_last, full;
    history #(.N(N), .BITS(BITS)) history (
        .clk(clk), .reset(first | reset), .store(store), .black(black), .white(white),
        .compares(compares), .shown_black(shown_black), .shown_white(shown_white),
        .shows_last(shows_last), .full(full)
    );
    (* hierconn *) wire [BITS-1:0]  \history.spot ;
    (* hierconn *) wire [2*N*N-1:0] \history.kept ;
    (* hierconn *) wire             \history.has_kept ;
    (* hierconn *) wire [BITS-1:0]  \history.shown ;
    (* hierconn *) wire [BITS:0]    \history.n_boards ;

    // Any board is followed, by its number.
    (* anyconst *) wire [BITS-1:0] number;
    reg [BITS:0]    n_stored = 0;
    reg [2*N*N-1:0] followed;
    always @(posedge clk)
        if (first | reset) begin
            n_stored <= 0;
        end else if (store & ~full) begin
            n_stored <= n_stored + 1'b1;
            if (n_stored == number) followed <= {black, white};
        end

    // How many boards were compared with so far, and whether that one was among them.
    reg [BITS:0] n_compared = 0;
    reg          is_found   = 1'b0;
    wire         is_shown   = {shown_black, shown_white} == followed;
    always @(posedge clk) begin
        n_compared <= compares ? n_compared + 1'b1 : 0;
        is_found   <= compares & (is_found | is_shown);
    end

    // Before a comparison begins there is a clock of rest, and it ends with the last board.
    reg has_rested = 1'b0, may_go_on = 1'b0;
    always @(posedge clk) begin
        has_rested <= ~first & ~reset & ~store & ~compares & n_stored != 0;
        may_go_on  <= ~first & ~reset & compares & ~shows_last;
    end

    always @* begin
        assume (\history.spot == number);
        if (compares) assume (~store & (has_rested | may_go_on));
        if (~first) begin
            assert (n_stored <= 1 << BITS);
            assert (\history.n_boards == n_stored);
            assert (full == n_stored[BITS]);
            if (number < n_stored) assert (\history.has_kept & \history.kept == followed);
            if (has_rested) assert (n_stored != 0);
            if (has_rested | may_go_on) begin
                assert (\history.shown == n_compared & n_compared < n_stored);
                if (number == n_compared) assert (is_shown);
                assert (is_found | number >= n_compared);
                assert (shows_last == (n_compared + 1'b1 == n_stored));
                // What the updater hears.
                if (compares & shows_last & number < n_stored) assert (is_found | is_shown);
            end
        end
    end
endmodule
