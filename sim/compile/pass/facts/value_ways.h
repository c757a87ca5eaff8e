#pragma once

// The ways in which a value can come to be, each with the sources that it then comes from.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "shared/trace/operand.h"

namespace lockstep::pass {

// Bytes [begin, begin + size) of the value come from `length` bytes of a source. `moves`: as they are.
struct ValueSource {
  trace::OperandKind kind = trace::OperandKind::kUnknown;
  std::uint64_t begin = 0, size = 0;
  std::uint64_t offset = 0, length = 0;  // of the source
  bool moves = false;
  llvm::Instruction* source = nullptr;         // what reads, calls or asks; after Settle, of a step only
  llvm::DILocalVariable* variable = nullptr;   // of kVariable
  const llvm::Value* storage = nullptr;        // of kVariable
  llvm::DILocalVariable* parameter = nullptr;  // of what a call passes: for this parameter
  std::string text;                            // an index's name; of kUnknown, what is not followed
  friend bool operator==(const ValueSource&, const ValueSource&) = default;
};
using Way = std::vector<ValueSource>;

// Every way in which a value can come to be, and how to compute the number of the one that was gone: the sum of the
// numbers of these values' ways, each times its factor.
struct Ways {
  std::vector<Way> ways;
  std::vector<std::pair<llvm::Value*, std::uint64_t>> factors;
};

// More are given up (Unknown).
inline constexpr std::size_t kMostWays = 16;

Ways One(ValueSource source);
// A constant.
Ways Nothing();
Ways Unknown(std::uint64_t size, std::string text);

void AddSource(Way& way, ValueSource source);
// The whole value, of `size` bytes, depends on each of these, and none is moved as it is.
Ways Mixed(Ways ways, std::uint64_t size);
// Bytes [begin, begin + size) of what `ways` are of, as bytes from `to` on of another value.
Ways Cut(Ways ways, std::uint64_t begin, std::uint64_t size, std::uint64_t to);
// Of what is made of all these parts: every choice of a way for each.
Ways Product(const std::vector<Ways>& parts);

}  // namespace lockstep::pass
