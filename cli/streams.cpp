#include "cli/streams.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "cli/command.h"

namespace lockstep::cli {

void KeepClosedStreamsClosed() {
  // Opened in the wrong direction, so that reading or writing fails as on a closed descriptor.
  for (int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    (void)!open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

int FinishStandardOutput(int status) {
  const bool was_lost = ferror(stdout) != 0;
  errno = 0;
  if (fflush(stdout) == 0 && !was_lost && !(close(STDOUT_FILENO) != 0 && errno != EBADF)) return status;
  const std::string why = errno != 0 ? strerror(errno) : "some of it was lost";
  return static_cast<int>(Complain(ExitStatus::kCannotWrite, {fmt::format("cannot write standard output: {}", why)}));
}

}  // namespace lockstep::cli
