#pragma once

// In: a device half as clang generated it. Out: the kernels, the functions that can wait for other threads, and the
// managed variables, according to the annotations in Lockstep's CUDA headers.

#include <array>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace lockstep::pass {

struct Annotations {
  llvm::SetVector<llvm::Function*> kernels;
  llvm::SetVector<llvm::Function*> waits;
  llvm::SetVector<llvm::Function*> launches;  // lambdas around launches in device code
  llvm::SetVector<llvm::GlobalVariable*> managed;
  llvm::DenseMap<llvm::Function*, unsigned> max_threads;              // the first number of __launch_bounds__
  llvm::DenseMap<llvm::Function*, std::array<unsigned, 3>> clusters;  // __cluster_dims__
};

Annotations FindAnnotations(llvm::Module& module);
// Finds them and removes them.
Annotations TakeAnnotations(llvm::Module& module);

}  // namespace lockstep::pass
