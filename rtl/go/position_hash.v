// The hash of a position in the framed protocol: the CRC-32 of a byte for each point
// from the lower left on, row by row (0 empty, 1 Black, 2 White), and one for the
// player to move (1 or 2).

`default_nettype none

module position_hash #(
    parameter N = 9
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           start,        // what follows is to be kept until it is done
    input  wire [N*N-1:0] black,
    input  wire [N*N-1:0] white,
    input  wire           turn,
    output reg            done,         // for one clock
    output wire [31:0]    hash          // with it, and until the next start
);
    localparam [4:0] LAST = N - 1, SIDE = N;

    reg        busy, is_turn;           // is_turn: all points are done
    reg  [4:0] row, column;
    wire       crc_busy;
    wire [31:0] crc;
    assign hash = ~crc;

    wire [8:0] index = row * SIDE + {4'd0, column};
    wire [7:0] data  = is_turn      ? {6'd0, turn, ~turn}
                     : {6'd0, white[index], black[index]};
    wire takes = busy & ~crc_busy;

    crc32 crc32 (
        .clk(clk), .clear(reset | start), .start(takes), .data(data), .busy(crc_busy), .crc(crc)
    );

    // The last byte needs its eight clocks, too.
    reg ending;
    always @(posedge clk) begin
        done <= ending & ~crc_busy & ~start & ~reset;
        if (reset) begin
            busy   <= 1'b0;
            ending <= 1'b0;
        end else if (start) begin
            busy    <= 1'b1;
            ending  <= 1'b0;
            is_turn <= 1'b0;
            row     <= LAST;
            column  <= 5'd0;
        end else begin
            if (ending & ~crc_busy) ending <= 1'b0;
            if (takes) begin
                if (is_turn) begin
                    busy   <= 1'b0;
                    ending <= 1'b1;
                end
                column <= column == LAST ? 5'd0 : column + 1'b1;
                if (column == LAST) begin
                    row     <= row - 1'b1;
                    is_turn <= row == 0;
                end
            end
        end
    end
endmodule

`default_nettype wire
