// Eight bits for a screen as ten that change seldom and are 1 half of the time.
//
// This is the code of DVI 1.0, section 3.2.2: first as few changes as possible, then
// inverted where the ones of the last pixels have to be made up for.

`default_nettype none

module tmds_encoder (
    input  wire       clk,
    input  wire [7:0] data,
    input  wire [1:0] control,     // what is sent between the lines
    input  wire       visible,
    output reg  [9:0] out          // the lowest bit first
);
    wire [3:0] ones = count(data);
    wire       inverts = ones > 4 | (ones == 4 & ~data[0]);
    reg  [8:0] short;              // with few changes
    integer i;
    always @* begin
        short[0] = data[0];
        for (i = 1; i < 8; i = i + 1) short[i] = short[i-1] ^ data[i] ^ inverts;
        short[8] = ~inverts;
    end

    // How many more ones than zeros there were, and how many there are: halves of it.
    reg  signed [4:0] surplus;
    wire signed [4:0] here = $signed({1'b0, count(short[7:0])}) - 5'sd4;
    wire is_even  = surplus == 0 | here == 0;
    wire is_same  = surplus[4] == here[4];
    wire flips    = is_even ? ~short[8] : is_same;

    always @(posedge clk)
        if (~visible) begin
            surplus <= 5'sd0;
            case (control)
                2'b00: out <= 10'b1101010100;
                2'b01: out <= 10'b0010101011;
                2'b10: out <= 10'b0101010100;
                2'b11: out <= 10'b1010101011;
            endcase
        end else begin
            out <= {flips, short[8], flips ? ~short[7:0] : short[7:0]};
            if (is_even) surplus <= short[8] ? surplus + here : surplus - here;
            else if (flips) surplus <= surplus + $signed({4'd0, short[8]}) - here;
            else surplus <= surplus - $signed({4'd0, ~short[8]}) + here;
        end

    function [3:0] count;
        input [7:0] byte_in;
        count = {3'd0, byte_in[0]} + {3'd0, byte_in[1]} + {3'd0, byte_in[2]} + {3'd0, byte_in[3]}
              + {3'd0, byte_in[4]} + {3'd0, byte_in[5]} + {3'd0, byte_in[6]} + {3'd0, byte_in[7]};
    endfunction
endmodule

`default_nettype wire
