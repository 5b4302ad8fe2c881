// One number of a color: the channel in which an object is told from others.
//
// In the dark chroma is close to gray, where four bits of a threshold are coarse: the last
// two channels are chroma with its distance from gray four times as large. The answer comes
// a clock behind the question.

`default_nettype none

module color_channel (
    input  wire       clk,
    input  wire [7:0] red,
    input  wire [7:0] green,
    input  wire [7:0] blue,
    input  wire [7:0] y,
    input  wire [7:0] cb,
    input  wire [7:0] cr,
    input  wire [2:0] channel,          // in this order, and then the stretched ones
    output reg  [7:0] value
);
    always @(posedge clk)
        case (channel)
            3'd0: value <= red;
            3'd1: value <= green;
            3'd2: value <= blue;
            3'd3: value <= y;
            3'd4: value <= cb;
            3'd5: value <= cr;
            3'd6: value <= stretched(cb);
            default: value <= stretched(cr);
        endcase

    // Values from 96 to 159 become all from 0 to 252.
    function [7:0] stretched(input [7:0] chroma);
        stretched = chroma < 8'd96 ? 8'd0 : chroma >= 8'd160 ? 8'd255
                  : {chroma[5] ^ 1'b1, chroma[4:0], 2'b00};
    endfunction
endmodule

`default_nettype wire
