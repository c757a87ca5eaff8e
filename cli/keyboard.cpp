#include "cli/keyboard.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <thread>

#include "shared/base/terminal.h"

namespace lockstep::cli {
namespace {

// The next byte of a sequence, which terminals send at once; a slow line may part it.
std::optional<char> NextOfSequence() {
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  char byte = 0;
  if (poll(&input, 1, 20) <= 0 || read(STDIN_FILENO, &byte, 1) != 1) return std::nullopt;
  return byte;
}

// Reads what follows Esc where a key such as an arrow was pressed, and no more: ECMA-48's control sequences, the letter
// of a function key after `O`, or one letter that was typed with Alt. False if nothing follows.
bool SkipSequence() {
  std::optional<char> byte = NextOfSequence();
  if (!byte) return false;
  if (*byte == 'O') NextOfSequence();
  if (*byte != '[') return true;
  do byte = NextOfSequence();
  while (byte && (*byte < '@' || *byte > '~'));
  return true;
}

}  // namespace

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
  // No key that is a sequence is one of ours.
  return SkipSequence() ? std::nullopt : std::optional(kEscape);
}

TerminalSize SizeOfTerminal() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return {};
  return {size.ws_col, size.ws_row};
}

}  // namespace lockstep::cli
