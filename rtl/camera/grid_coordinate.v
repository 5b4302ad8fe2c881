// Which of N cells between two edges a place is in: (place - low) * N / (high - low).
//
// The quotient takes BITS + 3 clocks, which are between two pictures.

`default_nettype none

module grid_coordinate #(
    parameter N    = 8,                 // up to 8
    parameter BITS = 16
) (
    input  wire            clk,
    input  wire            reset,
    input  wire            start,
    input  wire [BITS-1:0] place,
    input  wire [BITS-1:0] low,
    input  wire [BITS-1:0] high,
    output reg             is_inside,   // the lower edge belongs to the board
    output wire [2:0]      cell_number,
    output wire            done         // for one clock
);
    localparam [3:0] CELLS = N;

    wire [BITS-1:0] offset = place - low;
    wire [BITS+2:0] quotient;
    divider #(.NUMERATOR(BITS + 3), .DENOMINATOR(BITS)) divider (
        .clk(clk), .reset(reset), .start(start),
        .numerator({3'd0, offset} * {{BITS-1{1'b0}}, CELLS}), .denominator(high - low),
        .busy(), .done(done), .quotient(quotient)
    );
    assign cell_number = quotient[2:0];

    always @(posedge clk)
        if (start) is_inside <= place >= low & place < high;
endmodule

`default_nettype wire
