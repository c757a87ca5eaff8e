#pragma once

// Unused space after a local variable, where accesses past its end are seen that the function itself does not make.

#include <cstdint>

#include "llvm/IR/Instructions.h"

namespace lockstep::pass {

// True if the address may escape from the function's own loads and stores.
bool Leaves(const llvm::Value& pointer);

// The same variable with LOCKSTEP_LOCAL_ROOM unused bytes after it, in its place.
llvm::AllocaInst* AddRoom(llvm::AllocaInst& local);
bool HasRoom(const llvm::AllocaInst& local);
// Without the room.
std::uint64_t SizeOfLocal(const llvm::AllocaInst& local);

}  // namespace lockstep::pass
