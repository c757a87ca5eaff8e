#pragma once

// Debug information read as facts about types: sizes, kinds, names, members.

#include <string>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "shared/trace/recording.h"

namespace lockstep {

// `type` without typedefs, const and volatile; null is void.
llvm::DIType* Resolve(llvm::DIType* type);
std::uint64_t SizeInBytes(llvm::DIType* type);
std::string TypeName(llvm::DIType* type);

// "blur<3>" or "Filter::Apply".
std::string PrettyName(const llvm::DISubprogram* subprogram);

// The types that the tables name, each once; equal ids mean equal types.
class TypeTable {
 public:
  // Index of `type`; adds it and all it is made of on first sight.
  std::uint32_t Add(llvm::DIType* type);
  const std::vector<Type>& types() const { return types_; }

 private:
  std::uint32_t AddArray(llvm::DICompositeType* array, std::size_t dimension);
  void Describe(std::uint32_t index, llvm::DIType* resolved);
  void DescribeMembers(std::uint32_t index, llvm::DICompositeType* composite);

  std::vector<Type> types_;
  llvm::DenseMap<llvm::DIType*, std::uint32_t> known_;
};

}  // namespace lockstep
