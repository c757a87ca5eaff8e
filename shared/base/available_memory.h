#pragma once

#include <cstdint>

namespace lockstep {

// Bytes that this process may still take without pushing anything else out: the least of what the machine has
// available, of what is left of the control group's limit (cgroup v2, memory.max), and of what is left of the process's
// limit on its address space (ulimit -v). Where none of them is known, the largest number.
std::uint64_t AvailableMemory();

}  // namespace lockstep
