#pragma once

// Small pieces of IR that several lowerings use.

#include "sim/compile/pass/language/ptx/lowering.h"

namespace lockstep::pass::lower {

// A shift by any count: every bit is shifted out from the width on, and 0 or the sign remains.
llvm::Value* ShiftAll(llvm::IRBuilder<>& build, llvm::Instruction::BinaryOps operation, llvm::Value* x,
                      llvm::Value* count);

// The least or greatest of two integers, signed or unsigned as `type` says.
llvm::Value* Least(llvm::IRBuilder<>& build, ptx::Type type, llvm::Value* x, llvm::Value* y);
llvm::Value* Greatest(llvm::IRBuilder<>& build, ptx::Type type, llvm::Value* x, llvm::Value* y);

// --- floating point. The codes of formats and directions are those of sim/math/narrow.cpp and rounded.cpp.
enum Format { kHalf, kBfloat16, kTf32, kE4m3, kE5m2 };
enum Direction { kNearest, kDown, kUp, kTowardsZero, kAwayAtTies };
// The format of a 16-bit or packed type's elements.
Format FormatOf(ptx::Type type);
// .rn, .rz, .rm or .rp; to nearest without one.
Direction DirectionOf(const PtxLowering& ptx);
// A double of the bits, and back, rounded once.
llvm::Value* Widen(PtxLowering& ptx, llvm::Value* bits, Format format);
llvm::Value* Narrow(PtxLowering& ptx, llvm::Value* number, Format format, Direction direction, bool saturates = false);
// Denormals become zeros of their sign. For float and double, or the bits of a half.
llvm::Value* Flush(llvm::IRBuilder<>& build, llvm::Value* x);
// Into [0, 1]; a NaN becomes 0.
llvm::Value* Saturate(llvm::IRBuilder<>& build, llvm::Value* x);

// minNum or maxNum of two numbers: a NaN is left out, +0 is greater than -0.
llvm::Value* LeastOrGreatestReal(llvm::IRBuilder<>& build, llvm::Value* x, llvm::Value* y, bool is_least);

// An update of memory by compare-and-swap until it succeeds.
struct UpdateLoop {
  llvm::Type* type = nullptr;  // an integer
  llvm::AtomicOrdering order = llvm::AtomicOrdering::AcquireRelease;
  std::function<llvm::Value*(llvm::Value* old)> changed;
  std::function<void(llvm::Instruction&)> mark = [](llvm::Instruction&) {};  // is given each access
};
// Returns the value before.
llvm::Value* Repeat(PtxLowering& ptx, llvm::Value* address, const UpdateLoop& update);

// Computes each element of packed operands, or the only one: `compute` gets the elements of the arguments 1, 2, ... and
// returns that of argument 0.
void ForEachElement(PtxLowering& ptx, unsigned operands,
                    llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> compute);

}  // namespace lockstep::pass::lower
