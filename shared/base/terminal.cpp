#include "shared/base/terminal.h"

#include <signal.h>
#include <unistd.h>

namespace lockstep {

bool IsTerminalOurs() { return tcgetpgrp(STDIN_FILENO) >= 0; }

bool HasTerminal(pid_t group) { return tcgetpgrp(STDIN_FILENO) == group; }

void GiveTerminal(pid_t group) {
  // Who is not in the foreground is stopped for the attempt, unless it ignores that.
  void (*const before)(int) = signal(SIGTTOU, SIG_IGN);
  tcsetpgrp(STDIN_FILENO, group);
  signal(SIGTTOU, before);
}

void TakeTerminalBack() { GiveTerminal(getpgrp()); }

}  // namespace lockstep
