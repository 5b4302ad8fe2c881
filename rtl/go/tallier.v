// Counts the ones of a board, a row a clock.

`default_nettype none

module tallier #(
    parameter N = 9
) (
    input  wire           clk,
    input  wire           reset,
    input  wire           start,
    input  wire [N*N-1:0] points,
    output reg            done,     // for one clock
    output reg  [8:0]     count
);
    localparam ROW_BITS = $clog2(N + 1);
    localparam [ROW_BITS-1:0] ROWS = N;

    reg [N*N-1:0]      left;
    reg [ROW_BITS-1:0] rows;

    reg [8:0] ones;
    integer i;
    always @* begin
        ones = 9'd0;
        for (i = 0; i < N; i = i + 1) ones = ones + {8'd0, left[i]};
    end

    always @(posedge clk) begin
        done <= rows == 1 & ~start & ~reset;
        if (reset) begin
            rows <= 0;
        end else if (start) begin
            left  <= points;
            rows  <= ROWS;
            count <= 9'd0;
        end else if (rows != 0) begin
            left  <= left >> N;
            rows  <= rows - 1'b1;
            count <= count + ones;
        end
    end
endmodule

`default_nettype wire
