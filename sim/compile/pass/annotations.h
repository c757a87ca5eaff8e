#pragma once

// In: a device half as clang made it. Out: which functions are kernels, which can wait for other threads, and which
// variables are managed, by the annotations that our CUDA headers put on them; the annotations themselves are dropped.

#include <array>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace lockstep {

struct Annotations {
  llvm::SetVector<llvm::Function*> kernels;
  llvm::SetVector<llvm::Function*> waits;
  llvm::SetVector<llvm::GlobalVariable*> managed;
  llvm::DenseMap<llvm::Function*, unsigned> max_threads;              // the first number of __launch_bounds__
  llvm::DenseMap<llvm::Function*, std::array<unsigned, 3>> clusters;  // __cluster_dims__
};

Annotations TakeAnnotations(llvm::Module& module);

}  // namespace lockstep
