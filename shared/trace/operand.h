#pragma once

// The operands from which the value of a write, a parameter or a function was computed: rows of the program, not of its
// steps.

#include <cstdint>
#include <string>

#include "shared/trace/step.h"

namespace lockstep::trace {

enum class OperandKind : std::uint8_t {
  kConstant,   // nothing: the value is the same each time
  kVariable,   // bytes of a variable of the function, as they are just before the step
  kRead,       // what the last step at `from` read in this call of the function, or found in an atomic's place
  kReturned,   // what the last call at `from` returned
  kIndex,      // `text`: "threadIdx.x"
  kUnknown,    // `text` says what is not followed
  kExchanged,  // what the last kExchange step at `from` got from the lanes of its warp
};

// Bytes [begin, begin + size) of the value that a step at `site` writes, passes to `parameter` (a call) or returns (a
// kLeave step) come from here. A site without rows: nothing is known. Bytes that no row of a site covers are constant.
struct Operand {
  SiteId site = SiteId::kNone;
  OperandKind kind = OperandKind::kUnknown;
  bool moves = false;  // as they are; else each byte is computed from all of the source
  std::uint32_t begin = 0, size = 0;
  std::uint32_t offset = 0, length = 0;      // in the variable, in what was read or returned
  VariableId parameter = VariableId::kNone;  // of a call: what it passes
  VariableId variable = VariableId::kNone;   // of kVariable
  FunctionId function = FunctionId::kNone;   // of kReturned
  SiteId from = SiteId::kNone;               // of kRead, kReturned, kExchanged
  std::uint32_t from_count = 0;              // the sites of the step: from `from` on
  std::string text;
  friend bool operator==(const Operand&, const Operand&) = default;
};

}  // namespace lockstep::trace
