#include "tests/fuzz/engines/expressions.h"

#include <fmt/format.h>

namespace lockstep::fuzz {
namespace {

constexpr const char* kOrders[] = {"<", "<=", ">", ">=", "==", "!="};

bool IsSame(Type a, Type b) { return a.name == b.name; }

}  // namespace

std::string Expressions::Of(Type type, int depth, const Scope& scope) {
  if (depth <= 0) return Leaf(type, scope);
  if (dice_.Chance(8)) {
    const std::string yes = Of(type, depth - 1, scope);
    return fmt::format("({} ? {} : {})", Condition(depth - 1, scope), yes, Of(type, 0, scope));
  }
  if (!scope.functions.empty() && dice_.Chance(2)) {
    const std::string a = Of(kU32, depth - 1, scope), b = Of(kI64, 0, scope);
    return fmt::format("To<{}>({}({}, {}, {}, m, t))", type.name, dice_.Pick(scope.functions).name, a, b,
                       Of(kFloat, 0, scope));
  }
  if (IsSame(type, kHalf)) return Half(depth, scope);
  return type.is_float ? Float(type, depth, scope) : Integer(type, depth, scope);
}

std::string Expressions::Literal(Type type) {
  if (type.is_float) return fmt::format("To<{}>({}.{}f)", type.name, dice_.Below(200) - 100, dice_.Below(100));
  static constexpr std::uint64_t kEdges[] = {0,
                                             1,
                                             2,
                                             3,
                                             31,
                                             32,
                                             127,
                                             128,
                                             255,
                                             0x7fff,
                                             0x8000,
                                             0xffff,
                                             0x7ffffff0,
                                             0x7fffffff,
                                             0x80000000,
                                             0xfffffff0,
                                             0xffffffff,
                                             0x7ffffffffffffff0,
                                             0x8000000000000000};
  const std::uint64_t value = dice_.Chance(40) ? dice_.Pick(kEdges) : static_cast<std::uint64_t>(dice_.Below(1000));
  return fmt::format("({}){}ull", type.name, value);
}

// An index that rises or falls by a constant from thread to thread, or does not vary; it may wrap around.
std::string Expressions::Affine(const Scope& scope) {
  static constexpr const char* kIndices[] = {"t", "t", "x", "y", "lane", "threadIdx.x", "t * 2u", "x * 3u", "(t << 2)"};
  const std::string index = dice_.Pick(kIndices), uniform = dice_.Pick(scope.uniforms).name;
  switch (dice_.Below(7)) {
    case 0: return fmt::format("({} + {}u)", index, dice_.Below(64));
    case 1: return fmt::format("({} - {}u)", index, dice_.Below(64));
    case 2: return fmt::format("({}u - {})", dice_.Below(64), index);
    case 3: return fmt::format("({} + (u32)({}))", index, uniform);
    case 4: return fmt::format("((u32)({}) - {})", uniform, index);
    case 5: return fmt::format("(u32)(i32)(({} + {}u) * {}u)", index, dice_.Below(8), dice_.Below(5));
    default: return fmt::format("({})", index);
  }
}

// An element of the constant input arrays, 2048 of each type, with a guard page after the last one.
std::string Expressions::Input(Type type, const Scope& scope) {
  const std::string array = fmt::format("m.in_{}", type.name);
  const int offset = dice_.Below(64);
  switch (dice_.Below(9)) {
    case 0: return fmt::format("{}[t]", array);
    case 1: return fmt::format("{}[t + {}u]", array, offset);
    case 2: return fmt::format("{}[{}u - t]", array, 2047 - offset);
    case 3: return fmt::format("{}[t * 2u + {}u]", array, dice_.Below(2));
    case 4: return fmt::format("(t >= {0}u ? {1}[t - {0}u] : ({2})1)", offset, array, type.name);
    case 5: return fmt::format("(t + {0}u < 2048u ? {1}[t + {0}u] : ({2})2)", 1024 + 16 * offset, array, type.name);
    case 6: return fmt::format("{}[{} & 2047u]", array, Affine(scope));
    case 7:
      return fmt::format("{}[x + y * {}u + (u32)({}) % 64u]", array, dice_.Below(8), dice_.Pick(scope.uniforms).name);
    default: return fmt::format("{}[(u32)({}) % 2048u]", array, dice_.Pick(scope.variables).name);
  }
}

std::string Expressions::Element(const Array& array, int depth, const Scope& scope) {
  const std::string index = Of(dice_.Chance(70) ? kU32 : kU8, depth, scope);
  if (array.of_warp) return fmt::format("{}[InWarp(warp, {}, n)]", array.name, index);
  if (dice_.Chance(25)) return fmt::format("{}[{} % {}]", array.name, Affine(scope), array.limit);
  return fmt::format("{}[(u32)({}) % {}]", array.name, index, array.limit);
}

std::string Expressions::Leaf(Type type, const Scope& scope) {
  std::vector<std::string> same;
  for (const Variable& variable : scope.variables)
    if (IsSame(variable.type, type)) same.push_back(variable.name);
  const int kind = dice_.Below(100);
  if (kind < 45 && !same.empty()) return dice_.Pick(same);
  if (kind < 55) return Literal(type);
  if (kind < 65 && !IsSame(type, kHalf)) return Input(type, scope);
  if (kind < 72 && !scope.locals.empty())
    return fmt::format("To<{}>({})", type.name, Element(dice_.Pick(scope.locals), 0, scope));
  if (kind < 80 && !scope.arrays.empty())
    return fmt::format("To<{}>({})", type.name, Element(dice_.Pick(scope.arrays), 0, scope));
  if (kind < 85 && !type.is_float) return fmt::format("({}){}", type.name, Affine(scope));
  const auto& names = kind < 90 ? scope.uniforms : kind < 95 ? scope.constants : scope.variables;
  return fmt::format("To<{}>({})", type.name, dice_.Pick(names).name);
}

std::string Expressions::Integer(Type type, int depth, const Scope& scope) {
  auto a = [&] { return Of(type, depth - 1, scope); };
  auto binary = [&](const char* order) {
    const std::string left = a();
    return fmt::format("({})({} {} {})", type.name, left, order, a());
  };
  static constexpr const char* kOperators[] = {"+", "-", "*", "^", "&", "|", "+", "-"};
  switch (dice_.Below(14)) {
    case 0: {
      const std::string left = a();
      return fmt::format("({})({} >> ((u32){} & {}u))", type.name, left, a(), type.bits - 1);
    }
    case 1: {
      const std::string left = a();
      return fmt::format("({})({} << ((u32){} & {}u))", type.name, left, a(), type.bits - 1);
    }
    // `m.zero` is not known to the compiler, which may give any result for a division that it sees to be undefined.
    case 2: {
      if (dice_.Chance(60)) return binary("+");
      const std::string left = a();
      return fmt::format("({})({} {} ({})({} ^ m.zero))", type.name, left, dice_.Chance(50) ? "/" : "%", type.name,
                         a());
    }
    case 3:
    case 4: return fmt::format("({})({} % ({}){}ull)", type.name, a(), type.name, 1 + dice_.Below(100));
    case 5: return fmt::format("To<{}>({})", type.name, Of(dice_.Pick(kTypes), depth - 1, scope));
    case 6: return fmt::format("To<{}>({})", type.name, Of(dice_.Chance(50) ? kFloat : kDouble, depth - 1, scope));
    case 7: return fmt::format("({})({})", type.name, Condition(depth - 1, scope));
    case 8: return Bits(type, depth, scope);
    case 9: return fmt::format("({})({}{})", type.name, dice_.Chance(50) ? "~" : "-", a());
    default: return binary(dice_.Pick(kOperators));
  }
}

// The effect of a GPU's single instructions on the bits of a number.
std::string Expressions::Bits(Type type, int depth, const Scope& scope) {
  const std::string a = Of(kU32, depth - 1, scope), b = Of(kU32, 0, scope), c = Of(kU32, 0, scope);
  switch (dice_.Below(12)) {
    case 0: return fmt::format("({})__popc({})", type.name, a);
    case 1: return fmt::format("({})__clz((i32){})", type.name, a);
    case 2: return fmt::format("({})__ffs((i32){})", type.name, a);
    case 3: return fmt::format("({})__brev({})", type.name, a);
    case 4: return fmt::format("({})__byte_perm({}, {}, {})", type.name, a, b, c);
    case 5: return fmt::format("({})__umulhi({}, {})", type.name, a, b);
    case 6: return fmt::format("({})__mulhi((i32){}, (i32){})", type.name, a, b);
    case 7: return fmt::format("({})__funnelshift_l({}, {}, {})", type.name, a, b, c);
    case 8: return fmt::format("({})min((i32){}, (i32){})", type.name, a, b);
    case 9: return fmt::format("({})max({}, {})", type.name, a, b);
    case 10: return fmt::format("({})__popcll((u64){} * {}ull)", type.name, a, 0x9e3779b97f4a7c15ull);
    default: return fmt::format("({})abs((i32){} >> 1)", type.name, a);
  }
}

std::string Expressions::Float(Type type, int depth, const Scope& scope) {
  auto a = [&] { return Of(type, depth - 1, scope); };
  const bool is_float = IsSame(type, kFloat);
  auto call = [&](const char* name) { return fmt::format("{}{}({})", name, is_float ? "f" : "", a()); };
  auto pair = [&](const char* name) {
    const std::string left = a();
    return fmt::format("{}{}({}, {})", name, is_float ? "f" : "", left, Of(type, 0, scope));
  };
  static constexpr const char* kOperators[] = {"+", "-", "*", "/", "+", "-", "*"};
  switch (dice_.Below(12)) {
    case 0: {
      const std::string left = a(), right = a();
      return fmt::format("({} * {} + {})", left, right, Of(type, 0, scope));
    }
    case 1: return fmt::format("To<{}>({})", type.name, Of(dice_.Pick(kTypes), depth - 1, scope));
    case 2: return dice_.Chance(50) ? pair("fmin") : pair("fmax");
    case 3: return dice_.Chance(50) ? call("floor") : call("trunc");
    case 4: return fmt::format("sqrt{0}(fabs{0}({1}))", is_float ? "f" : "", a());
    case 5: return dice_.Chance(70) ? fmt::format("(-{})", a()) : dice_.Chance(70) ? call("rint") : call("sin");
    default: {
      const std::string left = a();
      return fmt::format("({} {} {})", left, dice_.Pick(kOperators), a());
    }
  }
}

std::string Expressions::Half(int depth, const Scope& scope) {
  const std::string a = Of(kHalf, depth - 1, scope), b = Of(kHalf, 0, scope);
  static constexpr const char* kOperators[] = {"+", "-", "*", "/"};
  if (dice_.Chance(30)) return fmt::format("To<half>({})", Of(dice_.Chance(50) ? kFloat : kI32, depth - 1, scope));
  return fmt::format("({} {} {})", a, dice_.Pick(kOperators), b);
}

std::string Expressions::Condition(int depth, const Scope& scope) {
  switch (dice_.Below(depth > 0 ? 12 : 9)) {
    case 0: return fmt::format("(lane < {}u)", dice_.Below(33));
    case 1: return fmt::format("(t % {}u == {}u)", 2 + dice_.Below(6), dice_.Below(3));
    case 2: return fmt::format("({} {} {}u)", Affine(scope), dice_.Pick(kOrders), dice_.Below(64));
    case 3: {
      const std::string left = Affine(scope);
      return fmt::format("((i32){} {} (i32){})", left, dice_.Pick(kOrders), Affine(scope));
    }
    case 4: return fmt::format("((i64)(i32){} {} (i64){})", Affine(scope), dice_.Pick(kOrders), dice_.Below(64) - 32);
    case 5: return fmt::format("((u64){} {} {}ull)", Affine(scope), dice_.Pick(kOrders), dice_.Below(64));
    case 6:
    case 7:
    case 8: {
      const Type type = dice_.Pick(kTypes);
      const std::string left = Of(type, depth, scope);
      return fmt::format("({} {} {})", left, dice_.Pick(kOrders), Of(type, 0, scope));
    }
    case 9: return fmt::format("!{}", Condition(depth - 1, scope));
    default: {
      const std::string left = Condition(depth - 1, scope);
      return fmt::format("({} {} {})", left, dice_.Chance(50) ? "&&" : "||", Condition(depth - 1, scope));
    }
  }
}

std::string Expressions::UniformCondition(const Scope& scope) {
  const std::string left = dice_.Pick(scope.uniforms).name;
  return fmt::format("((u32)({}) % {}u {} {}u)", left, 2 + dice_.Below(4), dice_.Pick(kOrders), dice_.Below(3));
}

}  // namespace lockstep::fuzz
