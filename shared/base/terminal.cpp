#include "shared/base/terminal.h"

#include <signal.h>
#include <termios.h>
#include <unistd.h>

#include <atomic>

namespace lockstep {

bool IsTerminalOurs() { return tcgetpgrp(STDIN_FILENO) >= 0; }

bool HasTerminal(pid_t group) { return tcgetpgrp(STDIN_FILENO) == group; }

void GiveTerminal(pid_t group) {
  // A process in the background gets SIGTTOU for this call and stops, unless it ignores that signal.
  void (*const before)(int) = signal(SIGTTOU, SIG_IGN);
  tcsetpgrp(STDIN_FILENO, group);
  signal(SIGTTOU, before);
}

void TakeTerminalBack() { GiveTerminal(getpgrp()); }

namespace {

termios lines_before;
std::atomic<bool> takes_keys{false};  // and `lines_before` is known

}  // namespace

bool TakeSingleKeys() {
  // A background job would be stopped for changing the terminal.
  if (!IsTerminalOurs() || !HasTerminal(getpgrp()) || tcgetattr(STDIN_FILENO, &lines_before) != 0) return false;
  termios keys = lines_before;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  if (tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0) takes_keys = true;
  return takes_keys;
}

void TakeWholeLines() {
  if (takes_keys.exchange(false) && HasTerminal(getpgrp())) tcsetattr(STDIN_FILENO, TCSADRAIN, &lines_before);
}

}  // namespace lockstep
