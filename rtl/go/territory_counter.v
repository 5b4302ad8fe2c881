// The territory counter: how many points has each player?
//
// For Black's territory, empty points are taken for white stones and white stones for
// empty points: what the pruner takes of these stones is not reached by White. For
// White's it is the other way round. Territory and stones are tallied together.
//
// An empty board is not reached by anybody, so it counts in full for both, unless
// TROMP_TAYLOR is set: then territory has to be reached by its owner.

`default_nettype none

module territory_counter #(
    parameter N            = 9,
    parameter DELAY        = 0,
    parameter TWO_CLOCKS   = 0,
    parameter TROMP_TAYLOR = 0
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           start,       // may come at any time: it begins anew
    input  wire [N*N-1:0] black,       // to be kept until it is done
    input  wire [N*N-1:0] white,
    output wire           busy,
    output reg            done,        // for one clock
    output reg  [8:0]     black_points,
    output reg  [8:0]     white_points
);
    localparam [2:0] WAITING = 0, PRUNING_BLACK = 1, PRUNING_WHITE = 2, TALLYING_BLACK = 3,
                     TALLYING_WHITE = 4;

    reg  [2:0]     state;
    reg            prune, tally;
    reg  [N*N-1:0] black_territory, white_territory;
    wire           pruned, tallied;
    wire [N*N-1:0] unreached;
    wire [8:0]     count;
    assign busy = state != WAITING;

    // What pruner and tallier still say of the board before is not to be heard.
    wire forget = reset | start;

    // The stones of the one whose territory is looked for stay; the others' become empty.
    wire           is_black = state == PRUNING_BLACK | state == TALLYING_BLACK;
    wire [N*N-1:0] empty    = ~(black | white);
    wire [N*N-1:0] stones   = is_black ? black : white;

    prune_unit #(.N(N), .DELAY(DELAY), .TWO_CLOCKS(TWO_CLOCKS)) pruner (
        .clk(clk), .reset(forget), .start(prune), .black(stones), .white(empty), .done(pruned),
        .dead_black(), .dead_white(unreached)
    );

    wire [N*N-1:0] black_only = TROMP_TAYLOR != 0 ? black_territory & ~white_territory : black_territory;
    wire [N*N-1:0] white_only = TROMP_TAYLOR != 0 ? white_territory & ~black_territory : white_territory;
    tallier #(.N(N)) tallier (
        .clk(clk), .reset(forget), .start(tally),
        .points(is_black ? black | black_only : white | white_only), .done(tallied), .count(count)
    );

    always @(posedge clk) begin
        done  <= 1'b0;
        prune <= 1'b0;
        tally <= 1'b0;
        case (state)
            PRUNING_BLACK:
                if (pruned) begin
                    black_territory <= unreached;
                    prune <= 1'b1;
                    state <= PRUNING_WHITE;
                end
            PRUNING_WHITE:
                if (pruned) begin
                    white_territory <= unreached;
                    tally <= 1'b1;
                    state <= TALLYING_BLACK;
                end
            TALLYING_BLACK:
                if (tallied) begin
                    black_points <= count;
                    tally <= 1'b1;
                    state <= TALLYING_WHITE;
                end
            TALLYING_WHITE:
                if (tallied) begin
                    white_points <= count;
                    done  <= 1'b1;
                    state <= WAITING;
                end
            default: state <= WAITING;
        endcase
        if (start) begin
            done  <= 1'b0;
            prune <= 1'b1;
            tally <= 1'b0;
            state <= PRUNING_BLACK;
        end
        if (reset) begin
            done  <= 1'b0;
            prune <= 1'b0;
            tally <= 1'b0;
            state <= WAITING;
            black_points <= 9'd0;
            white_points <= 9'd0;
        end
    end
endmodule

`default_nettype wire
