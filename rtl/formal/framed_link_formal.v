// The framed link comes back to idle, whatever it hears and whenever: each clock of its work
// makes a measure smaller, unless it waits for the game, the hash or the sender. The game comes
// back to waiting by game_formal.v. And a frame that is taken is whole: none of its bytes found
// the buffer full.

module framed_link_formal #(
    parameter N         = 9,
    parameter MOVE_BITS = 10
) (
    input wire       clk,
    input wire       reset,
    input wire       second,
    input wire       color,
    input wire       turn,
    input wire       over,
    input wire       game_busy,
    input wire       accepted,
    input wire       refused,
    input wire [2:0] refusal,
    input wire       own,
    input wire       own_pass,
    input wire [4:0] own_row,
    input wire [4:0] own_column,
    input wire       wants_new
);
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    framed_link #(.N(N), .MOVE_BITS(MOVE_BITS)) link (
        .clk(clk), .reset(first | reset), .second(second), .color(color), .rx_data(8'd0),
        .rx_valid(1'b0), .tx_data(), .tx_valid(), .tx_ready(1'b0), .black({(N*N){1'b0}}), .white({(N*N){1'b0}}),
        .turn(turn), .over(over), .game_busy(game_busy), .accepted(accepted),
        .refused(refused), .refusal(refusal), .restart(), .move(), .move_pass(),
        .move_resign(), .move_row(), .move_column(), .own(own), .own_pass(own_pass),
        .own_row(own_row), .own_column(own_column), .wants_new(wants_new), .ready(),
        .connected(), .misfit(), .silent(), .differs(), .was_refused()
    );

    localparam [4:0]
        IDLE = 0, GATHER = 1, READ = 2, LOOK_1 = 3, LOOK_2 = 4, KNOWN = 5, COMPARE = 6, JUDGE = 7,
        ASK = 8, ASKED = 9, HASHING = 10, STORED = 11, NEXT = 12, REPLAY = 13, REPLAY_1 = 14,
        REPLAY_2 = 15, REPLAY_ASK = 16, REPLAYED = 17, LISTED = 18, RESTART = 19;
    localparam LIST = 6, MOST_MOVES = (1 << MOVE_BITS) - 1;
    (* hierconn *) wire [4:0]         \link.state ;
    (* hierconn *) wire [4:0]         \link.then ;
    (* hierconn *) wire [3:0]         \link.gathered ;
    (* hierconn *) wire [9:0]         \link.address ;
    (* hierconn *) wire [9:0]         \link.length ;
    (* hierconn *) wire [9:0]         \link.written ;
    (* hierconn *) wire               \link.is_too_long ;
    (* hierconn *) wire               \link.has_frame ;
    (* hierconn *) wire               \link.takes ;
    (* hierconn *) wire               \link.content_valid ;
    (* hierconn *) wire               \link.ended ;
    (* hierconn *) wire               \link.hashed ;
    (* hierconn *) wire               \link.is_list ;
    (* hierconn *) wire               \link.is_own ;
    (* hierconn *) wire               \link.own_waits ;
    (* hierconn *) wire               \link.is_open ;
    (* hierconn *) wire               \link.store ;
    (* hierconn *) wire [8:0]         \link.due ;
    (* hierconn *) wire [MOVE_BITS:0] \link.n_moves ;
    (* hierconn *) wire [MOVE_BITS:0] \link.replayed ;
    wire [4:0] state = \link.state , then = \link.then ;

    // Where the move of a list begins that is being read or judged.
    wire       is_gathering = state == GATHER;
    wire [9:0] start     = \link.address - (is_gathering ? {6'd0, \link.gathered } : 10'd11);
    wire       is_judged = state == JUDGE | state == ASK | state == ASKED | state == HASHING
                         | state == STORED;
    wire       in_list   = \link.is_list & (is_gathering | is_judged);
    wire       is_replay = (state >= REPLAY_1 & state <= REPLAYED)
                         | ((state == LOOK_1 | state == LOOK_2) & then == REPLAY_2);

    // What is left to do.
    localparam BITS = MOVE_BITS + 9;
    reg [BITS-1:0] measure;
    reg [4:0]      position;
    always @* begin
        case (state)
            GATHER:     position = 5'd31 - \link.gathered ;
            LOOK_1:     position = 9;
            LOOK_2:     position = 8;
            JUDGE:      position = 7;
            ASK:        position = 6;
            ASKED:      position = 5;
            HASHING:    position = 4;
            STORED:     position = 3;
            REPLAY_1:   position = 10;
            REPLAY_2:   position = 7;
            REPLAY_ASK: position = 6;
            REPLAYED:   position = 5;
            default:    position = 0;
        endcase
        measure = 0;
        if (state == NEXT)                      measure = 1;
        if (state == RESTART)                   measure = 2;
        if (is_replay)                          measure = {3'd1, \link.n_moves - \link.replayed , position};
        if (state == REPLAY)                    measure = {3'd2, {(BITS-3){1'b0}}};
        if (is_judged & ~\link.is_list )        measure = {3'd3, {(BITS-8){1'b0}}, position};
        if (in_list)                            measure = {3'd4, 10'd1023 - start, position};
        if (state == KNOWN | state == COMPARE | state == LISTED)
                                                measure = {3'd5, {(BITS-3){1'b0}}};
        if ((state == LOOK_1 | state == LOOK_2) & then != REPLAY_2)
                                                measure = {3'd5, {(BITS-8){1'b0}}, position};
        if (state == READ)                      measure = {3'd6, {(BITS-3){1'b0}}};
        if (is_gathering & ~\link.is_list )     measure = {3'd7, {(BITS-8){1'b0}}, position};
    end
    wire waits = ((state == ASK | state == REPLAY_ASK) & game_busy)
               | ((state == ASKED | state == REPLAYED) & ~accepted & ~refused)
               | (state == HASHING & ~\link.hashed )
               | (state == LISTED & \link.due [LIST]);
    reg [BITS-1:0] last_measure;
    reg            waited, was_busy = 1'b0;
    always @(posedge clk) begin
        last_measure <= measure;
        waited       <= waits;
        was_busy     <= state != IDLE & ~first & ~reset;
    end

    // Bytes since the last end of a frame.
    reg [10:0] n_bytes;
    always @(posedge clk)
        if (first | reset | \link.ended ) n_bytes <= 0;
        else if (\link.content_valid & n_bytes != 11'd1024) n_bytes <= n_bytes + 1'b1;

    always @* if (~first) begin
        // The board plays when the link is ready, which it is not when it has all moves it can keep.
        if (\link.own_waits ) assume (\link.n_moves < MOST_MOVES);
        assert (state <= RESTART);
        if (\link.is_own & state != IDLE)
            assert ((state == HASHING | state == STORED | state == NEXT) & ~\link.is_list );
        if (is_gathering) begin
            assert (then == (\link.is_list ? JUDGE : READ) & \link.gathered <= 10);
            if (~\link.is_list ) assert (\link.address == \link.gathered );
        end
        if (state == LOOK_1 | state == LOOK_2)
            assert (then == KNOWN | then == COMPARE | then == LISTED | then == REPLAY_2);
        // Moves of a list lie within the frame, and in it.
        if (in_list) assert ({1'b0, start} + 11'd6 <= \link.length & \link.length <= 10'd1023
                           & start >= 4 & (start - 4) % 6 == 0);
        if (\link.is_list & is_judged) assert (\link.address >= 11);
        if (state == STORED) assert (\link.store );
        else assert (~\link.store );
        if (is_replay) assert (\link.replayed + (state != REPLAY_1) <= \link.n_moves );
        if (\link.is_open ) assert (\link.n_moves != 0 | \link.store );
        assert (\link.n_moves + \link.store <= MOST_MOVES);
        if (state >= ASK & state <= HASHING) assert (\link.n_moves < MOST_MOVES);
        // Who works on a frame has one.
        if (state != IDLE & ~\link.is_own ) assert (\link.has_frame );
        // So it comes back to idle.
        if (state != IDLE) assert (measure != 0);
        if (was_busy) assert (measure < last_measure | (waited & measure == last_measure));
        // Frames are whole.
        assert (\link.is_too_long ? n_bytes == 11'd1024 : n_bytes == \link.written );
        if (\link.takes ) assert (n_bytes < 11'd1024);
    end
endmodule
