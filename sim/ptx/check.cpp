#include "sim/ptx/check.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>

#include "sim/ptx/rules.h"

namespace lockstep::ptx {
namespace {

using StatementForm = Statement::Form;

std::string Quoted(std::string_view text) { return "`" + std::string(text) + "`"; }
std::string Dotted(Type type) { return "`." + std::string(NameOf(type)) + "`"; }

// `h30`, `b7210` and so on: the digits are parts, that of the highest element first.
bool IsChoice(std::string_view text, Pattern::Parts parts) {
  using Parts = Pattern::Parts;
  if (text.size() < 2) return false;
  const bool halves = text[0] == 'h';
  if (!halves && text[0] != 'b') return false;
  const std::string_view digits = text.substr(1);
  auto below = [&](char end) { return std::ranges::all_of(digits, [=](char c) { return c >= '0' && c < end; }); };
  switch (parts) {
    case Parts::kOne: return digits.size() == 1 && below(halves ? '2' : '4');
    case Parts::kHalves: return halves && digits.size() == 2 && below('4');
    case Parts::kBytes: return !halves && digits.size() == 4 && below('8');
    case Parts::kHalfMask:
    case Parts::kByteMask:
      return halves == (parts == Parts::kHalfMask) && below(halves ? '2' : '4') &&
             std::ranges::is_sorted(digits, std::ranges::greater{}) &&
             std::ranges::adjacent_find(digits) == digits.end();
    default: return false;
  }
}

bool IsOfRegisters(Type type) {
  if (type == Type::k_pred || type == Type::k_f16x2) return true;
  const bool is_short_real = KindOf(type) == Kind::kReal && BitsOf(type) < 32 && type != Type::k_f16;
  return KindOf(type) != Kind::kPacked && BitsOf(type) >= 8 && !is_short_real && type != Type::k_tf32;
}

struct Scope {
  std::map<std::string, std::size_t, std::less<>> registers, labels, variables;
  std::map<std::string, Operand, std::less<>> vectors;
};

class Checker {
 public:
  Checker(std::span<const Statement> statements, std::span<const AsmOperand> operands)
      : statements_(statements), operands_(operands) {
    for (std::size_t i = 0; i < operands.size(); ++i)
      code_.registers.push_back({.type = operands[i].type, .operand = static_cast<int>(i)});
  }

  Maybe<Code> Run() {
    if (Maybe<Scope> outermost = Open(0); !outermost) return std::unexpected(outermost.error());
    for (std::size_t i = 0; i < statements_.size(); ++i)
      if (const Maybe<bool> done = Visit(i); !done) return std::unexpected(done.error());
    if (scopes_.size() != 1) return std::unexpected(Complaint{"a `{` without its `}`", opened_});
    return std::move(code_);
  }

 private:
  static std::unexpected<Complaint> Wrong(std::string text, std::size_t offset) {
    return std::unexpected(Complaint{std::move(text), offset});
  }

  Maybe<bool> Visit(std::size_t index) {
    const Statement& statement = statements_[index];
    switch (statement.form) {
      case StatementForm::kOpen: {
        opened_ = statement.offset;
        const Maybe<Scope> opened = Open(index + 1);
        if (!opened) return std::unexpected(opened.error());
        return true;
      }
      case StatementForm::kClose:
        if (scopes_.size() == 1) return Wrong("a `}` without its `{`", statement.offset);
        scopes_.pop_back();
        return true;
      case StatementForm::kLabel:
        code_.labels[scopes_.back().labels.find(statement.word)->second] = code_.steps.size();
        return true;
      case StatementForm::kRegisters: return Declare(statement);
      case StatementForm::kVariables: return DeclareMemory(statement);
      case StatementForm::kInstruction: return Instruct(statement);
    }
    return true;
  }

  // Labels may be used before they are set.
  Maybe<Scope> Open(std::size_t first) {
    Scope scope;
    std::size_t depth = 0;
    for (std::size_t i = first; i < statements_.size(); ++i) {
      const Statement& statement = statements_[i];
      if (statement.form == StatementForm::kOpen) ++depth;
      if (statement.form == StatementForm::kClose && depth-- == 0) break;
      if (statement.form != StatementForm::kLabel || depth > 0) continue;
      if (!scope.labels.emplace(statement.word, code_.labels.size()).second)
        return Wrong("the label " + Quoted(statement.word) + " is there twice", statement.offset);
      code_.labels.push_back(0);
    }
    scopes_.push_back(scope);
    return scope;
  }

