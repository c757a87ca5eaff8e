#pragma once

// In: addresses that are computed from shared variables by unsigned 32-bit indices (`end[~i]`, `row[i - 1]`).
// Out: the same with signed indices. A GPU truncates the address of an access to shared memory to 32 bits (PTX ISA,
// "ld", "st"), so an index of 2^32 - n, scaled by any size, reaches n elements before the pointer. An index inside an
// array stays as it is, because shared memory is smaller than 2^31 bytes.
// Limit: pointers that evidently come from shared variables, by local variables and calls, as a GPU's compiler must
// find out, too; and indices that are extended where they are used.

#include "llvm/IR/Module.h"

namespace lockstep::pass {

// With `relocatable`, other units may call functions of this one.
void MakeSharedIndicesSigned(llvm::Module& module, bool relocatable);

}  // namespace lockstep::pass
