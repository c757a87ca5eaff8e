#include "sim/ptx/variables.h"

#include <algorithm>
#include <bit>
#include <span>

namespace lockstep::ptx {
namespace {

constexpr std::string_view kSpaces[] = {"shared", "local", "const", "global"};
// Limit: the size of a variable, and of the part that has initial values.
constexpr std::uint64_t kMostBytes = 1u << 30, kMostInitial = 1u << 20;

std::unexpected<Complaint> Wrong(std::string text, std::size_t offset) {
  return std::unexpected(Complaint{std::move(text), offset});
}

bool IsOfMemory(Type type) {
  return type == Type::k_f16x2 || type == Type::k_f16 ||
         (KindOf(type) == Kind::kReal && type != Type::k_tf32 && BitsOf(type) >= 32) ||
         ((KindOf(type) == Kind::kBits || KindOf(type) == Kind::kUnsigned || KindOf(type) == Kind::kSigned) &&
          BitsOf(type) >= 8);
}

bool TakesInitial(Type type, bool is_real) {
  if (type == Type::k_f16 || KindOf(type) == Kind::kPacked) return false;
  if (is_real) return KindOf(type) == Kind::kReal || (KindOf(type) == Kind::kBits && BitsOf(type) >= 16);
  return KindOf(type) != Kind::kReal;
}

class Filler {
 public:
  Filler(Variable& variable, bool is_vector) : variable_(variable), is_vector_(is_vector) {}

  // `value` is for the elements from `at` on, which have these dimensions.
  Maybe<bool> Fill(const Operand& value, std::span<const std::uint64_t> dimensions, std::uint64_t at) {
    if (dimensions.empty()) return Put(value, at);
    if (value.form != Operand::Form::kVector)
      return Wrong("the initial values of an array stand in braces", value.offset);
    if (value.parts.size() > dimensions.front())
      return Wrong("more initial values than elements", value.parts[dimensions.front()].offset);
    if (is_vector_ && dimensions.size() == 1 && value.parts.size() < dimensions.front())
      return Wrong("an initial value for each element of the vector is needed", value.offset);
    std::uint64_t stride = 1;
    for (const std::uint64_t each : dimensions.subspan(1)) stride *= each;
    for (std::size_t i = 0; i < value.parts.size(); ++i)
      if (const Maybe<bool> done = Fill(value.parts[i], dimensions.subspan(1), at + i * stride); !done) return done;
    return true;
  }

 private:
  Maybe<bool> Put(const Operand& value, std::uint64_t at) {
    const bool is_real = value.form == Operand::Form::kReal;
    if (!is_real && value.form != Operand::Form::kWhole) return Wrong("an initial value is a number", value.offset);
    if (!TakesInitial(variable_.type, is_real))
      return Wrong(std::string(is_real ? "a floating-point" : "a whole") + " number cannot initialise `." +
                       std::string(NameOf(variable_.type)) + "`",
                   value.offset);
    const std::uint64_t size = BitsOf(variable_.type) / 8, end = (at + 1) * size;
    if (end > kMostInitial) return Wrong("initial values of more than 1 MiB", value.offset);
    std::uint64_t bits = value.whole;
    if (is_real)
      bits = size == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(value.real))
                       : std::bit_cast<std::uint64_t>(value.real);
    if (variable_.contents.size() < end) variable_.contents.resize(end);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(size, 8); ++i)
      variable_.contents[at * size + i] = static_cast<std::uint8_t>(bits >> 8 * i);
    return true;
  }

  Variable& variable_;
  bool is_vector_;  // the last dimension is a vector's
};

}  // namespace

std::string_view NameOf(Space space) { return kSpaces[static_cast<std::size_t>(space)]; }

std::optional<Space> SpaceNamed(std::string_view name) {
  if (name == "shared::cta" || name == "shared::cluster") return Space::kShared;
  for (std::size_t i = 0; i < std::size(kSpaces); ++i)
    if (kSpaces[i] == name) return static_cast<Space>(i);
  return std::nullopt;
}

Maybe<Variable> LayOut(const Statement& statement, const Declared& declared) {
  Variable made{.name = std::string(declared.name), .offset = declared.offset};
  made.space = *SpaceNamed(statement.space);
  made.type = TypeNamed(statement.word.substr(1)).value_or(Type::kNone);
  if (!IsOfMemory(made.type))
    return Wrong("`" + std::string(statement.word) + "` is not a type of variables in memory", statement.offset);
  const std::uint64_t element = BitsOf(made.type) / 8;
  if (statement.elements * element > 16) return Wrong("a vector has at most 128 bits", statement.offset);
  std::vector<std::uint64_t> dimensions = declared.dimensions;
  if (!dimensions.empty() && dimensions.front() == 0) {
    if (declared.initial.empty()) return Wrong("the size of `" + made.name + "` is missing", declared.offset);
    dimensions.front() = std::max<std::size_t>(1, declared.initial[0].parts.size());
  }
  if (statement.elements > 1) dimensions.push_back(statement.elements);
  made.bytes = element;
  for (const std::uint64_t each : dimensions) {
    if (each > kMostBytes / made.bytes) return Wrong("a variable has at most 1 GiB", declared.offset);
    made.bytes *= each;
  }
  made.alignment = std::max(statement.alignment, element * statement.elements);
  if (declared.initial.empty()) return made;
  if (made.space == Space::kShared || made.space == Space::kLocal)
    return Wrong("a variable in `." + std::string(statement.space) + "` has no initial value",
                 declared.initial[0].offset);
  if (const Maybe<bool> done = Filler(made, statement.elements > 1).Fill(declared.initial[0], dimensions, 0); !done)
    return std::unexpected(done.error());
  return made;
}

}  // namespace lockstep::ptx
