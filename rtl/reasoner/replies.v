// Writes the reply of a reasoner, part by part.

`default_nettype none

module replies #(
    parameter [7:0] UNIT   = 8'd0,
    parameter ROLES        = 2,
    parameter MOVES        = 10,
    parameter MOVE_BITS    = 4,
    parameter STATE_BYTES  = 4,
    parameter ADDRESS_BITS = 2,
    parameter SCORE_BITS   = 7,
    parameter TALLY_BYTES  = 26
) (
    input  wire       clk,
    input  wire       reset,
    // What to tell, until `done`.
    input  wire       start,
    output wire       done,
    input  wire [7:0] tag,
    input  wire [7:0] status,
    input  wire       has_number, has_moves, has_scores, has_state, has_legal, has_tally,
    input  wire [23:0] number,
    input  wire [ROLES*MOVE_BITS-1:0]  moves,
    input  wire       terminal, flawed,
    input  wire [ROLES*SCORE_BITS-1:0] scores,
    output wire [ADDRESS_BITS-1:0]     address,
    input  wire [7:0] state_byte,
    output wire       show,            // put the legal moves of `role` into `legal`
    output wire [(ROLES > 1 ? $clog2(ROLES) : 1)-1:0] role,
    input  wire [MOVES-1:0]         legal,
    input  wire [8*TALLY_BYTES-1:0] tally,
    // To the line.
    output reg        valid,
    output reg  [8:0] word,            // the highest bit alone marks the end
    input  wire       ready
);
    localparam ROLE_BITS   = ROLES > 1 ? $clog2(ROLES) : 1;
    localparam MOVE_BYTES  = (MOVE_BITS + 7) / 8;
    localparam LEGAL_BYTES = (MOVES + 7) / 8;
    localparam LONGEST     = STATE_BYTES > LEGAL_BYTES ? STATE_BYTES : LEGAL_BYTES;
    localparam INDEX_BITS  = $clog2(LONGEST > TALLY_BYTES ? LONGEST + 1 : TALLY_BYTES + 1);
    localparam [INDEX_BITS-1:0] ONE = 1, LAST_NUMBER = 2;
    localparam [INDEX_BITS-1:0] LAST_MOVE  = MOVE_BYTES - 1, LAST_STATE = STATE_BYTES - 1;
    localparam [INDEX_BITS-1:0] LAST_LEGAL = LEGAL_BYTES - 1, LAST_TALLY = TALLY_BYTES - 1;
    localparam [ROLE_BITS-1:0] LAST_ROLE = ROLES - 1;

    localparam [3:0]
        WAIT = 0, TAG = 1, ID = 2, STATUS = 3, NUMBER = 4, JOINT = 5, FLAGS = 6, SCORES = 7,
        STATE = 8, SHOW = 9, LEGAL = 10, TALLY = 11, FINISH = 12;

    reg [3:0] phase;
    reg [INDEX_BITS-1:0] index;
    reg [ROLE_BITS-1:0]  turn;         // the role that is being told of
    wire      can_send = ~valid | ready;
    assign role    = turn;
    assign address = index[ADDRESS_BITS-1:0];
    assign show    = phase == SHOW;
    assign done    = phase == FINISH & can_send;

    wire [8*MOVE_BYTES-1:0]  move_bytes;
    wire [8*LEGAL_BYTES-1:0] legal_bytes;
    wire [7:0]               score_byte;
    assign move_bytes[MOVE_BITS-1:0]  = moves[turn*MOVE_BITS +: MOVE_BITS];
    assign legal_bytes[MOVES-1:0]     = legal;
    assign score_byte[SCORE_BITS-1:0] = scores[turn*SCORE_BITS +: SCORE_BITS];
    generate
        if (MOVE_BITS < 8 * MOVE_BYTES) begin : pad_move
            assign move_bytes[8*MOVE_BYTES-1:MOVE_BITS] = 0;
        end
        if (MOVES < 8 * LEGAL_BYTES) begin : pad_legal
            assign legal_bytes[8*LEGAL_BYTES-1:MOVES] = 0;
        end
        if (SCORE_BITS < 8) begin : pad_score
            assign score_byte[7:SCORE_BITS] = 0;
        end
    endgenerate

    // The byte that is due, and the number of the last one of its part.
    reg [7:0] data;
    reg [INDEX_BITS-1:0] last;
    always @* begin
        last = 0;
        case (phase)
            TAG:     data = tag;
            ID:      data = UNIT;
            STATUS:  data = status;
            NUMBER:  begin data = number[8*index[1:0] +: 8]; last = LAST_NUMBER; end
            JOINT:   begin data = move_bytes[8*index +: 8];  last = LAST_MOVE;   end
            FLAGS:   data = {6'd0, flawed, terminal};
            SCORES:  data = score_byte;
            STATE:   begin data = state_byte;                last = LAST_STATE;  end
            LEGAL:   begin data = legal_bytes[8*index +: 8]; last = LAST_LEGAL;  end
            TALLY:   begin data = tally[8*index +: 8];       last = LAST_TALLY;  end
            default: data = 8'd0;
        endcase
    end

    // What comes after each part.
    wire [3:0] after_legal  = has_tally  ? TALLY  : FINISH;
    wire [3:0] after_state  = has_legal  ? SHOW   : after_legal;
    wire [3:0] after_scores = has_state  ? STATE  : after_state;
    wire [3:0] after_moves  = has_scores ? FLAGS  : after_scores;
    wire [3:0] after_number = has_moves  ? JOINT  : after_moves;
    wire [3:0] after_status = has_number ? NUMBER : after_number;
    wire       is_last_role = turn == LAST_ROLE;

    always @(posedge clk) begin
        if (ready) valid <= 1'b0;
        if (reset) begin
            phase <= WAIT;
            valid <= 1'b0;
        end else if (phase == WAIT) begin
            index <= 0;
            turn  <= 0;
            if (start) phase <= TAG;
        end else if (phase == SHOW) begin
            phase <= LEGAL;
        end else if (can_send) begin
            valid <= 1'b1;
            word  <= {phase == FINISH, data};
            index <= index + ONE;
            if (index == last) begin
                index <= 0;
                case (phase)
                    TAG:    phase <= ID;
                    ID:     phase <= STATUS;
                    STATUS: phase <= after_status;
                    NUMBER: phase <= after_number;
                    FLAGS:  phase <= SCORES;
                    STATE:  phase <= after_state;
                    TALLY:  phase <= FINISH;
                    FINISH: phase <= WAIT;
                    // These have a part for each role.
                    JOINT:  phase <= is_last_role ? after_moves : JOINT;
                    SCORES: phase <= is_last_role ? after_scores : SCORES;
                    default: phase <= is_last_role ? after_legal : SHOW;
                endcase
                if (phase == JOINT | phase == SCORES | phase == LEGAL)
                    turn <= is_last_role ? 0 : turn + 1'b1;
            end
        end
    end
endmodule

`default_nettype wire
