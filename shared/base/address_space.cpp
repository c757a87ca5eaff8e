#include "shared/base/address_space.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <string>

#include "shared/base/exit_status.h"
#include "shared/base/program_end.h"

namespace lockstep {
namespace {

std::string Hint() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return "Lockstep reserves about 2 TiB of addresses, without memory; a sandbox or a container may forbid that";
  return fmt::format(
      "`ulimit -v` is {} KiB; Lockstep reserves about 2 TiB of addresses, without memory: `ulimit -v unlimited`",
      limit.rlim_cur >> 10);
}

}  // namespace

void EndWithoutAddressSpace(const char* for_what) {
  std::fprintf(stderr, "lockstep: there is no address space for %s\n  hint: %s\n", for_what, Hint().c_str());
  LeaveProgram(static_cast<int>(ExitStatus::kProgramFailed));
}

}  // namespace lockstep
