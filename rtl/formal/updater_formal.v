// No stone is created or lost except by rule: a stone is placed on an empty point, what the
// pruner says is dead of the opponent's is taken, and if one of the boards of ko comes back or
// own stones are dead then, the move is refused. And every move has a verdict: each clock of
// work leads on, unless the pruner works or there is another board of ko.

module updater_formal #(
    parameter N = 9
) (
    input wire clk,
    input wire start
);
    `include "refusals.vh"

    (* anyconst *) wire [N*N-1:0] black;
    (* anyconst *) wire [N*N-1:0] white;
    (* anyseq *)   wire [N*N-1:0] ko_black;
    (* anyseq *)   wire [N*N-1:0] ko_white;
    (* anyseq *)   wire           ko_last;
    (* anyconst *) wire           color;
    (* anyconst *) wire           pass;
    (* anyconst *) wire [4:0]     row;
    (* anyconst *) wire [4:0]     column;
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire done, valid, busy, compares;
    wire [2:0] refusal;
    wire [N*N-1:0] next_black, next_white;
    board_updater #(.N(N)) updater (
        .clk(clk), .reset(first), .start(start), .color(color), .pass(pass), .row(row),
        .column(column), .black(black), .white(white), .ko_black(ko_black), .ko_white(ko_white),
        .ko_last(ko_last), .compares(compares), .busy(busy), .done(done), .valid(valid),
        .refusal(refusal), .next_black(next_black), .next_white(next_white)
    );

    // What is inside.
    localparam [2:0] WAITING = 0, LOAD = 1, APPLY = 2, PRUNE_OTHER = 3, SWAP = 4, PRUNE_OWN = 5;
    (* hierconn *) wire [2:0]     \updater.state ;
    (* hierconn *) wire [8:0]     \updater.index ;
    (* hierconn *) wire           \updater.prune ;
    (* hierconn *) wire           \updater.pruned ;
    (* hierconn *) wire [N*N-1:0] \updater.dead_black ;
    (* hierconn *) wire [N*N-1:0] \updater.dead_white ;
    (* hierconn *) wire           \updater.pruner.works ;
    wire [2:0] state = \updater.state ;

    // What the pruner has said: of the opponent's stones, then of the own ones.
    reg [N*N-1:0] taken;
    reg           is_suicide;
    always @(posedge clk) if (\updater.pruned ) begin
        if (state == PRUNE_OTHER) taken <= color ? \updater.dead_black : \updater.dead_white ;
        if (state == PRUNE_OWN) is_suicide <= |(color ? \updater.dead_white : \updater.dead_black );
    end

    // What the rules say.
    wire           is_outside   = row >= N | column >= N;
    wire [8:0]     number       = row * N + column;
    wire [N*N-1:0] place        = is_outside ? 0 : 1 << number;
    wire           is_occupied  = |(place & (black | white));
    wire [N*N-1:0] placed_black = black | (color ? 0 : place);
    wire [N*N-1:0] placed_white = white | (color ? place : 0);
    wire [N*N-1:0] left_black   = color ? placed_black & ~taken : placed_black;
    wire [N*N-1:0] left_white   = color ? placed_white : placed_white & ~taken;

    // Whether a board of ko was it, and whether all of them were looked at.
    reg is_ko, has_seen_all;
    always @(posedge clk)
        if (compares) begin
            is_ko        <= is_ko | (left_black == ko_black & left_white == ko_white);
            has_seen_all <= has_seen_all | ko_last;
        end else if (start & state == WAITING) begin
            is_ko        <= 1'b0;
            has_seen_all <= 1'b0;
        end

    // What is left to do, and whether a clock ago it was for others to go on.
    wire [2:0] left = state == WAITING ? 0 : 3'd6 - state;
    reg  [2:0] last_left;
    reg        has_waited, was_busy = 1'b0;
    wire       is_pruning = \updater.prune | \updater.pruner.works ;
    always @(posedge clk) begin
        last_left  <= left;
        has_waited <= is_pruning | (compares & ~ko_last);
        was_busy   <= busy & ~first;
    end

    always @* begin
        assume (~|(black & white));
        if (~first) begin
            // The pruner is asked once, about this board.
            assert (2'd0 + is_pruning + \updater.pruned == (state == PRUNE_OTHER | state == PRUNE_OWN));
            assert (~(\updater.prune & \updater.pruner.works ));
            assert (state <= PRUNE_OWN);
            if (state == LOAD | state == APPLY) begin
                assert (next_black == black & next_white == white);
                assert (\updater.index == number);
            end
            if (state > LOAD) assert (~pass & ~is_outside);
            if (state > APPLY) assert (~is_occupied);
            if (state == PRUNE_OTHER)
                assert (next_black == placed_black & next_white == placed_white);
            if (state == SWAP | state == PRUNE_OWN)
                assert (next_black == left_black & next_white == left_white);
            assert (compares == (state == SWAP));
            if (state != WAITING & state != PRUNE_OWN) assert (~is_ko & ~has_seen_all);
            if (state == PRUNE_OWN) assert (~is_ko & has_seen_all);
            // The verdict.
            if (done) begin
                assert (state == WAITING);
                if (pass)             assert (valid & next_black == black & next_white == white);
                else if (is_outside)  assert (~valid & refusal == OFF_BOARD);
                else if (is_occupied) assert (~valid & refusal == OCCUPIED);
                else if (is_ko)       assert (~valid & refusal == KO);
                else if (is_suicide)  assert (~valid & refusal == SUICIDE);
                else assert (valid & has_seen_all & next_black == left_black & next_white == left_white);
            end
            // It comes back to waiting.
            if (was_busy & busy) assert (left < last_left | (left == last_left & has_waited));
        end
    end
endmodule
