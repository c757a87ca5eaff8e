#pragma once

// PTX's text -> statements as they are written: names are not resolved, and opcodes may be unknown.

#include <cstdint>

#include "sim/ptx/tokens.h"

namespace lockstep::ptx {

struct Operand {
  // kName: a register, special register or label. kSink: `_`. kVector: `{a, b}`, its elements in `parts`. kPair:
  // `a|b`. kAddress: `[a + 4]`: `parts` has the base (a name or a number), and what follows commas.
  enum class Form { kName, kWhole, kReal, kSink, kVector, kPair, kAddress };
  Form form = Form::kName;
  std::size_t offset = 0;
  std::string_view name;
  bool negated = false;     // `!p`
  bool minus = false;       // `-r`, a kName
  std::uint64_t whole = 0;  // a kWhole's two's complement; an address's displacement
  double real = 0;
  bool is_float = false;  // a kReal of the form 0f3f800000: .f32 only
  // A kName that stands for an address: `v+4` and `v[1]`, the number in `whole`.
  enum class Offset { kNone, kBytes, kElements };
  Offset displaced = Offset::kNone;
  std::vector<Operand> parts;
};

struct Guard {
  std::string_view name;
  bool negated = false;  // @!p
  std::size_t offset = 0;
};

// One name of a declaration of memory.
struct Declared {
  std::string_view name;
  std::size_t offset = 0;
  std::uint64_t count = 0;                // N of `name<N>`
  std::vector<std::uint64_t> dimensions;  // 0: as many elements as there are initial values, the first dimension only
  std::vector<Operand> initial;           // at most one; values in braces are a kVector
};

struct Statement {
  enum class Form { kOpen, kClose, kLabel, kRegisters, kVariables, kInstruction };
  Form form = Form::kInstruction;
  std::size_t offset = 0;
  // The opcode with its modifiers, the label, or the declared type with its dot.
  std::string_view word;
  std::vector<Guard> guards;      // at most one
  std::size_t elements = 1;       // of declarations: 2 or 4 of each name, as in `.reg .v4 .f32 v`
  std::vector<Operand> operands;  // for kRegisters: the names; `whole` is N of `name<N>`, else 0
  std::string_view space;         // of kVariables: `shared`, `local`, `const` or `global`
  std::uint64_t alignment = 0;    // what `.align` says
  std::vector<Declared> variables;
};

// `%0`, `%1`, ... stay names.
Maybe<std::vector<Statement>> Parse(std::string_view text);

}  // namespace lockstep::ptx
