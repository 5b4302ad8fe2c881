// What the transmitter puts onto the line, the receiver takes off it: any two bytes, the
// second right behind the first.

module uart_formal #(
    parameter BYTE_CLOCKS = 160
) (
    input wire clk
);
    (* anyconst *) wire [7:0] one;
    (* anyconst *) wire [7:0] two;
    reg [8:0] clock = 9'd0;
    always @(posedge clk) if (clock != 9'd511) clock <= clock + 1'b1;

    wire line, ready, valid, armed;
    wire [7:0] data;
    reg  [1:0] sent = 2'd0, heard = 2'd0;
    wire sends = clock > 40 & sent != 2;
    uart_transmitter #(.CLOCKS_PER_BIT(16)) transmitter (
        .clk(clk), .reset(clock == 0), .data(sent == 0 ? one : two), .valid(sends), .ready(ready),
        .line(line)
    );
    rx #(.CLOCKS_PER_SAMPLE(1), .IDLE_BITS(1)) rx (
        .clk(clk), .reset(clock == 0), .line(line), .data(data), .valid(valid), .armed(armed)
    );
    always @(posedge clk) begin
        if (sends & ready) sent <= sent + 1'b1;
        if (valid & clock > 1) heard <= heard + 1'b1;
    end

    always @* if (clock > 1) begin
        if (valid) assert (data == (heard == 0 ? one : two));
        assert (heard <= sent);
        if (clock == 40 + 2 * BYTE_CLOCKS + 20) assert (heard == 2);
    end
endmodule
