#include "cli/keyboard.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <thread>

#include "shared/base/terminal.h"

namespace lockstep::cli {

Keyboard::Keyboard() : is_there_(isatty(STDOUT_FILENO) && TakeSingleKeys()) {}

Keyboard::~Keyboard() { TakeWholeLines(); }

std::optional<char> Keyboard::Read(std::chrono::milliseconds patience) const {
  if (!is_there_) {
    std::this_thread::sleep_for(patience);
    return std::nullopt;
  }
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  if (poll(&input, 1, static_cast<int>(patience.count())) <= 0) return std::nullopt;
  char typed = 0;
  if ((input.revents & POLLIN) == 0 || read(STDIN_FILENO, &typed, 1) != 1) return kGone;
  if (typed != kEscape) return typed;
  // A key such as an arrow is a sequence that begins with Esc, and is none of ours.
  bool is_sequence = false;
  while (poll(&input, 1, 0) > 0 && read(STDIN_FILENO, &typed, 1) == 1) is_sequence = true;
  return is_sequence ? std::nullopt : std::optional(kEscape);
}

TerminalSize SizeOfTerminal() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

}  // namespace lockstep::cli
