// User IO: a cursor that stands where a stone could go, and who says when.
//
// A direction moves the cursor to the next empty point there, over stones; if there is
// none before the edge, the cursor stays where it is. The middle button plays: the
// point of the cursor, or a pass if that is selected.

`default_nettype none

module user_io #(
    parameter N = 9
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           up,           // for one clock each
    input  wire           down,
    input  wire           left,
    input  wire           right,
    input  wire           centre,
    input  wire           pass_switch,
    input  wire           my_turn,      // else all is locked
    input  wire [N*N-1:0] occupied,
    output reg  [4:0]     cursor_row,
    output reg  [4:0]     cursor_column,
    output reg            move,         // for one clock: play the point of the cursor
    output reg            move_is_pass  // or a pass
);
    localparam [1:0] LOCKED = 0, WAITING = 1, MOVE_CURSOR = 2;
    localparam [4:0] LAST = N - 1, SIDE = N;

    reg [1:0] state;
    reg [1:0] direction;                // up, down, left, right
    reg [4:0] row, column;              // the point that is probed
    reg       is_outside;

    reg [4:0] next_row, next_column;
    reg       next_outside;
    always @* begin
        next_row     = row;
        next_column  = column;
        next_outside = 1'b0;
        case (direction)
            2'd0: begin next_outside = row == 0;       next_row    = row - 1'b1; end
            2'd1: begin next_outside = row == LAST;    next_row    = row + 1'b1; end
            2'd2: begin next_outside = column == 0;    next_column = column - 1'b1; end
            2'd3: begin next_outside = column == LAST; next_column = column + 1'b1; end
        endcase
    end

    // The probe is looked at a clock after it has moved.
    reg        is_fresh;
    wire [8:0] index = row * SIDE + {4'd0, column};
    wire       is_occupied = occupied[index];

    always @(posedge clk) begin
        move <= 1'b0;
        case (state)
            LOCKED: if (my_turn) state <= WAITING;
            WAITING: begin
                row      <= cursor_row;
                column   <= cursor_column;
                is_fresh <= 1'b0;
                direction <= up ? 2'd0 : down ? 2'd1 : left ? 2'd2 : 2'd3;
                if (~my_turn) begin
                    state <= LOCKED;
                end else if (centre) begin
                    move         <= 1'b1;
                    move_is_pass <= pass_switch;
                end else if (up | down | left | right) begin
                    state <= MOVE_CURSOR;
                end
            end
            MOVE_CURSOR:
                if (is_fresh & is_outside) begin
                    state <= WAITING;
                end else if (is_fresh & ~is_occupied) begin
                    cursor_row    <= row;
                    cursor_column <= column;
                    state         <= WAITING;
                end else begin
                    is_fresh   <= 1'b1;
                    is_outside <= next_outside;
                    if (~next_outside) begin
                        row    <= next_row;
                        column <= next_column;
                    end
                end
            default: state <= LOCKED;
        endcase
        if (reset) begin
            state         <= LOCKED;
            move          <= 1'b0;
            cursor_row    <= 5'd0;
            cursor_column <= 5'd0;
        end
    end

`ifdef FORMAL
    // What the cursor stands on and probes is on the board, and every probing has an end.
    reg [4:0] probes;
    initial begin
        state         = LOCKED;
        cursor_row    = 5'd0;
        cursor_column = 5'd0;
        probes        = 5'd0;
    end
    always @(posedge clk) probes <= state == MOVE_CURSOR & ~reset ? probes + 1'b1 : 5'd0;
    wire [4:0] gone = direction[1] ? (column > cursor_column ? column - cursor_column : cursor_column - column)
                                   : (row > cursor_row ? row - cursor_row : cursor_row - row);
    always @* begin
        assert (state <= MOVE_CURSOR);
        assert (cursor_row < N & cursor_column < N);
        if (state == MOVE_CURSOR) begin
            assert (row < N & column < N);
            assert (direction[1] ? row == cursor_row : column == cursor_column);
            assert (probes <= N);
            assert (probes == 0 ? gone == 0 & ~is_fresh : is_fresh);
            if (probes != 0) assert (gone == probes - is_outside);
            if (direction == 0) assert (row <= cursor_row);
            if (direction == 1) assert (row >= cursor_row);
            if (direction == 2) assert (column <= cursor_column);
            if (direction == 3) assert (column >= cursor_column);
        end
    end
`endif
endmodule

`default_nettype wire
