#pragma once

// Statements -> code whose names, types and operands have been checked: registers and labels are numbers.

#include <span>

#include "sim/ptx/forms.h"
#include "sim/ptx/parse.h"
#include "sim/ptx/variables.h"

namespace lockstep::ptx {

// An operand of the `asm` statement, `%0` and so on.
struct AsmOperand {
  Type type = Type::kNone;  // by its size: .b32, .f32, ...; kNone: a size that PTX does not have
  bool is_output = false;
  bool is_immediate = false;
  std::uint64_t immediate = 0;
};

struct Register {
  std::string_view name;
  Type type = Type::kNone;
  int operand = -1;  // the number of the asm statement's operand, or -1
};

struct Argument {
  // kRegister: `number` is an index in Code::registers. kSpecial: a special register, `name` without `%`.
  // kWhole: a constant, its bits in the type of the operand. kLabel: `number` is an index in
  // Code::labels. kVariable: the address of Code::variables[number], `whole` bytes further. kVector: `parts`. kPair:
  // two parts. kAddress: `parts` is the base, and what follows commas.
  enum class Form { kNone, kRegister, kSpecial, kWhole, kSink, kVector, kPair, kAddress, kLabel, kVariable };
  Form form = Form::kNone;
  Type type = Type::kNone;  // as the instruction uses it
  std::size_t number = 0;
  bool negated = false;
  bool minus = false;       // `-r`
  std::string_view chosen;  // the parts of a register, without the dot: `h10`
  std::uint64_t whole = 0;  // also an address's displacement
  std::string_view name;
  std::vector<Argument> parts;
  std::size_t offset = 0;
};

struct Step {
  Matched matched;
  int guard = -1;  // a register
  bool guard_is_negated = false;
  std::vector<Argument> arguments;  // as many as the form has operands
  std::string_view word;
  std::size_t offset = 0;
};

struct Code {
  std::vector<Register> registers;
  std::vector<Variable> variables;
  std::vector<Step> steps;
  std::vector<std::size_t> labels;  // the index of the step that follows each
};

// The views point into the text that was parsed.
Maybe<Code> Check(std::span<const Statement> statements, std::span<const AsmOperand> operands);

// The type of a special register (`tid.x`, `laneid`); kNone if PTX has none of this name.
Type TypeOfSpecial(std::string_view name);

}  // namespace lockstep::ptx
