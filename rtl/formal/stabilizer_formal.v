// What is shown is never farther from the average than the dead zone, and the average never
// goes away from the value that it follows, nor beyond it.

module stabilizer_formal #(
    parameter BITS      = 6,
    parameter DEAD_ZONE = 2,
    parameter JUMP      = 20
) (
    input wire            clk,
    input wire            reset,
    input wire            update,
    input wire [BITS-1:0] value
);
    localparam EXTRA = 4;
    reg first = 1'b1;
    always @(posedge clk) first <= 1'b0;

    wire [BITS-1:0] shown;
    stabilizer #(.BITS(BITS), .DEAD_ZONE(DEAD_ZONE), .JUMP(JUMP)) stabilizer (
        .clk(clk), .reset(reset | first), .update(update), .value(value), .shown(shown)
    );
    (* hierconn *) wire signed [BITS+EXTRA:0] \stabilizer.average ;
    wire signed [BITS+EXTRA+1:0] average = \stabilizer.average ;
    wire signed [BITS+EXTRA+1:0] place   = {2'b00, shown, {EXTRA{1'b0}}};
    wire signed [BITS+EXTRA+1:0] target  = {2'b00, value, {EXTRA{1'b0}}};
    wire signed [BITS+EXTRA+1:0] apart   = average - place;

    // Where the average was, and what it was to follow.
    reg signed [BITS+EXTRA+1:0] last_average, last_target;
    reg                         was_updated = 1'b0;
    always @(posedge clk) begin
        last_average <= average;
        last_target  <= target;
        was_updated  <= update & ~reset & ~first;
    end

    always @* if (~first) begin
        assert (average >= 0);
        assert (apart <= (DEAD_ZONE << EXTRA) + 15 & apart >= -(DEAD_ZONE << EXTRA));
        if (was_updated & last_target >= last_average)
            assert (last_average <= average & average <= last_target);
        if (was_updated & last_target <= last_average)
            assert (last_target <= average & average <= last_average);
    end
endmodule
