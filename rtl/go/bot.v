// A player on the board itself: random moves that are legal and fill no own eye.
//
// It begins at a random point and tries one after the other until one is accepted, and
// passes if none is. When the other has passed and it is ahead, it passes, too.

`default_nettype none

module bot #(
    parameter N = 9
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           on,           // may move now
    input  wire           color,
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire           passed,
    input  wire           counting,
    input  wire [8:0]     black_points,
    input  wire [8:0]     white_points,
    input  wire           taken,        // the move is being judged
    input  wire           accepted,     // what became of it
    input  wire           refused,
    output reg            move,         // until it is taken
    output reg            move_is_pass,
    output wire [4:0]     move_row,
    output wire [4:0]     move_column
);
    localparam POINTS = N * N;
    localparam [4:0] LAST = N - 1, SIDE = N;
    localparam [8:0] ALL = POINTS;
    localparam [POINTS-1:0] HAS_RIGHT = {N{{1'b0, {(N-1){1'b1}}}}};
    localparam [POINTS-1:0] HAS_LEFT  = {N{{{(N-1){1'b1}}, 1'b0}}};
    localparam [POINTS-1:0] HAS_BELOW = {{N{1'b0}}, {(POINTS-N){1'b1}}};
    localparam [POINTS-1:0] HAS_ABOVE = {{(POINTS-N){1'b1}}, {N{1'b0}}};
    localparam [2:0] WAITING = 0, DRAWING = 1, LOOKING = 2, TRYING = 3, STEPPING = 4;

    wire [POINTS-1:0] own  = color ? white : black;
    wire [POINTS-1:0] eyes = (own >> 1 | ~HAS_RIGHT) & (own << 1 | ~HAS_LEFT)
                           & (own >> N | ~HAS_BELOW) & (own << N | ~HAS_ABOVE);
    wire [POINTS-1:0] bad  = black | white | eyes;
    wire              is_ahead = color ? white_points > black_points : black_points > white_points;

    // Numbers that nobody foresees: the register runs on while a person thinks.
    reg [31:0] noise;
    wire       next_noise = noise[31] ^ noise[21] ^ noise[1] ^ noise[0];

    reg [2:0] state;
    reg [4:0] row, column;
    reg [8:0] left;
    wire [8:0] index = row * SIDE + {4'd0, column};
    assign move_row    = row;
    assign move_column = column;

    always @(posedge clk) begin
        if (taken) move <= 1'b0;
        noise <= {noise[30:0], next_noise};
        case (state)
            WAITING:
                if (on & ~counting) begin
                    left         <= ALL;
                    move_is_pass <= passed & is_ahead;
                    state        <= passed & is_ahead ? TRYING : DRAWING;
                    move         <= passed & is_ahead;
                end
            DRAWING: begin
                row    <= noise[4:0];
                column <= noise[9:5];
                if (noise[4:0] <= LAST & noise[9:5] <= LAST) state <= LOOKING;
            end
            LOOKING:
                if (left == 0 | ~bad[index]) begin
                    move         <= 1'b1;
                    move_is_pass <= left == 0;
                    state        <= TRYING;
                end else begin
                    state <= STEPPING;
                end
            TRYING: begin
                if (accepted) state <= WAITING;
                if (refused)  state <= STEPPING;
            end
            STEPPING: begin
                left   <= left == 0 ? 9'd0 : left - 1'b1;
                column <= column == LAST ? 5'd0 : column + 1'b1;
                if (column == LAST) row <= row == LAST ? 5'd0 : row + 1'b1;
                state  <= LOOKING;
            end
            default: state <= WAITING;
        endcase
        if (reset) begin
            state <= WAITING;
            move  <= 1'b0;
            if (noise == 0) noise <= 32'h6b8b4567;
        end
    end
endmodule

`default_nettype wire