  Maybe<bool> Declare(const Statement& statement) {
    const std::optional<Type> type = TypeNamed(statement.word.substr(1));
    if (!type || !IsOfRegisters(*type))
      return Wrong(Quoted(statement.word) + " is not a type of registers that is supported", statement.offset);
    for (const Operand& name : statement.operands) {
      const std::string text(name.name);
      if (statement.elements > 1) {
        if (!AddVector(name, statement.elements, *type)) return Wrong(Quoted(text) + " is declared twice", name.offset);
        continue;
      }
      if (name.whole == 0) {
        if (!Add(text, name.name, *type)) return Wrong(Quoted(text) + " is declared twice", name.offset);
        continue;
      }
      for (std::uint64_t i = 0; i < name.whole; ++i)
        if (!Add(text + std::to_string(i), name.name, *type))
          return Wrong("`" + text + std::to_string(i) + "` is declared twice", name.offset);
    }
    return true;
  }

  Maybe<bool> DeclareMemory(const Statement& statement) {
    for (const Declared& declared : statement.variables) {
      const Maybe<Variable> variable = LayOut(statement, declared);
      if (!variable) return std::unexpected(variable.error());
      for (std::uint64_t i = 0; i < std::max<std::uint64_t>(declared.count, 1); ++i) {
        Variable one = *variable;
        if (declared.count > 0) one.name += std::to_string(i);
        if (IsDeclaredHere(one.name)) return Wrong(Quoted(one.name) + " is declared twice", declared.offset);
        scopes_.back().variables.emplace(one.name, code_.variables.size());
        code_.variables.push_back(std::move(one));
      }
    }
    return true;
  }

  bool IsDeclaredHere(std::string_view name) const {
    const Scope& scope = scopes_.back();
    return scope.registers.contains(name) || scope.variables.contains(name) || scope.vectors.contains(name);
  }

  // `v` stands for `{v.x, v.y}`.
  bool AddVector(const Operand& name, std::size_t count, Type type) {
    Operand whole{.form = Operand::Form::kVector};
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& element = names_.emplace_back(std::string(name.name) + "." + "xyzw"[i]);
      if (!Add(element, name.name, type)) return false;
      whole.parts.push_back({.name = element});
    }
    return scopes_.back().vectors.emplace(name.name, std::move(whole)).second;
  }

  // The operand, or the elements of the vector that it names.
  Operand Expanded(const Operand& operand) const {
    if (operand.form != Operand::Form::kName || operand.negated || operand.minus) return operand;
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (scope->registers.contains(operand.name)) return operand;
      const auto found = scope->vectors.find(operand.name);
      if (found == scope->vectors.end()) continue;
      Operand vector = found->second;
      vector.offset = operand.offset;
      for (Operand& part : vector.parts) part.offset = operand.offset;
      return vector;
    }
    return operand;
  }

  bool Add(const std::string& key, std::string_view name, Type type) {
    if (scopes_.back().variables.contains(key)) return false;
    if (!scopes_.back().registers.emplace(key, code_.registers.size()).second) return false;
    code_.registers.push_back({.name = name, .type = type});
    return true;
  }

  Maybe<bool> Instruct(const Statement& statement) {
    Maybe<std::vector<Matched>> forms = Match(statement.word, statement.offset);
    if (!forms) return std::unexpected(forms.error());
    // Of several forms, one is right; the complaint is about the first with this number of operands.
    std::optional<Complaint> complaint;
    bool right_number = false;
    for (Matched& matched : *forms) {
      Maybe<Step> step = StepOf(statement, matched);
      if (step) {
        code_.steps.push_back(std::move(*step));
        return true;
      }
      const bool number = NumberFits(statement, matched);
      if (!complaint || (number && !right_number)) complaint = step.error();
      right_number |= number;
    }
    return std::unexpected(*complaint);
  }

  // How many operands the form takes with these modifiers, at least and at most.
  static std::pair<std::size_t, std::size_t> Numbers(const Matched& matched) {
    std::pair<std::size_t, std::size_t> made;
    for (const Pattern& pattern : Forms()[matched.form].operands) {
      if (pattern.is_policy && !matched.Has("L2::cache_hint")) continue;
      ++made.second;
      if (!pattern.may_miss || pattern.is_policy) ++made.first;
    }
    return made;
  }

