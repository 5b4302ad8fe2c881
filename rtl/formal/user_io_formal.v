// The cursor never leaves the board and never moves onto a stone, and comes to rest behind
// every press of a button.

module user_io_formal #(
    parameter N = 5
) (
    input wire           clk,
    input wire           up,
    input wire           down,
    input wire           left,
    input wire           right,
    input wire           centre,
    input wire           pass_switch,
    input wire           my_turn
);
    (* anyconst *) wire [N*N-1:0] occupied;
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire [4:0] row, column;
    wire move, move_is_pass;
    user_io #(.N(N)) user_io (
        .clk(clk), .reset(first), .up(up), .down(down), .left(left), .right(right),
        .centre(centre), .pass_switch(pass_switch), .my_turn(my_turn), .occupied(occupied),
        .cursor_row(row), .cursor_column(column), .move(move), .move_is_pass(move_is_pass)
    );

    // user_io.v says what holds of its own state.
    reg [4:0] last_row, last_column;
    reg       had_turn = 1'b0, has_last = 1'b0;
    always @(posedge clk) begin
        last_row    <= row;
        last_column <= column;
        had_turn    <= my_turn & ~first;
        has_last    <= ~first;
    end

    always @* if (~first) begin
        if (move) assert (had_turn);
        if (has_last & (row != last_row | column != last_column))
            assert (~occupied[row * N + column] & (row == last_row | column == last_column));
    end
endmodule
