// A machine in simulation: standard input and output are all of its wires.
//
// Input: `L` and a byte for the serial line, `B` and the levels of the buttons, `S` and
// those of the switches, `C` and four bytes for clocks to go by, `I` for what the lights
// and segments show, `F` for a picture of the screen, `R` and four bytes for a seed of
// what registers hold when the power comes on. Output: `L` and a byte from the serial
// line, `T` when clocks have gone by, `I` with the lights (two bytes) and the text (eight),
// `F` with the pixels, row by row, two bytes each, whose nibbles are 0, red, green and
// blue. All numbers have their lowest byte first. Time stands still unless clocks are
// asked for, or a picture. MACHINE is the class that Verilator has made; without
// HAS_BUTTONS it has neither buttons nor switches, without WIDTH it has no screen.

#include <cstdint>
#include <memory>
#include <string>

#include "commands.h"
#include "line.h"
#include "verilated.h"

#define QUOTED(name) #name
#define HEADER(name) QUOTED(name.h)
#include HEADER(MACHINE)

namespace {

#ifdef WIDTH
constexpr int kHeight = WIDTH == 640 ? 480 : WIDTH == 1024 ? 768 : 720;
#endif

// The machine with what is at the ends of its wires.
class Machine {
 public:
  explicit Machine(uint32_t seed) {
    context_.randReset(2);
    context_.randSeed(static_cast<int>(seed) + 1);
    board_ = std::make_unique<MACHINE>(&context_);
    board_->rx = 1;
    buttons(0);
    switches(0);
    board_->reset = 1;
    for (int i = 0; i < 8; ++i) tick();
    board_->reset = 0;
  }

  void line(uint8_t byte) { to_board_.push(byte); }
#ifdef HAS_BUTTONS
  void buttons(uint8_t levels) { board_->buttons = levels & 31; }
  void switches(uint8_t levels) { board_->switches = levels & 31; }
#else
  void buttons(uint8_t) {}
  void switches(uint8_t) {}
#endif

  void run(uint32_t clocks, std::string& out) {
    while (clocks-- > 0) step(out);
  }

  void show(std::string& out) const {
    out += 'I';
    push_number(out, board_->leds, 2);
    for (int i = 8; i-- > 0;) out += static_cast<char>(board_->text >> (8 * i));
  }

#ifdef WIDTH
  // A whole picture, from its upper left pixel on. Bytes of the line come before it.
  void picture(std::string& out) {
    const int pulse = board_->vsync;
    while (board_->vsync == pulse) step(out);
    while (board_->vsync != pulse) step(out);
    // Whichever of the two was the pulse, a picture begins behind one of them.
    std::string pixels = "F";
    while (!board_->visible) step(out);
    for (int left = WIDTH * kHeight; left > 0; step(out)) {
      if (!board_->visible) continue;
      push_number(pixels, board_->pixel, 2);
      --left;
    }
    out += pixels;
  }
#endif

 private:
  void tick() {
    board_->clk = 0;
    board_->eval();
    board_->clk = 1;
    board_->eval();
  }

  void step(std::string& out) {
    board_->rx = to_board_.level();
    tick();
    const int byte = from_board_.sample(board_->tx);
    if (byte >= 0) {
      out += 'L';
      out += static_cast<char>(byte);
    }
  }

  VerilatedContext context_;
  std::unique_ptr<MACHINE> board_;
  Sender to_board_;
  Receiver from_board_;
};

}  // namespace

int main() {
  auto machine = std::make_unique<Machine>(0);
  std::string out;
  for (int command; (command = next_byte(out)) >= 0;) {
    switch (command) {
      case 'L': machine->line(next_byte(out)); break;
      case 'B': machine->buttons(next_byte(out)); break;
      case 'S': machine->switches(next_byte(out)); break;
      case 'C': machine->run(next_number(out, 4), out); out += 'T'; break;
      case 'I': machine->show(out); break;
#ifdef WIDTH
      case 'F': machine->picture(out); break;
#endif
      case 'R': machine = std::make_unique<Machine>(next_number(out, 4)); break;
      default: return 1;
    }
  }
  write_all(out);
}
