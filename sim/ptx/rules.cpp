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

  // Of one number, which is no tf32.
  std::optional<Complaint> OfConversion() const {
    const Type to = matched_.types[0], from = matched_.types[1];
    const std::string_view flushes = FirstOf({"ftz"});
    if (!flushes.empty() && to != Type::k_f32 && from != Type::k_f32) return Wrong(flushes, "is for `.f32` only");
    if (!IsNumber(to) || !IsNumber(from) || matched_.Has("pack")) return std::nullopt;
    const bool is_brain = to == Type::k_bf16 || from == Type::k_bf16;
    if (is_brain && (BitsOf(to) == 8 || BitsOf(from) == 8))
      return Wrong(FirstOf({"bf16"}), "cannot be converted to and from 8 bits");
    if (std::optional<Complaint> broken = OfRounding(to, from)) return broken;
    const std::string_view saturates = FirstOf({"sat"});
    if (!saturates.empty() && is_brain) return Wrong(saturates, "is not for `.bf16`");
    if (!saturates.empty() && Fits(from, to)) return Wrong(saturates, "is for types that the source may not fit");
    return std::nullopt;
  }

  static bool IsReal(Type type) { return KindOf(type) == Kind::kReal; }
  static bool IsNumber(Type type) {
    const Kind kind = KindOf(type);
    const bool is_tf32 = type == Type::k_tf32;
    return (kind == Kind::kUnsigned || kind == Kind::kSigned || kind == Kind::kReal) && !is_tf32 && BitsOf(type) >= 8;
  }
  // Every number of the integer type `from` is one of `to`.
  static bool Fits(Type from, Type to) {
    if (IsReal(from) || IsReal(to)) return false;
    if (KindOf(from) == KindOf(to)) return BitsOf(from) <= BitsOf(to);
    return KindOf(to) == Kind::kSigned && BitsOf(from) < BitsOf(to);
  }

  std::optional<Complaint> OfRounding(Type to, Type from) const {
    const std::string_view whole = FirstOf({"rni", "rzi", "rmi", "rpi"}), real = FirstOf({"rn", "rz", "rm", "rp"});
    const bool needs_whole = IsReal(from) && !IsReal(to);
    const bool needs_real = IsReal(to) && (!IsReal(from) || BitsOf(to) < BitsOf(from));
    const bool takes_real = needs_real || (IsReal(to) && to != from && (from == Type::k_bf16 || to == Type::k_bf16));
    if (needs_whole && whole.empty()) return Missing("`.rni`, `.rzi`, `.rmi`, `.rpi`");
    if (needs_real && real.empty()) return Missing("`.rn`, `.rz`, `.rm`, `.rp`");
    if (!whole.empty() && !needs_whole && !(IsReal(to) && to == from))
      return Wrong(whole, "is for results that are whole numbers");
    if (!real.empty() && !takes_real) return Wrong(real, "is for conversions that round");
    return std::nullopt;
  }
  Complaint Missing(const std::string& choices) const {
    return {"`" + std::string(word_) + "` needs one of " + choices, offset_ + word_.size()};
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
