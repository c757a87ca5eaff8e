#pragma once

// The call graph of a device half, and what follows from it: the functions that a kernel can reach, whether it can
// wait, and whether it reads its thread's state where the optimiser cannot see it. A snapshot: later changes are not
// tracked.

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

class CallGraph {
 public:
  explicit CallGraph(llvm::Module& module);

  // `from` and all functions that it can call. An indirect call can reach every function whose address is taken.
  llvm::SetVector<llvm::Function*> Reachable(llvm::Function& from) const;
  // True for code of another unit, which may do anything.
  static bool IsForeign(const llvm::Function& function);
  // True for functions of the C and math libraries: they read no thread state and never wait.
  static bool DependsOnArgumentsOnly(const llvm::Function& function);
  // True if a loop may run `function` for one thread after the other without setting the current thread, because
  // nothing that it calls reads it.
  bool IsSelfContained(llvm::Function& function) const;
  // Defined functions that read the thread's indices or shared memory, directly or through callees, and can be inlined:
  // they are not recursive, and not so large and often called that the code size would explode.
  llvm::SetVector<llvm::Function*> InlinableReaders() const;

 private:
  struct Facts {
    llvm::SetVector<llvm::Function*> callees;
    bool calls_indirectly = false;
    bool reads_state = false;    // index functions or shared memory
    bool needs_current = false;  // calls the runtime or unknown code
    std::size_t size = 0;
    std::size_t call_sites = 0;
  };

  void Collect(llvm::Function& function);
  bool IsRecursive(llvm::Function& function) const;

  llvm::MapVector<llvm::Function*, Facts> facts_;
  llvm::SetVector<llvm::Function*> address_taken_;
};

}  // namespace lockstep::pass
