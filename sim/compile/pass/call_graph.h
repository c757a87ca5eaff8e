#pragma once

// Who calls whom in a device half, and what follows from it: what a kernel can reach, whether it can wait, whether it
// looks at its thread behind the optimiser's back. A snapshot: it does not follow later changes.

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace lockstep {

class CallGraph {
 public:
  explicit CallGraph(llvm::Module& module);

  // `from` and all that it can call. An indirect call can reach every function whose address is taken.
  llvm::SetVector<llvm::Function*> Reachable(llvm::Function& from) const;
  // Code of another unit, which may do anything.
  static bool IsForeign(const llvm::Function& function);
  // True where a loop may run `function` for one thread after the other without telling anybody which is the current
  // thread: nothing that it calls looks.
  bool IsSelfContained(llvm::Function& function) const;
  // Defined functions that look at the thread's indices or shared memory, themselves or through callees, and can be
  // inlined: not recursive, and not so large and so often called that the code would explode.
  llvm::SetVector<llvm::Function*> InlinableReaders() const;

 private:
  struct Facts {
    llvm::SetVector<llvm::Function*> callees;
    bool calls_indirectly = false;
    bool reads_state = false;    // index functions or shared memory
    bool needs_current = false;  // calls into the runtime, or code that we cannot see
    std::size_t size = 0;
    std::size_t call_sites = 0;
  };

  void Collect(llvm::Function& function);
  bool IsRecursive(llvm::Function& function) const;

  llvm::MapVector<llvm::Function*, Facts> facts_;
  llvm::SetVector<llvm::Function*> address_taken_;
};

}  // namespace lockstep
