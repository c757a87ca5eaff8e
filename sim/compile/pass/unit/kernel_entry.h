#pragma once

// In: a kernel as clang made it, with the host processor's calling convention.
// Out: its body as an internal function whose parameters are plain (one pointer for each source parameter, then the
// state of thread_state.h), and the entries that the runtime calls: `thread_entry` for one thread, `block_entry` for
// a whole block as a loop over threads.
//
// The form of a source parameter in the calling convention (split, coerced, by reference) does not matter: the debug
// information gives the place where the kernel keeps parameter N, and the body copies N's bytes there.

#include <array>
#include <optional>
#include <vector>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

struct KernelParameter {
  std::string name;
  std::uint64_t size = 0;
  llvm::DIType* type = nullptr;
  llvm::DILocalVariable* variable = nullptr;  // null for an unnamed parameter
};

struct KernelBody {
  std::string name;  // the linkage name, as the host half registers it
  llvm::Function* function = nullptr;
  std::vector<KernelParameter> parameters;
  unsigned max_threads = 0;           // __launch_bounds__
  std::array<unsigned, 3> cluster{};  // __cluster_dims__
  std::uint32_t modelled = 0;         // ModelledFeatures::Of
};

// Turns `kernel` into a body and removes it. Nothing, with a diagnostic, if its parameters cannot be found.
std::optional<KernelBody> MakeBody(llvm::Function& kernel);

// The place of a kernel's parameters, as clang made it: storage in its entry block, or an argument that points to it;
// null for a parameter that has none. The entry block does nothing else before `after`.
struct ParameterPlaces {
  std::vector<llvm::Value*> places;
  llvm::Instruction* after = nullptr;
};
ParameterPlaces FindParameters(llvm::Function& kernel);

// True if the argument points to the launch's storage of a kernel argument: to a struct that is passed by value, or
// like the first parameters of a kernel's body.
bool IsParameterStorage(const llvm::Argument& argument);

// The body's state arguments, in StateField order.
std::vector<llvm::Value*> StateArguments(const KernelBody& body);

// An empty function `void NAME.suffix(ptr, void* const* args)` with the kernel's attributes and one open block.
llvm::Function* MakeEntry(const KernelBody& body, llvm::StringRef suffix);
// The instructions that `build` makes from now on stand at the kernel's line, for debuggers.
void SetPlace(llvm::IRBuilderBase& build, llvm::Function& entry);
// Copies of the launch's arguments that provably nothing else can change, which makes them loop invariants.
llvm::SmallVector<llvm::Value*> CopyParameters(llvm::IRBuilderBase& build, const KernelBody& body,
                                               llvm::Value* arguments);
// The fields of a LockstepBlock in StateField order; null for those of a thread.
std::vector<llvm::Value*> LoadBlockState(llvm::IRBuilderBase& build, llvm::Value* block,
                                         llvm::GlobalVariable* shared_base);

// void entry(LockstepThread*, void* const* args)
llvm::Function* MakeThreadEntry(const KernelBody& body, llvm::GlobalVariable* shared_base);
// void entry(const LockstepBlock*, void* const* args): loops over z, y and x. CUDA defines no order between threads
// that do not wait for each other, so their memory accesses are marked as parallel.
llvm::Function* MakeBlockEntry(const KernelBody& body, llvm::GlobalVariable* shared_base);

}  // namespace lockstep::pass
