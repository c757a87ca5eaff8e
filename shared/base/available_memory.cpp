#include "shared/base/available_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace lockstep {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

std::uint64_t Left(std::uint64_t most, std::uint64_t used) {
  return most == kUnknown || used == kUnknown ? kUnknown : most - std::min(most, used);
}

// The number at the start of a file; kUnknown if there is none ("max", or no such file).
std::uint64_t NumberIn(const std::string& path) {
  std::uint64_t number = 0;
  return std::ifstream(path) >> number ? number : kUnknown;
}

std::uint64_t OfMachine() {
  std::ifstream file("/proc/meminfo");
  for (std::string word; file >> word;) {
    std::uint64_t kilobytes = 0;
    if (word == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
  }
  return kUnknown;
}

// The limits of the enclosing groups apply too.
std::uint64_t OfControlGroup() {
  std::ifstream file("/proc/self/cgroup");
  std::uint64_t left = kUnknown;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("0::/")) continue;
    for (std::string group = line.substr(3); !group.empty(); group.resize(group.find_last_of('/'))) {
      const std::string folder = "/sys/fs/cgroup" + group;
      left = std::min(left, Left(NumberIn(folder + "/memory.max"), NumberIn(folder + "/memory.current")));
    }
  }
  return left;
}

std::uint64_t OfProcess() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnknown;
  const std::uint64_t pages = NumberIn("/proc/self/statm");
  return pages == kUnknown ? limit.rlim_cur
                           : Left(limit.rlim_cur, pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)));
}

}  // namespace

std::uint64_t AvailableMemory() { return std::min({OfMachine(), OfControlGroup(), OfProcess()}); }

}  // namespace lockstep
