// The pattern store: fifty registers for five rows of five squares, and six for the spot.
//
// A pattern comes as eleven bytes: for each row from the top one with the low bits of its
// squares and one with the high bits, the left square at bit 3, then the spot. The spot
// has its lowest bit first: it is the mirror image of 00xxxyyy.

`default_nettype none

module pattern_store (
    input  wire       clk,
    input  wire       first_byte,   // the next byte is the first of a pattern
    input  wire       take,
    input  wire [7:0] data,
    input  wire       first_line,   // the next row is the upper one
    input  wire       next_line,
    output reg  [9:0] pattern_row,  // low bits, then high bits
    output reg  [5:0] spot          // column and row, from 1
);
    reg [9:0] row_0, row_1, row_2, row_3, row_4;
    reg [3:0] byte_number;
    reg [2:0] line;

    always @(posedge clk) begin
        if (first_byte) byte_number <= 4'd0;
        else if (take) byte_number <= byte_number + 1'b1;
        if (take)
            case (byte_number)
                4'd0:    row_0[4:0] <= data[7:3];
                4'd1:    row_0[9:5] <= data[7:3];
                4'd2:    row_1[4:0] <= data[7:3];
                4'd3:    row_1[9:5] <= data[7:3];
                4'd4:    row_2[4:0] <= data[7:3];
                4'd5:    row_2[9:5] <= data[7:3];
                4'd6:    row_3[4:0] <= data[7:3];
                4'd7:    row_3[9:5] <= data[7:3];
                4'd8:    row_4[4:0] <= data[7:3];
                4'd9:    row_4[9:5] <= data[7:3];
                default: spot <= {data[2], data[3], data[4], data[5], data[6], data[7]};
            endcase
    end

    always @(posedge clk)
        if (first_line) line <= 3'd0;
        else if (next_line) line <= line + 1'b1;

    always @*
        case (line)
            3'd0:    pattern_row = row_0;
            3'd1:    pattern_row = row_1;
            3'd2:    pattern_row = row_2;
            3'd3:    pattern_row = row_3;
            default: pattern_row = row_4;
        endcase
endmodule

`default_nettype wire
