// Chain three-turn wins: a turn that makes two threats, and a two-turn win after each
// answer.
//
// There are pairs of a cell of an open three and one where lines of two cross, and bars
// in lines of three and of two whose legs are a triangle or an H.

`default_nettype none

module chain (
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
    // Bars.
    output wire        bars_start,
    output wire [1:0]  bars_n_stones,
    input  wire        bar,
    input  wire [1:0]  bar_direction,
    input  wire [19:0] bar_cells,
    input  wire [2:0]  bar_distance,
    output wire        bar_take,
    input  wire        bars_done,
    // The view and the star.
    output wire        look,
    output wire [9:0]  look_cell,
    input  wire        seen,
    input  wire [39:0] makes_open_four,
    // Stones that are tried: two of the side and two of the other one.
    output wire [3:0]  trial,
    output wire [39:0] trial_cells,
    // Threats, of the other side if `other` is on.
    output wire        threats_start,
    output wire        other,
    input  wire        threats_done,
    input  wire        any,
    input  wire [1:0]  n_needed,
    input  wire [3:0]  pair,
    input  wire [79:0] pair_cells,
    // Two-turn wins.
    output wire        two_turn_start,
    input  wire        two_turn_done,
    input  wire        two_turn_found
);
    `include "facts.vh"

    localparam [4:0] IDLE = 5'd0, OUTER = 5'd1, INNER = 5'd2, BARS = 5'd3, BAR = 5'd4,
                     FIRST = 5'd5, SECOND = 5'd6, LEGS = 5'd7, MEET = 5'd8, OPEN = 5'd9,
                     OPENS = 5'd10, CHECK = 5'd11, THREATS = 5'd12, ANSWER = 5'd13,
                     WINS = 5'd14, COUNTER = 5'd15, COUNTERS = 5'd16, LOST = 5'd17,
                     LEVELS = 5'd18, THREES = 5'd19;

    reg [4:0]  phase, back;
    reg [1:0]  direction;
    reg [19:0] cells;
    reg [1:0]  n_stones;                 // in the lines of the bars
    reg [15:0] first_fact;
    reg [7:0]  levels, other_levels;
    reg        is_open;
    reg [3:0]  combination;
    reg [3:0]  answers;
    reg [79:0] answer_cells;

    // Open threes: one cell after the other, with each cell where lines of two cross.
    wire [9:0] outer_fact, inner_fact, outer, inner;
    wire       outer_valid, inner_valid, outer_done, inner_done;
    wire [3:0] open    = fact[`FACT_OPEN];
    wire [3:0] in_two  = fact[`FACT_IN_TWO];
    wire       crosses = (in_two & (in_two - 4'd1)) != 4'd0;
    wire       is_outer = outer_valid & open[direction];
    wire       is_inner = inner_valid & crosses & inner != outer;
    fact_scan outer_scan (
        .clk(clk), .reset(reset), .start(phase == THREES & has_open[direction]),
        .stop(is_outer), .go(phase == INNER & inner_done), .fact_cell(outer_fact),
        .valid(outer_valid), .cell_(outer), .done(outer_done)
    );
    fact_scan inner_scan (
        .clk(clk), .reset(reset), .start(phase == OUTER & is_outer), .stop(is_inner),
        .go(phase == LOST & back == INNER), .fact_cell(inner_fact), .valid(inner_valid),
        .cell_(inner), .done(inner_done)
    );

    // The levels of the lines through a cell, up to three.
    function [7:0] levels_of(input [15:0] in);
        integer k;
        for (k = 0; k < 4; k = k + 1)
            levels_of[2*k +: 2] = in[8 + k] ? 2'd3 : in[4 + k] ? 2'd2 : in[k] ? 2'd1 : 2'd0;
    endfunction
    wire [7:0] beside = ~(8'd3 << (2 * bar_direction));
    wire [7:0] next_levels       = levels_of(first_fact) & beside;
    wire [7:0] next_other_levels = levels_of({4'd0, fact[`FACT_IN_THREE], fact[`FACT_IN_TWO],
                                              fact[`FACT_IN_ONE]}) & beside;
    wire [1:0] level       = levels[2*combination[3:2] +: 2];
    wire [1:0] other_level = other_levels[2*combination[1:0] +: 2];
    wire       are_legs    = level != 0 & other_level != 0 & (level[1] | other_level[1]);
    // Both raise a line of two: with a bar in a line of two the shape does not matter.
    wire       is_h        = n_stones == 2'd2 & level[1] & other_level[1];
    wire       meets;
    wire [9:0] meeting;
    triangle triangle (
        .cells(cells), .one(combination[3:2]), .other(combination[1:0]), .meets(meets),
        .at(meeting)
    );
    wire       asks_meeting = phase == LEGS & are_legs & meets & ~is_h;

    assign fact_cell = outer_fact | inner_fact | (phase == FIRST ? cells[9:0] : 10'd0)
                     | (phase == SECOND ? cells[19:10] : 10'd0)
                     | (asks_meeting ? meeting : 10'd0);
    assign bars_start    = phase == BARS;
    assign bars_n_stones = n_stones;
    assign bar_take      = phase == LOST & back == BAR;
    assign look          = phase == OPEN;
    assign look_cell     = look ? cells[9:0] : 10'd0;

    // The answers that are looked at one by one.
    wire [19:0] answer = answer_cells[19:0];
    wire checks  = phase == THREATS | phase == WINS | phase == COUNTERS | phase == COUNTER;
    wire answers_too = phase == WINS | phase == COUNTERS | phase == COUNTER;
    assign trial          = {{2{answers_too}}, {2{checks}}};
    assign trial_cells    = {answers_too ? answer : 20'd0, checks ? cells : 20'd0};
    assign threats_start  = (phase == CHECK & ~paper) | phase == COUNTER;
    assign other          = phase == COUNTER | phase == COUNTERS;
    assign two_turn_start = phase == ANSWER & answers[0];

    always @(posedge clk) begin
        done <= 1'b0;
        case (phase)
            IDLE: ;
            THREES:
                if (has_open[direction]) phase <= OUTER;
                else begin
                    direction <= direction + 2'd1;
                    if (direction == 2'd3) phase <= BARS;
                end
            OUTER:
                if (is_outer) phase <= INNER;
                else if (outer_done) begin
                    direction <= direction + 2'd1;
                    phase     <= direction == 2'd3 ? BARS : THREES;
                end
            INNER:
                if (is_inner) begin
                    cells <= {inner, outer};
                    back  <= INNER;
                    phase <= CHECK;
                end else if (inner_done) phase <= OUTER;

            BARS: phase <= BAR;
            BAR:
                if (bar) begin
                    cells <= bar_cells;
                    back  <= BAR;
                    phase <= FIRST;
                end else if (bars_done) begin
                    n_stones <= 2'd2;
                    phase    <= n_stones == 2'd3 ? BARS : IDLE;
                    done     <= n_stones == 2'd2;
                end
            FIRST: phase <= SECOND;
            SECOND: begin
                first_fact <= {4'd0, fact[`FACT_IN_THREE], fact[`FACT_IN_TWO], fact[`FACT_IN_ONE]};
                is_open    <= open[bar_direction];
                phase      <= LEVELS;
            end
            LEVELS: begin
                levels       <= next_levels;
                other_levels <= next_other_levels;
                combination  <= 4'd0;
                phase <= n_stones == 2'd3 & ~is_open & ~open[bar_direction] ? LOST : LEGS;
            end
            LEGS: begin
                combination <= combination + 4'd1;
                if (are_legs & is_h) phase <= OPEN;
                else if (asks_meeting) begin
                    combination <= combination;
                    phase       <= MEET;
                end else if (combination == 4'd15) phase <= LOST;
            end
            MEET: begin
                combination <= combination + 4'd1;
                phase <= fact[`FACT_EMPTY] ? (n_stones == 2'd3 ? CHECK : OPEN)
                       : combination == 4'd15 ? LOST : LEGS;
            end
            // A bar in a line of two has to make two threats.
            OPEN: phase <= OPENS;
            OPENS:
                if (seen)
                    phase <= makes_open_four[10*bar_direction + 2*bar_distance - 1] ? CHECK : LOST;

            CHECK: begin
                stones <= cells;
                phase  <= THREATS;
                if (paper) begin
                    found <= 1'b1;
                    phase <= IDLE;
                    done  <= 1'b1;
                end
            end
            THREATS:
                if (threats_done) begin
                    answers      <= pair;
                    answer_cells <= pair_cells;
                    phase        <= n_needed == 2'd2 ? ANSWER : LOST;
                    if (n_needed == 2'd3) begin
                        found <= 1'b1;
                        phase <= IDLE;
                        done  <= 1'b1;
                    end
                end
            ANSWER:
                if (answers == 4'd0) begin
                    found <= 1'b1;
                    phase <= IDLE;
                    done  <= 1'b1;
                end else if (answers[0]) phase <= WINS;
                else begin
                    answers      <= answers >> 1;
                    answer_cells <= answer_cells >> 20;
                end
            WINS: if (two_turn_done) phase <= two_turn_found ? COUNTER : LOST;
            // An answer that threatens to win would have to be answered.
            COUNTER: phase <= COUNTERS;
            COUNTERS:
                if (threats_done) begin
                    answers      <= answers >> 1;
                    answer_cells <= answer_cells >> 20;
                    phase        <= any ? LOST : ANSWER;
                end
            LOST: phase <= back;
            default: phase <= IDLE;
        endcase
        if (start) begin
            phase     <= THREES;
            direction <= 2'd0;
            n_stones  <= 2'd3;
            found     <= 1'b0;
        end
        if (reset) begin
            phase <= IDLE;
            done  <= 1'b0;
        end
    end
endmodule

`default_nettype wire
