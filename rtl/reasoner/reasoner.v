// A reasoner: the network of a game, and what asks it questions.
//
// Requests come from a queue, one after the other. Each of them is about a state,
// which is sent along or kept in a slot since it was last seen:
//
// - state switching: load the state, perhaps make a joint move, tell what holds;
// - continuous playout: n random games from the state, their scores summed up;
// - state discovery: all joint moves, and the state after each of them.
//
// A step of a playout takes LEGAL_CLOCKS + ROLES + 1 + NEXT_CLOCKS clocks, and one
// more whenever the chooser rejects a random word. The roles follow each other
// through the chooser, a clock apart.

`default_nettype none

module reasoner #(
    parameter [7:0] UNIT   = 8'd0,
    parameter ROLES        = 2,
    parameter MOVES        = 10,      // of the role that has most
    parameter MOVE_BITS    = 4,       // MOVES <= 2^MOVE_BITS
    parameter STATE_BYTES  = 4,
    parameter ADDRESS_BITS = 2,       // STATE_BYTES <= 2^ADDRESS_BITS
    parameter SLOT_BITS    = 3,       // at most 7
    parameter SCORE_BITS   = 7,       // at most 8
    parameter LEGAL_CLOCKS = 1,       // from a state to legal moves and terminal
    parameter NEXT_CLOCKS  = 1,       // from moves to the next state
    parameter SCORE_CLOCKS = 1,       // from a state to the scores
    parameter SETTLE_CLOCKS = 1,      // from state and moves to everything
    parameter LOOPS_READ_MOVES = 0    // whether moves start the loops again
) (
    input  wire       clk,
    input  wire       reset,
    input  wire       request_valid,
    input  wire [8:0] request_word,
    output wire       request_take,
    output wire       reply_valid,
    output wire [8:0] reply_word,
    input  wire       reply_ready,
    output wire       idle
);
    `include "status.vh"
    `include "options.vh"

    localparam SQUARE_BITS = 2 * SCORE_BITS;
    localparam TALLY_BYTES = 12 + 7 * ROLES;
    localparam ROLE_BITS   = ROLES > 1 ? $clog2(ROLES) : 1;
    localparam [ROLE_BITS-1:0] LAST_ROLE = ROLES - 1;
    localparam [ADDRESS_BITS-1:0] LAST_BYTE = STATE_BYTES - 1;
    localparam WAIT_BITS   = $clog2(SETTLE_CLOCKS + 1);
    localparam [WAIT_BITS-1:0] LEGAL_WAIT  = LEGAL_CLOCKS - 1;
    localparam [WAIT_BITS-1:0] NEXT_WAIT   = NEXT_CLOCKS - 1;
    localparam [WAIT_BITS-1:0] SETTLE_WAIT = SETTLE_CLOCKS - 1;
    // A state that turns out to be terminal has been there for two clocks more.
    localparam SCORES_ARE_LATE = SCORE_CLOCKS > LEGAL_CLOCKS + 2;
    localparam [WAIT_BITS-1:0] SCORE_WAIT =
        SCORES_ARE_LATE ? SCORE_CLOCKS - LEGAL_CLOCKS - 3 : 0;
    localparam [5:0] WARM_UP = 6'd32; // random words to throw away after seeding, and the first

    localparam [4:0]
        IDLE = 0, BEGIN = 1, SETTLE = 2, MAKE = 3, STORE = 4, SEED = 5,
        PLAY = 6, LOOK = 7, CHOOSE = 8, PICK = 9, STEP = 10, SCORE = 11, ADD = 12,
        GIVE_UP = 13, GET_STUCK = 14, AGAIN = 15, TELL = 16,
        JOINT = 17, SUCCESSOR = 18, REPORT = 19, NEXT_JOINT = 20, REPLY = 21;

    reg [4:0] phase;
    reg [4:0] settled_phase;          // where to go on after SETTLE
    reg [WAIT_BITS-1:0] clocks_left;
    reg [ADDRESS_BITS-1:0] index;
    reg [5:0]  warming;
    reg [15:0] games_left, game_steps;
    reg        is_report;             // of a joint move; otherwise the reply is the last one

    // The request, and the reply.
    wire       ready, replied, discovers, waits;
    wire [7:0] tag, request_status;
    wire [3:0] options;
    wire [ROLES*MOVE_BITS-1:0] asked_moves;
    wire [95:0] job;
    wire [23:0] first;
    wire       load, keep, load_initial;
    wire [7:0] load_byte;
    wire [ADDRESS_BITS-1:0] load_address, told_address;
    wire [SLOT_BITS-1:0]    slot;
    wire       is_sound = request_status == OK;

    // The network.
    reg  [ROLES*MOVE_BITS-1:0]   moves;
    wire [ROLES*MOVES-1:0]       legal;
    wire [ROLES*SCORE_BITS-1:0]  scores;
    wire [ROLES*SQUARE_BITS-1:0] squares;
    wire       terminal, flawed, settled;
    wire [7:0] state_byte;
    wire       can_go   = clocks_left == 0 & settled;
    wire       is_long  = game_steps == job[31:16];
    wire       restart  = phase == BEGIN | phase == PLAY | phase == AGAIN | phase == NEXT_JOINT;
    wire       plays_on = phase == STEP & can_go & ~is_long;
    wire       stores   = phase == STORE;
    wire [ADDRESS_BITS-1:0] address = stores ? index : ready ? told_address : load_address;
    wire [7:0] start_byte = stores ? state_byte : load_byte;

    propnet propnet (
        .clk(clk), .reset(reset | load_initial), .restart(restart),
        .step(phase == MAKE | phase == SUCCESSOR | plays_on),
        .clear(LOOPS_READ_MOVES != 0 & phase == PICK),
        .start_write(load | stores), .address(address), .start_byte(start_byte),
        .state_byte(state_byte), .moves(moves), .legal(legal), .terminal(terminal),
        .scores(scores), .squares(squares), .flawed(flawed), .settled(settled)
    );

    // The states last seen.
    reg [7:0] slots [0:(1 << (SLOT_BITS + ADDRESS_BITS))-1];
    reg [7:0] kept_byte;
    always @(posedge clk) begin
        if (keep | stores) slots[{slot, address}] <= start_byte;
        kept_byte <= slots[{slot, address}];
    end

    requests #(
        .ROLES(ROLES), .MOVE_BITS(MOVE_BITS), .STATE_BYTES(STATE_BYTES),
        .ADDRESS_BITS(ADDRESS_BITS), .SLOT_BITS(SLOT_BITS)
    ) requests (
        .clk(clk), .reset(reset),
        .valid(request_valid), .word(request_word), .take(request_take),
        .ready(ready), .done(phase == REPLY & replied & ~is_report),
        .tag(tag), .status(request_status), .discovers(discovers), .options(options),
        .moves(asked_moves), .job(job), .first(first),
        .load(load), .keep(keep), .load_byte(load_byte), .address(load_address), .slot(slot),
        .kept_byte(kept_byte), .stored(stores), .load_initial(load_initial), .idle(waits)
    );

    // Moves, drawn or enumerated, role by role.
    reg  [MOVES-1:0]     legal_moves; // of the role that is in the chooser
    reg  [ROLE_BITS-1:0] role, picking;
    reg                  picks;       // the chooser has the move of `picking`
    reg                  is_over;
    reg  [ROLES-1:0]     is_last;     // the sequencer has no higher rank for the role
    wire [ROLES*MOVE_BITS-1:0] places;
    wire [23:0]          number;
    wire                 enumerated;
    wire [31:0]          random_word;
    wire [MOVE_BITS:0]   count;
    wire                 accepted, show;
    wire [MOVE_BITS-1:0] choice;
    wire [ROLE_BITS-1:0] shown_role;
    wire [MOVE_BITS-1:0] place    = places[role*MOVE_BITS +: MOVE_BITS];
    wire                 chooses  = phase == CHOOSE & ~is_over & count != 0;
    wire                 takes    = chooses & accepted;
    wire [ROLE_BITS-1:0] next_role = role == LAST_ROLE ? 0 : role + 1'b1;

    chooser #(.MOVES(MOVES), .MOVE_BITS(MOVE_BITS)) chooser (
        .clk(clk), .legal(legal_moves), .random(random_word), .sequenced(discovers),
        .place(place), .take(takes), .count(count), .accepted(accepted), .choice(choice)
    );
    sequencer #(.ROLES(ROLES), .MOVE_BITS(MOVE_BITS)) sequencer (
        .clk(clk), .clear(phase == BEGIN), .advance(phase == NEXT_JOINT), .is_last(is_last),
        .places(places), .number(number), .done(enumerated)
    );
    random random (
        .clk(clk), .load(phase == SEED & warming == 0), .seed(job[95:32]),
        .advance((chooses & ~discovers) | (phase == SEED & warming != 0)), .word(random_word)
    );

    // What came of the games, and of the state that is told of.
    reg [ROLES*SCORE_BITS-1:0]  held_scores;
    reg [ROLES*SQUARE_BITS-1:0] held_squares;
    reg                         held_terminal, held_flawed;
    wire [8*TALLY_BYTES-1:0]    sums;

    tally #(.ROLES(ROLES), .SCORE_BITS(SCORE_BITS)) tally (
        .clk(clk), .clear(phase == BEGIN), .step(plays_on), .finish(phase == ADD),
        .give_up(phase == GIVE_UP), .get_stuck(phase == GET_STUCK), .flawed(held_flawed),
        .scores(held_scores), .squares(held_squares), .sums(sums)
    );
    replies #(
        .UNIT(UNIT), .ROLES(ROLES), .MOVES(MOVES), .MOVE_BITS(MOVE_BITS),
        .STATE_BYTES(STATE_BYTES), .ADDRESS_BITS(ADDRESS_BITS), .SCORE_BITS(SCORE_BITS),
        .TALLY_BYTES(TALLY_BYTES)
    ) replies (
        .clk(clk), .reset(reset),
        .start(phase == REPLY), .done(replied),
        .tag(tag), .status(is_report ? MORE : request_status),
        .has_number(is_sound & discovers), .has_moves(is_report),
        .has_scores(is_sound & (is_report | ~discovers)),
        .has_state(is_report | (is_sound & options[STATE])),
        .has_legal(is_sound & options[LEGAL]), .has_tally(is_sound & options[PLAYOUTS]),
        .number(number), .moves(moves), .terminal(held_terminal), .flawed(held_flawed),
        .scores(held_scores), .address(told_address), .state_byte(state_byte),
        .show(show), .role(shown_role), .legal(legal_moves), .tally(sums),
        .valid(reply_valid), .word(reply_word), .ready(reply_ready)
    );
    assign idle = phase == IDLE & waits;

    wire [4:0] after_move = options[PLAYOUTS] ? SEED : TELL;

    always @(posedge clk) begin
        if (clocks_left != 0) clocks_left <= clocks_left - 1'b1;
        picks <= takes;
        if (takes) picking <= role;
        if (picks) moves[picking*MOVE_BITS +: MOVE_BITS] <= choice;
        if (show)  legal_moves <= legal[shown_role*MOVES +: MOVES];

        case (phase)
            IDLE:
                if (ready) begin
                    is_report <= 1'b0;
                    phase     <= is_sound ? BEGIN : REPLY;
                end
            BEGIN: begin
                // The state goes into the registers of the network at the end of this clock.
                games_left    <= job[15:0];
                warming       <= 0;
                index         <= 0;
                clocks_left   <= SETTLE_WAIT;
                settled_phase <= discovers ? JOINT : options[MOVE] ? MAKE : after_move;
                phase         <= SETTLE;
                if (options[MOVE]) moves <= asked_moves;
            end
            SETTLE:
                if (can_go) phase <= settled_phase;

            // A joint move. The state after it is where playouts start.
            MAKE:
                phase <= STORE;
            STORE: begin
                index         <= index + 1'b1;
                clocks_left   <= SETTLE_WAIT;
                settled_phase <= after_move;
                if (index == LAST_BYTE) phase <= SETTLE;
            end

            // Random games.
            SEED: begin
                warming <= warming + 1'b1;
                if (warming == WARM_UP) phase <= games_left == 0 ? AGAIN : PLAY;
            end
            PLAY: begin
                games_left  <= games_left - 1'b1;
                game_steps  <= 0;
                clocks_left <= LEGAL_WAIT;
                phase       <= LOOK;
            end
            LOOK:
                if (can_go) begin
                    is_over     <= terminal;
                    role        <= 0;
                    legal_moves <= legal[0 +: MOVES];
                    phase       <= CHOOSE;
                end
            CHOOSE:
                if (is_over) begin
                    clocks_left   <= SCORE_WAIT;
                    settled_phase <= SCORE;
                    phase         <= SCORES_ARE_LATE ? SETTLE : SCORE;
                end else if (count == 0) begin
                    phase <= discovers ? REPLY : GET_STUCK;
                end else if (accepted) begin
                    is_last[role] <= {1'b0, place} + 1'b1 == count;
                    role          <= next_role;
                    legal_moves   <= legal[next_role*MOVES +: MOVES];
                    if (role == LAST_ROLE) phase <= PICK;
                end
            PICK: begin
                // The last role's move is written at the end of this clock.
                clocks_left   <= discovers ? SETTLE_WAIT : NEXT_WAIT;
                settled_phase <= number < first ? NEXT_JOINT : SUCCESSOR;
                phase         <= discovers ? SETTLE : STEP;
            end
            STEP:
                if (can_go) begin
                    game_steps  <= game_steps + 1'b1;
                    clocks_left <= LEGAL_WAIT;
                    phase       <= is_long ? GIVE_UP : LOOK;
                end
            SCORE: begin
                held_scores  <= scores;
                held_squares <= squares;
                held_flawed  <= flawed;
                phase        <= ADD;
            end
            ADD, GIVE_UP, GET_STUCK:
                phase <= games_left == 0 ? AGAIN : PLAY;

            // What holds in the state that was asked about.
            AGAIN: begin
                clocks_left   <= SETTLE_WAIT;
                settled_phase <= TELL;
                phase         <= SETTLE;
            end
            TELL, REPORT: begin
                held_scores   <= scores;
                held_flawed   <= flawed;
                held_terminal <= terminal;
                is_report     <= phase == REPORT;
                phase         <= REPLY;
            end

            // All joint moves.
            JOINT: begin
                is_over     <= 1'b0;
                role        <= 0;
                legal_moves <= legal[0 +: MOVES];
                phase       <= terminal | enumerated ? REPLY : CHOOSE;
            end
            SUCCESSOR: begin
                clocks_left   <= SETTLE_WAIT;
                settled_phase <= REPORT;
                phase         <= SETTLE;
            end
            NEXT_JOINT: begin
                clocks_left   <= SETTLE_WAIT;
                settled_phase <= JOINT;
                is_report     <= 1'b0;
                phase         <= SETTLE;
            end
            REPLY:
                if (replied) phase <= is_report ? NEXT_JOINT : IDLE;
            default:
                phase <= IDLE;
        endcase
        if (reset) phase <= IDLE;
    end
endmodule

`default_nettype wire
