// Every byte of the classic wire becomes one move, that of the byte, before the next byte comes:
// a move is judged in less time than a byte takes, which is 160 samples at least. And an own move
// is sent as it was made, unless another one is made before the line takes it.

module classic_link_formal #(
    parameter BYTE_CLOCKS = 160,
    parameter MOST_BUSY   = 150
) (
    input wire       clk,
    input wire       rx_valid,
    input wire [7:0] rx_data,
    input wire       game_busy,
    input wire       refused,
    input wire       tx_ready,
    input wire       own,
    input wire       own_pass,
    input wire [4:0] own_row,
    input wire [4:0] own_column
);
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire move, move_pass, tx_valid, differs;
    wire [4:0] move_row, move_column;
    wire [7:0] tx_data;
    classic_link link (
        .clk(clk), .reset(first), .rx_data(rx_data), .rx_valid(rx_valid), .tx_data(tx_data),
        .tx_valid(tx_valid), .tx_ready(tx_ready), .move(move), .move_pass(move_pass),
        .move_row(move_row), .move_column(move_column), .game_busy(game_busy),
        .refused(refused), .out_of_turn(1'b0), .own(own), .own_pass(own_pass),
        .own_row(own_row), .own_column(own_column), .differs(differs)
    );
    (* hierconn *) wire \link.waiting ;

    // The last byte, how long ago it came, and whether it has become a move.
    reg [7:0] byte, since, busy_for;
    reg       is_due, sends;
    reg [7:0] own_byte;
    always @(posedge clk) begin
        since    <= rx_valid ? 8'd0 : since != 8'hff ? since + 1'b1 : since;
        busy_for <= game_busy ? busy_for + 1'b1 : 8'd0;
        if (move) is_due <= 1'b0;
        if (rx_valid) begin
            byte   <= rx_data;
            is_due <= 1'b1;
        end
        if (tx_ready) sends <= 1'b0;
        if (own) begin
            own_byte <= own_pass ? 8'hff : {own_row[3:0], own_column[3:0]};
            sends    <= 1'b1;
        end
        if (first) begin
            since    <= 8'hff;
            busy_for <= 8'd0;
            is_due   <= 1'b0;
            sends    <= 1'b0;
        end
    end

    always @* if (~first) begin
        if (rx_valid) assume (since >= BYTE_CLOCKS);
        assume (busy_for <= MOST_BUSY);
        assert (is_due == (\link.waiting | move));
        assert (~(\link.waiting & move));
        if (move) assert (is_due & move_pass == (byte == 8'hff) & move_row == byte[7:4]
                        & move_column == byte[3:0]);
        if (\link.waiting ) assert (move_pass == (byte == 8'hff) & move_row == byte[7:4]
                                  & move_column == byte[3:0] & since <= busy_for);
        // No byte comes before the last one has become a move.
        if (rx_valid) assert (~is_due);
        assert (tx_valid == sends);
        if (sends) assert (tx_data == own_byte);
    end
endmodule
