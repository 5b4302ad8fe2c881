// RX: takes bytes off the wire, with 16 samples a bit.
//
// Eight data bits, the lowest first, no parity, one stop bit. A bit is what two of the
// three samples in its middle say. After reset, and after a byte without a stop bit,
// the line has to be idle for IDLE_BITS before the next start bit counts: so what is
// already under way when we begin to listen is not taken for a byte.

`default_nettype none

module rx #(
    parameter CLOCKS_PER_SAMPLE = 423,    // 65 MHz / 9600 / 16
    parameter IDLE_BITS         = 10
) (
    input  wire       clk,
    input  wire       reset,
    input  wire       line,               // in our clock
    output reg  [7:0] data,
    output reg        valid,              // for one clock
    output wire       armed               // ready for a start bit
);
    localparam COUNT_BITS = $clog2(CLOCKS_PER_SAMPLE + 1);
    localparam [COUNT_BITS-1:0] FIRST = CLOCKS_PER_SAMPLE - 1;
    localparam IDLE_COUNT_BITS = $clog2(16 * IDLE_BITS + 1);
    localparam [IDLE_COUNT_BITS-1:0] IDLE_SAMPLES = 16 * IDLE_BITS;
    localparam [1:0] ARMING = 0, READY = 1, RECEIVING = 2;

    reg [1:0]                 state;
    reg [COUNT_BITS-1:0]      left;       // clocks to the next sample
    reg [IDLE_COUNT_BITS-1:0] idle;       // samples of idle line still wanted
    reg [3:0]                 sample;     // within the bit
    reg [3:0]                 bits;       // bits before this one
    reg [1:0]                 early;      // the two samples before the last of the middle

    wire tick  = left == 0;
    wire level = (early[0] & early[1]) | (early[0] & line) | (early[1] & line);
    assign armed = state == READY;

    always @(posedge clk) begin
        valid <= 1'b0;
        left  <= tick ? FIRST : left - 1'b1;
        if (tick)
            case (state)
                ARMING: begin
                    idle <= line ? idle - 1'b1 : IDLE_SAMPLES;
                    if (line & idle == 1) state <= READY;
                end
                READY: begin
                    sample <= 4'd1;
                    bits   <= 4'd0;
                    if (~line) state <= RECEIVING;
                end
                RECEIVING: begin
                    sample <= sample + 1'b1;
                    if (sample == 4'd7 | sample == 4'd8) early <= {early[0], line};
                    if (sample == 4'd9) begin
                        if (bits == 4'd0) begin
                            // The middle of the start bit: was it one?
                            if (level) state <= READY;
                        end else if (bits == 4'd9) begin
                            valid <= level;
                            state <= level ? READY : ARMING;
                            idle  <= IDLE_SAMPLES;
                        end else begin
                            data <= {level, data[7:1]};
                        end
                        bits <= bits + 1'b1;
                    end
                end
                default: state <= ARMING;
            endcase
        if (reset) begin
            state <= ARMING;
            idle  <= IDLE_SAMPLES;
            left  <= FIRST;
            valid <= 1'b0;
        end
    end
endmodule

`default_nettype wire
