// The bytes of a camera as words of several pixels.
//
// A camera sends the bytes of a pixel one after the other while `href` is 1, and `vsync` is 1
// between two pictures. BYTES is 2 for pixels of 5, 6 and 5 bits, and 3 for those of 8 each.
// The first pixel of a word is in its lowest bits.

`default_nettype none

module camera_receiver #(
    parameter BYTES = 3,
    parameter PACK  = 4                 // pixels of a word, a power of two; a line has whole words
) (
    input  wire                    clk,   // that of the camera
    input  wire                    reset,
    input  wire                    vsync,
    input  wire                    href,
    input  wire [7:0]              data,
    output reg                     valid, // for one clock
    output reg                     first, // of a picture
    output reg  [8*BYTES*PACK-1:0] word
);
    localparam [1:0] LAST_BYTE = BYTES - 1;
    localparam PIXEL_BITS = $clog2(PACK);
    localparam [PIXEL_BITS-1:0] LAST_PIXEL = PACK - 1;

    reg [1:0]              n_bytes;
    reg [PIXEL_BITS-1:0]   n_pixels;
    reg [8*(BYTES-1)-1:0]  begun;
    reg                    is_new;
    wire [8*BYTES-1:0]     pixel = {begun, data};

    always @(posedge clk) begin
        valid <= 1'b0;
        if (href) begin
            begun   <= pixel[8*(BYTES-1)-1:0];
            n_bytes <= n_bytes == LAST_BYTE ? 2'd0 : n_bytes + 2'd1;
            if (n_bytes == LAST_BYTE) begin
                word     <= {pixel, word[8*BYTES*PACK-1:8*BYTES]};
                n_pixels <= n_pixels + 1'b1;
                if (n_pixels == LAST_PIXEL) begin
                    valid  <= 1'b1;
                    first  <= is_new;
                    is_new <= 1'b0;
                end
            end
        end else begin
            n_bytes  <= 2'd0;
            n_pixels <= 0;
        end
        if (vsync) is_new <= 1'b1;
        if (reset) begin
            valid    <= 1'b0;
            is_new   <= 1'b0;
            n_bytes  <= 2'd0;
            n_pixels <= 0;
        end
    end
endmodule

`default_nettype wire
