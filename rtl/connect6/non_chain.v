// Non-chain three-turn wins: a turn without threats that prepares two-turn wins which no
// single stone takes away.
//
// There are pairs of cells in lines of two, and bars in lines of one.

`default_nettype none

module non_chain (
    input  wire        clk,
    input  wire        reset,
    input  wire        paper,
    input  wire        start,
    output reg         done,            // for one clock
    output reg         found,
    output reg  [19:0] stones,
    // The formation.
    output wire [9:0]  fact_cell,
    input  wire [36:0] fact,
    input  wire [3:0]  has_open,
    input  wire        has_closed,
    // Bars.
    output wire        bars_start,
    input  wire        bar,
    input  wire [1:0]  bar_direction,
    input  wire [19:0] bar_cells,
    output wire        bar_take,
    input  wire        bars_done,
    // Stones that are tried.
    output wire [1:0]  trial,
    output wire [19:0] trial_cells,
    // Two-turn wins.
    output wire        two_turn_start,
    input  wire        two_turn_done,
    input  wire        two_turn_found
);
    `include "facts.vh"

    localparam [3:0] IDLE = 4'd0, BEGIN = 4'd1, OUTER = 4'd2, INNER = 4'd3, BEST = 4'd4,
                     BARS = 4'd5, BAR = 4'd6, FIRST = 4'd7, SECOND = 4'd8, LEGS = 4'd9,
                     CHECK = 4'd10, CHECKS = 4'd11, LOST = 4'd12;
    // The groups that are pairs of cells, and between the first two of them the bars.
    localparam [1:0] WITH_OPEN_THREE = 2'd0, WITH_CLOSED_THREE = 2'd1, CROSSING_TWOS = 2'd2;

    reg [3:0]  phase, back;
    reg [1:0]  group;
    reg [19:0] cells;
    reg        best_valid;
    reg [6:0]  best_quality;
    reg [9:0]  best_cell;
    reg [3:0]  first_raises;

    // The cells where a stone makes a three of a line of two, and no four.
    wire       any_open    = |has_open;
    wire [3:0] in_two      = fact[`FACT_IN_TWO];
    wire       is_quiet    = fact[`FACT_IN_THREE] == 4'd0 & in_two != 4'd0;
    wire       is_crossing = is_quiet & (in_two & (in_two - 4'd1)) != 4'd0;
    wire       is_open     = fact[`FACT_OPEN_TWO];
    wire       is_first    = group == WITH_OPEN_THREE ? is_quiet & is_open
                           : group == WITH_CLOSED_THREE ? is_crossing : is_crossing & is_open;
    wire       is_second   = group == CROSSING_TWOS ? is_quiet & is_open : is_quiet;

    wire [9:0] outer_fact, inner_fact, outer, inner;
    wire       outer_valid, inner_valid, outer_done, inner_done;
    wire       is_outer = outer_valid & is_first;
    // A pair whose second cell was a first one has been tried.
    wire       is_new   = is_second & inner != outer & ~(is_first & inner < outer);
    wire       is_inner = phase == INNER & inner_valid & is_new;
    wire       is_begun = phase == BEGIN & (group == WITH_OPEN_THREE ? any_open
                        : group == WITH_CLOSED_THREE ? has_closed : ~any_open);
    fact_scan outer_scan (
        .clk(clk), .reset(reset), .start(is_begun), .stop(is_outer),
        .go((phase == INNER & inner_done) | (phase == LOST & back == OUTER)),
        .fact_cell(outer_fact), .valid(outer_valid), .cell_(outer), .done(outer_done)
    );
    fact_scan inner_scan (
        .clk(clk), .reset(reset), .start(phase == OUTER & is_outer), .stop(is_inner),
        .go(phase == LOST & back == INNER), .fact_cell(inner_fact), .valid(inner_valid),
        .cell_(inner), .done(inner_done)
    );

    assign fact_cell = outer_fact | inner_fact | (phase == FIRST ? cells[9:0] : 10'd0)
                     | (phase == SECOND ? cells[19:10] : 10'd0);
    assign bars_start     = phase == BARS;
    assign bar_take       = phase == LOST & back == BAR;
    assign trial          = {2{phase == CHECKS}};
    assign trial_cells    = trial[0] ? cells : 20'd0;
    wire   is_lonely      = back == OUTER & ~best_valid;      // there is no other cell
    assign two_turn_start = phase == CHECK & ~paper & ~is_lonely;

    // The directions beside the bar in which the longest line through a cell is one of two.
    wire [3:0] raises = in_two & ~fact[`FACT_IN_THREE] & ~(4'd1 << bar_direction);

    always @(posedge clk) begin
        done <= 1'b0;
        case (phase)
            IDLE: ;
            BEGIN: phase <= is_begun ? OUTER : group == WITH_OPEN_THREE ? BARS : LOST;
            OUTER:
                if (is_outer) begin
                    best_valid <= 1'b0;
                    phase      <= group == WITH_CLOSED_THREE ? BEST : INNER;
                end else if (outer_done) begin
                    back  <= BEGIN;
                    phase <= group == WITH_OPEN_THREE ? BARS : LOST;
                end
            INNER:
                if (is_inner) begin
                    cells <= {inner, outer};
                    back  <= INNER;
                    phase <= CHECK;
                end else if (inner_done) phase <= OUTER;
            // The other cell is the best one.
            BEST: begin
                if (inner_valid & is_quiet & inner != outer
                    & (~best_valid | fact[`FACT_QUALITY] > best_quality)) begin
                    best_valid   <= 1'b1;
                    best_quality <= fact[`FACT_QUALITY];
                    best_cell    <= inner;
                end
                if (inner_done) begin
                    back  <= OUTER;
                    phase <= CHECK;
                end
            end

            BARS: phase <= BAR;
            BAR: begin
                back <= BAR;
                if (bar) begin
                    cells <= bar_cells;
                    phase <= FIRST;
                end else if (bars_done) begin
                    back  <= BEGIN;
                    phase <= LOST;
                end
            end
            FIRST: phase <= SECOND;
            SECOND: begin
                first_raises <= raises;
                phase        <= LEGS;
            end
            LEGS: phase <= (first_raises != 0 & raises != 0)
                         | (any_open & (first_raises != 0 | raises != 0)) ? CHECK : LOST;

            CHECK: begin
                stones <= back == OUTER ? {best_cell, outer} : cells;
                cells  <= back == OUTER ? {best_cell, outer} : cells;
                phase  <= is_lonely ? LOST : CHECKS;
                if (paper & ~is_lonely) begin
                    found <= 1'b1;
                    phase <= IDLE;
                    done  <= 1'b1;
                end
            end
            CHECKS:
                if (two_turn_done) begin
                    phase <= two_turn_found ? IDLE : LOST;
                    found <= two_turn_found;
                    done  <= two_turn_found;
                end
            LOST: begin
                phase <= back;
                if (back == BEGIN) begin
                    group <= group + 2'd1;
                    if (group == CROSSING_TWOS) begin
                        phase <= IDLE;
                        done  <= 1'b1;
                    end
                end
            end
            default: phase <= IDLE;
        endcase
        if (start) begin
            phase <= BEGIN;
            back  <= BEGIN;
            group <= WITH_OPEN_THREE;
            found <= 1'b0;
        end
        if (reset) begin
            phase <= IDLE;
            done  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
