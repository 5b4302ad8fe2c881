// The UART controller (UC): ASCII on the line, colors and cells inside.
//
// `D` or `L` (or `W`) begins a game; from then on a stone is four digits, two for the row
// and two for the column, from 01 to 19. Other bytes are noise. What arrives while the
// machine thinks waits in a queue.

`default_nettype none

module uart_controller #(
    parameter CLOCKS_PER_BIT = 217
) (
    input  wire       clk,
    input  wire       reset,
    input  wire       rx,
    output wire       tx,
    // What the host says, as long as somebody listens.
    input  wire       listen,
    input  wire       is_playing,      // digits mean something
    output reg        has_color,       // for one clock
    output reg        color,           // 1 light
    output reg        has_stone,       // for one clock
    output reg        is_inside,       // on the board
    output reg  [9:0] cell_,
    // What the machine says.
    input  wire       send,
    input  wire [9:0] send_cell,
    output wire       ready
);
    // From the line.
    wire [7:0] received, head;
    wire       is_received, valid;
    wire       take = listen & ~has_color & ~has_stone & valid;
    uart_receiver #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) receiver (
        .clk(clk), .reset(reset), .line(rx), .data(received), .valid(is_received),
        .idle()
    );
    fifo #(.WIDTH(8), .BITS(6)) queue (
        .clk(clk), .reset(reset), .write(is_received), .word(received), .commit(1'b1),
        .rollback(1'b0), .full(), .empty(), .valid(valid), .head(head), .take(take)
    );

    reg  [1:0] n_digits;
    reg  [3:0] tens;
    reg  [6:0] row;
    wire       is_digit = head >= "0" & head <= "9";
    wire       is_light = head == "L" | head == "W";
    wire [6:0] number   = {3'd0, tens} * 7'd10 + {3'd0, head[3:0]};
    wire [6:0] row_before    = row - 7'd1;
    wire [6:0] column_before = number - 7'd1;

    always @(posedge clk) begin
        has_color <= 1'b0;
        has_stone <= 1'b0;
        if (take) begin
            if (head == "D" | is_light) begin
                has_color <= 1'b1;
                color     <= is_light;
                n_digits  <= 2'd0;
            end else if (is_digit & is_playing) begin
                n_digits <= n_digits + 2'd1;
                if (~n_digits[0]) tens <= head[3:0];
                if (n_digits == 2'd1) row <= number;
                if (n_digits == 2'd3) begin
                    has_stone <= 1'b1;
                    is_inside <= row_before < 7'd19 & column_before < 7'd19;
                    cell_     <= {row_before[4:0], column_before[4:0]};
                end
            end
        end
        if (reset) begin
            n_digits  <= 2'd0;
            has_color <= 1'b0;
            has_stone <= 1'b0;
        end
    end

    // To the line.
    reg  [2:0] n_left;
    reg  [9:0] shown;
    wire       transmitter_ready;
    wire [4:0] part     = n_left > 3'd2 ? shown[9:5] : shown[4:0];
    wire       is_tens  = ~n_left[0];
    wire       has_ten  = part >= 5'd9;                       // the number is one more
    wire [3:0] ones     = has_ten ? part[3:0] - 4'd9 : part[3:0] + 4'd1;
    wire [3:0] digit    = is_tens ? {3'd0, has_ten} : ones;
    uart_transmitter #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) transmitter (
        .clk(clk), .reset(reset), .data({4'h3, digit}), .valid(n_left != 3'd0),
        .ready(transmitter_ready), .line(tx)
    );
    assign ready = n_left == 3'd0;

    always @(posedge clk)
        if (reset) n_left <= 3'd0;
        else if (send & ready) begin
            n_left <= 3'd4;
            shown  <= send_cell;
        end else if (transmitter_ready & ~ready) n_left <= n_left - 3'd1;
endmodule

`default_nettype wire
