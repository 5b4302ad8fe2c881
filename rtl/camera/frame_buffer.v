// Pictures between a camera and a screen, in a memory that answers late.
//
// There is room for three pictures: one is written, one is read, and one is the latest whole
// one. Reading goes ahead of the screen by a queue of words, and writing has the memory when
// that queue is full. A word has PACK pixels. Before the first picture the screen is black.

`default_nettype none

module frame_buffer #(
    parameter WIDTH        = 1280,
    parameter HEIGHT       = 720,
    parameter PIXEL        = 24,        // bits
    parameter PACK         = 4,         // a power of two
    parameter ADDRESS_BITS = $clog2(WIDTH * HEIGHT / PACK + 1) + 2,
    parameter BITS         = 6          // room for 2^BITS - 1 words that are read ahead
) (
    input  wire                    clk,
    input  wire                    reset,
    // From the camera.
    input  wire                    camera_valid,
    input  wire                    camera_first,    // of a picture
    input  wire [PIXEL*PACK-1:0]   camera_word,
    output wire                    camera_take,
    // To the screen.
    input  wire                    frame,           // the picture is done: prepare the next one
    input  wire                    take,            // the next pixel
    output wire [PIXEL-1:0]        pixel,
    output reg                     starved,         // for one clock: it was not there
    // To the memory, which answers reads in their order.
    output reg                     memory_valid,
    output reg                     memory_write,
    output reg  [ADDRESS_BITS-1:0] memory_address,
    output reg  [PIXEL*PACK-1:0]   memory_data,
    input  wire                    memory_ready,
    input  wire                    memory_reply,
    input  wire [PIXEL*PACK-1:0]   memory_reply_data
);
    localparam N_WORDS = WIDTH * HEIGHT / PACK;
    localparam PIXEL_BITS = $clog2(PACK);
    localparam [ADDRESS_BITS-3:0] ALL = N_WORDS, LAST = N_WORDS - 1;
    localparam [PIXEL_BITS-1:0]   LAST_PIXEL = PACK - 1;
    localparam [BITS:0]           ROOM = (1 << BITS) - 2;

    // Which picture is where. One is neither read nor the latest.
    reg [1:0] reading, latest, writing;
    reg       has_picture, is_shown;
    wire [1:0] free = reading != 2'd0 & latest != 2'd0 ? 2'd0
                    : reading != 2'd1 & latest != 2'd1 ? 2'd1 : 2'd2;
    wire [1:0] bank = camera_first ? free : writing;

    // Words on their way from the memory, and those that are here.
    reg  [ADDRESS_BITS-3:0] next_read, next_write;
    reg  [BITS:0]           n_promised;   // asked for and not yet shown
    reg  [BITS:0]           n_awaited;    // asked for and not yet answered
    reg                     flushes, has_begun;
    wire                    queue_valid;
    wire [PIXEL*PACK-1:0]   head;
    reg                     has_word;
    reg  [PIXEL*PACK-1:0]   current;
    reg  [PIXEL_BITS-1:0]   number;
    wire is_last   = number == LAST_PIXEL;
    wire next_word = queue_valid & ~flushes & (~has_word | (take & is_last));
    fifo #(.WIDTH(PIXEL * PACK), .BITS(BITS)) queue (
        .clk(clk), .reset(reset | flushes), .write(memory_reply & ~flushes),
        .word(memory_reply_data), .commit(1'b1), .rollback(1'b0), .full(), .empty(),
        .valid(queue_valid), .head(head), .take(next_word)
    );
    assign pixel = is_shown ? current[PIXEL*number +: PIXEL] : {PIXEL{1'b0}};

    wire is_free    = ~memory_valid | memory_ready;
    wire wants_read = ~flushes & next_read != ALL & n_promised < ROOM;
    wire reads      = is_free & wants_read;
    assign camera_take = is_free & ~wants_read & camera_valid;
    wire [ADDRESS_BITS-3:0] place = camera_first ? {ADDRESS_BITS-2{1'b0}} : next_write;

    always @(posedge clk) begin
        starved <= take & ~has_word & has_begun;
        if (is_free) begin
            memory_valid   <= reads | (camera_take & place != ALL);
            memory_write   <= ~reads;
            memory_address <= reads ? {reading, next_read} : {bank, place};
            memory_data    <= camera_word;
        end
        if (reads) next_read <= next_read + 1'b1;
        n_awaited  <= n_awaited + {{BITS{1'b0}}, reads} - {{BITS{1'b0}}, memory_reply};
        n_promised <= flushes ? 0 : n_promised + {{BITS{1'b0}}, reads} - {{BITS{1'b0}}, next_word};

        // What comes behind the end of a picture is left out.
        if (camera_take & place != ALL) begin
            writing    <= bank;
            next_write <= place + 1'b1;
            if (place == LAST) latest <= bank;
            if (place == LAST) has_picture <= 1'b1;
        end

        if (next_word) begin
            current  <= head;
            has_word <= 1'b1;
            number   <= 0;
        end else if (take) begin
            number <= number + 1'b1;
            if (is_last) has_word <= 1'b0;
        end

        // What was asked for the last picture has to come before the next one begins.
        if (frame) begin
            flushes   <= 1'b1;
            has_begun <= 1'b1;
        end else if (flushes & n_awaited == 0 & ~memory_reply & ~(memory_valid & ~memory_write)) begin
            flushes   <= 1'b0;
            reading   <= latest;
            is_shown  <= has_picture;
            next_read <= 0;
        end
        if (flushes) begin
            has_word <= 1'b0;
            number   <= 0;
        end
        if (reset) begin
            memory_valid <= 1'b0;
            reading      <= 2'd0;
            latest       <= 2'd0;
            has_picture  <= 1'b0;
            is_shown     <= 1'b0;
            writing      <= 2'd1;
            next_read    <= ALL;
            next_write   <= ALL;
            n_promised   <= 0;
            n_awaited    <= 0;
            flushes      <= 1'b0;
            has_begun    <= 1'b0;
            has_word     <= 1'b0;
            number       <= 0;
            starved      <= 1'b0;
        end
    end
endmodule

`default_nettype wire
