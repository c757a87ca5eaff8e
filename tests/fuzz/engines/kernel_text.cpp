#include "tests/fuzz/engines/kernel_text.h"

#include <fmt/format.h>

namespace lockstep::fuzz {

KernelText::KernelText(std::uint64_t seed, std::vector<Function> functions) : dice_(seed), expressions_(dice_) {
  scope_.functions = std::move(functions);
}

// --- statements

std::string KernelText::Block(At at, int most) {
  const Scope outside = scope_;
  std::string text;
  for (int count = 1 + dice_.Below(most); count > 0; --count) text += Statement(at);
  scope_ = outside;
  return text;
}

std::string KernelText::Statement(At at) {
  if (--budget_ < 0 || at.depth == 0) return Simple(at);
  const int kind = dice_.Below(100);
  if (kind < 30 && at.reached_by != ReachedBy::kDivergent && !is_function_) return Meeting(at);
  if (kind < 50) return If(at);
  if (kind < 65) return Loop(at);
  if (kind < 70) return Switch(at);
  return Simple(at);
}

std::string KernelText::Simple(At at) {
  switch (dice_.Below(14)) {
    case 0: return Leave(at);
    case 1: return Local(at);
    case 2:
    case 3: return is_function_ ? Assignment() : OwnMemory();
    case 4: return Atomic();
    case 5: return Pointer();
    case 6: return Struct();
    case 7: return fmt::format("h = Mix(h, Bits({}));\n", Of(dice_.Pick(kTypes), 1));
    default: return Assignment();
  }
}

std::string KernelText::Assignment() {
  const Variable& to = Target();
  static constexpr const char* kOperators[] = {"+", "-", "^", "|", "&"};
  if (!to.type.is_float && dice_.Chance(25))
    return fmt::format("{} {}= {};\n", to.name, dice_.Pick(kOperators), Of(to.type, 1));
  return fmt::format("{} = {};\n", to.name, Of(to.type, 1 + dice_.Below(2)));
}

std::string KernelText::If(At at) {
  const int kind = at.reached_by == ReachedBy::kDivergent ? 2 : dice_.Below(3);
  At inside{.reached_by = at.reached_by, .depth = at.depth - 1, .in_loop = at.in_loop};
  std::string condition;
  if (kind == 0) {
    condition = expressions_.UniformCondition(scope_);
  } else if (kind == 1) {
    condition = dice_.Chance(50) ? fmt::format("warp % 3u == {}u", dice_.Below(3))
                                 : fmt::format("__any_sync(~0u, {})", expressions_.Condition(1, scope_));
    inside = {.reached_by = ReachedBy::kWarp,
              .depth = at.depth - 1,
              .in_loop = at.in_loop && at.reached_by == ReachedBy::kWarp};
  } else {
    condition = expressions_.Condition(1, scope_);
    inside = {.reached_by = ReachedBy::kDivergent,
              .depth = at.depth - 1,
              .in_loop = at.in_loop && at.reached_by == ReachedBy::kDivergent};
  }
  if (is_function_ && kind == 1) return Assignment();
  std::string text = fmt::format("if ({}) {{\n{}}}", condition, Block(inside, 3));
  if (dice_.Chance(40)) text += fmt::format(" else {{\n{}}}", Block(inside, 3));
  return text + "\n";
}

std::string KernelText::Loop(At at) {
  const std::string i = NewName("round");
  const bool together = at.reached_by != ReachedBy::kDivergent && dice_.Chance(50);
  const At inside{
      .reached_by = together ? at.reached_by : ReachedBy::kDivergent, .depth = at.depth - 1, .in_loop = true};
  // Threads must not part company in a loop that keeps them together.
  std::string limit = together           ? fmt::format("(u32)({}) % 5u", dice_.Pick(scope_.uniforms).name)
                      : dice_.Chance(30) ? fmt::format("{}u", 1 + dice_.Below(6))
                                         : fmt::format("({} & 7u)", Of(kU32, 1));
  if (together && dice_.Chance(40)) limit = fmt::format("{}u", 1 + dice_.Below(4));
  scope_.constants.push_back({i, kU32});
  if (together) scope_.uniforms.push_back({i, kU32});
  const std::string body = Block(inside, 3);
  scope_.constants.pop_back();
  if (together) scope_.uniforms.pop_back();
  // A counter of `most` ends every loop, whatever becomes of its variable.
  switch (dice_.Below(4)) {
    case 0: return fmt::format("for (u32 {0} = {1}; {0} > 0u; --{0}) {{\n{2}}}\n", i, limit, body);
    case 1:
      return fmt::format("{{\nu32 {0} = 0u, most{0} = {1};\ndo {{\n{2}}} while (++{0} < most{0});\n}}\n", i, limit,
                         body);
    default: return fmt::format("for (u32 {0} = 0u, most{0} = {1}; {0} < most{0}; ++{0}) {{\n{2}}}\n", i, limit, body);
  }
}

std::string KernelText::Switch(At at) {
  const bool together = at.reached_by != ReachedBy::kDivergent && dice_.Chance(40);
  const At inside{
      .reached_by = together ? at.reached_by : ReachedBy::kDivergent, .depth = at.depth - 1, .in_loop = false};
  const int labels = 2 + dice_.Below(4);
  std::string text = fmt::format("switch ({} % {}u) {{\n",
                                 together ? fmt::format("(u32)({})", dice_.Pick(scope_.uniforms).name) : Of(kU32, 1),
                                 labels + dice_.Below(3));
  for (int label = 0; label < labels; ++label)
    text += fmt::format("case {}: {{\n{}}}{}\n", label, Block(inside, 2), dice_.Chance(70) ? " break;" : "");
  return text + fmt::format("default: {{\n{}}}\n}}\n", Block(inside, 1));
}

std::string KernelText::Leave(At at) {
  if (at.in_loop && dice_.Chance(75)) {
    const std::string condition = at.reached_by == ReachedBy::kBlock  ? expressions_.UniformCondition(scope_)
                                  : at.reached_by == ReachedBy::kWarp ? fmt::format("warp % 2u == {}u", dice_.Below(2))
                                                                      : expressions_.Condition(1, scope_);
    return fmt::format("if ({}) {};\n", condition, dice_.Chance(60) ? "break" : "continue");
  }
  if (at.depth == 0 || dice_.Chance(40)) return Assignment();
  return fmt::format("if ({} && {}) {{ {} }}\n", expressions_.Condition(0, scope_), expressions_.Condition(0, scope_),
                     leave_);
}

// --- memory

std::string KernelText::Local(At at) {
  if (scope_.locals.empty() || dice_.Chance(40)) {
    const Type type = dice_.Pick(kTypes);
    const int size = 2 + dice_.Below(7);
    const std::string name = NewName("l");
    std::string text = fmt::format("{} {}[{}];\nfor (u32 e = 0; e < {}u; ++e) {}[e] = To<{}>(e * {}u + t);\n",
                                   type.name, name, size, size, name, type.name, dice_.Below(10));
    scope_.locals.push_back({name, type, fmt::format("{}u", size)});
    return text + (at.depth > 0 ? Simple(at) : "");
  }
  const Array& to = dice_.Pick(scope_.locals);
  return fmt::format("{} = {};\n", expressions_.Element(to, 1, scope_), Of(to.type, 1));
}

// Four elements of each type belong to a thread alone: side by side, or a row of all threads for each.
std::string KernelText::OwnMemory() {
  static constexpr Type kOwned[] = {kU8, kI16, kI32, kU32, kU32, kU64, kFloat, kDouble};
  const Type type = dice_.Pick(kOwned);
  const std::string which =
      dice_.Chance(60) ? fmt::format("{}u", dice_.Below(4)) : fmt::format("({} & 3u)", Of(kU32, 0));
  const std::string element = dice_.Chance(50) ? fmt::format("m.rows_{}[(block * 4u + {}) * n + t]", type.name, which)
                                               : fmt::format("m.own_{}[(block * n + t) * 4u + {}]", type.name, which);
  if (dice_.Chance(60)) return fmt::format("{} = {};\n", element, Of(type, 1));
  const Variable& to = Target();
  return fmt::format("{} = To<{}>({});\n", to.name, to.type.name, element);
}

// Each counter knows one operation, so the order of the threads does not matter.
std::string KernelText::Atomic() {
  static constexpr const char* kOperations[] = {"Add", "Max", "Min", "And", "Or", "Xor", "Sub"};
  const int operation = dice_.Below(7);
  const Type type = operation == 6 ? kU32 : dice_.Chance(40) ? kU32 : dice_.Chance(50) ? kI32 : kU64;
  const std::string value = Of(type, 1);
  const std::string counter =
      dice_.Chance(50) ? fmt::format("{}", operation * 4) : fmt::format("{}u + ({} & 3u)", operation * 4, Of(kU32, 0));
  if (!is_function_ && dice_.Chance(30)) {
    const Variable& to = Target();
    return fmt::format("{} = To<{}>(atomic{}(&m.own_{}[(block * n + t) * 4u + 1u], {}));\n", to.name, to.type.name,
                       kOperations[operation], type.name, value);
  }
  return fmt::format("atomic{}(&m.counters_{}[{}], {});\n", kOperations[operation], type.name, counter, value);
}

// Addresses that depend on a condition.
std::string KernelText::Pointer() {
  const Type type = dice_.Chance(60) ? kU32 : dice_.Pick(kTypes);
  const std::string name = NewName("q");
  if (type.name == kHalf.name) return Assignment();
  const Variable& to = Target();
  std::string text = fmt::format("{{\nconst {0}* {1} = {2} ? m.in_{0} + {3} : m.in_{0} + (t + {4}u);\n", type.name,
                                 name, expressions_.Condition(0, scope_), dice_.Below(1000), dice_.Below(900));
  if (dice_.Chance(50))
    text += fmt::format("if ({}) {} += {}u;\n", expressions_.Condition(0, scope_), name, dice_.Below(8));
  return text + fmt::format("{} = To<{}>({}[{} & 63u]);\n}}\n", to.name, to.type.name, name, Of(kU32, 0));
}

std::string KernelText::Struct() {
  const std::string name = NewName("r");
  const Variable& to = Target();
  std::string text = fmt::format("{{\nRecord {}[2] = {{MakeRecord({}, {}), MakeRecord(t, 1.5f)}};\n", name, Of(kU32, 1),
                                 Of(kFloat, 0));
  text += fmt::format("{0}[{1} & 1u].Change({2});\n", name, Of(kU32, 0), Of(kI64, 0));
  if (dice_.Chance(50)) text += fmt::format("if ({}) {}[0] = {}[1];\n", expressions_.Condition(0, scope_), name, name);
  return text + fmt::format("{} = To<{}>({}[{} & 1u].Sum());\n}}\n", to.name, to.type.name, name, Of(kU32, 0));
}

// --- functions

std::string KernelText::FunctionNamed(const std::string& name, Type result) {
  is_function_ = true;
  budget_ = 1 + dice_.Below(5);
  scope_.uniforms = {{"m.p0", kU32}, {"m.p1", kI32}, {"m.p2", kU64}};
  scope_.constants = {{"t", kU32}, {"lane", kU32}, {"x", kU32}};
  scope_.variables = {{"a", kU32}, {"b", kI64}, {"c", kFloat}};
  leave_ = fmt::format("return {};", Of(result, 1));
  std::string text = fmt::format(
      "__device__ {} {} {}(u32 a, i64 b, float c, const Memory& m, u32 t) {{\nu64 h = 3;\n"
      "const u32 lane = t & 31u, x = t % 7u, y = t / 7u;\n(void)lane; (void)x; (void)y;\n",
      dice_.Chance(40) ? "__noinline__" : "", result.name, name);
  text += Block({.reached_by = ReachedBy::kDivergent, .depth = 2, .in_loop = false}, 3);
  return text + fmt::format("return To<{}>(h ^ Bits(a) ^ Bits(b) ^ Bits(c));\n}}\n", result.name);
}

}  // namespace lockstep::fuzz
