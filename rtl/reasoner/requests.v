// Reads requests from the queue of a reasoner, and loads the states that they are about.
//
// A request is complete, and its state in the `start` registers of the network, when
// `ready` rises; it stays until `done`. A request that makes no sense is read to its
// end, and is ready with the status that says what was wrong.

`default_nettype none

module requests #(
    parameter ROLES        = 2,
    parameter MOVE_BITS    = 4,
    parameter STATE_BYTES  = 4,
    parameter ADDRESS_BITS = 2,
    parameter SLOT_BITS    = 3
) (
    input  wire       clk,
    input  wire       reset,
    // From the queue.
    input  wire       valid,
    input  wire [8:0] word,            // the highest bit marks the end
    output wire       take,
    // The request.
    output wire       ready,
    input  wire       done,
    output reg  [7:0] tag,
    output reg  [7:0] status,
    output reg        discovers,       // EXPAND; otherwise EXAMINE
    output reg  [3:0] options,
    output reg  [ROLES*MOVE_BITS-1:0] moves,
    output reg  [95:0] job,            // number of games, step limit, seed
    output reg  [23:0] first,          // of the joint moves, the first to tell of
    // The state, byte by byte, and where it is kept.
    output wire       load,
    output wire       keep,            // the byte is to be kept in the slot as well
    output wire [7:0] load_byte,
    output wire [ADDRESS_BITS-1:0] address,
    output reg  [SLOT_BITS-1:0]    slot,
    input  wire [7:0] kept_byte,       // of the slot and address of the clock before
    input  wire       stored,          // the slot holds the state after the move
    output wire       load_initial,    // the state is the initial one
    output wire       idle
);
    `include "status.vh"
    `include "options.vh"

    localparam [7:0] EXAMINE = 8'h10, EXPAND = 8'h11, SELF_TEST = 8'h12;
    localparam MOVE_BYTES = (MOVE_BITS + 7) / 8;
    localparam ROLE_BITS  = ROLES > 1 ? $clog2(ROLES) : 1;
    localparam INDEX_BITS = ADDRESS_BITS > 4 ? ADDRESS_BITS : 4;
    localparam [ROLE_BITS-1:0]  LAST_ROLE       = ROLES - 1;
    localparam [INDEX_BITS-1:0] LAST_STATE_BYTE = STATE_BYTES - 1;
    localparam [INDEX_BITS-1:0] LAST_MOVE_BYTE  = MOVE_BYTES - 1;
    localparam [INDEX_BITS-1:0] LAST_JOB_BYTE   = 11;
    localparam [INDEX_BITS-1:0] LAST_FIRST_BYTE = 2;
    localparam [7:0] SLOT_MASK = (1 << SLOT_BITS) - 1;
    // Games and steps of the self-test.
    localparam [15:0] TEST_GAMES = 16'd64, TEST_STEPS = 16'd1000;

    localparam [3:0]
        TAG = 0, OP = 1, SLOT = 2, LOAD = 3, OPTIONS = 4, MOVES = 5, TARGET = 6,
        JOB = 7, FIRST = 8, FINISH = 9, SKIP = 10, READY = 11;

    reg [3:0] phase;
    reg       is_inline, fetched;
    reg [INDEX_BITS-1:0] index;
    reg [ROLE_BITS-1:0]  role;
    reg [(1 << SLOT_BITS)-1:0] known;  // the slots with a state in them
    reg [7:0] low_byte;                // of a move

    wire       is_marker = word[8];
    wire [7:0] data      = word[7:0];
    wire       arrives   = valid & ~is_marker;
    wire [15:0] move     = MOVE_BYTES == 1 ? {8'd0, data} : {data, low_byte};

    assign idle         = phase == TAG & ~valid;
    assign ready        = phase == READY;
    assign load         = phase == LOAD & (is_inline ? arrives : fetched);
    assign keep         = load & is_inline;
    assign load_byte    = is_inline ? data : kept_byte;
    assign address      = index[ADDRESS_BITS-1:0];
    assign load_initial = phase == OP & arrives & data == SELF_TEST;
    assign take         = valid & phase != READY & ~(phase == LOAD & ~is_inline);

    always @(posedge clk) begin
        fetched <= phase == LOAD & ~is_inline & ~fetched;
        if (stored) known[slot] <= 1'b1;
        case (phase)
            TAG:
                if (arrives) begin
                    tag     <= data;
                    status  <= OK;
                    options <= 4'd0;
                    index   <= 0;
                    role    <= 0;
                    phase   <= OP;
                end
            OP:
                if (arrives) begin
                    discovers <= data == EXPAND;
                    case (data)
                        EXAMINE, EXPAND: phase <= SLOT;
                        SELF_TEST: begin
                            options <= 4'd1 << PLAYOUTS;
                            job     <= {64'd0, TEST_STEPS, TEST_GAMES};
                            phase   <= FINISH;
                        end
                        default: begin
                            status <= BAD_OP;
                            phase  <= SKIP;
                        end
                    endcase
                end
            SLOT:
                if (arrives) begin
                    is_inline <= data[7];
                    slot      <= data[SLOT_BITS-1:0];
                    phase     <= LOAD;
                    if (|(data[6:0] & ~SLOT_MASK[6:0]) | ~(data[7] | known[data[SLOT_BITS-1:0]])) begin
                        status <= NO_STATE;
                        phase  <= SKIP;
                    end
                end
            LOAD:
                if (load) begin
                    index <= index + 1'b1;
                    if (index == LAST_STATE_BYTE) begin
                        index       <= 0;
                        known[slot] <= 1'b1;
                        phase       <= discovers ? FIRST : OPTIONS;
                    end
                end
            OPTIONS:
                if (arrives) begin
                    options <= data[3:0];
                    phase   <= data[MOVE] ? MOVES : data[PLAYOUTS] ? JOB : FINISH;
                end
            MOVES:
                if (arrives) begin
                    low_byte <= data;
                    moves[role*MOVE_BITS +: MOVE_BITS] <= move[MOVE_BITS-1:0];
                    index    <= index + 1'b1;
                    if (index == LAST_MOVE_BYTE) begin
                        index <= 0;
                        role  <= role + 1'b1;
                        if (role == LAST_ROLE) phase <= TARGET;
                    end
                end
            TARGET:
                if (arrives) begin
                    slot  <= data[SLOT_BITS-1:0];
                    phase <= options[PLAYOUTS] ? JOB : FINISH;
                    if (|(data & ~SLOT_MASK)) begin
                        status <= NO_STATE;
                        phase  <= SKIP;
                    end
                end
            JOB:
                if (arrives) begin
                    job   <= {data, job[95:8]};
                    index <= index + 1'b1;
                    if (index == LAST_JOB_BYTE) phase <= FINISH;
                end
            FIRST:
                if (arrives) begin
                    first <= {data, first[23:8]};
                    index <= index + 1'b1;
                    if (index == LAST_FIRST_BYTE) phase <= FINISH;
                end
            FINISH:
                if (arrives) begin
                    status <= MALFORMED;
                    phase  <= SKIP;
                end
            READY:
                if (done) phase <= TAG;
            default: ;
        endcase
        // Too early, this is an error; at the right place, it is what was waited for.
        if (take & is_marker) begin
            phase <= phase == TAG ? TAG : READY;
            if (phase != FINISH & phase != SKIP) status <= MALFORMED;
        end
        if (reset) begin
            phase <= TAG;
            known <= 0;
        end
    end
endmodule

`default_nettype wire
