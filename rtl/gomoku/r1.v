// R1, the first chip: the serial line to the PC, and the latest moves of both sides.

`default_nettype none

module r1 #(
    parameter CLOCKS_PER_BIT = 25,              // 25 MHz at 1 MBd
    parameter ADDRESS_BITS   = 13,
    parameter WIDE           = 0                // told to the PC, nothing else
) (
    input  wire                    clk,
    input  wire                    reset,
    // The PC.
    input  wire                    rx,
    output wire                    tx,
    // X1.
    output wire                    black_ready,
    output wire                    clear,
    output wire                    store,
    output wire                    own,
    output wire                    think,
    output wire [7:0]              black_move,
    input  wire                    white_ready,
    input  wire [7:0]              white_move,
    input  wire                    found,
    input  wire                    refused,
    input  wire [11:0]             pattern,
    // The memory.
    output wire                    sram_drive,
    output wire [ADDRESS_BITS-1:0] sram_address,
    output wire                    sram_write,
    output wire [7:0]              sram_in,
    input  wire [7:0]              sram_out,    // a clock behind its address
    // What is shown.
    output wire                    color,
    output wire [2:0]              status,
    output wire                    has_last,
    output wire [7:0]              last_move,
    output wire [11:0]             last_pattern
);
    wire [7:0] rx_data, content, tx_data;
    wire       rx_valid, content_valid, ended, good, tx_valid, tx_ready;
    wire [8:0] word, reply_word;
    wire       valid, take, reply_valid, reply_ready;

    uart_receiver #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) uart_receiver (
        .clk(clk), .reset(reset), .line(rx), .data(rx_data), .valid(rx_valid), .idle()
    );
    deframer #(.END(8'h7e), .ESC(8'h7d), .ESC_END(8'h5e), .ESC_ESC(8'h5d)) deframer (
        .clk(clk), .reset(reset), .data(rx_data), .valid(rx_valid), .out_data(content),
        .out_valid(content_valid), .ended(ended), .good(good), .idle()
    );
    frame_queue frame_queue (
        .clk(clk), .reset(reset), .data(content), .data_valid(content_valid), .ended(ended),
        .good(good), .valid(valid), .word(word), .take(take)
    );
    host_link #(.ADDRESS_BITS(ADDRESS_BITS), .WIDE(WIDE)) host_link (
        .clk(clk), .reset(reset), .valid(valid), .word(word), .take(take),
        .reply_valid(reply_valid), .reply_word(reply_word), .reply_ready(reply_ready),
        .black_ready(black_ready), .clear(clear), .store(store), .own(own), .think(think),
        .black_move(black_move), .white_ready(white_ready), .white_move(white_move),
        .found(found), .refused(refused), .pattern(pattern), .sram_drive(sram_drive),
        .sram_address(sram_address), .sram_write(sram_write), .sram_in(sram_in),
        .sram_out(sram_out), .color(color), .status(status), .has_last(has_last),
        .last_move(last_move), .last_pattern(last_pattern)
    );
    framer #(.END(8'h7e), .ESC(8'h7d), .ESC_END(8'h5e), .ESC_ESC(8'h5d)) framer (
        .clk(clk), .reset(reset), .valid(reply_valid), .word(reply_word), .ready(reply_ready),
        .out_valid(tx_valid), .out_data(tx_data), .out_ready(tx_ready), .idle()
    );
    uart_transmitter #(.CLOCKS_PER_BIT(CLOCKS_PER_BIT)) uart_transmitter (
        .clk(clk), .reset(reset), .data(tx_data), .valid(tx_valid), .ready(tx_ready), .line(tx)
    );
endmodule

`default_nettype wire
