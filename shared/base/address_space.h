#pragma once

namespace lockstep {

// Ends a program under study in which a range of addresses cannot be reserved, with a sentence and the exit status of a
// program that failed. Ranges are reserved without memory, so it is a limit that is missing them, such as `ulimit -v`.
[[noreturn]] void EndWithoutAddressSpace(const char* for_what);

}  // namespace lockstep
