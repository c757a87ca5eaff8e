#pragma once

// Types from debug information: sizes, kinds, names, members.

#include <string>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "shared/trace/recording.h"

namespace lockstep::pass {

// `type` without typedefs, const and volatile; null is void.
llvm::DIType* Resolve(llvm::DIType* type);
std::uint64_t SizeInBytes(llvm::DIType* type);
// At least 1. Of a class: what it or one of its parts asks for, else that of its most aligned part.
std::uint64_t AlignmentInBytes(llvm::DIType* type);
std::string TypeName(llvm::DIType* type);

// "blur<3>" or "Filter::Apply".
std::string PrettyName(const llvm::DISubprogram* subprogram);

// The types in a unit's tables, each once; equal ids mean equal types.
class TypeTable {
 public:
  // The index of `type`; adds the type and its parts at the first call.
  std::uint32_t Add(llvm::DIType* type);
  const std::vector<trace::Type>& types() const { return types_; }

 private:
  std::uint32_t AddArray(llvm::DICompositeType* array, std::size_t dimension);
  void Describe(std::uint32_t index, llvm::DIType* resolved);
  std::uint32_t AddBitField(const llvm::DIDerivedType& member);
  bool DescribeNarrowFloat(std::uint32_t index, llvm::StringRef name);
  void DescribeMembers(std::uint32_t index, llvm::DICompositeType* composite);

  std::vector<trace::Type> types_;
  llvm::DenseMap<llvm::DIType*, std::uint32_t> known_;
};

}  // namespace lockstep::pass
