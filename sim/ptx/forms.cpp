#include "sim/ptx/forms.h"

#include <algorithm>

#include "sim/ptx/variables.h"

namespace lockstep::ptx {
namespace {

// Instructions of PTX without a line in instructions.def.
constexpr std::string_view kUnsupported[] = {
#define UNSUPPORTED(opcode) #opcode,
#include "sim/ptx/unsupported.def"
};

// Instructions that take `_` for a result.
constexpr std::string_view kMayDropResults[] = {"atom", "elect", "lop3", "match", "mbarrier", "setp"};

// Instructions that take the address of a variable as a number.
constexpr std::string_view kTakeVariables[] = {"mov", "cvta", "mapa"};

template <class Range>
bool Contains(const Range& range, std::string_view word) {
  return std::ranges::find(range, word) != std::ranges::end(range);
}

std::vector<std::string_view> SplitAt(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

Modifier ReadModifier(std::string_view text) {
  Modifier made;
  if (text.starts_with('[')) {
    made.is_optional = true;
    text = text.substr(1, text.size() - 2);
  }
  made.choices = SplitAt(text, '|');
  return made;
}

Pattern::What WhatIs(std::string_view text) {
  using What = Pattern::What;
  constexpr std::pair<std::string_view, What> kNames[] = {
      {"T", What::kFirst},       {"U", What::kSecond},    {"V", What::kThird},     {"W", What::kDoubled},
      {"imm", What::kImmediate}, {"label", What::kLabel}, {"mem", What::kAddress},
  };
  for (const auto& [name, what] : kNames)
    if (name == text) return what;
  return What::kType;
}

// The text after the colon of an operand.
void ReadParts(std::string_view text, Pattern& made) {
  using Parts = Pattern::Parts;
  constexpr std::pair<std::string_view, Parts> kNames[] = {
      {"one", Parts::kOne},           {"halves", Parts::kHalves},     {"bytes", Parts::kBytes},
      {"halfmask", Parts::kHalfMask}, {"bytemask", Parts::kByteMask},
  };
  made.needs_parts = text.ends_with('!');
  if (made.needs_parts) text.remove_suffix(1);
  for (const auto& [name, parts] : kNames)
    if (name == text) made.parts = parts;
  made.is_register = made.is_destination || made.parts != Parts::kOne;  // `:whole` has no name here
}

Pattern ReadPattern(std::string_view text) {
  Pattern made;
  auto take = [&](std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.remove_suffix(suffix.size());
    return true;
  };
  if (text.starts_with('=')) {
    made.is_destination = true;
    text.remove_prefix(1);
  }
  if (text.starts_with('-')) {
    made.may_be_minus = true;
    text.remove_prefix(1);
  }
  if (const std::size_t colon = text.find(':'); colon != text.npos && text.find("::") == text.npos) {
    ReadParts(text.substr(colon + 1), made);
    text = text.substr(0, colon);
  }
  made.may_miss = take("?");
  made.needs_second = take("|pred!");
  made.has_second = made.needs_second || take("|pred");
  made.is_list = take("&");
  made.is_vector = take("*");
  made.may_pack = take("#");
  made.may_be_wider = take("~");
  made.is_policy = text == "policy";
  if (made.is_policy) {
    made.may_miss = true;
    text = "b64";
  }
  made.what = WhatIs(text);
  if (made.what == Pattern::What::kType) made.type = TypeNamed(text).value_or(Type::kNone);
  return made;
}

Form ReadForm(std::string_view opcode, std::string_view modifiers, std::string_view operands, bool acts) {
  Form made{.opcode = opcode, .acts = acts};
  for (const std::string_view each : SplitAt(modifiers, ' ')) made.modifiers.push_back(ReadModifier(each));
  for (const std::string_view each : SplitAt(operands, ' ')) {
    made.operands.push_back(ReadPattern(each));
    made.operands.back().may_be_special = opcode == "mov" || opcode == "cvt";
    made.operands.back().may_be_variable = Contains(kTakeVariables, opcode);
    made.operands.back().may_be_sink = Contains(kMayDropResults, opcode);
  }
  return made;
}

// How far the modifiers of `form` follow `words`.
struct Attempt {
  std::size_t followed = 0;
  const Modifier* missing = nullptr;  // the modifier that `words` lacks after those
  Matched matched;
  bool fits = false;
};

Attempt Try(std::size_t index, const std::vector<std::string_view>& words) {
  Attempt made{.matched = {.form = index}};
  std::size_t types = 0;
  for (const Modifier& modifier : Forms()[index].modifiers) {
    const bool there = made.followed < words.size() && Contains(modifier.choices, words[made.followed]);
    if (!there && modifier.is_optional) continue;
    if (!there) {
      made.missing = &modifier;
      return made;
    }
    const std::string_view word = words[made.followed++];
    made.matched.words.push_back(word);
    if (const std::optional<Type> type = TypeNamed(word); type && types < made.matched.types.size())
      made.matched.types[types++] = *type;
  }
  made.fits = made.followed == words.size();
  return made;
}

// Types keep their order, and so do state spaces; each other word stands for the first modifier that has it. Where only
// a modifier is missing, it is in `missing`.
bool MatchInAnyOrder(std::size_t index, const std::vector<std::string_view>& words, Matched& matched,
                     const Modifier*& missing) {
  const std::vector<Modifier>& modifiers = Forms()[index].modifiers;
  std::vector<std::string_view> taken(modifiers.size());
  std::size_t next_type = 0, next_space = 0, none = 0;
  for (const std::string_view word : words) {
    std::size_t& next = TypeNamed(word) ? next_type : SpaceNamed(word) ? next_space : none;
    std::size_t i = next;
    while (i < modifiers.size() && (!taken[i].empty() || !Contains(modifiers[i].choices, word))) ++i;
    if (i == modifiers.size()) return false;
    taken[i] = word;
    if (&next != &none) next = i + 1;
  }
  std::size_t types = 0;
  for (std::size_t i = 0; i < modifiers.size(); ++i) {
    if (taken[i].empty() && !modifiers[i].is_optional) {
      if (!missing) missing = &modifiers[i];
      return false;
    }
    const std::optional<Type> type = TypeNamed(taken[i]);
    if (type && types < matched.types.size()) matched.types[types++] = *type;
  }
  matched.form = index;
  matched.words = words;
  return true;
}

std::string Choices(const Modifier& modifier) {
  std::string text = modifier.choices.size() == 1 ? "" : "one of ";
  for (std::size_t i = 0; i < modifier.choices.size(); ++i)
    text += (i == 0 ? "`." : ", `.") + std::string(modifier.choices[i]) + "`";
  return text;
}

std::unexpected<Complaint> NoForm(std::string_view opcode, std::string_view word, std::size_t offset) {
  if (Contains(kUnsupported, opcode))
    return std::unexpected(Complaint{"`" + std::string(word) + "` is not supported", offset});
  return std::unexpected(Complaint{"`" + std::string(opcode) + "` is not an instruction of PTX", offset});
}

}  // namespace

const std::vector<Form>& Forms() {
  static const std::vector<Form> forms = {
#define PTX(opcode, modifiers, operands, lowering) ReadForm(#opcode, modifiers, operands, false),
#define ACTION(opcode, modifiers, operands, lowering) ReadForm(#opcode, modifiers, operands, true),
#include "sim/ptx/instructions.def"
  };
  return forms;
}

bool Matched::Has(std::string_view modifier) const { return Contains(words, modifier); }

Maybe<std::vector<Matched>> Match(std::string_view word, std::size_t offset) {
  std::vector<std::string_view> words = SplitAt(word, '.');
  if (words.empty()) return std::unexpected(Complaint{"expected an instruction", offset});
  const std::string_view opcode = words.front();
  words.erase(words.begin());
  std::vector<Matched> found;
  std::optional<Attempt> best;
  for (std::size_t i = 0; i < Forms().size(); ++i) {
    if (Forms()[i].opcode != opcode) continue;
    Attempt attempt = Try(i, words);
    if (attempt.fits) found.push_back(attempt.matched);
    if (!best || attempt.followed > best->followed) best = attempt;
  }
  // ptxas does not mind the order.
  const bool in_order = !found.empty();
  const Modifier* missing = nullptr;
  for (std::size_t i = 0; !in_order && i < Forms().size(); ++i)
    if (Matched matched; Forms()[i].opcode == opcode && MatchInAnyOrder(i, words, matched, missing))
      found.push_back(matched);
  if (!found.empty()) return found;
  if (!best) return NoForm(opcode, word, offset);
  if (best->followed < words.size() && !missing) {
    const std::string_view wrong = words[best->followed];
    const auto at = static_cast<std::size_t>(wrong.data() - word.data());
    return std::unexpected(Complaint{"`" + std::string(word) + "`: `" + std::string(opcode) + "` does not take `." +
                                         std::string(wrong) + "` here, or this form of it is not supported",
                                     offset + at});
  }
  return std::unexpected(Complaint{"`" + std::string(word) + "` lacks " + Choices(missing ? *missing : *best->missing),
                                   offset + word.size()});
}

}  // namespace lockstep::ptx
