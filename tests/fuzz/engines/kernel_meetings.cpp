// The operations that threads do together, and the frame of a kernel (kernel_text.h).

#include <fmt/format.h>

#include "tests/fuzz/engines/kernel_text.h"

namespace lockstep::fuzz {

std::string KernelText::Meeting(At at) {
  if (at.reached_by == ReachedBy::kBlock && dice_.Chance(45)) return dice_.Chance(80) ? Exchange(at) : BlockVote();
  if (dice_.Chance(20)) return Exchange({.reached_by = ReachedBy::kWarp, .depth = at.depth, .in_loop = false});
  return dice_.Chance(20) ? DivergentOperation() : WarpOperation();
}

// Threads write their own elements, meet, read those of others, and meet again.
std::string KernelText::Exchange(At at) {
  if (shared_.empty()) return WarpOperation();
  const bool of_block = at.reached_by == ReachedBy::kBlock;
  const char* meet = of_block ? "__syncthreads();\n" : "__syncwarp();\n";
  Array array = dice_.Pick(shared_);
  const std::string write = fmt::format("{}[t] = {};\n", array.name, Of(array.type, 2));
  std::string text = dice_.Chance(30) ? fmt::format("if ({}) {}", expressions_.Condition(1, scope_), write) : write;
  array.of_warp = !of_block;
  const Scope outside = scope_;
  scope_.arrays.push_back(array);
  text += meet;
  for (int count = 1 + dice_.Below(2); count > 0; --count) {
    const Variable& to = Target();
    text += fmt::format("{} = To<{}>({});\n", to.name, to.type.name, expressions_.Element(array, 1, scope_));
  }
  if (at.depth > 0 && dice_.Chance(50))
    text += Statement({.reached_by = ReachedBy::kDivergent, .depth = at.depth - 1, .in_loop = false});
  scope_ = outside;
  return text + meet;
}

std::string KernelText::BlockVote() {
  static constexpr const char* kKinds[] = {"count", "and", "or"};
  const Variable& to = Target();
  return fmt::format("{} = To<{}>(__syncthreads_{}({}));\n", to.name, to.type.name, dice_.Pick(kKinds),
                     expressions_.Condition(1, scope_));
}

std::string KernelText::WarpOperation() {
  static constexpr Type kMoved[] = {kI32, kU32, kU32, kI64, kU64, kFloat, kDouble, kHalf};
  static constexpr const char* kReductions[] = {"add", "min", "max", "and", "or", "xor"};
  // A lane that names another mask meets those that name the same.
  const char* mask = dice_.Chance(70) ? "~0u" : "(lane < 16u ? 0xffffu : 0xffff0000u)";
  const Variable& to = Target();
  const Type type = dice_.Pick(kMoved);
  auto assign = [&](const std::string& value) {
    return fmt::format("{} = To<{}>({});\n", to.name, to.type.name, value);
  };
  const int width = dice_.Chance(70) ? 32 : 1 << dice_.Below(6);
  const std::string other = dice_.Chance(60)   ? fmt::format("{}", dice_.Below(33))
                            : dice_.Chance(50) ? fmt::format("(i32)({} & 31u)", Of(kU32, 0))
                                               : "(i32)((lane * 7u + 3u) & 31u)";
  const std::string value = Of(type, 1), condition = expressions_.Condition(1, scope_);
  switch (dice_.Below(14)) {
    case 0:
    case 1: return assign(fmt::format("__shfl_sync({}, {}, {}, {})", mask, value, other, width));
    case 2: return assign(fmt::format("__shfl_xor_sync({}, {}, {}, {})", mask, value, 1 << dice_.Below(5), width));
    case 3: return assign(fmt::format("__shfl_up_sync({}, {}, {}, {})", mask, value, other, width));
    case 4: return assign(fmt::format("__shfl_down_sync({}, {}, {}, {})", mask, value, other, width));
    case 5: return assign(fmt::format("__ballot_sync({}, {})", mask, condition));
    case 6: return assign(fmt::format("__any_sync({}, {})", mask, condition));
    case 7: return assign(fmt::format("__all_sync({}, {})", mask, condition));
    case 8: return assign(fmt::format("__uni_sync({}, {})", mask, condition));
    case 9: return assign(fmt::format("__match_any_sync({}, {} & 3u)", mask, Of(dice_.Chance(60) ? kU32 : kU64, 1)));
    case 10:
      return fmt::format("{{\nint same;\n{}h = Mix(h, same);\n}}\n",
                         assign(fmt::format("__match_all_sync({}, {} & 1u, &same)", mask, Of(kU32, 1))));
    case 11:
      return fmt::format("{{\nconst u32 equal = __match_any_sync(~0u, {} & 1u);\n{}}}\n", Of(kU32, 0),
                         assign(fmt::format("__reduce_{}_sync(equal, {})", dice_.Pick(kReductions), Of(kU32, 1))));
    default: {
      const int reduction = dice_.Below(6);
      return assign(fmt::format("__reduce_{}_sync({}, {})", kReductions[reduction], mask,
                                Of(reduction < 3 && dice_.Chance(50) ? kI32 : kU32, 1)));
    }
  }
}

// --- the frame

std::string KernelText::SharedArrays() {
  static constexpr Type kShared[] = {kU8, kI16, kI32, kU32, kU32, kU64, kFloat, kDouble};
  std::string text;
  for (int count = dice_.Below(3); count > 0; --count) {
    const Type type = dice_.Pick(kShared);
    const std::string name = NewName("s");
    const bool dynamic = shared_.empty() && dice_.Chance(40);
    text += dynamic ? fmt::format("extern __shared__ double dynamic[];\n{0}* {1} = reinterpret_cast<{0}*>(dynamic);\n",
                                  type.name, name)
                    : fmt::format("__shared__ {} {}[1024];\n", type.name, name);
    text += fmt::format("{}[t] = To<{}>(t * 3u + 1u);\n", name, type.name);
    shared_.push_back({name, type, "n"});
  }
  return text;
}

std::string KernelText::Declarations() {
  std::string text;
  for (int count = 2 + dice_.Below(3); count > 0; --count) {
    const Type type = dice_.Pick(kTypes);
    const std::string name = NewName("v");
    text += fmt::format("{} {} = To<{}>({});\n", type.name, name, type.name,
                        scope_.variables.empty() ? "t * 2654435761u" : Of(type, 1));
    scope_.variables.push_back({name, type});
  }
  return text;
}

std::string KernelText::Sum() {
  std::string text;
  for (const Variable& variable : scope_.variables) text += fmt::format("h = Mix(h, Bits({}));\n", variable.name);
  return text + "m.out[block * n + t] = h;\n";
}

std::string KernelText::KernelNamed(const std::string& name, bool is_flat) {
  is_function_ = false;
  budget_ = 2 + dice_.Below(dice_.Chance(80) ? 6 : 25);
  scope_.uniforms = {{"p0", kU32}, {"p1", kI32}, {"p2", kU64}, {"p3", kFloat}, {"block", kU32}, {"n", kU32}};
  scope_.constants = {{"t", kU32}, {"lane", kU32}, {"warp", kU32}, {"x", kU32}, {"y", kU32}};
  // Without threadIdx.y, there are fewer shapes to compile.
  std::string text = fmt::format(
      "__global__ void {}(const Memory m, u32 p0, i32 p1, u64 p2, float p3) {{\n"
      "const u32 x = threadIdx.x, y = {}, n = {}, block = blockIdx.x, t = {};\n"
      "const u32 lane = t % 32u, warp = t / 32u;\n(void)y; (void)warp;\nu64 h = 14695981039346656037ull;\n",
      name, is_flat ? "blockIdx.x" : "threadIdx.y", is_flat ? "blockDim.x" : "blockDim.x * blockDim.y * blockDim.z",
      is_flat ? "x" : "x + blockDim.x * (y + blockDim.y * threadIdx.z)");
  if (!is_flat) scope_.constants.push_back({"threadIdx.z", kU32});
  scope_.variables.clear();
  text += Declarations();
  text += SharedArrays();
  leave_ = "m.out[block * n + t] = h + 1u; return;";
  const At top{.reached_by = ReachedBy::kBlock, .depth = 3, .in_loop = false};
  for (int count = 2 + dice_.Below(3); count > 0; --count) text += Statement(top);
  return text + Sum() + "}\n";
}

}  // namespace lockstep::fuzz
