// What the transmitter puts onto the line, both receivers take off it: every byte once, as it
// was, and before the next one is taken, however many there are and however they follow each
// other. It is proved by an induction: where the transmitter is within a byte says where the
// receivers are, and what they have heard of it.

module uart_formal (
    input wire       clk,
    input wire       send,
    input wire [7:0] word
);
    reg first = 1'b1, was_armed = 1'b0;
    reg [4:0] waited = 5'd0;
    always @(posedge clk) begin
        first <= 1'b0;
        was_armed <= ~first & (was_armed | armed);
        if (~first & ~was_armed) waited <= waited + 1'b1;
    end

    wire line, ready, armed, rx_valid, valid;
    wire [7:0] rx_data, data;
    uart_transmitter #(.CLOCKS_PER_BIT(16)) transmitter (
        .clk(clk), .reset(first), .data(word), .valid(send), .ready(ready), .line(line)
    );
    rx #(.CLOCKS_PER_SAMPLE(1), .IDLE_BITS(1)) rx (
        .clk(clk), .reset(first), .line(line), .data(rx_data), .valid(rx_valid), .armed(armed)
    );
    uart_receiver #(.CLOCKS_PER_BIT(16)) receiver (
        .clk(clk), .reset(first), .line(line), .data(data), .valid(valid), .idle()
    );
    (* hierconn *) wire [8:0] \transmitter.shift ;
    (* hierconn *) wire [4:0] \transmitter.left ;
    (* hierconn *) wire [3:0] \transmitter.bits ;
    (* hierconn *) wire [1:0] \rx.state ;
    (* hierconn *) wire       \rx.left ;
    (* hierconn *) wire [4:0] \rx.idle ;
    (* hierconn *) wire [3:0] \rx.sample ;
    (* hierconn *) wire [3:0] \rx.bits ;
    (* hierconn *) wire [1:0] \rx.early ;
    (* hierconn *) wire [1:0] \receiver.samples ;
    (* hierconn *) wire [4:0] \receiver.left ;
    (* hierconn *) wire [3:0] \receiver.bits ;
    localparam [1:0] ARMING = 0, READY = 1, RECEIVING = 2;

    // The byte that is on the line, all of its bits, and how many clocks ago it began.
    reg  [7:0] sent;
    always @(posedge clk) if (ready & send) sent <= word;
    wire [9:0] frame = {1'b1, sent, 1'b0};
    wire [7:0] clock = {4'd10 - \transmitter.bits , 4'd15 - \transmitter.left [3:0]};
    // The line one and two clocks ago, and how far the receivers are.
    wire [7:0] ago_1 = clock - 8'd1, ago_2 = clock - 8'd2;
    wire [7:0] rx_clock = clock + 8'd6, clock_2 = clock + 8'd4;
    wire [3:0] rx_bits = rx_clock[7:4], bits = clock_2[7:4];

    // Whether the first bits of the byte are the last ones that came in.
    function is_begun;
        input [7:0] heard;
        input [7:0] sent;
        input [3:0] count;
        is_begun = count == 0 | (sent << (4'd8 - count)) == (heard & 8'hff << (4'd8 - count));
    endfunction

    always @* if (~first) begin
        // Nobody speaks before the line was idle.
        if (send) assume (was_armed);
        assert (~\rx.left );
        // The receiver is armed once the line was idle for 16 clocks, and stays so.
        assert (was_armed ? \rx.state != ARMING : waited <= 16);
        if (\rx.state == ARMING) assert (waited + \rx.idle == 16);
        assert (\rx.state != 3);
        assert (rx_valid == (~ready & clock == 154));
        assert (valid == (~ready & clock == 156));
        if (ready) begin
            assert (line & \rx.state != RECEIVING);
            assert (\receiver.bits == 0 & \receiver.samples == 2'b11);
        end else begin
            assert (was_armed & \transmitter.bits <= 10 & \transmitter.left <= 15);
            assert (\transmitter.shift == (({9'h1ff, sent, 1'b0} >> clock[7:4]) & 9'h1ff));
            if (clock == 0 | clock >= 154) assert (\rx.state == READY);
            else begin
                assert (\rx.state == RECEIVING & \rx.sample == clock[3:0] & \rx.bits == rx_bits);
                if (\rx.sample == 8) assert (\rx.early [0] == line);
                if (\rx.sample == 9) assert (\rx.early == {line, line});
            end
            if (rx_bits > 1) assert (is_begun(rx_data, sent, rx_bits > 9 ? 4'd8 : rx_bits - 4'd1));
            if (rx_valid) assert (rx_data == sent);
            assert (\receiver.samples [0] == (clock < 1 | frame[ago_1[7:4]]));
            assert (\receiver.samples [1] == (clock < 2 | frame[ago_2[7:4]]));
            if (clock < 3 | clock >= 156) assert (\receiver.bits == 0);
            else assert (\receiver.bits == 4'd10 - bits & \receiver.left == 5'd15 - clock_2[3:0]);
            if (bits > 1) assert (is_begun(data, sent, bits > 9 ? 4'd8 : bits - 4'd1));
            if (valid) assert (data == sent);
        end
    end
endmodule
