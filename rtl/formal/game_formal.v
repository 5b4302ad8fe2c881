// The game comes back to waiting, whatever it is asked and whenever: its FSM, the board updater
// and the territory counter.

module game_formal #(
    parameter N             = 3,
    parameter MOST_BUSY     = 20,
    parameter MOST_COUNTING = 36
) (
    input wire       clk,
    input wire       move,
    input wire       mover,
    input wire       move_pass,
    input wire       move_resign,
    input wire [4:0] move_row,
    input wire [4:0] move_column
);
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire busy, accepted, refused, counting;
    game #(.N(N)) game (
        .clk(clk), .reset(first), .move(move), .mover(mover), .move_pass(move_pass),
        .move_resign(move_resign), .move_row(move_row), .move_column(move_column), .busy(busy),
        .accepted(accepted), .refused(refused), .refusal(), .black(), .white(), .turn(),
        .passed(), .over(), .resigned(), .counting(counting), .black_points(), .white_points()
    );

    // Clocks that each has worked; a move begins the count anew.
    reg [5:0] busy_for = 6'd0, counting_for = 6'd0;
    always @(posedge clk) begin
        busy_for     <= busy & ~first ? busy_for + 1'b1 : 6'd0;
        counting_for <= counting & ~accepted & ~first ? counting_for + 1'b1 : 6'd0;
    end

    always @* if (~first) begin
        assert (busy_for < MOST_BUSY);
        assert (counting_for < MOST_COUNTING);
    end
endmodule
