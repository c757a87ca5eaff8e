// _exit as programs call it. It skips the work of exit, and with it the end of a recording or a report; a kernel may be
// running in another thread. That work is therefore done here first, and then the program ends as requested.

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "shared/base/program_end.h"

namespace {

[[noreturn]] void End(int status) {
  lockstep::EndProgramNow();
  status = lockstep::StatusOfEnd(status);
  for (;;) syscall(SYS_exit_group, status);
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void _exit(int status) { End(status); }
[[gnu::visibility("default")]] void _Exit(int status) noexcept { End(status); }

}  // extern "C"