  static bool NumberFits(const Statement& statement, const Matched& matched) {
    const auto [least, most] = Numbers(matched);
    return statement.operands.size() >= least && statement.operands.size() <= most;
  }

  Maybe<Step> StepOf(const Statement& statement, const Matched& matched) {
    if (std::optional<Complaint> broken = BrokenRule(matched, statement.word, statement.offset))
      return std::unexpected(std::move(*broken));
    const std::vector<Pattern>& patterns = Forms()[matched.form].operands;
    Step step{.matched = matched, .word = statement.word, .offset = statement.offset};
    if (!NumberFits(statement, matched))
      return Wrong(Quoted(statement.word) + " takes " + std::to_string(Numbers(matched).second) +
                       (Numbers(matched).second == 1 ? " operand, not " : " operands, not ") +
                       std::to_string(statement.operands.size()),
                   statement.offset);
    for (const Guard& guard : statement.guards) {
      const std::optional<std::size_t> found = Find(guard.name);
      if (!found) return Wrong(Quoted(guard.name) + " is not declared", guard.offset);
      if (code_.registers[*found].type != Type::k_pred)
        return Wrong(Quoted(guard.name) + " is no predicate", guard.offset);
      step.guard = static_cast<int>(*found);
      step.guard_is_negated = guard.negated;
    }
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      if (i >= statement.operands.size()) {
        step.arguments.emplace_back();
        continue;
      }
      Maybe<Argument> argument = Resolve(Expanded(statement.operands[i]), patterns[i], matched);
      if (!argument) return std::unexpected(argument.error());
      step.arguments.push_back(std::move(*argument));
    }
    return step;
  }

  static Type TypeOf(const Pattern& pattern, const Matched& matched) {
    switch (pattern.what) {
      case Pattern::What::kFirst: return matched.types[0];
      case Pattern::What::kSecond: return matched.types[1];
      case Pattern::What::kThird: return matched.types[2];
      case Pattern::What::kDoubled: return Doubled(matched.types[0]);
      case Pattern::What::kImmediate: return Type::k_u64;
      default: return pattern.type;
    }
  }

  Maybe<Argument> Resolve(const Operand& operand, const Pattern& pattern, const Matched& matched) {
    if (pattern.what == Pattern::What::kLabel) return ResolveLabel(operand);
    const Type type = TypeOf(pattern, matched);
    if (pattern.what == Pattern::What::kAddress) return ResolveAddress(operand, matched);
    if (operand.form == Operand::Form::kPair && pattern.has_second) return ResolvePair(operand, pattern, type);
    if (pattern.needs_second) return Wrong("expected a register and a predicate, like `r|p`", operand.offset);
    if (operand.form == Operand::Form::kVector && (pattern.may_pack || pattern.is_vector || pattern.is_list))
      return ResolveVector(operand, pattern, type, matched);
    const bool drops_all = operand.form == Operand::Form::kSink && pattern.may_be_sink && pattern.is_destination;
    if (pattern.is_vector && VectorCount(matched) > 1 && !drops_all)
      return Wrong("expected a vector of " + std::to_string(VectorCount(matched)) + " operands", operand.offset);
    Maybe<Argument> made = ResolveOne(operand, pattern, type);
    if (made && made->form == Argument::Form::kVariable)
      if (const Maybe<bool> fits = SpaceFits(code_.variables[made->number], matched, operand.offset); !fits)
        return std::unexpected(fits.error());
    if (pattern.what == Pattern::What::kImmediate && (!made || made->form != Argument::Form::kWhole))
      return Wrong("expected a constant", operand.offset);
    return made;
  }

  static std::size_t VectorCount(const Matched& matched) {
    return matched.Has("v2") ? 2 : matched.Has("v4") ? 4 : matched.Has("v8") ? 8 : 1;
  }

  Maybe<Argument> ResolvePair(const Operand& operand, const Pattern& pattern, Type type) {
    Argument made{.form = Argument::Form::kPair, .type = type, .offset = operand.offset};
    const Pattern second{.is_destination = true, .may_be_sink = true};
    for (std::size_t i = 0; i < 2; ++i) {
      Maybe<Argument> part = ResolveOne(operand.parts[i], i == 0 ? pattern : second, i == 0 ? type : Type::k_pred);
      if (!part) return part;
      made.parts.push_back(std::move(*part));
    }
    return made;
  }

  Maybe<Argument> ResolveVector(const Operand& operand, const Pattern& pattern, Type type, const Matched& matched) {
    Argument made{.form = Argument::Form::kVector, .type = type, .offset = operand.offset};
    const std::size_t count = operand.parts.size();
    Type element = type;
    if (pattern.may_pack) {
      const std::size_t bits = BitsOf(type) / std::max<std::size_t>(count, 1);
      element = TypeNamed("b" + std::to_string(bits)).value_or(Type::kNone);
      if (count < 2 || count > 4 || bits * count != BitsOf(type) || element == Type::kNone)
        return Wrong(std::to_string(count) + " operands do not make up " + Dotted(type), operand.offset);
    } else if (!pattern.is_list && count != VectorCount(matched)) {
      return Wrong(
          "expected " + std::to_string(VectorCount(matched)) + " operands in the vector, not " + std::to_string(count),
          operand.offset);
    }
    Pattern one = pattern;
    one.may_be_sink = true;
    for (const Operand& each : operand.parts) {
      Maybe<Argument> part = ResolveOne(each, one, element);
      if (!part) return part;
      made.parts.push_back(std::move(*part));
    }
    return made;
  }

  Maybe<Argument> ResolveAddress(const Operand& operand, const Matched& matched) {
    Argument made{
        .form = Argument::Form::kAddress, .type = Type::k_u64, .whole = operand.whole, .offset = operand.offset};
    const bool is_element = operand.form == Operand::Form::kName && operand.displaced == Operand::Offset::kElements;
    if (is_element) made.whole = 0;
    if (operand.form != Operand::Form::kAddress && !is_element)
      return Wrong("expected an address in brackets", operand.offset);
    if (!is_element && operand.parts.size() != 1) return Wrong("an address has one base", operand.offset);
    const Operand& base = is_element ? operand : operand.parts[0];
    Maybe<Argument> part = ResolveBase(base, matched);
    if (!part) return part;
    made.parts.push_back(std::move(*part));
    return made;
  }

  Maybe<Argument> ResolveBase(const Operand& base, const Matched& matched) {
    const bool is_name = base.form == Operand::Form::kName;
    if (const std::optional<std::size_t> variable = is_name ? FindVariable(base.name) : std::nullopt) {
      const Maybe<bool> fits = SpaceFits(code_.variables[*variable], matched, base.offset);
      if (!fits) return std::unexpected(fits.error());
      return ResolveVariable(base, *variable, {.type = Type::k_u64, .offset = base.offset});
    }
    const std::optional<std::size_t> found = is_name ? Find(base.name) : std::nullopt;
    const bool narrow = found && BitsOf(code_.registers[*found].type) == 32;
    return ResolveOne(base, {}, narrow ? Type::k_u32 : Type::k_u64);
  }

  Maybe<Argument> ResolveLabel(const Operand& operand) {
    if (operand.form == Operand::Form::kName)
      for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (const auto found = scope->labels.find(operand.name); found != scope->labels.end())
          return Argument{.form = Argument::Form::kLabel, .number = found->second, .offset = operand.offset};
    return Wrong("there is no label " + Quoted(operand.name), operand.offset);
  }

  std::optional<std::size_t> FindVariable(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->variables.find(name); found != scope->variables.end()) return found->second;
      if (scope->registers.contains(name)) return std::nullopt;
    }
    return std::nullopt;
  }

  // The address in `operand`, which names a variable.
  Maybe<Argument> ResolveVariable(const Operand& operand, std::size_t number, Argument made) const {
    const Variable& variable = code_.variables[number];
    made.form = Argument::Form::kVariable;
    made.number = number;
    made.whole = operand.whole;
    if (operand.displaced == Operand::Offset::kElements) made.whole *= BitsOf(variable.type) / 8;
    return made;
  }

  // A space that the instruction names, if there is one, is the variable's.
  static Maybe<bool> SpaceFits(const Variable& variable, const Matched& matched, std::size_t offset) {
    bool names_one = false;
    for (const std::string_view word : matched.words) {
      const std::optional<Space> space = SpaceNamed(word);
      if (space == variable.space) return true;
      names_one |= space.has_value() || word == "param" || word == "param::entry";
    }
    if (!names_one) return true;
    return Wrong(Quoted(variable.name) + " is in `." + std::string(NameOf(variable.space)) + "`", offset);
  }

  std::optional<std::size_t> Find(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->registers.find(name); found != scope->registers.end()) return found->second;
      if (scope->variables.contains(name)) return std::nullopt;
    }
    if (!name.starts_with('%') || name.size() < 2 || name.size() > 5) return std::nullopt;
    std::size_t number = 0;
    for (const char c : name.substr(1)) {
      if (c < '0' || c > '9') return std::nullopt;
      number = number * 10 + static_cast<std::size_t>(c - '0');
    }
    return number < operands_.size() ? std::optional(number) : std::nullopt;
  }

  Maybe<Argument> ResolveOne(const Operand& operand, const Pattern& pattern, Type type) {
    Argument made{.type = type, .negated = operand.negated, .offset = operand.offset};
    if (operand.negated && (type != Type::k_pred || pattern.is_destination))
      return Wrong("only a predicate that is read can have `!`", operand.offset);
    if (operand.minus && !pattern.may_be_minus)
      return Wrong("a register that is read with `-` is possible for `vmad` only", operand.offset);
    if (pattern.is_register && operand.form != Operand::Form::kName)
      return Wrong("expected a register", operand.offset);
    made.minus = operand.minus;
    switch (operand.form) {
      case Operand::Form::kName: return ResolveName(operand, pattern, std::move(made));
      case Operand::Form::kSink:
        if (!pattern.is_destination) return Wrong("`_` cannot be read", operand.offset);
        if (!pattern.may_be_sink) return Wrong("this instruction needs a register for its result", operand.offset);
        made.form = Argument::Form::kSink;
        return made;
      case Operand::Form::kWhole:
      case Operand::Form::kReal: return ResolveConstant(operand, pattern, std::move(made));
      default: return Wrong("this kind of operand is not possible here", operand.offset);
    }
  }

  // The address of a variable as a number.
  Maybe<Argument> ResolveAddressOf(const Operand& operand, std::size_t number, const Pattern& pattern,
                                   Argument made) const {
    const Variable& variable = code_.variables[number];
    if (pattern.is_destination || !pattern.may_be_variable || made.negated || made.minus)
      return Wrong("the variable " + Quoted(operand.name) + " is possible as an address only", operand.offset);
    const unsigned bits = BitsOf(made.type);
    if (KindOf(made.type) == Kind::kReal || (bits != 32 && bits != 64))
      return Wrong("an address, where " + Dotted(made.type) + " is needed", operand.offset);
    if (bits == 32 && variable.space != Space::kShared)
      return Wrong("an address in `." + std::string(NameOf(variable.space)) + "` has 64 bits", operand.offset);
    return ResolveVariable(operand, number, std::move(made));
  }

  // Removes the parts from the end of the name.
  static Maybe<std::string_view> TakeParts(Operand& operand, const Pattern& pattern) {
    const std::size_t dot = operand.name.rfind('.');
    if (dot == operand.name.npos || dot == 0) {
      if (pattern.needs_parts) return Wrong("expected a byte or half of the register, like `.b0`", operand.offset);
      return std::string_view();
    }
    const std::string_view chosen = operand.name.substr(dot + 1);
    if (!IsChoice(chosen, pattern.parts))
      return Wrong("`." + std::string(chosen) + "` is no choice of this operand's parts", operand.offset + dot);
    operand.name = operand.name.substr(0, dot);
    return chosen;
  }

  Maybe<Argument> ResolveName(const Operand& whole_operand, const Pattern& pattern, Argument made) {
    Operand operand = whole_operand;
    if (pattern.parts != Pattern::Parts::kNone) {
      const Maybe<std::string_view> chosen = TakeParts(operand, pattern);
      if (!chosen) return std::unexpected(chosen.error());
      made.chosen = *chosen;
    }
    if (const std::optional<std::size_t> variable = FindVariable(operand.name))
      return ResolveAddressOf(operand, *variable, pattern, std::move(made));
    if (operand.displaced != Operand::Offset::kNone)
      return Wrong(Quoted(operand.name) + " is not a variable in memory", operand.offset);
    if (const std::optional<std::size_t> found = Find(operand.name)) {
      const Register& known = code_.registers[*found];
      if (known.operand >= 0 && operands_[*found].is_immediate) {
        const Operand constant{
            .form = Operand::Form::kWhole, .offset = operand.offset, .whole = operands_[*found].immediate};
        return ResolveConstant(constant, pattern, std::move(made));
      }
      if (known.type == Type::kNone)
        return Wrong("the operand " + Quoted(operand.name) + " has a size that no register has", operand.offset);
      const bool wider = pattern.may_be_wider && BitsOf(known.type) > BitsOf(made.type) &&
                         KindOf(known.type) != Kind::kReal && made.type != Type::k_pred;
      if (!wider && !Agrees(known.type, made.type))
        return Wrong(Quoted(operand.name) + " is " + Dotted(known.type) + ", where " + Dotted(made.type) + " is needed",
                     operand.offset);
      made.form = Argument::Form::kRegister;
      made.number = *found;
      return made;
    }
    if (operand.name == "WARP_SZ") {
      const Operand constant{.form = Operand::Form::kWhole, .offset = operand.offset, .whole = 32};
      return ResolveConstant(constant, pattern, std::move(made));
    }
    const Type special = operand.name.starts_with('%') ? TypeOfSpecial(operand.name.substr(1)) : Type::kNone;
    if (special == Type::kNone) {
      const std::size_t dot = operand.name.rfind('.');
      if (dot != operand.name.npos && dot > 0 && Find(operand.name.substr(0, dot)))
        return Wrong("no part of `" + std::string(operand.name.substr(0, dot)) + "` can be chosen here",
                     operand.offset + dot);
      return Wrong(Quoted(operand.name) + " is not declared", operand.offset);
    }
    if (pattern.is_destination) return Wrong(Quoted(operand.name) + " cannot be written", operand.offset);
    if (!pattern.may_be_special)
      return Wrong("the special register " + Quoted(operand.name) + " can be read by `mov` and `cvt` only",
                   operand.offset);
    const bool is_half = BitsOf(special) == 32 && BitsOf(made.type) == 16;
    if ((BitsOf(special) != BitsOf(made.type) && !is_half) || KindOf(made.type) == Kind::kReal)
      return Wrong(Quoted(operand.name) + " is " + Dotted(special) + ", where " + Dotted(made.type) + " is needed",
                   operand.offset);
    made.form = Argument::Form::kSpecial;
    made.name = operand.name.substr(1);
    return made;
  }

  static Maybe<Argument> ResolveConstant(const Operand& operand, const Pattern& pattern, Argument made) {
    if (pattern.is_destination) return Wrong("a constant cannot be written", operand.offset);
    const Kind kind = KindOf(made.type);
    const bool real = operand.form == Operand::Form::kReal;
    const unsigned bits = BitsOf(made.type);
    const bool takes_real = (kind == Kind::kReal || kind == Kind::kBits) && (bits == 32 || bits == 64);
    if (real ? !takes_real : kind == Kind::kReal)
      return Wrong(
          std::string(real ? "a floating-point" : "a whole") + " number, where " + Dotted(made.type) + " is needed",
          operand.offset);
    made.form = Argument::Form::kWhole;
    made.whole = operand.whole;
    if (real)
      made.whole = bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(operand.real))
                              : std::bit_cast<std::uint64_t>(operand.real);
    return made;
  }

  std::span<const Statement> statements_;
  std::span<const AsmOperand> operands_;
  std::deque<std::string> names_;  // of the elements of vectors
  std::vector<Scope> scopes_;
  std::size_t opened_ = 0;
  Code code_;
};

}  // namespace

Type TypeOfSpecial(std::string_view name) {
  static const std::map<std::string_view, Type> types = {
#define SPECIAL(name, type) {name, Type::k_##type},
#include "sim/ptx/special.def"
  };
  const auto found = types.find(name);
  return found == types.end() ? Type::kNone : found->second;
}

Maybe<Code> Check(std::span<const Statement> statements, std::span<const AsmOperand> operands) {
  return Checker(statements, operands).Run();
}

}  // namespace lockstep::ptx
