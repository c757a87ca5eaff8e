// Warp operations of lanes that have parted (kernel_text.h). Every mask names exactly lanes that come to the operation:
// lanes vote on a condition, branch on it, and those on one side meet. Values come only from lanes in the mask.

#include <fmt/format.h>

#include "tests/fuzz/engines/kernel_text.h"

namespace lockstep::fuzz {

// All lanes of `lanes` come here, and no others.
std::string KernelText::AmongLanes(const std::string& lanes) {
  static constexpr Type kMoved[] = {kI32, kU32, kU64, kFloat, kDouble, kHalf};
  static constexpr const char* kReductions[] = {"add", "min", "max", "and", "or", "xor"};
  const Variable& to = Target();
  auto assign = [&](const std::string& value) {
    return fmt::format("{} = To<{}>({});\n", to.name, to.type.name, value);
  };
  const std::string value = Of(dice_.Pick(kMoved), 1), number = Of(kU32, 1);
  const std::string condition = expressions_.Condition(1, scope_);
  switch (dice_.Below(9)) {
    case 0: return assign(fmt::format("__shfl_sync({0}, {1}, OneOf({0}, {2}))", lanes, value, Of(kU32, 0)));
    case 1: return assign(fmt::format("__shfl_sync({0}, {1}, __ffs({0}) - 1)", lanes, value));
    case 2: {
      const int distance = 1 << dice_.Below(5);
      return fmt::format("{{\nconst auto got = __shfl_xor_sync({0}, {1}, {2});\nif ({0} >> (lane ^ {2}u) & 1u) {3}}}\n",
                         lanes, value, distance, assign("got"));
    }
    case 3: return assign(fmt::format("__ballot_sync({}, {})", lanes, condition));
    case 4: return assign(fmt::format("__{}_sync({}, {})", dice_.Chance(50) ? "any" : "all", lanes, condition));
    case 5: return assign(fmt::format("__match_any_sync({}, {} & 3u)", lanes, number));
    case 6:
      return fmt::format("{{\nconst u32 equal = __match_any_sync({}, {} & 1u);\n{}}}\n", lanes, number,
                         assign(fmt::format("__reduce_{}_sync(equal, {})", dice_.Pick(kReductions), Of(kU32, 1))));
    case 7: return ExchangeAmong(lanes);
    default: return assign(fmt::format("__reduce_{}_sync({}, {})", dice_.Pick(kReductions), lanes, number));
  }
}

std::string KernelText::ExchangeAmong(const std::string& lanes) {
  if (shared_.empty()) return fmt::format("__syncwarp({});\n", lanes);
  const Array& array = dice_.Pick(shared_);
  const Variable& to = Target();
  return fmt::format(
      "{0}[t] = {1};\n__syncwarp({2});\n{3} = To<{4}>({0}[warp * 32u + OneOf({2}, {5})]);\n__syncwarp({2});\n",
      array.name, Of(array.type, 1), lanes, to.name, to.type.name, Of(kU32, 0));
}

// `lanes` have voted, are here, and part: some of them meet, and on the other side perhaps the rest.
std::string KernelText::PartedLanes(const std::string& lanes, int depth) {
  const std::string here = NewName("here"), some = NewName("some"), rest = NewName("rest");
  const bool both = dice_.Chance(50);
  std::string text = fmt::format("const bool {0} = {1};\nconst u32 {2} = __ballot_sync({3}, {0});\n", here,
                                 expressions_.Condition(1, scope_), some, lanes);
  if (both) text += fmt::format("const u32 {} = __ballot_sync({}, !{});\n(void){};\n", rest, lanes, here, rest);
  auto side = [&](const std::string& mask) {
    const Scope outside = scope_;
    std::string inside;
    for (int count = 1 + dice_.Below(2); count > 0; --count) {
      if (dice_.Chance(30)) inside += Simple({.reached_by = ReachedBy::kDivergent, .depth = 0, .in_loop = false});
      inside += depth > 0 && dice_.Chance(30) ? PartedLanes(mask, depth - 1) : AmongLanes(mask);
    }
    scope_ = outside;
    return inside;
  };
  text += fmt::format("(void){};\nif ({}) {{\n{}}}", some, here, side(some));
  if (both) text += fmt::format(" else {{\n{}}}", side(rest));
  return fmt::format("{{\n{}\n}}\n", text);
}

// Lanes leave one by one, and those that stay meet in each round.
std::string KernelText::LeavingLanes() {
  const std::string left = NewName("left"), round = NewName("round");
  const std::string limit = fmt::format("({} & 7u)", Of(kU32, 1));
  const std::string body = AmongLanes(left);
  return fmt::format(
      "{{\nu32 {0} = __ballot_sync(~0u, true);\nconst u32 most = {1};\nfor (u32 {2} = 0u;; ++{2}) {{\n"
      "{0} = __ballot_sync({0}, {2} < most);\nif ({2} >= most) break;\n{3}}}\n}}\n",
      left, limit, round, body);
}

std::string KernelText::DivergentOperation() {
  if (dice_.Chance(15)) return LeavingLanes();
  if (dice_.Chance(10) && !shared_.empty()) {
    // Both halves of a warp meet, each where it is.
    const Array& array = dice_.Pick(shared_);
    const Variable& to = Target();
    const std::string meet = "__syncwarp();\n", write = fmt::format("{}[t] = ", array.name);
    return fmt::format(
        "if ({0}) {{\n{1}{2};\n{5}}} else {{\n{1}{3};\n{5}}}\n{4} = To<{6}>({7}[InWarp(warp, t + 1u, n)]);\n{5}",
        expressions_.Condition(1, scope_), write, Of(array.type, 1), Of(array.type, 1), to.name, meet, to.type.name,
        array.name);
  }
  return PartedLanes("~0u", 2);
}

}  // namespace lockstep::fuzz
