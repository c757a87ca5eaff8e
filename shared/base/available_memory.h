#pragma once

#include <cstdint>

namespace lockstep {

// The number of bytes that this process can still allocate without displacing anything: the smallest of the memory that
// the machine has available, what is left of the control group's limit (cgroup v2, memory.max), and what is left of the
// limit on the process's address space (ulimit -v). The largest number if none of them is known.
std::uint64_t AvailableMemory();

}  // namespace lockstep
