// A quotient is exact, and comes when it is promised, whatever is divided by whatever.

module divider_formal #(
    parameter NUMERATOR   = 8,
    parameter DENOMINATOR = 5
) (
    input wire clk
);
    (* anyconst *) wire [NUMERATOR-1:0]   numerator;
    (* anyconst *) wire [DENOMINATOR-1:0] denominator;
    reg [4:0] clock = 5'd0;
    always @(posedge clk) clock <= clock == 5'd31 ? clock : clock + 5'd1;

    wire                 busy, done;
    wire [NUMERATOR-1:0] quotient;
    divider #(.NUMERATOR(NUMERATOR), .DENOMINATOR(DENOMINATOR)) divider (
        .clk(clk), .reset(clock == 0), .start(clock == 1), .numerator(numerator),
        .denominator(denominator), .busy(busy), .done(done), .quotient(quotient)
    );

    wire [NUMERATOR+DENOMINATOR:0] least = quotient * denominator;
    always @* if (clock > 1) begin
        assert (done == (clock == NUMERATOR + 2));
        assert (busy == (clock < NUMERATOR + 2));
        if (done & denominator != 0)
            assert (least <= numerator & numerator < least + denominator);
        if (done & denominator == 0) assert (&quotient);
    end
endmodule
