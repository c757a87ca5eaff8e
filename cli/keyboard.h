#pragma once

// Single keys from the terminal, without Enter and without an echo.

#include <chrono>
#include <cstddef>
#include <optional>

namespace lockstep::cli {

class Keyboard {
 public:
  // Does nothing unless standard input and output are a terminal that is ours.
  Keyboard();
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  bool is_there() const { return is_there_; }
  // The next byte that is typed, or kGone once the terminal is closed. None after `patience`; without a keyboard, this
  // only waits.
  std::optional<char> Read(std::chrono::milliseconds patience) const;

  static constexpr char kInterrupt = 3, kEnd = 4, kEscape = 27, kGone = 0;  // Ctrl-C, Ctrl-D, Esc

 private:
  bool is_there_ = false;
};

// The size of the terminal on standard output, in letters.
struct TerminalSize {
  std::size_t columns = 80, rows = 24;
  bool operator==(const TerminalSize&) const = default;
};
TerminalSize SizeOfTerminal();

}  // namespace lockstep::cli
