#pragma once

// The forms of each instruction, from instructions.def.

#include <array>
#include <string_view>
#include <vector>

#include "sim/ptx/tokens.h"
#include "sim/ptx/types.h"

namespace lockstep::ptx {

// A form's rule for one operand.
struct Pattern {
  enum class What { kType, kFirst, kSecond, kThird, kDoubled, kImmediate, kLabel, kAddress };
  What what = What::kType;
  Type type = Type::kNone;  // for kType
  bool is_destination = false, may_be_wider = false, may_pack = false, may_miss = false, has_second = false,
       needs_second = false;
  bool is_list = false;    // a vector of any size
  bool is_vector = false;  // as many elements as the modifier .v2, .v4 or .v8 says
  // The choices that may follow a register's name, for video instructions: one byte or half (`r.b1`), two halves of the
  // four of a and b (`r.h30`), four bytes of the eight (`r.b7210`), or the elements of the destination that are
  // written.
  enum class Parts { kNone, kOne, kHalves, kBytes, kHalfMask, kByteMask };
  Parts parts = Parts::kNone;
  bool needs_parts = false;
  bool may_be_minus = false;     // `-r`
  bool is_policy = false;        // a cache policy: there if the modifier .L2::cache_hint is
  bool may_be_special = false;   // a special register
  bool may_be_variable = false;  // a variable in memory, for its address
  bool may_be_sink = false;      // `_`
  bool is_register = false;      // neither a constant nor `_`
};

struct Modifier {
  std::vector<std::string_view> choices;
  bool is_optional = false;
};

struct Form {
  std::string_view opcode;
  std::vector<Modifier> modifiers;
  std::vector<Pattern> operands;
  bool acts = false;  // it has effects besides its results: where its predicate is false, it is jumped over
};

// In the order of instructions.def.
const std::vector<Form>& Forms();

// An opcode with its modifiers, understood.
struct Matched {
  std::size_t form = 0;                 // index in Forms()
  std::vector<std::string_view> words;  // the modifiers that are there
  std::array<Type, 4> types{};          // T, U, V, ...
  bool Has(std::string_view modifier) const;
};

// All forms that have these modifiers: `word` is like `add.rn.f32`, and is at `offset`. At least one.
Maybe<std::vector<Matched>> Match(std::string_view word, std::size_t offset);

}  // namespace lockstep::ptx
