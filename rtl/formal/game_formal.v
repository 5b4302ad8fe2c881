// The game comes back to waiting, whatever it is asked and whenever: its FSM, the board updater
// and the territory counter. Each clock of work leads on, unless it is for the pruner to go on.
// And the board is what the updater has made of it: it changes with an accepted move only.

module game_formal #(
    parameter N = 9
) (
    input wire       clk,
    input wire       reset,
    input wire       move,
    input wire       mover,
    input wire       move_pass,
    input wire       move_resign,
    input wire [4:0] move_row,
    input wire [4:0] move_column
);
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire busy, accepted, refused, counting, over;
    wire [N*N-1:0] black, white;
    game #(.N(N)) game (
        .clk(clk), .reset(first | reset), .move(move), .mover(mover), .move_pass(move_pass),
        .move_resign(move_resign), .move_row(move_row), .move_column(move_column), .busy(busy),
        .accepted(accepted), .refused(refused), .refusal(), .black(black), .white(white), .turn(),
        .passed(), .over(over), .resigned(), .counting(counting), .black_points(),
        .white_points()
    );

    // What is inside.
    (* hierconn *) wire [1:0]     \game.game_fsm.state ;
    (* hierconn *) wire           \game.update ;
    (* hierconn *) wire           \game.updated ;
    (* hierconn *) wire           \game.update_valid ;
    (* hierconn *) wire [N*N-1:0] \game.next_black ;
    (* hierconn *) wire [N*N-1:0] \game.next_white ;
    (* hierconn *) wire [2:0]     \game.board_updater.state ;
    (* hierconn *) wire           \game.board_updater.prune ;
    (* hierconn *) wire           \game.board_updater.pruned ;
    (* hierconn *) wire           \game.board_updater.pruner.works ;
    (* hierconn *) wire [2:0]     \game.territory_counter.state ;
    (* hierconn *) wire           \game.territory_counter.prune ;
    (* hierconn *) wire           \game.territory_counter.pruned ;
    (* hierconn *) wire           \game.territory_counter.pruner.works ;
    (* hierconn *) wire           \game.territory_counter.tally ;
    (* hierconn *) wire           \game.territory_counter.tallied ;
    (* hierconn *) wire [$clog2(N+1)-1:0] \game.territory_counter.tallier.rows ;

    // The FSM: UPDATING, then UPDATE_BUS or PASS.
    wire [1:0] fsm     = \game.game_fsm.state ;
    wire [2:0] updater = \game.board_updater.state ;
    wire [3:0] fsm_left = fsm == 0 ? 0 : fsm != 1 ? 1 : \game.updated ? 2
                        : updater != 0 ? 4'd9 - updater : 9;
    wire       updater_prunes = \game.board_updater.prune | \game.board_updater.pruner.works ;

    // The counter: two prunings, then two talliings.
    wire [2:0] counter = \game.territory_counter.state ;
    wire       counter_prunes = \game.territory_counter.prune | \game.territory_counter.pruner.works ;
    wire [4:0] rows_left = \game.territory_counter.tally ? N + 1 : \game.territory_counter.tallier.rows ;
    wire [7:0] counter_left = counter == 0 ? 0 : {3'd5 - counter, rows_left};

    reg [3:0]     last_fsm_left;
    reg [7:0]     last_counter_left;
    reg           updater_pruned, counter_pruned, was_updated, was_begun, was_reset = 1'b1;
    reg [N*N-1:0] last_black, last_white, next_black, next_white;
    always @(posedge clk) begin
        last_fsm_left     <= fsm_left;
        last_counter_left <= counter_left;
        updater_pruned    <= updater_prunes;
        counter_pruned    <= counter_prunes;
        was_reset         <= first | reset;
        was_begun         <= accepted | was_reset;
        last_black        <= black;
        last_white        <= white;
        was_updated       <= fsm == 2;
        if (\game.updated & \game.update_valid ) begin
            next_black <= \game.next_black ;
            next_white <= \game.next_white ;
        end
    end

    always @* if (~first) begin
        // Who is waited for works.
        assert (updater <= 5 & counter <= 4);
        assert (2'd0 + \game.update + (updater != 0) + \game.updated == (fsm == 1));
        assert (2'd0 + updater_prunes + \game.board_updater.pruned == (updater == 3 | updater == 5));
        assert (~(\game.board_updater.prune & \game.board_updater.pruner.works ));
        assert (2'd0 + counter_prunes + \game.territory_counter.pruned == (counter == 1 | counter == 2));
        assert (~(\game.territory_counter.prune & \game.territory_counter.pruner.works ));
        assert (2'd0 + (rows_left != 0) + \game.territory_counter.tallied == (counter == 3 | counter == 4));
        assert (rows_left <= N + 1);
        // So each of them comes back to waiting.
        if (~was_reset & last_fsm_left != 0)
            assert (fsm_left < last_fsm_left | (fsm_left == last_fsm_left & updater_pruned));
        if (~was_reset & ~was_begun & last_counter_left != 0)
            assert (counter_left < last_counter_left
                  | (counter_left == last_counter_left & counter_pruned));
        if (fsm == 0) assert (~busy);
        if (counter == 0) assert (counting == (accepted | was_reset));
        // The board.
        if (fsm == 2) assert (next_black == \game.next_black & next_white == \game.next_white );
        if (~was_reset & ~was_updated) assert (black == last_black & white == last_white);
        if (~was_reset & was_updated)
            assert (accepted & black == next_black & white == next_white);
        if (was_reset) assert (~|black & ~|white);
    end
endmodule
