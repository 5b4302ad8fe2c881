// Tells a camera (OV5640) what it is to send, register by register: the size of the picture and
// the format of its pixels. It waits before the first one and behind a reset.

`default_nettype none

module camera_loader #(
    parameter WIDTH  = 1280,
    parameter HEIGHT = 720,
    parameter BYTES  = 3,                 // of a pixel
    parameter CLOCKS_PER_QUARTER = 186,
    parameter PAUSE  = 1_500_000          // clocks: 20 ms
) (
    input  wire clk,
    input  wire reset,
    output reg  done,
    output reg  failed,                   // a register was refused
    output wire scl,
    output wire sda,
    input  wire sda_in
);
    localparam [15:0] COLUMNS = WIDTH, ROWS = HEIGHT;
    localparam [7:0]  FORMAT = BYTES == 2 ? 8'h61 : 8'h23;
    localparam [3:0]  RESET = 4'd1, N_REGISTERS = 4'd11;
    localparam COUNT_BITS = $clog2(PAUSE + 1);
    localparam [COUNT_BITS-1:0] LONG = PAUSE;

    // The register and its value.
    reg [3:0]  number;
    reg [23:0] setting;
    always @*
        case (number)
            4'd0: setting = {16'h3103, 8'h11};           // the clock is that of the pin
            4'd1: setting = {16'h3008, 8'h82};           // reset
            4'd2: setting = {16'h3008, 8'h02};           // and awake
            4'd3: setting = {16'h3017, 8'hff};           // all pins of the picture are outputs
            4'd4: setting = {16'h3018, 8'hff};
            4'd5: setting = {16'h4300, FORMAT};          // the order of colors
            4'd6: setting = {16'h501f, 8'h01};           // red, green and blue
            4'd7: setting = {16'h3808, COLUMNS[15:8]};
            4'd8: setting = {16'h3809, COLUMNS[7:0]};
            4'd9: setting = {16'h380a, ROWS[15:8]};
            default: setting = {16'h380b, ROWS[7:0]};
        endcase

    reg                  start;
    reg [COUNT_BITS-1:0] left;
    wire                 busy, refused;
    sccb_writer #(.CLOCKS_PER_QUARTER(CLOCKS_PER_QUARTER)) sccb_writer (
        .clk(clk), .reset(reset), .start(start), .address(setting[23:8]), .value(setting[7:0]),
        .busy(busy), .refused(refused), .scl(scl), .sda(sda), .sda_in(sda_in)
    );

    localparam [1:0] PAUSES = 2'd0, STARTS = 2'd1, WRITES = 2'd2, RESTS = 2'd3;
    reg [1:0] phase;
    always @(posedge clk) begin
        start <= 1'b0;
        case (phase)
            PAUSES: begin
                left <= left - 1'b1;
                if (left == 0) begin
                    phase <= STARTS;
                    start <= 1'b1;
                end
            end
            STARTS: phase <= WRITES;
            WRITES:
                if (~busy) begin
                    failed <= failed | refused;
                    number <= number + 4'd1;
                    left   <= number == RESET ? LONG : 0;
                    phase  <= number == N_REGISTERS - 4'd1 ? RESTS : PAUSES;
                end
            default: done <= 1'b1;
        endcase
        if (reset) begin
            phase  <= PAUSES;
            number <= 4'd0;
            left   <= LONG;
            done   <= 1'b0;
            failed <= 1'b0;
        end
    end
endmodule

`default_nettype wire
