// The steps of the Connect6 machine take turns, whatever they are answered: one at a time
// is active, and only the active one asks for anything.

module steps_formal (
    input wire        clk,
    input wire        think,
    // Any answers.
    input wire [7:0]  answers,         // of all who are asked
    input wire        any,
    input wire        is_lost,
    input wire        has_five,
    input wire        found,
    input wire        bar,
    input wire [1:0]  n_needed,
    input wire [3:0]  pair,
    input wire [19:0] stones,
    input wire [36:0] fact
);
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire [8:0]  step_done;
    wire        iRst_n = think & ~first;
    wire [8:0]  runs   = {step_done[7:0], iRst_n} & {9{iRst_n}};
    wire [17:0] turn_after;
    wire [17:0] turn_before = {turn_after[15:0], 2'd2};
    wire [8:0]  active = runs & ~step_done;

    // Who asks for threats, the formation, a search, bars, the tally, a stone, or a look.
    wire [8:0] threats, forms, finds, takes, chooses, puts, looks;
    assign {threats[8:2], forms[0], finds[1:0], finds[8], takes[7:0], looks[7:0]} = 0;
    assign chooses[0] = 1'b0;
    assign chooses[5] = 1'b0;
    assign chooses[7] = 1'b0;

    step1 s1 (
        .clk(clk), .iRst_n(runs[0]), .iTurn(turn_before[1:0]), .oDone(step_done[0]),
        .oTurn(turn_after[1:0]), .threats_start(threats[0]), .threats_done(answers[0]),
        .is_lost(is_lost), .any(any), .has_five(has_five), .win_cells(stones), .put(puts[0]),
        .put_cells(), .put_done(answers[1])
    );
    step2 s2 (
        .clk(clk), .iRst_n(runs[1]), .iTurn(turn_before[3:2]), .oDone(step_done[1]),
        .oTurn(turn_after[3:2]), .threats_start(threats[1]), .threats_done(answers[0]),
        .any(any), .n_needed(n_needed), .single(pair[1:0]), .single_cells(stones), .pair(pair),
        .pair_cells({4{stones}}), .counts(), .formation_start(forms[1]),
        .formation_done(answers[2]), .fact_cell(), .fact(fact), .tally_busy(answers[3]),
        .tally_start(chooses[1]), .tally_done(answers[4]), .tally_best(stones[9:0]),
        .put(puts[1]), .put_cells(), .put_done(answers[1])
    );
    genvar i;
    generate
        for (i = 2; i < 7; i = i + 1) begin : attacks
            if (i == 2 || i == 3 || i == 6) begin : attack
                attack_step #(.HAS_FORMATION(i != 2)) step (
                    .clk(clk), .iRst_n(runs[i]), .iTurn(turn_before[2*i +: 2]),
                    .oDone(step_done[i]), .oTurn(turn_after[2*i +: 2]), .find_start(finds[i]),
                    .find_done(answers[5]), .found(found), .stones(stones),
                    .formation_start(forms[i]), .formation_done(answers[2]),
                    .tally_start(chooses[i]), .tally_busy(answers[3]), .tally_done(answers[4]),
                    .tally_found(has_five), .tally_best(stones[9:0]), .put(puts[i]),
                    .put_cells(), .put_done(answers[1])
                );
            end
        end
        for (i = 5; i < 8; i = i + 2) begin : stops
            stop_step step (
                .clk(clk), .iRst_n(runs[i]), .iTurn(turn_before[2*i +: 2]),
                .oDone(step_done[i]), .oTurn(turn_after[2*i +: 2]), .find_start(finds[i]),
                .find_done(answers[5]), .found(found), .stones(stones),
                .formation_start(forms[i]), .formation_done(answers[2]), .fact_cell(),
                .fact(fact), .put(puts[i]), .put_cells(), .put_done(answers[1])
            );
        end
    endgenerate
    step4 s4 (
        .clk(clk), .iRst_n(runs[4]), .iTurn(turn_before[9:8]), .oDone(step_done[4]),
        .oTurn(turn_after[9:8]), .find_start(finds[4]), .find_done(answers[5]), .found(found),
        .formation_start(forms[4]), .formation_done(answers[2]), .tally_start(chooses[4]),
        .tally_busy(answers[3]), .tally_done(answers[4]), .tally_best(stones[9:0]),
        .put(puts[4]), .put_cells(), .put_done(answers[1])
    );
    step7 s7 (
        .clk(clk), .iRst_n(runs[8]), .iTurn(turn_before[17:16]), .oDone(step_done[8]),
        .oTurn(turn_after[17:16]), .formation_start(forms[8]), .formation_done(answers[2]),
        .fact_cell(), .fact(fact), .has_open(pair), .has_closed(any), .bars_start(),
        .bar(bar), .bar_direction(n_needed), .bar_cells(stones), .bar_distance(pair[2:0]),
        .bar_take(takes[8]), .bars_done(answers[6]), .look(looks[8]), .look_cell(),
        .seen(answers[7]), .makes_open_four(40'd0), .tally_start(chooses[8]),
        .tally_busy(answers[3]), .tally_done(answers[4]), .tally_found(has_five),
        .tally_best(stones[9:0]), .put(puts[8]), .put_cells(), .put_done(answers[1])
    );

    wire [8:0] asks = threats | forms | finds | takes | chooses | puts | looks;
    always @(posedge clk) if (~first) begin
        // A step is done only after those before it.
        assert ((step_done & ~{step_done[7:0], 1'b1}) == 9'd0 | ~iRst_n);
        if (iRst_n) begin
            assert ((active & (active - 9'd1)) == 9'd0);
            assert ((asks & ~active) == 9'd0);
        end
    end
endmodule
