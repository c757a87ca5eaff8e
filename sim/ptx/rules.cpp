#include "sim/ptx/rules.h"

#include <algorithm>

namespace lockstep::ptx {
namespace {

class Rules {
 public:
  Rules(const Matched& matched, std::string_view word, std::size_t offset)
      : matched_(matched), opcode_(Forms()[matched.form].opcode), word_(word), offset_(offset) {}

  std::optional<Complaint> Broken() const {
    if (opcode_ == "ld" || opcode_ == "ldu" || opcode_ == "st" || opcode_ == "atom" || opcode_ == "red")
      if (std::optional<Complaint> broken = OfMemory()) return broken;
    if (opcode_ == "cvt") return OfConversion();
    return std::nullopt;
  }

 private:
  using Words = std::initializer_list<std::string_view>;

  std::string_view FirstOf(Words words) const {
    for (const std::string_view each : matched_.words)
      if (std::ranges::find(words, each) != words.end()) return each;
    return {};
  }
  std::string_view Beginning(std::string_view start) const {
    for (const std::string_view each : matched_.words)
      if (each.starts_with(start)) return each;
    return {};
  }
  std::string_view SpaceButGlobal() const {
    return FirstOf({"shared", "shared::cta", "shared::cluster", "local", "const"});
  }
  Complaint Wrong(std::string_view modifier, const std::string& text) const {
    const auto at = static_cast<std::size_t>(modifier.data() - word_.data());
    return {"`." + std::string(modifier) + "` " + text, offset_ + at};
  }

  unsigned Elements() const { return matched_.Has("v2") ? 2 : matched_.Has("v4") ? 4 : matched_.Has("v8") ? 8 : 1; }

  std::optional<Complaint> OfMemory() const {
    if (std::optional<Complaint> broken = OfVectors()) return broken;
    const std::string_view first = Beginning("L1::"), policy = FirstOf({"L2::cache_hint"});
    const std::string_view ahead = FirstOf({"L2::64B", "L2::128B", "L2::256B"});
    const std::string_view space = SpaceButGlobal();
    for (const std::string_view hint : {first, policy, ahead})
      if (!hint.empty() && !space.empty()) return Wrong(hint, "is for global memory only");
    const std::string_view shares = FirstOf({"volatile", "relaxed", "acquire", "release"});
    if (!shares.empty() && (space == "local" || space == "const"))
      return Wrong(shares, "is for memory that threads share and write");
    const std::string_view other = FirstOf({"ca", "cg", "cs", "lu", "cv", "wb", "wt", "volatile"});
    const bool is_access = opcode_ == "ld" || opcode_ == "st";
    if (!is_access || other.empty()) return std::nullopt;
    if (!first.empty()) return Wrong(first, "cannot be combined with `." + std::string(other) + "`");
    if (other == "volatile" && !policy.empty()) return Wrong(policy, "cannot be combined with `.volatile`");
    return std::nullopt;
  }

  // 256 bits as on sm_100.
  std::optional<Complaint> OfVectors() const {
    const unsigned bits = BitsOf(matched_.types[0]), all = bits * Elements();
    const std::string_view vector = FirstOf({"v2", "v4", "v8"});
    const bool is_wide = (opcode_ == "ld" || opcode_ == "st") && !matched_.Has("async") && all == 256 &&
                         (bits == 32 || bits == 64) && SpaceButGlobal().empty();
    if (all > 128 && !is_wide && !vector.empty()) return Wrong(vector, "makes more than 128 bits");
    const std::string_view kept = Beginning("L2::evict_");
    if (!kept.empty() && !is_wide) return Wrong(kept, "is for `.v8.b32` and `.v4.b64` only");
    return std::nullopt;
  }

  std::optional<Complaint> OfConversion() const {
    const std::string_view flushes = FirstOf({"ftz"});
    const bool is_float = matched_.types[0] == Type::k_f32 || matched_.types[1] == Type::k_f32;
    if (!flushes.empty() && !is_float) return Wrong(flushes, "is for `.f32` only");
    return std::nullopt;
  }

  const Matched& matched_;
  std::string_view opcode_, word_;
  std::size_t offset_;
};

}  // namespace

std::optional<Complaint> BrokenRule(const Matched& matched, std::string_view word, std::size_t offset) {
  return Rules(matched, word, offset).Broken();
}

}  // namespace lockstep::ptx
