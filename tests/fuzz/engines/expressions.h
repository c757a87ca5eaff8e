#pragma once

// Random expressions of CUDA C++ over the names in a scope. Every expression has one value, whatever the order of the
// threads: it reads what no other thread writes at that time, inside its array.

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::fuzz {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  int Below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  bool Chance(int percent) { return Below(100) < percent; }
  template <class List>
  const auto& Pick(const List& list) {
    return list[static_cast<std::size_t>(Below(static_cast<int>(std::size(list))))];
  }

 private:
  std::mt19937_64 random_;
};

struct Type {
  std::string_view name;
  int bits;
  bool is_signed, is_float;
};

inline constexpr Type kI8{"i8", 8, true, false}, kU8{"u8", 8, false, false}, kI16{"i16", 16, true, false},
    kU16{"u16", 16, false, false}, kI32{"i32", 32, true, false}, kU32{"u32", 32, false, false},
    kI64{"i64", 64, true, false}, kU64{"u64", 64, false, false}, kHalf{"half", 16, true, true},
    kFloat{"float", 32, true, true}, kDouble{"double", 64, true, true};
// 32-bit integers more often, because indices are.
inline constexpr Type kTypes[] = {kI8,  kU8,  kI16, kU16, kI32,   kU32,    kI64,   kU64, kHalf,
                                  kI32, kU32, kI32, kU32, kFloat, kDouble, kFloat, kU64};

struct Variable {
  std::string name;
  Type type;
};

// An array from which any thread may read; `limit` is the text of its size, and `warp` says that only the part of the
// thread's own warp may be read.
struct Array {
  std::string name;
  Type type;
  std::string limit;
  bool of_warp = false;
};

struct Function {
  std::string name;
  Type result;
};

struct Scope {
  std::vector<Variable> variables;  // may be assigned to
  std::vector<Variable> constants;  // differ between threads
  std::vector<Variable> uniforms;   // the same in all threads of the block
  std::vector<Array> arrays, locals;
  std::vector<Function> functions;
};

class Expressions {
 public:
  explicit Expressions(Dice& dice) : dice_(dice) {}

  std::string Of(Type type, int depth, const Scope& scope);
  std::string Condition(int depth, const Scope& scope);
  // True for all threads of a block or for none.
  std::string UniformCondition(const Scope& scope);
  std::string Element(const Array& array, int depth, const Scope& scope);

 private:
  std::string Leaf(Type type, const Scope& scope);
  std::string Literal(Type type);
  std::string Integer(Type type, int depth, const Scope& scope);
  std::string Bits(Type type, int depth, const Scope& scope);
  std::string Float(Type type, int depth, const Scope& scope);
  std::string Half(int depth, const Scope& scope);
  std::string Affine(const Scope& scope);
  std::string Input(Type type, const Scope& scope);

  Dice& dice_;
};

}  // namespace lockstep::fuzz
