// _exit as programs call it. It skips what exit would do, and with it what a recording or a report still lacks; a
// kernel may be running in another thread. So ours comes first, and then the program ends as it wanted.

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>

#include "shared/base/program_end.h"

namespace {

[[noreturn]] void End(int status) {
  lockstep::EndProgramNow();
  for (;;) syscall(SYS_exit_group, status);
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void _exit(int status) { End(status); }
[[gnu::visibility("default")]] void _Exit(int status) noexcept { End(status); }

}  // extern "C"
