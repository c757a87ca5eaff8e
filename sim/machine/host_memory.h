#pragma once

// Which addresses are the process's own: its stacks, the constants of its image.

#include <cstdint>

namespace lockstep {

// On the stack of the calling OS thread.
bool IsOnThisStack(std::uint64_t address);
// In a loaded part of the program or one of its libraries: literals, tables, virtual function tables.
bool IsInProgramImage(std::uint64_t address);
// The same, where nobody can write.
bool IsInReadOnlyImage(std::uint64_t address);

}  // namespace lockstep
