#pragma once

// In: the address of a write. Out: the padding of the structs and unions that it writes a member of. A program cannot
// write padding, so in check mode it counts as written with the member that it follows.
//
// The layout is that of LLVM's struct types where the address is computed through one; the debug information says which
// of their `i8` elements are padding that clang has made explicit (the tail of an over-aligned struct, for one). Where
// the address is a pointer of the program, the layout is that of the type that the pointer is declared with.

#include <cstdint>
#include <vector>

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "sim/compile/pass/facts/declared_types.h"

namespace lockstep::pass {

// Bytes [address + offset, address + offset + size).
struct Padding {
  llvm::Value* address;
  std::uint64_t offset, size;
};

class StructPadding {
 public:
  StructPadding(const llvm::DataLayout& layout, DeclaredTypes& declared) : layout_(layout), declared_(declared) {}

  // The padding that counts as written with `bytes` bytes at `address`. Addresses of structs are computed at `build`.
  std::vector<Padding> WrittenWith(llvm::IRBuilderBase& build, llvm::Value* address, std::uint64_t bytes);

 private:
  // Bytes between two members, and where the member that they follow begins: a number, a pointer or a vector.
  // kNoMember: they lie at the beginning, or after an array, a struct or a base class, whose last member may be written
  // at an address that does not show in which struct it lies. Those count as written with every other member.
  struct Gap {
    std::uint64_t begin, end, after;
  };
  static constexpr std::uint64_t kNoMember = ~std::uint64_t{0};
  using Gaps = std::vector<Gap>;
  using Composites = DeclaredTypes::Composites;
  class GapFinder;

  const Gaps& GapsOf(llvm::StructType* type);
  Gaps FindGaps(llvm::StructType* type);
  static Gaps FindGaps(const llvm::DICompositeType& type);
  bool IsFiller(llvm::StructType* type, unsigned element, const Composites& known) const;
  Composites KnownAs(llvm::StructType* type);
  static void AddBeginning(std::vector<Padding>& found, llvm::Value* address, const Gaps& gaps, std::uint64_t bytes);
  void AddInside(std::vector<Padding>& found, llvm::Value* address, llvm::Type* type, std::uint64_t bytes);
  void AddInside(std::vector<Padding>& found, llvm::Value* address, llvm::DIType* type, std::uint64_t bytes);
  void AddDeclared(std::vector<Padding>& found, llvm::Value* address, std::uint64_t bytes);
  void AddStep(std::vector<Padding>& found, llvm::IRBuilderBase& build, llvm::GEPOperator& step, std::uint64_t bytes);

  const llvm::DataLayout& layout_;
  DeclaredTypes& declared_;
  llvm::DenseMap<llvm::StructType*, Gaps> gaps_;
};

}  // namespace lockstep::pass
