// The Othello machine with its camera in simulation: standard input is the camera and the
// person, standard output the screen.
//
// Input: `F` and the pixels of a picture of the camera, row by row, three bytes each: red, green
// and blue; `B` and the levels of the buttons, `S` and two bytes for those of the switches, `C`
// and four bytes for clocks to go by, `I` for what is recognized, `R` and four bytes for a seed
// of what registers hold when the power comes on. Output: `F` and the pixels of the screen,
// followed by what is recognized; `T` when clocks have gone by; `I` and what is recognized: the
// lights (two bytes), the text (eight), the centers (16), the edges of the board (eight), the
// cell of the piece (two), the discs (16). All numbers have their lowest byte first.
//
// A picture of the camera comes while the screen shows the one before.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "Vcamera_bench.h"
#include "../common/commands.h"
#include "verilated.h"

namespace {

constexpr int kHeight = WIDTH == 320 ? 180 : WIDTH == 640 ? 480 : 720;
// The level of the pulses of a screen is that of its standard.
constexpr bool kPulse = WIDTH != 640;
constexpr std::size_t kBytes = 3 * WIDTH * kHeight;
// Clocks of the camera between two pictures and between two lines.
constexpr int kFrameGap = 16;
constexpr int kLineGap = 8;

// A camera that sends pictures byte by byte.
class Camera {
 public:
  explicit Camera(Vcamera_bench& board) : board_(board) {}

  void send(const std::vector<uint8_t>& picture) {
    picture_ = &picture;
    gap_ = kFrameGap;
    place_ = 0;
    row_ = 0;
    in_row_ = 0;
  }

  bool idle() const { return picture_ == nullptr; }

  // The levels of the next clock.
  void step() {
    board_.camera_href = 0;
    board_.camera_vsync = picture_ == nullptr || (row_ == 0 && gap_ > kLineGap);
    if (picture_ == nullptr) return;
    if (gap_ > 0) {
      --gap_;
      return;
    }
    if (row_ == kHeight) {
      picture_ = nullptr;
      return;
    }
    board_.camera_href = 1;
    board_.camera_data = next_byte();
    if (in_row_ == 3 * WIDTH) {
      in_row_ = 0;
      ++row_;
      gap_ = kLineGap;
    }
  }

 private:
  uint8_t next_byte() {
    const uint8_t* pixel = picture_->data() + place_ / BYTES * 3;
    const int number = place_ % BYTES;
    ++place_;
    if (BYTES == 3) {
      ++in_row_;
      return pixel[number];
    }
    // Five bits of red, six of green, five of blue.
    if (number == 1) in_row_ += 3;
    const int color = pixel[0] >> 3 << 11 | pixel[1] >> 2 << 5 | pixel[2] >> 3;
    return number == 0 ? color >> 8 : color;
  }

  Vcamera_bench& board_;
  const std::vector<uint8_t>* picture_ = nullptr;
  std::size_t place_ = 0;
  int row_ = 0, in_row_ = 0, gap_ = 0;
};

// The machine with what is at the ends of its wires.
class Machine {
 public:
  explicit Machine(uint32_t seed) {
    context_.randReset(2);
    context_.randSeed(static_cast<int>(seed) + 1);
    board_ = std::make_unique<Vcamera_bench>(&context_);
    camera_ = std::make_unique<Camera>(*board_);
    buttons(0);
    switches(0);
    board_->reset = 1;
    run(8);
    board_->reset = 0;
    seen_.clear();
  }

  void buttons(uint8_t levels) { board_->buttons = levels & 15; }
  void switches(uint16_t levels) { board_->switches = levels; }

  void run(uint32_t clocks) {
    while (clocks-- > 0) tick();
  }

  // Shows the picture before while this one comes; false if it has not come in time.
  bool frame(const std::vector<uint8_t>& picture, std::string& out) {
    while (seen_.size() != kBytes) tick();
    camera_->send(picture);
    tick();
    while (!is_pulse()) tick();
    while (seen_.size() != kBytes) tick();
    out += 'F';
    out += seen_;
    show(out);
    return camera_->idle();
  }

  void show(std::string& out) const {
    push_number(out, board_->leds, 2);
    for (int i = 8; i-- > 0;) out += static_cast<char>(board_->text >> (8 * i));
    push_number(out, board_->centers_x, 8);
    push_number(out, board_->centers_y, 8);
    for (const int edge : {board_->board_x_left, board_->board_x_right,
                           static_cast<uint16_t>(board_->board_y_top),
                           static_cast<uint16_t>(board_->board_y_bottom)})
      push_number(out, edge, 2);
    push_number(out, board_->piece_x, 1);
    push_number(out, board_->piece_y, 1);
    for (int i = 0; i < 4; ++i) push_number(out, board_->game_state[i], 4);
  }

 private:
  bool is_pulse() const { return (board_->vsync != 0) == kPulse; }

  // One clock of the screen, as many of the camera as a pixel has bytes, and one of the solver,
  // which is a little slower.
  void tick() {
    for (int i = 0; i < BYTES; ++i) {
      camera_->step();
      board_->camera_clk = 1;
      board_->clk = i == 1;
      board_->eval();
      board_->camera_clk = 0;
      board_->solver_clk = i == BYTES - 1 && ++n_ticks_ % 97 != 0;
      board_->eval();
      if (i != 1) continue;
      if (is_pulse()) seen_.clear();
      if (board_->visible && seen_.size() < kBytes)
        for (int shift = 16; shift >= 0; shift -= 8)
          seen_ += static_cast<char>(board_->video >> shift);
    }
  }

  VerilatedContext context_;
  std::unique_ptr<Vcamera_bench> board_;
  std::unique_ptr<Camera> camera_;
  std::string seen_;
  uint64_t n_ticks_ = 0;
};

}  // namespace

int main() {
  auto machine = std::make_unique<Machine>(0);
  std::string out;
  std::vector<uint8_t> picture(kBytes);
  for (int command; (command = next_byte(out)) >= 0;) {
    switch (command) {
      case 'F':
        for (uint8_t& byte : picture) byte = next_byte(out);
        if (!machine->frame(picture, out)) return 2;
        break;
      case 'B': machine->buttons(next_byte(out)); break;
      case 'S': machine->switches(next_number(out, 2)); break;
      case 'C': machine->run(next_number(out, 4)); out += 'T'; break;
      case 'I': out += 'I'; machine->show(out); break;
      case 'R': machine = std::make_unique<Machine>(next_number(out, 4)); break;
      default: return 1;
    }
  }
  write_all(out);
}
