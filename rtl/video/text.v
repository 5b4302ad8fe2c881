// A line of text on a screen, in letters of five by seven dots.
//
// Letters are eight dots wide and high with the space around them, and a dot has
// 2^SCALE pixels. The text is ASCII, upper case only, its first letter in the highest
// byte. The answer comes three clocks behind the question.

`default_nettype none

module text #(
    parameter COLUMNS = 8,              // a power of two
    parameter X       = 0,              // of the upper left pixel
    parameter Y       = 0,
    parameter SCALE   = 1
) (
    input  wire                 clk,
    input  wire [10:0]          x,
    input  wire [9:0]           y,
    input  wire [8*COLUMNS-1:0] line,
    output reg                  on
);
    localparam COLUMN_BITS = $clog2(COLUMNS);
    localparam [10:0] LEFT = X, RIGHT = X + (COLUMNS << 3 << SCALE);
    localparam [9:0]  TOP = Y, BOTTOM = Y + (8 << SCALE);

    reg [7:0] font [0:511];             // column by column, the lowest bit is the upper dot
    integer i;
    initial begin
        for (i = 0; i < 512; i = i + 1) font[i] = 8'h00;
        font[{6'd11, 3'd0}] = 8'h08;  // +
        font[{6'd11, 3'd1}] = 8'h08;
        font[{6'd11, 3'd2}] = 8'h3e;
        font[{6'd11, 3'd3}] = 8'h08;
        font[{6'd11, 3'd4}] = 8'h08;
        font[{6'd13, 3'd0}] = 8'h08;  // -
        font[{6'd13, 3'd1}] = 8'h08;
        font[{6'd13, 3'd2}] = 8'h08;
        font[{6'd13, 3'd3}] = 8'h08;
        font[{6'd13, 3'd4}] = 8'h08;
        font[{6'd14, 3'd0}] = 8'h00;  // .
        font[{6'd14, 3'd1}] = 8'h60;
        font[{6'd14, 3'd2}] = 8'h60;
        font[{6'd14, 3'd3}] = 8'h00;
        font[{6'd14, 3'd4}] = 8'h00;
        font[{6'd16, 3'd0}] = 8'h3e;  // 0
        font[{6'd16, 3'd1}] = 8'h51;
        font[{6'd16, 3'd2}] = 8'h49;
        font[{6'd16, 3'd3}] = 8'h45;
        font[{6'd16, 3'd4}] = 8'h3e;
        font[{6'd17, 3'd0}] = 8'h00;  // 1
        font[{6'd17, 3'd1}] = 8'h42;
        font[{6'd17, 3'd2}] = 8'h7f;
        font[{6'd17, 3'd3}] = 8'h40;
        font[{6'd17, 3'd4}] = 8'h00;
        font[{6'd18, 3'd0}] = 8'h42;  // 2
        font[{6'd18, 3'd1}] = 8'h61;
        font[{6'd18, 3'd2}] = 8'h51;
        font[{6'd18, 3'd3}] = 8'h49;
        font[{6'd18, 3'd4}] = 8'h46;
        font[{6'd19, 3'd0}] = 8'h21;  // 3
        font[{6'd19, 3'd1}] = 8'h41;
        font[{6'd19, 3'd2}] = 8'h45;
        font[{6'd19, 3'd3}] = 8'h4b;
        font[{6'd19, 3'd4}] = 8'h31;
        font[{6'd20, 3'd0}] = 8'h18;  // 4
        font[{6'd20, 3'd1}] = 8'h14;
        font[{6'd20, 3'd2}] = 8'h12;
        font[{6'd20, 3'd3}] = 8'h7f;
        font[{6'd20, 3'd4}] = 8'h10;
        font[{6'd21, 3'd0}] = 8'h27;  // 5
        font[{6'd21, 3'd1}] = 8'h45;
        font[{6'd21, 3'd2}] = 8'h45;
        font[{6'd21, 3'd3}] = 8'h45;
        font[{6'd21, 3'd4}] = 8'h39;
        font[{6'd22, 3'd0}] = 8'h3c;  // 6
        font[{6'd22, 3'd1}] = 8'h4a;
        font[{6'd22, 3'd2}] = 8'h49;
        font[{6'd22, 3'd3}] = 8'h49;
        font[{6'd22, 3'd4}] = 8'h30;
        font[{6'd23, 3'd0}] = 8'h01;  // 7
        font[{6'd23, 3'd1}] = 8'h71;
        font[{6'd23, 3'd2}] = 8'h09;
        font[{6'd23, 3'd3}] = 8'h05;
        font[{6'd23, 3'd4}] = 8'h03;
        font[{6'd24, 3'd0}] = 8'h36;  // 8
        font[{6'd24, 3'd1}] = 8'h49;
        font[{6'd24, 3'd2}] = 8'h49;
        font[{6'd24, 3'd3}] = 8'h49;
        font[{6'd24, 3'd4}] = 8'h36;
        font[{6'd25, 3'd0}] = 8'h06;  // 9
        font[{6'd25, 3'd1}] = 8'h49;
        font[{6'd25, 3'd2}] = 8'h49;
        font[{6'd25, 3'd3}] = 8'h29;
        font[{6'd25, 3'd4}] = 8'h1e;
        font[{6'd26, 3'd0}] = 8'h00;  // :
        font[{6'd26, 3'd1}] = 8'h36;
        font[{6'd26, 3'd2}] = 8'h36;
        font[{6'd26, 3'd3}] = 8'h00;
        font[{6'd26, 3'd4}] = 8'h00;
        font[{6'd31, 3'd0}] = 8'h02;  // ?
        font[{6'd31, 3'd1}] = 8'h01;
        font[{6'd31, 3'd2}] = 8'h51;
        font[{6'd31, 3'd3}] = 8'h09;
        font[{6'd31, 3'd4}] = 8'h06;
        font[{6'd33, 3'd0}] = 8'h7e;  // A
        font[{6'd33, 3'd1}] = 8'h11;
        font[{6'd33, 3'd2}] = 8'h11;
        font[{6'd33, 3'd3}] = 8'h11;
        font[{6'd33, 3'd4}] = 8'h7e;
        font[{6'd34, 3'd0}] = 8'h7f;  // B
        font[{6'd34, 3'd1}] = 8'h49;
        font[{6'd34, 3'd2}] = 8'h49;
        font[{6'd34, 3'd3}] = 8'h49;
        font[{6'd34, 3'd4}] = 8'h36;
        font[{6'd35, 3'd0}] = 8'h3e;  // C
        font[{6'd35, 3'd1}] = 8'h41;
        font[{6'd35, 3'd2}] = 8'h41;
        font[{6'd35, 3'd3}] = 8'h41;
        font[{6'd35, 3'd4}] = 8'h22;
        font[{6'd36, 3'd0}] = 8'h7f;  // D
        font[{6'd36, 3'd1}] = 8'h41;
        font[{6'd36, 3'd2}] = 8'h41;
        font[{6'd36, 3'd3}] = 8'h22;
        font[{6'd36, 3'd4}] = 8'h1c;
        font[{6'd37, 3'd0}] = 8'h7f;  // E
        font[{6'd37, 3'd1}] = 8'h49;
        font[{6'd37, 3'd2}] = 8'h49;
        font[{6'd37, 3'd3}] = 8'h49;
        font[{6'd37, 3'd4}] = 8'h41;
        font[{6'd38, 3'd0}] = 8'h7f;  // F
        font[{6'd38, 3'd1}] = 8'h09;
        font[{6'd38, 3'd2}] = 8'h09;
        font[{6'd38, 3'd3}] = 8'h09;
        font[{6'd38, 3'd4}] = 8'h01;
        font[{6'd39, 3'd0}] = 8'h3e;  // G
        font[{6'd39, 3'd1}] = 8'h41;
        font[{6'd39, 3'd2}] = 8'h49;
        font[{6'd39, 3'd3}] = 8'h49;
        font[{6'd39, 3'd4}] = 8'h7a;
        font[{6'd40, 3'd0}] = 8'h7f;  // H
        font[{6'd40, 3'd1}] = 8'h08;
        font[{6'd40, 3'd2}] = 8'h08;
        font[{6'd40, 3'd3}] = 8'h08;
        font[{6'd40, 3'd4}] = 8'h7f;
        font[{6'd41, 3'd0}] = 8'h00;  // I
        font[{6'd41, 3'd1}] = 8'h41;
        font[{6'd41, 3'd2}] = 8'h7f;
        font[{6'd41, 3'd3}] = 8'h41;
        font[{6'd41, 3'd4}] = 8'h00;
        font[{6'd42, 3'd0}] = 8'h20;  // J
        font[{6'd42, 3'd1}] = 8'h40;
        font[{6'd42, 3'd2}] = 8'h41;
        font[{6'd42, 3'd3}] = 8'h3f;
        font[{6'd42, 3'd4}] = 8'h01;
        font[{6'd43, 3'd0}] = 8'h7f;  // K
        font[{6'd43, 3'd1}] = 8'h08;
        font[{6'd43, 3'd2}] = 8'h14;
        font[{6'd43, 3'd3}] = 8'h22;
        font[{6'd43, 3'd4}] = 8'h41;
        font[{6'd44, 3'd0}] = 8'h7f;  // L
        font[{6'd44, 3'd1}] = 8'h40;
        font[{6'd44, 3'd2}] = 8'h40;
        font[{6'd44, 3'd3}] = 8'h40;
        font[{6'd44, 3'd4}] = 8'h40;
        font[{6'd45, 3'd0}] = 8'h7f;  // M
        font[{6'd45, 3'd1}] = 8'h02;
        font[{6'd45, 3'd2}] = 8'h0c;
        font[{6'd45, 3'd3}] = 8'h02;
        font[{6'd45, 3'd4}] = 8'h7f;
        font[{6'd46, 3'd0}] = 8'h7f;  // N
        font[{6'd46, 3'd1}] = 8'h04;
        font[{6'd46, 3'd2}] = 8'h08;
        font[{6'd46, 3'd3}] = 8'h10;
        font[{6'd46, 3'd4}] = 8'h7f;
        font[{6'd47, 3'd0}] = 8'h3e;  // O
        font[{6'd47, 3'd1}] = 8'h41;
        font[{6'd47, 3'd2}] = 8'h41;
        font[{6'd47, 3'd3}] = 8'h41;
        font[{6'd47, 3'd4}] = 8'h3e;
        font[{6'd48, 3'd0}] = 8'h7f;  // P
        font[{6'd48, 3'd1}] = 8'h09;
        font[{6'd48, 3'd2}] = 8'h09;
        font[{6'd48, 3'd3}] = 8'h09;
        font[{6'd48, 3'd4}] = 8'h06;
        font[{6'd49, 3'd0}] = 8'h3e;  // Q
        font[{6'd49, 3'd1}] = 8'h41;
        font[{6'd49, 3'd2}] = 8'h51;
        font[{6'd49, 3'd3}] = 8'h21;
        font[{6'd49, 3'd4}] = 8'h5e;
        font[{6'd50, 3'd0}] = 8'h7f;  // R
        font[{6'd50, 3'd1}] = 8'h09;
        font[{6'd50, 3'd2}] = 8'h19;
        font[{6'd50, 3'd3}] = 8'h29;
        font[{6'd50, 3'd4}] = 8'h46;
        font[{6'd51, 3'd0}] = 8'h46;  // S
        font[{6'd51, 3'd1}] = 8'h49;
        font[{6'd51, 3'd2}] = 8'h49;
        font[{6'd51, 3'd3}] = 8'h49;
        font[{6'd51, 3'd4}] = 8'h31;
        font[{6'd52, 3'd0}] = 8'h01;  // T
        font[{6'd52, 3'd1}] = 8'h01;
        font[{6'd52, 3'd2}] = 8'h7f;
        font[{6'd52, 3'd3}] = 8'h01;
        font[{6'd52, 3'd4}] = 8'h01;
        font[{6'd53, 3'd0}] = 8'h3f;  // U
        font[{6'd53, 3'd1}] = 8'h40;
        font[{6'd53, 3'd2}] = 8'h40;
        font[{6'd53, 3'd3}] = 8'h40;
        font[{6'd53, 3'd4}] = 8'h3f;
        font[{6'd54, 3'd0}] = 8'h1f;  // V
        font[{6'd54, 3'd1}] = 8'h20;
        font[{6'd54, 3'd2}] = 8'h40;
        font[{6'd54, 3'd3}] = 8'h20;
        font[{6'd54, 3'd4}] = 8'h1f;
        font[{6'd55, 3'd0}] = 8'h3f;  // W
        font[{6'd55, 3'd1}] = 8'h40;
        font[{6'd55, 3'd2}] = 8'h38;
        font[{6'd55, 3'd3}] = 8'h40;
        font[{6'd55, 3'd4}] = 8'h3f;
        font[{6'd56, 3'd0}] = 8'h63;  // X
        font[{6'd56, 3'd1}] = 8'h14;
        font[{6'd56, 3'd2}] = 8'h08;
        font[{6'd56, 3'd3}] = 8'h14;
        font[{6'd56, 3'd4}] = 8'h63;
        font[{6'd57, 3'd0}] = 8'h07;  // Y
        font[{6'd57, 3'd1}] = 8'h08;
        font[{6'd57, 3'd2}] = 8'h70;
        font[{6'd57, 3'd3}] = 8'h08;
        font[{6'd57, 3'd4}] = 8'h07;
        font[{6'd58, 3'd0}] = 8'h61;  // Z
        font[{6'd58, 3'd1}] = 8'h51;
        font[{6'd58, 3'd2}] = 8'h49;
        font[{6'd58, 3'd3}] = 8'h45;
        font[{6'd58, 3'd4}] = 8'h43;
    end

    wire [10:0] from_left = x - LEFT;
    wire [9:0]  from_top  = y - TOP;
    wire [COLUMN_BITS-1:0] number = from_left[3+SCALE +: COLUMN_BITS];

    reg        is_inside, is_inside_1;
    reg [7:0]  letter;
    reg [2:0]  dot_column, dot_row, dot_row_1;
    reg [7:0]  dots;
    always @(posedge clk) begin
        is_inside  <= x >= LEFT & x < RIGHT & y >= TOP & y < BOTTOM;
        letter     <= line[8*(COLUMNS-1-number) +: 8] - 8'd32;
        dot_column <= from_left[SCALE +: 3];
        dot_row    <= from_top[SCALE +: 3];

        is_inside_1 <= is_inside & letter < 8'd64;
        dots        <= font[{letter[5:0], dot_column}];
        dot_row_1   <= dot_row;

        on <= is_inside_1 & dots[dot_row_1];
    end
endmodule

`default_nettype wire
