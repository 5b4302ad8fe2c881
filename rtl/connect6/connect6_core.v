// The Connect6 core (CC): the seven steps in the order 1, 2, 3, 5A, 4, 6A, 5B, 6B, 7.
//
// A step begins when the one before it is done, and is told how many stones of the turn
// are left. Only one step is active at a time, so that the board, and what finds lines on
// it, is shared: whoever is not active drives zeros, and all of them are joined by OR.

`default_nettype none

module connect6_core #(
    parameter LINES = 1                // with 0 the scanner reads cell by cell
) (
    input  wire        clk,
    input  wire        reset,
    input  wire        paper,          // kinds as the paper has them
    input  wire        color,          // of the machine: 1 light
    input  wire [8:0]  steps,          // that are taken; the others are passed over
    input  wire        iRst_n,         // think
    input  wire [1:0]  iTurn,          // stones of the turn
    output wire        oDone,
    output reg         is_over,        // six in a row, of the opponent or with this turn
    // Stones that come from outside, onto cells that are empty.
    input  wire        clear,
    output wire        ready,
    input  wire        probe,
    output wire        probe_done,
    output wire        probe_empty,
    input  wire        store,
    input  wire [9:0]  store_cell,
    input  wire        store_color,
    // Those of the turn.
    output wire [1:0]  n_stones,
    output wire [19:0] stones,
    // Which step is active.
    output wire [8:0]  active
);
    // The chain of steps.
    localparam S1 = 0, S2 = 1, S3 = 2, S5A = 3, S4 = 4, S6A = 5, S5B = 6, S6B = 7, S7 = 8;
    wire [8:0]  step_done;
    wire [17:0] turn_after;
    reg  [8:0]  reached;
    reg  [17:0] turn_before;
    reg         is_reached;
    reg  [1:0]  turn;
    integer     s;
    always @* begin
        is_reached = iRst_n;
        turn       = iTurn;
        for (s = 0; s < 9; s = s + 1) begin
            reached[s]            = is_reached;
            turn_before[2*s +: 2] = turn;
            if (steps[s]) begin
                is_reached = is_reached & step_done[s];
                turn       = turn_after[2*s +: 2];
            end
        end
    end
    wire [8:0]  runs = reached & steps;
    assign active = runs & ~step_done;
    assign oDone  = is_reached;
    // Whose lines are looked at.
    wire is_defense = active[S2] | active[S4] | active[S6A] | active[S6B];
    wire side       = color ^ is_defense;

    // Stones of a step.
    wire [8:0]   put;
    wire [179:0] puts;
    wire         put_done;
    wire         placer_place;
    wire [9:0]   put_cell;
    wire [19:0]  put_cells = puts[19:0] | puts[39:20] | puts[59:40] | puts[79:60]
                           | puts[99:80] | puts[119:100] | puts[139:120] | puts[159:140]
                           | puts[179:160];
    placer placer (
        .clk(clk), .reset(reset), .put(|put), .cells(put_cells), .ready(ready),
        .place(placer_place), .cell_(put_cell), .done(put_done), .forget(~iRst_n),
        .n_stones(n_stones), .stones(stones)
    );

    // The view of the board.
    wire         formation_look, threats_look, threats_around, two_turn_look, two_turn_around;
    wire         bars_look, chain_look, step7_look, seen, chain_other;
    wire [9:0]   formation_cell, threats_cell, two_turn_cell, bars_cell, chain_cell, step7_cell;
    wire [4:0]   threats_sweep, two_turn_sweep;
    wire [1:0]   two_turn_trial, non_chain_trial;
    wire [3:0]   chain_trial;
    wire [19:0]  two_turn_cells, non_chain_cells;
    wire [39:0]  chain_cells;
    wire [151:0] lines;
    wire [23:0]  numbers;
    wire [9:0]   around;
    view #(.LINES(LINES)) view (
        .clk(clk), .clear(clear), .ready(ready), .place(placer_place | store),
        .place_stone((placer_place ? color : store_color) ? 2'd2 : 2'd1),
        .place_cell(placer_place ? put_cell : store_cell),
        .look(probe | formation_look | threats_look | two_turn_look | bars_look | chain_look | step7_look),
        .look_around(probe | formation_look | threats_around | two_turn_around | bars_look | chain_look
                     | step7_look),
        .look_cell((probe ? store_cell : 10'd0) | formation_cell | threats_cell | two_turn_cell | bars_cell | chain_cell
                   | step7_cell),
        .look_sweep(threats_sweep | two_turn_sweep), .seen(seen), .side(side),
        .trial({two_turn_trial, chain_trial[3:2], chain_trial[1:0] | non_chain_trial}),
        .trial_cells({two_turn_cells, chain_cells[39:20], chain_cells[19:0] | non_chain_cells}),
        .lines(lines), .numbers(numbers), .around(around)
    );

    // What is in the lines.
    wire [167:0] counts, other_counts;
    wire [55:0]  ones, twos, threes, fours, sixes, other_sixes;
    wire [75:0]  empties;
    wire         is_empty;
    wire [3:0]   in_one, in_two, in_three, open_three;
    wire [39:0]  makes_four, makes_open_four;
    wire [6:0]   quality;
    wire [11:0]  begins;
    detector detector (
        .lines(lines), .side(side ^ chain_other), .counts(counts), .ones(ones), .twos(twos),
        .threes(threes), .fours(fours), .sixes(sixes)
    );
    detector other_detector (
        .lines(lines), .side(~side), .counts(other_counts), .ones(), .twos(), .threes(),
        .fours(), .sixes(other_sixes)
    );
    star star (
        .lines(lines), .around(around), .counts(counts), .other_counts(other_counts),
        .ones(ones), .twos(twos), .threes(threes), .empties(empties), .is_empty(is_empty),
        .in_one(in_one), .in_two(in_two), .in_three(in_three), .open_three(open_three),
        .makes_four(makes_four), .makes_open_four(makes_open_four), .quality(quality),
        .begins(begins)
    );

    // The formation.
    wire [8:0]  form;
    wire        formation_done, has_closed;
    wire [9:0]  bars_fact, chain_fact, non_chain_fact, tally_fact, step2_fact, step6a_fact,
                step6b_fact, step7_fact;
    wire [36:0] fact;
    wire [11:0] has_begins;
    wire [3:0]  has_open;
    formation formation (
        .clk(clk), .reset(reset), .start(|form), .done(formation_done), .look(formation_look),
        .look_cell(formation_cell), .seen(seen), .is_empty(is_empty), .in_one(in_one),
        .in_two(in_two), .in_three(in_three), .open_three(open_three),
        .makes_open_four(makes_open_four), .quality(quality), .begins(begins),
        .fact_cell(bars_fact | chain_fact | non_chain_fact | tally_fact | step2_fact
                   | step6a_fact | step6b_fact | step7_fact),
        .fact(fact), .has_begins(has_begins), .has_open(has_open), .has_closed(has_closed)
    );

    // Threats.
    wire         step1_threats, step2_threats, chain_threats, two_turn_threats, threats_local;
    wire         threats_done, any, has_five, gap, counts_gaps, tally_busy;
    wire [9:0]   gap_first, gap_second;
    wire [1:0]   n_needed, single;
    wire [19:0]  single_cells, win_cells;
    wire [3:0]   pair;
    wire [79:0]  pair_cells;
    threats threats (
        .clk(clk), .reset(reset),
        .start(step1_threats | step2_threats | chain_threats | two_turn_threats),
        .local_(threats_local), .cells(two_turn_cells), .all(active[S1] | active[S2]),
        .hold(counts_gaps & tally_busy), .done(threats_done), .look(threats_look),
        .look_around(threats_around), .look_cell(threats_cell), .look_sweep(threats_sweep),
        .seen(seen), .numbers(numbers), .empties(empties), .fours(fours), .gap(gap),
        .gap_first(gap_first), .gap_second(gap_second), .any(any), .n_needed(n_needed),
        .single(single), .single_cells(single_cells), .pair(pair), .pair_cells(pair_cells),
        .has_five(has_five), .win_cells(win_cells)
    );

    // Two-turn wins.
    wire         step3_find, step4_find, chain_two_turn, non_chain_two_turn;
    wire         two_turn_done, two_turn_found, win;
    wire [19:0]  two_turn_stones, win_stones;
    two_turn two_turn (
        .clk(clk), .reset(reset), .paper(paper),
        .start(step3_find | step4_find | chain_two_turn | non_chain_two_turn),
        .mode(active[S3] ? 2'd0 : active[S4] ? 2'd1 : active[S5A] | active[S6A] ? 2'd2 : 2'd3),
        .n_stones(active[S3] ? turn_before[2*S3 +: 2] : 2'd2), .done(two_turn_done),
        .found(two_turn_found), .stones(two_turn_stones), .win(win), .win_stones(win_stones),
        .hold(tally_busy), .trial(two_turn_trial), .trial_cells(two_turn_cells),
        .look(two_turn_look), .look_around(two_turn_around), .look_cell(two_turn_cell),
        .look_sweep(two_turn_sweep), .seen(seen), .numbers(numbers), .empties(empties),
        .threes(threes), .has_four(|fours | |sixes), .in_three(in_three),
        .open_three(open_three), .makes_four(makes_four), .makes_open_four(makes_open_four),
        .threats_start(two_turn_threats), .threats_local(threats_local),
        .threats_done(threats_done), .n_needed(n_needed)
    );

    // Three-turn wins.
    wire         chain_bars, non_chain_bars, step7_bars, bar, bars_done;
    wire         chain_take, non_chain_take, step7_take;
    wire [1:0]   chain_n_stones, bar_direction;
    wire [19:0]  bar_cells;
    wire [2:0]   bar_distance;
    bars bars (
        .clk(clk), .reset(reset), .start(chain_bars | non_chain_bars | step7_bars),
        .n_stones(active[S5A] | active[S6A] ? chain_n_stones : active[S7] ? 2'd2 : 2'd1),
        .valid(bar), .direction(bar_direction), .cells(bar_cells), .distance(bar_distance),
        .take(chain_take | non_chain_take | step7_take), .done(bars_done), .look(bars_look),
        .look_cell(bars_cell), .seen(seen), .empties(empties), .ones(ones), .twos(twos),
        .threes(threes), .fact_cell(bars_fact), .begins(fact[36:25]), .has_begins(has_begins)
    );
    wire         step5a_find, step6a_find, chain_done, chain_found;
    wire [19:0]  chain_stones;
    chain chain (
        .clk(clk), .reset(reset), .paper(paper), .start(step5a_find | step6a_find),
        .done(chain_done), .found(chain_found), .stones(chain_stones), .fact_cell(chain_fact),
        .fact(fact), .has_open(has_open), .bars_start(chain_bars),
        .bars_n_stones(chain_n_stones), .bar(bar), .bar_direction(bar_direction),
        .bar_cells(bar_cells), .bar_distance(bar_distance), .bar_take(chain_take),
        .bars_done(bars_done), .look(chain_look), .look_cell(chain_cell), .seen(seen),
        .makes_open_four(makes_open_four), .trial(chain_trial), .trial_cells(chain_cells),
        .threats_start(chain_threats), .other(chain_other), .threats_done(threats_done),
        .any(any), .n_needed(n_needed), .pair(pair), .pair_cells(pair_cells),
        .two_turn_start(chain_two_turn), .two_turn_done(two_turn_done),
        .two_turn_found(two_turn_found)
    );
    wire         step5b_find, step6b_find, non_chain_done, non_chain_found;
    wire [19:0]  non_chain_stones;
    non_chain non_chain (
        .clk(clk), .reset(reset), .paper(paper), .start(step5b_find | step6b_find),
        .done(non_chain_done), .found(non_chain_found), .stones(non_chain_stones),
        .fact_cell(non_chain_fact), .fact(fact), .has_open(has_open), .has_closed(has_closed),
        .bars_start(non_chain_bars), .bar(bar), .bar_direction(bar_direction),
        .bar_cells(bar_cells), .bar_take(non_chain_take), .bars_done(bars_done),
        .trial(non_chain_trial), .trial_cells(non_chain_cells),
        .two_turn_start(non_chain_two_turn), .two_turn_done(two_turn_done),
        .two_turn_found(two_turn_found)
    );

    // The tally, and the best cell.
    wire [8:0]  choose;
    wire        tally_done, tally_found;
    wire [9:0]  tally_best;
    tally tally (
        .clk(clk), .reset(reset), .busy(tally_busy), .add((gap & counts_gaps) | win),
        .cells(win ? win_stones : {gap_second, gap_first}), .is_gap(~win), .start(|choose),
        .named(active[S2] | active[S4]), .done(tally_done), .found(tally_found),
        .best(tally_best), .fact_cell(tally_fact), .fact(fact)
    );

    // The steps.
    assign form[S1]   = 1'b0;
    assign choose[S1] = 1'b0;
    step1 step1 (
        .clk(clk), .iRst_n(runs[S1]), .iTurn(turn_before[2*S1 +: 2]), .oDone(step_done[S1]),
        .oTurn(turn_after[2*S1 +: 2]), .threats_start(step1_threats),
        .threats_done(threats_done), .is_lost(is_over), .any(any), .has_five(has_five),
        .win_cells(win_cells), .put(put[S1]), .put_cells(puts[20*S1 +: 20]), .put_done(put_done)
    );
    step2 step2 (
        .clk(clk), .iRst_n(runs[S2]), .iTurn(turn_before[2*S2 +: 2]), .oDone(step_done[S2]),
        .oTurn(turn_after[2*S2 +: 2]), .threats_start(step2_threats),
        .threats_done(threats_done), .any(any), .n_needed(n_needed), .single(single),
        .single_cells(single_cells), .pair(pair), .pair_cells(pair_cells),
        .counts(counts_gaps), .formation_start(form[S2]), .formation_done(formation_done),
        .fact_cell(step2_fact), .fact(fact), .tally_busy(tally_busy), .tally_start(choose[S2]),
        .tally_done(tally_done), .tally_best(tally_best), .put(put[S2]),
        .put_cells(puts[20*S2 +: 20]), .put_done(put_done)
    );
    attack_step #(.HAS_FORMATION(0)) step3 (
        .clk(clk), .iRst_n(runs[S3]), .iTurn(turn_before[2*S3 +: 2]), .oDone(step_done[S3]),
        .oTurn(turn_after[2*S3 +: 2]), .find_start(step3_find), .find_done(two_turn_done),
        .found(two_turn_found), .stones(two_turn_stones), .formation_start(form[S3]),
        .formation_done(formation_done), .tally_start(choose[S3]), .tally_busy(tally_busy),
        .tally_done(tally_done), .tally_found(tally_found), .tally_best(tally_best),
        .put(put[S3]), .put_cells(puts[20*S3 +: 20]), .put_done(put_done)
    );
    attack_step step5a (
        .clk(clk), .iRst_n(runs[S5A]), .iTurn(turn_before[2*S5A +: 2]), .oDone(step_done[S5A]),
        .oTurn(turn_after[2*S5A +: 2]), .find_start(step5a_find), .find_done(chain_done),
        .found(chain_found), .stones(chain_stones), .formation_start(form[S5A]),
        .formation_done(formation_done), .tally_start(choose[S5A]), .tally_busy(tally_busy),
        .tally_done(tally_done), .tally_found(tally_found), .tally_best(tally_best),
        .put(put[S5A]), .put_cells(puts[20*S5A +: 20]), .put_done(put_done)
    );
    step4 step4 (
        .clk(clk), .iRst_n(runs[S4]), .iTurn(turn_before[2*S4 +: 2]), .oDone(step_done[S4]),
        .oTurn(turn_after[2*S4 +: 2]), .find_start(step4_find), .find_done(two_turn_done),
        .found(two_turn_found), .formation_start(form[S4]), .formation_done(formation_done),
        .tally_start(choose[S4]), .tally_busy(tally_busy), .tally_done(tally_done),
        .tally_best(tally_best), .put(put[S4]), .put_cells(puts[20*S4 +: 20]),
        .put_done(put_done)
    );
    stop_step step6a (
        .clk(clk), .iRst_n(runs[S6A]), .iTurn(turn_before[2*S6A +: 2]), .oDone(step_done[S6A]),
        .oTurn(turn_after[2*S6A +: 2]), .find_start(step6a_find), .find_done(chain_done),
        .found(chain_found), .stones(chain_stones), .formation_start(form[S6A]),
        .formation_done(formation_done), .fact_cell(step6a_fact), .fact(fact),
        .put(put[S6A]), .put_cells(puts[20*S6A +: 20]), .put_done(put_done)
    );
    attack_step step5b (
        .clk(clk), .iRst_n(runs[S5B]), .iTurn(turn_before[2*S5B +: 2]), .oDone(step_done[S5B]),
        .oTurn(turn_after[2*S5B +: 2]), .find_start(step5b_find), .find_done(non_chain_done),
        .found(non_chain_found), .stones(non_chain_stones), .formation_start(form[S5B]),
        .formation_done(formation_done), .tally_start(choose[S5B]), .tally_busy(tally_busy),
        .tally_done(tally_done), .tally_found(tally_found), .tally_best(tally_best),
        .put(put[S5B]), .put_cells(puts[20*S5B +: 20]), .put_done(put_done)
    );
    assign choose[S6A] = 1'b0;
    assign choose[S6B] = 1'b0;
    stop_step step6b (
        .clk(clk), .iRst_n(runs[S6B]), .iTurn(turn_before[2*S6B +: 2]), .oDone(step_done[S6B]),
        .oTurn(turn_after[2*S6B +: 2]), .find_start(step6b_find), .find_done(non_chain_done),
        .found(non_chain_found), .stones(non_chain_stones), .formation_start(form[S6B]),
        .formation_done(formation_done), .fact_cell(step6b_fact), .fact(fact),
        .put(put[S6B]), .put_cells(puts[20*S6B +: 20]), .put_done(put_done)
    );
    step7 step7 (
        .clk(clk), .iRst_n(runs[S7]), .iTurn(turn_before[2*S7 +: 2]), .oDone(step_done[S7]),
        .oTurn(turn_after[2*S7 +: 2]), .formation_start(form[S7]),
        .formation_done(formation_done), .fact_cell(step7_fact), .fact(fact),
        .has_open(has_open), .has_closed(has_closed), .bars_start(step7_bars), .bar(bar),
        .bar_direction(bar_direction), .bar_cells(bar_cells), .bar_distance(bar_distance),
        .bar_take(step7_take), .bars_done(bars_done), .look(step7_look), .look_cell(step7_cell),
        .seen(seen), .makes_open_four(makes_open_four), .tally_start(choose[S7]),
        .tally_busy(tally_busy), .tally_done(tally_done), .tally_found(tally_found),
        .tally_best(tally_best), .put(put[S7]), .put_cells(puts[20*S7 +: 20]),
        .put_done(put_done)
    );
    // The first step sees all lines: have six been made by the opponent?
    always @(posedge clk)
        if (~iRst_n) is_over <= 1'b0;
        else if (active[S1] & (put[S1] | (seen & |other_sixes))) is_over <= 1'b1;
    assign probe_done  = seen;
    assign probe_empty = is_empty;
endmodule

`default_nettype wire
