// The framed wire: one end of the protocol of docs/go-link.md.
//
// Frames come into one half of a buffer while the frame in the other half is worked on;
// what comes meanwhile and finds no room is lost, which this protocol bears. The moves
// of the game are kept with the hashes behind them, so that they can be told again, and
// so that a move that the other end refuses can be taken back: the game is played
// again without it.
//
// Proposals: a new game is agreed to when the old one is over, moves are not taken back.

`default_nettype none

module framed_link #(
    parameter N         = 9,
    parameter RULES     = 0,            // their number in the protocol
    parameter MOVE_BITS = 10            // room for 2^MOVE_BITS - 1 moves
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           second,       // for one clock
    input  wire           color,        // of this end
    // Bytes of the wire.
    input  wire [7:0]     rx_data,
    input  wire           rx_valid,
    output wire [7:0]     tx_data,
    output wire           tx_valid,
    input  wire           tx_ready,
    // The game.
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire           turn,
    input  wire           over,
    input  wire           game_busy,
    input  wire           accepted,
    input  wire           refused,
    input  wire [2:0]     refusal,
    output reg            restart,      // for one clock: a new game
    // Moves from the wire, of whoever has the turn.
    output reg            move,         // for one clock
    output wire           move_pass,
    output wire           move_resign,
    output wire [4:0]     move_row,
    output wire [4:0]     move_column,
    // Own moves that were accepted here.
    input  wire           own,          // for one clock
    input  wire           own_pass,
    input  wire [4:0]     own_row,
    input  wire [4:0]     own_column,
    input  wire           wants_new,    // for one clock: propose a new game
    output wire           ready,        // an own move may be made
    output reg            connected,
    output reg            misfit,       // the other end has other settings
    output reg            silent,       // nothing was heard for ten seconds
    output reg            differs,      // the boards differ
    output reg            was_refused   // the other end did not accept the last own move
);
    `include "refusals.vh"

    localparam [15:0] PASS = 16'hffff, RESIGN = 16'hfffe, BEGIN_ANEW = 16'hffff;
    localparam [7:0]  SIDE = N, LAST = N - 1, PLAYED_BY = RULES;
    localparam [4:0]  LAST_ROW = N - 1, NOWHERE = 5'd31;
    localparam [MOVE_BITS:0] MOST_MOVES = (1 << MOVE_BITS) - 1;

    // ---- Frames from the wire, into the half of the buffer that is not read.
    localparam ADDRESS_BITS = 10;
    localparam [ADDRESS_BITS-1:0] LAST_ADDRESS = (1 << ADDRESS_BITS) - 1, FIVE = 5;

    wire [7:0] content;
    wire       content_valid, ended, good;
    deframer #(.END(8'h7e), .ESC(8'h7d), .ESC_END(8'h5e), .ESC_ESC(8'h5d)) deframer (
        .clk(clk), .reset(reset), .data(rx_data), .valid(rx_valid), .out_data(content),
        .out_valid(content_valid), .ended(ended), .good(good), .idle()
    );

    reg [7:0]              buffer [0:(2 << ADDRESS_BITS)-1];
    reg                    half;        // of the buffer that is written
    reg [ADDRESS_BITS-1:0] written, length, address;
    reg                    has_frame, is_too_long;
    reg [7:0]              read_byte;
    wire                   releases;    // the frame is done with
    wire                   takes = ended & good & ~is_too_long & written != 0
                                 & (~has_frame | releases);

    always @(posedge clk)
        if (content_valid) buffer[{half, written}] <= content;
    always @(posedge clk) read_byte <= buffer[{~half, address}];
    always @(posedge clk) begin
        if (content_valid) begin
            if (written == LAST_ADDRESS) is_too_long <= 1'b1;
            else written <= written + 1'b1;
        end
        if (releases) has_frame <= 1'b0;
        if (ended) begin
            written     <= 0;
            is_too_long <= 1'b0;
            if (takes) begin
                half      <= ~half;
                length    <= written;
                has_frame <= 1'b1;
            end
        end
        if (reset) begin
            half        <= 1'b0;
            written     <= 0;
            is_too_long <= 1'b0;
            has_frame   <= 1'b0;
        end
    end

    // ---- The moves so far.
    reg [47:0]          moves [0:(1 << MOVE_BITS)-1];   // hash, move
    reg                 store;
    reg [47:0]          stored, entry;
    reg [MOVE_BITS:0]   n_moves;
    reg [MOVE_BITS-1:0] lookup;
    reg [15:0]          last_action;
    reg [31:0]          last_hash;      // 0 before the first move
    wire [15:0]         n_moves_16 = {{(15-MOVE_BITS){1'b0}}, n_moves};

    always @(posedge clk)
        if (store) moves[n_moves[MOVE_BITS-1:0]] <= stored;
    always @(posedge clk) entry <= moves[lookup];

    // ---- The hash of the position.
    reg         hash_start;
    wire        hashed;
    wire [31:0] hash;
    position_hash #(.N(N)) position_hash (
        .clk(clk), .reset(reset), .start(hash_start), .black(black), .white(white), .turn(turn),
        .done(hashed), .hash(hash)
    );

    // ---- Time, in seconds.
    reg       is_odd_second;
    reg [3:0] silence;

    // ---- What is to be sent.
    localparam HELLO = 0, HEARTBEAT = 1, OPEN = 2, ACCEPT = 3, REFUSE = 4, RECALL = 5, LIST = 6,
               PROPOSE = 7, ANSWER = 8, KINDS = 9;
    reg [KINDS-1:0] due;
    reg [7:0]       epoch, proposal_id, answer_epoch, answer_id;
    reg             answer_accepts, has_answered, proposing, is_open;
    reg [15:0]      accepted_index, refused_index, list_from;
    reg [31:0]      accepted_hash, refused_hash;
    reg [2:0]       refused_reason;
    reg [47:0]      listed;
    reg             list_has_entry;

    reg [87:0] out;                     // bytes of the message, the lowest first
    reg [3:0]  out_left;
    reg        out_end;                 // the mark behind them
    wire       framer_ready;
    framer #(.END(8'h7e), .ESC(8'h7d), .ESC_END(8'h5e), .ESC_ESC(8'h5d)) framer (
        .clk(clk), .reset(reset), .valid(out_left != 0 | out_end),
        .word(out_left != 0 ? {1'b0, out[7:0]} : 9'h100), .ready(framer_ready),
        .out_valid(tx_valid), .out_data(tx_data), .out_ready(tx_ready), .idle()
    );

    // ---- The work, one frame or own move at a time.
    localparam [4:0]
        IDLE = 0, GATHER = 1, READ = 2, LOOK_1 = 3, LOOK_2 = 4, KNOWN = 5, COMPARE = 6, JUDGE = 7,
        ASK = 8, ASKED = 9, HASHING = 10, STORED = 11, NEXT = 12, REPLAY = 13, REPLAY_1 = 14,
        REPLAY_2 = 15, REPLAY_ASK = 16, REPLAYED = 17, LISTED = 18, RESTART = 19;
    reg [4:0]  state, then;             // then: behind LOOK and GATHER
    reg [79:0] in;
    reg [3:0]  gathered;
    reg [15:0] action;
    reg [31:0] claimed;                 // the hash that comes with a move
    reg        is_own, is_list;
    reg [15:0] n_there;
    reg [MOVE_BITS:0] replayed;
    reg        own_waits;
    reg [15:0] own_action;

    assign releases = state == NEXT & ~is_own;
    assign ready    = connected & ~is_open & ~proposing & state == IDLE & ~has_frame & ~own_waits
                    & n_moves != MOST_MOVES;

    wire [7:0]  kind        = in[7:0];
    wire [7:0]  there_epoch = in[15:8];
    wire [15:0] index       = in[31:16];
    wire        is_epoch    = there_epoch == epoch;
    wire        is_last     = is_open & index + 16'd1 == n_moves_16 & in[63:32] == last_hash;
    wire        has_length_4  = length == 4;
    wire        has_length_5  = length == 5;
    wire        has_length_8  = length == 8;
    wire        has_length_9  = length == 9;
    wire        has_length_10 = length == 10;
    wire        fits = in[15:8] == 8'd1 & in[23:16] == SIDE & in[31:24] == SIDE
                     & in[39:32] == PLAYED_BY & in[55:40] == 16'd0 & in[63:56] == {7'd0, ~color};
    wire [15:0] skipped     = n_moves_16 - index;
    wire [15:0] entry_start = (skipped << 2) + (skipped << 1) + 16'd4;
    wire [15:0] entry_end   = entry_start + 16'd6;
    wire [15:0] length_16   = {{(16-ADDRESS_BITS){1'b0}}, length};

    // Rows of the protocol are counted from below.
    assign move_pass   = action == PASS;
    assign move_resign = action == RESIGN;
    assign move_row    = action[15:8] > LAST ? NOWHERE : LAST_ROW - action[12:8];
    assign move_column = action[7:0] > LAST ? NOWHERE : action[4:0];
    wire [7:0] own_row_below = LAST - {3'd0, own_row};

    always @(posedge clk) begin
        restart    <= 1'b0;
        move       <= 1'b0;
        store      <= 1'b0;
        hash_start <= 1'b0;
        if (store) n_moves <= n_moves + 1'b1;

        // The sender: one message after the other, the most urgent first. What is to be sent
        // from now on is asked for below. What depends on the moves waits until they are settled.
        if (framer_ready) begin
            if (out_left != 0) begin
                out      <= out >> 8;
                out_left <= out_left - 1'b1;
                if (out_left == 1) out_end <= 1'b1;
            end else begin
                out_end <= 1'b0;
            end
        end
        if (out_left == 0 & ~out_end) begin
            if (due[HELLO]) begin
                send(9, {16'd0, 7'd0, connected, 7'd0, color, 16'd0, PLAYED_BY, SIDE, SIDE, 8'd1, "H"});
                due[HELLO] <= 1'b0;
            end else if (due[ANSWER]) begin
                send(4, {56'd0, 7'd0, answer_accepts, answer_id, answer_epoch, "Y"});
                due[ANSWER] <= 1'b0;
            end else if (due[REFUSE]) begin
                send(9, {16'd0, 5'd0, refused_reason, refused_hash, refused_index, epoch, "R"});
                due[REFUSE] <= 1'b0;
            end else if (due[ACCEPT]) begin
                send(8, {24'd0, accepted_hash, accepted_index, epoch, "A"});
                due[ACCEPT] <= 1'b0;
            end else if (due[LIST]) begin
                send(list_has_entry ? 4'd10 : 4'd4, {8'd0, listed, list_from, epoch, "L"});
                due[LIST] <= 1'b0;
            end else if (due[PROPOSE]) begin
                if (proposing) send(5, {48'd0, BEGIN_ANEW, proposal_id, epoch, "P"});
                due[PROPOSE] <= 1'b0;
            end else if (state == IDLE) begin
                if (due[OPEN]) begin
                    if (is_open) send(10, {8'd0, last_hash, last_action, n_moves_16 - 16'd1, epoch, "M"});
                    due[OPEN] <= 1'b0;
                end else if (due[RECALL]) begin
                    send(4, {56'd0, n_moves_16, epoch, "C"});
                    due[RECALL] <= 1'b0;
                end else if (due[HEARTBEAT]) begin
                    send(8, {24'd0, last_hash, n_moves_16, epoch, "B"});
                    due[HEARTBEAT] <= 1'b0;
                end
            end
        end

        // Time.
        if (second) begin
            is_odd_second <= ~is_odd_second;
            if (~connected) due[HELLO] <= 1'b1;
            if (connected & is_odd_second) due[HEARTBEAT] <= 1'b1;
            if (connected & is_open) due[OPEN] <= 1'b1;
            if (connected & proposing) due[PROPOSE] <= 1'b1;
            if (silence != 4'd10) silence <= silence + 1'b1;
            silent <= connected & silence == 4'd10;
        end
        if (ended & good) begin
            silence <= 4'd0;
            silent  <= 1'b0;
        end

        // Own moves and wishes wait until there is time for them.
        if (own) begin
            own_waits  <= 1'b1;
            own_action <= own_pass ? PASS : {own_row_below, 3'd0, own_column};
        end
        if (wants_new & over & connected & ~is_open & ~proposing) begin
            proposing    <= 1'b1;
            proposal_id  <= proposal_id + 1'b1;
            due[PROPOSE] <= 1'b1;
        end

        case (state)
            IDLE: begin
                is_list <= 1'b0;
                address <= 0;
                gathered <= 4'd0;
                is_own  <= own_waits;
                then    <= READ;
                if (own_waits) begin
                    own_waits  <= 1'b0;
                    action     <= own_action;
                    hash_start <= 1'b1;
                    state      <= HASHING;
                end else if (has_frame & ~game_busy) begin
                    state <= GATHER;
                end
            end
            GATHER: begin
                // The first byte that comes in is an old one.
                address  <= address + 1'b1;
                in       <= {read_byte, in[79:8]};
                gathered <= gathered + 1'b1;
                if (gathered == 4'd10) state <= then;
            end
            READ: begin
                state  <= NEXT;
                lookup <= index[MOVE_BITS-1:0];
                if (kind == "H") begin
                    if (has_length_9) begin
                        misfit <= ~fits;
                        if (fits) begin
                            connected      <= 1'b1;
                            due[HELLO]     <= ~|in[71:64];
                            due[HEARTBEAT] <= 1'b1;
                        end
                    end
                end else if (connected)
                    case (kind)
                        "B": if (has_length_8) begin
                            // After a restart an end without moves takes over the epoch.
                            if (n_moves == 0 & ~proposing) epoch <= there_epoch;
                            if (is_epoch | (n_moves == 0 & ~proposing)) begin
                                n_there <= index;
                                lookup  <= index[MOVE_BITS-1:0] - 1'b1;
                                then    <= COMPARE;
                                if (index > n_moves_16) due[RECALL] <= 1'b1;
                                else state <= LOOK_1;
                            end
                        end
                        "M": if (has_length_10 & is_epoch) begin
                            action  <= in[47:32];
                            claimed <= in[79:48];
                            then    <= KNOWN;
                            if (index < n_moves_16) state <= LOOK_1;
                            else if (index > n_moves_16) due[RECALL] <= 1'b1;
                            else state <= JUDGE;
                        end
                        "A": if (has_length_8 & is_epoch & is_last) is_open <= 1'b0;
                        "R": if (has_length_9 & is_epoch & is_last) begin
                            is_open     <= 1'b0;
                            was_refused <= 1'b1;
                            n_moves     <= n_moves - 1'b1;
                            state       <= REPLAY;
                        end
                        "C": if (has_length_4 & is_epoch) begin
                            list_from      <= index;
                            list_has_entry <= index < n_moves_16;
                            then           <= LISTED;
                            state          <= LOOK_1;
                        end
                        "L": if (length >= 10 & is_epoch & index <= n_moves_16
                                 & skipped < 16'd170 & entry_end <= length_16) begin
                            is_list  <= 1'b1;
                            address  <= entry_start[ADDRESS_BITS-1:0];
                            gathered <= 4'd0;
                            then     <= JUDGE;
                            state    <= GATHER;
                        end
                        "P": if (has_length_5) begin
                            if (has_answered & there_epoch == answer_epoch & in[23:16] == answer_id) begin
                                due[ANSWER] <= 1'b1;
                            end else if (is_epoch) begin
                                answer_epoch   <= epoch;
                                answer_id      <= in[23:16];
                                answer_accepts <= in[39:24] == BEGIN_ANEW & over;
                                has_answered   <= 1'b1;
                                due[ANSWER]    <= 1'b1;
                                if (in[39:24] == BEGIN_ANEW & over) state <= RESTART;
                            end
                        end
                        "Y": if (has_length_4 & is_epoch & proposing & in[23:16] == proposal_id) begin
                            proposing <= 1'b0;
                            if (|in[31:24]) state <= RESTART;
                        end
                        default: ;
                    endcase
            end
            LOOK_1: state <= LOOK_2;
            LOOK_2: state <= then;
            KNOWN: begin
                // A move that was heard before: perhaps the answer to it was lost.
                if (entry == {claimed, action}) begin
                    accept(index, claimed);
                end else begin
                    refuse(index, claimed, DIFFERENT);
                    differs <= 1'b1;
                end
                state <= NEXT;
            end
            COMPARE: begin
                if (is_open & n_there == n_moves_16 & in[63:32] == last_hash) is_open <= 1'b0;
                else if (in[63:32] != (n_there == 0 ? 32'd0 : entry[47:16])) differs <= 1'b1;
                state <= NEXT;
            end
            JUDGE: begin
                is_open <= 1'b0;        // who answers our move has accepted it
                if (is_list) begin
                    action  <= in[15:0];
                    claimed <= in[47:16];
                end
                // Only a list may tell what this end has played.
                if (turn == color & ~is_list) begin
                    refuse(n_moves_16, claimed, OUT_OF_TURN);
                    state <= NEXT;
                end else if (n_moves == MOST_MOVES) begin
                    refuse(n_moves_16, claimed, GAME_ENDED);
                    state <= NEXT;
                end else begin
                    state <= ASK;
                end
            end
            ASK:
                if (~game_busy) begin
                    move  <= 1'b1;
                    state <= ASKED;
                end
            ASKED: begin
                if (refused) begin
                    refuse(n_moves_16, claimed, refusal);
                    state <= NEXT;
                end
                if (accepted) begin
                    hash_start <= 1'b1;
                    state      <= HASHING;
                end
            end
            HASHING:
                if (hashed) begin
                    if (~is_own & hash != claimed) begin
                        refuse(n_moves_16, claimed, DIFFERENT);
                        differs <= 1'b1;
                        state   <= REPLAY;
                    end else begin
                        stored      <= {hash, action};
                        store       <= 1'b1;
                        last_action <= action;
                        last_hash   <= hash;
                        if (is_own) begin
                            is_open     <= 1'b1;
                            was_refused <= 1'b0;
                            due[OPEN]   <= 1'b1;
                        end else begin
                            accept(n_moves_16, hash);
                        end
                        state <= STORED;
                    end
                end
            STORED: begin
                // The next move of the list, if there is one.
                gathered <= 4'd0;
                then     <= JUDGE;
                state    <= NEXT;
                if (is_list) begin
                    // The address is eleven bytes behind where this move began, the next is six.
                    address <= address - FIVE;
                    if (address < length) state <= GATHER;
                    else if (n_moves_16 + 16'd1 < n_there) due[RECALL] <= 1'b1;
                end
            end
            NEXT: state <= IDLE;
            REPLAY: begin
                restart     <= 1'b1;
                replayed    <= 0;
                last_hash   <= 32'd0;
                state       <= REPLAY_1;
            end
            REPLAY_1: begin
                lookup <= replayed[MOVE_BITS-1:0];
                then   <= REPLAY_2;
                state  <= replayed == n_moves ? NEXT : LOOK_1;
            end
            REPLAY_2: begin
                action      <= entry[15:0];
                last_action <= entry[15:0];
                last_hash   <= entry[47:16];
                state       <= REPLAY_ASK;
            end
            REPLAY_ASK:
                if (~game_busy) begin
                    move  <= 1'b1;
                    state <= REPLAYED;
                end
            REPLAYED:
                if (accepted | refused) begin
                    replayed <= replayed + 1'b1;
                    state    <= REPLAY_1;
                end
            LISTED:
                // The entry is kept until it has been sent.
                if (~due[LIST]) begin
                    listed    <= entry;
                    due[LIST] <= 1'b1;
                    state     <= NEXT;
                end
            RESTART: begin
                epoch     <= epoch + 1'b1;
                n_moves   <= 0;
                is_open   <= 1'b0;
                proposing <= 1'b0;
                differs   <= 1'b0;
                was_refused <= 1'b0;
                n_there   <= 16'd0;
                last_hash <= 32'd0;
                restart   <= 1'b1;
                state     <= NEXT;
            end
            default: state <= IDLE;
        endcase

        if (reset) begin
            restart <= 1'b0; move <= 1'b0; store <= 1'b0; hash_start <= 1'b0;
            state <= IDLE; due <= 0; out_left <= 4'd0; out_end <= 1'b0; own_waits <= 1'b0;
            connected <= 1'b0; misfit <= 1'b0; silent <= 1'b0; differs <= 1'b0;
            was_refused <= 1'b0; is_open <= 1'b0; proposing <= 1'b0; has_answered <= 1'b0;
            epoch <= 8'd0; proposal_id <= 8'd0; n_moves <= 0; n_there <= 16'd0;
            last_hash <= 32'd0; is_odd_second <= 1'b0; silence <= 4'd0;
        end
    end

    task send;
        input [3:0]  count;
        input [87:0] bytes;
        begin
            out      <= bytes;
            out_left <= count;
        end
    endtask

    task accept;
        input [15:0] number;
        input [31:0] behind;
        begin
            accepted_index <= number;
            accepted_hash  <= behind;
            due[ACCEPT]    <= 1'b1;
        end
    endtask

    task refuse;
        input [15:0] number;
        input [31:0] behind;
        input [2:0]  reason;
        begin
            refused_index  <= number;
            refused_hash   <= behind;
            refused_reason <= reason;
            due[REFUSE]    <= 1'b1;
        end
    endtask
endmodule

`default_nettype wire
