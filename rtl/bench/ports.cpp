// One module, driven port by port over standard input and output: whoever is at the
// other end compares it with a twin.
//
// ports.h is made for the module: it says which type it has, and lists its inputs and
// outputs with the bytes that they take. All numbers have their lowest byte first.
//
// A request is one byte of flags, four bytes for a number of clocks, one for an output
// to watch (0 none, 1 the first, ..), and the inputs. The clock ticks so often, or until
// the watched output is not 0. The reply is four bytes for the clocks that went by, and
// the outputs. Without clocks the inputs take effect at once, which is how modules with
// other clocks are driven. A request with flag 1 has no reply.

#include <cstdint>
#include <cstring>
#include <string>
#include <unistd.h>

#include "ports.h"
#include "verilated.h"

namespace {

template <class T>
void load(T& port, const uint8_t* bytes, int count) {
  T value = 0;
  for (int i = count; i-- > 0;) value = static_cast<T>(value << 7 << 1 | bytes[i]);
  port = value;
}

template <std::size_t W>
void load(VlWide<W>& port, const uint8_t* bytes, int count) {
  std::memset(port.data(), 0, 4 * W);
  std::memcpy(port.data(), bytes, count);
}

template <class T>
void keep(const T& port, std::string& out, int count) {
  for (int i = 0; i < count; ++i) out.push_back(static_cast<char>(port >> (8 * i)));
}

template <std::size_t W>
void keep(const VlWide<W>& port, std::string& out, int count) {
  out.append(reinterpret_cast<const char*>(&port[0]), count);
}

template <class T>
bool is_on(const T& port) { return port != 0; }

template <std::size_t W>
bool is_on(const VlWide<W>& port) {
  for (std::size_t i = 0; i < W; ++i)
    if (port[i] != 0) return true;
  return false;
}

#define BYTES(name, bytes) +bytes
constexpr int kInputBytes = 0 INPUTS(BYTES);

void load_inputs(Module& module, const uint8_t* bytes) {
#define LOAD(name, count) load(module.name, bytes, count); bytes += count;
  INPUTS(LOAD)
}

void keep_outputs(const Module& module, std::string& out) {
#define KEEP(name, count) keep(module.name, out, count);
  OUTPUTS(KEEP)
}

bool is_watched_on(const Module& module, int watched) {
  int number = 0;
#define WATCH(name, count) if (++number == watched && is_on(module.name)) return true;
  OUTPUTS(WATCH)
  return false;
}

void tick(Module& module) {
#ifdef CLOCK
  module.CLOCK = 0;
  module.eval();
  module.CLOCK = 1;
  module.eval();
#endif
}

// Fills the buffer as far as it goes. What is written is flushed before waiting.
bool read_all(uint8_t* bytes, int count, std::string& out) {
  static uint8_t buffer[1 << 16];
  static ssize_t from = 0, to = 0;
  while (count > 0) {
    if (from == to) {
      for (std::size_t sent = 0; sent < out.size();) {
        const ssize_t n = write(STDOUT_FILENO, out.data() + sent, out.size() - sent);
        if (n <= 0) return false;
        sent += n;
      }
      out.clear();
      from = 0;
      to = read(STDIN_FILENO, buffer, sizeof buffer);
      if (to <= 0) return false;
    }
    const int n = count < to - from ? count : static_cast<int>(to - from);
    std::memcpy(bytes, buffer + from, n);
    from += n;
    bytes += n;
    count -= n;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  // What is not reset is random, but the same in every run.
  context.randReset(2);
  Module module(&context);
  std::string out;
  uint8_t request[6 + kInputBytes];
  while (read_all(request, sizeof request, out)) {
    uint32_t most;
    load(most, request + 1, 4);
    const int watched = request[5];
    load_inputs(module, request + 6);
    uint32_t clocks = 0;
    module.eval();
    while (clocks < most) {
      tick(module);
      ++clocks;
      if (watched != 0 && is_watched_on(module, watched)) break;
    }
    if (!(request[0] & 1)) {
      keep(clocks, out, 4);
      keep_outputs(module, out);
    }
  }
}
