#include "sim/ptx/parse.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

namespace lockstep::ptx {
namespace {

constexpr std::size_t kDeepest = 8;  // of operands in operands
constexpr std::size_t kDeepestExpression = 64;
constexpr std::uint64_t kLargestAlignment = 1 << 16;

// The digits' value, or nothing if there is a digit that the base does not have, or the value needs more than 64 bits.
std::optional<std::uint64_t> Digits(std::string_view digits, unsigned base) {
  if (digits.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : digits) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    const unsigned digit = lower >= 'a' ? static_cast<unsigned>(lower - 'a') + 10 : static_cast<unsigned>(lower - '0');
    if (lower < '0' || digit >= base || (lower > '9' && lower < 'a')) return std::nullopt;
    if (value > (~std::uint64_t{0} - digit) / base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

std::optional<std::uint64_t> Whole(std::string_view text) {
  if (text.ends_with('U')) text.remove_suffix(1);
  if (text.starts_with("0x") || text.starts_with("0X")) return Digits(text.substr(2), 16);
  if (text.starts_with("0b") || text.starts_with("0B")) return Digits(text.substr(2), 2);
  if (text.size() > 1 && text.starts_with('0')) return Digits(text.substr(1), 8);
  return Digits(text, 10);
}

bool Real(std::string_view text, Operand& made) {
  const bool is_float = text.starts_with("0f") || text.starts_with("0F");
  made.form = Operand::Form::kReal;
  made.is_float = is_float;
  if (is_float || text.starts_with("0d") || text.starts_with("0D")) {
    const std::optional<std::uint64_t> bits = Digits(text.substr(2), 16);
    if (!bits || text.size() != (is_float ? 10 : 18)) return false;
    made.real = is_float ? std::bit_cast<float>(static_cast<std::uint32_t>(*bits)) : std::bit_cast<double>(*bits);
    return true;
  }
  if (text.find_first_of(".eE") == text.npos || text.find_first_of("xX") != text.npos) return false;
  const std::string copy(text);
  char* end = nullptr;
  made.real = std::strtod(copy.c_str(), &end);
  return end == copy.c_str() + copy.size();
}

class Parser {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Maybe<std::vector<Statement>> Run() {
    std::vector<Statement> statements;
    while (Here().kind != Token::Kind::kEnd) {
      if (Is(";")) return Expected("an instruction");
      Maybe<Statement> next = Next();
      if (!next) return std::unexpected(next.error());
      if (!next->word.empty() || next->form != Statement::Form::kInstruction) statements.push_back(std::move(*next));
    }
    return statements;
  }

 private:
  const Token& Here() const { return tokens_[at_]; }
  const Token& After() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  bool Is(std::string_view mark) const { return Here().kind == Token::Kind::kMark && Here().text == mark; }
  bool Take(std::string_view mark) {
    if (!Is(mark)) return false;
    ++at_;
    return true;
  }
  std::unexpected<Complaint> Expected(std::string what) const {
    what = "expected " + what;
    if (Here().kind != Token::Kind::kEnd) what += " before `" + std::string(Here().text) + "`";
    return std::unexpected(Complaint{std::move(what), Here().offset});
  }

  Maybe<Statement> Next() {
    Statement made{.offset = Here().offset};
    if (Take("{")) {
      made.form = Statement::Form::kOpen;
      return made;
    }
    if (Take("}")) {
      made.form = Statement::Form::kClose;
      return made;
    }
    if (Here().kind == Token::Kind::kWord && After().kind == Token::Kind::kMark && After().text == ":") {
      made.form = Statement::Form::kLabel;
      made.word = Here().text;
      at_ += 2;
      return made;
    }
    if (Here().text.starts_with('.')) return Directive(std::move(made));
    return Instruction(std::move(made));
  }

  Maybe<Statement> Directive(Statement made) {
    const std::string_view directive = Here().text;
    if (directive == ".pragma" || directive == ".loc") {
      while (Here().kind != Token::Kind::kEnd && !Is(";")) ++at_;
      return EndOf({.offset = made.offset});
    }
    constexpr std::string_view kMemory[] = {".shared", ".local", ".const", ".global"};
    if (const Maybe<bool> aligned = Alignment(made); !aligned) return std::unexpected(aligned.error());
    const std::string_view space = Here().text;
    const bool is_memory = std::ranges::find(kMemory, space) != std::end(kMemory);
    if (!is_memory && space != ".reg")
      return std::unexpected(Complaint{"the directive `" + std::string(space) + "` is not supported", Here().offset});
    ++at_;
    if (const Maybe<bool> aligned = Alignment(made); !aligned) return std::unexpected(aligned.error());
    if (Here().text == ".v2" || Here().text == ".v4") {
      made.elements = Here().text == ".v2" ? 2 : 4;
      ++at_;
    }
    if (Here().kind != Token::Kind::kWord || !Here().text.starts_with('.')) return Expected("a type");
    made.word = Here().text;
    made.offset = Here().offset;
    ++at_;
    return is_memory ? Variables(std::move(made), space.substr(1)) : Registers(std::move(made));
  }

  // `.align N`, if it is there.
  Maybe<bool> Alignment(Statement& made) {
    while (Here().text == ".align") {
      ++at_;
      const std::optional<std::uint64_t> bytes = Whole(Here().text);
      if (Here().kind != Token::Kind::kNumber || !bytes || !std::has_single_bit(*bytes) || *bytes > kLargestAlignment)
        return Expected("a power of two");
      made.alignment = *bytes;
      ++at_;
    }
    return true;
  }

  // N of `<N>`, or 0.
  Maybe<std::uint64_t> Numbered() {
    if (!Take("<")) return 0;
    const std::optional<std::uint64_t> count = Whole(Here().text);
    if (Here().kind != Token::Kind::kNumber || !count || *count == 0 || *count > 1024)
      return Expected("a number of registers up to 1024");
    ++at_;
    if (!Take(">")) return Expected("`>`");
    return *count;
  }

  Maybe<Statement> Registers(Statement made) {
    made.form = Statement::Form::kRegisters;
    do {
      if (Here().kind != Token::Kind::kWord) return Expected("a register's name");
      Operand name{.offset = Here().offset, .name = Here().text};
      ++at_;
      const Maybe<std::uint64_t> count = Numbered();
      if (!count) return std::unexpected(count.error());
      name.whole = *count;
      made.operands.push_back(std::move(name));
    } while (Take(","));
    return EndOf(std::move(made));
  }

  Maybe<Statement> Variables(Statement made, std::string_view space) {
    made.form = Statement::Form::kVariables;
    made.space = space;
    do {
      Maybe<Declared> variable = Variable();
      if (!variable) return std::unexpected(variable.error());
      made.variables.push_back(std::move(*variable));
    } while (Take(","));
    return EndOf(std::move(made));
  }

  Maybe<Declared> Variable() {
    if (Here().kind != Token::Kind::kWord || Here().text.find('.') != Here().text.npos) return Expected("a name");
    Declared made{.name = Here().text, .offset = Here().offset};
    ++at_;
    const Maybe<std::uint64_t> count = Numbered();
    if (!count) return std::unexpected(count.error());
    made.count = *count;
    while (Take("[")) {
      const std::optional<std::uint64_t> size = Whole(Here().text);
      const bool is_open = Is("]") && made.dimensions.empty();
      if (!is_open && (Here().kind != Token::Kind::kNumber || !size || *size == 0)) return Expected("a number");
      made.dimensions.push_back(is_open ? 0 : *size);
      if (!is_open) ++at_;
      if (!Take("]")) return Expected("`]`");
    }
    if (made.count == 0 && Take("=")) {
      Maybe<Operand> value = Simple(0);
      if (!value) return std::unexpected(value.error());
      made.initial.push_back(std::move(*value));
    }
    return made;
  }

  Maybe<Statement> EndOf(Statement made) {
    if (Take(";")) return made;
    return Expected("`;`");
  }

  Maybe<Statement> Instruction(Statement made) {
    if (Take("@")) {
      Guard guard{.negated = Take("!"), .offset = Here().offset};
      if (Here().kind != Token::Kind::kWord) return Expected("a predicate");
      guard.name = Here().text;
      ++at_;
      made.guards.push_back(guard);
    }
    if (Here().kind != Token::Kind::kWord || Here().text.starts_with('%')) return Expected("an instruction");
    made.word = Here().text;
    made.offset = Here().offset;
    ++at_;
    if (Is(";") || Here().kind == Token::Kind::kEnd) return EndOf(std::move(made));
    do {
      Maybe<Operand> operand = AnOperand(0);
      if (!operand) return std::unexpected(operand.error());
      made.operands.push_back(std::move(*operand));
    } while (Take(","));
    return EndOf(std::move(made));
  }

  Maybe<Operand> AnOperand(std::size_t depth) {
    Maybe<Operand> first = Simple(depth);
    if (!first || !Is("|")) return first;
    Operand pair{.form = Operand::Form::kPair, .offset = first->offset};
    ++at_;
    Maybe<Operand> second = Simple(depth);
    if (!second) return second;
    pair.parts = {std::move(*first), std::move(*second)};
    return pair;
  }

  Maybe<Operand> Simple(std::size_t depth) {
    Operand made{.offset = Here().offset};
    if (depth > kDeepest) return Expected("fewer braces");
    if (Is("{")) return List(std::move(made), Operand::Form::kVector, "}", depth);
    if (Is("[")) return List(std::move(made), Operand::Form::kAddress, "]", depth);
    made.negated = After().kind == Token::Kind::kWord && Take("!");
    made.minus = After().kind == Token::Kind::kWord && Take("-");
    if (Here().kind == Token::Kind::kWord) {
      made.name = Here().text;
      made.form = made.name == "_" ? Operand::Form::kSink : Operand::Form::kName;
      ++at_;
      return Displaced(std::move(made));
    }
    return Constant(std::move(made));
  }

  // `v+4` or `v[1]`: in brackets, the displacement is the address's.
  Maybe<Operand> Displaced(Operand made) {
    const bool is_element = Is("[");
    if (in_address_ || (!is_element && !Is("+"))) return made;
    ++at_;
    const Maybe<Operand> number = Constant({.offset = Here().offset});
    if (!number) return number;
    if (number->form != Operand::Form::kWhole) return Expected("a whole number");
    if (is_element && !Take("]")) return Expected("`]`");
    made.displaced = is_element ? Operand::Offset::kElements : Operand::Offset::kBytes;
    made.whole = number->whole;
    return made;
  }

  // A number, or an expression of constants.
  Maybe<Operand> Constant(Operand made) {
    if (const Maybe<bool> real = LoneReal(made); !real)
      return std::unexpected(real.error());
    else if (*real)
      return made;
    const Maybe<Value> value = Choice(0);
    if (!value) return std::unexpected(value.error());
    made.form = Operand::Form::kWhole;
    made.whole = value->bits;
    return made;
  }

  // True if a floating-point number was there.
  Maybe<bool> LoneReal(Operand& made) {
    const bool minus = Is("-"), sign = minus || Is("+");
    const Token& number = sign ? After() : Here();
    if (number.kind != Token::Kind::kNumber || Whole(number.text)) return false;
    if (!Real(number.text, made))
      return std::unexpected(Complaint{"`" + std::string(number.text) + "` is not a number of PTX", number.offset});
    if (minus) made.real = -made.real;
    at_ += sign ? 2 : 1;
    return true;
  }

  // --- expressions of integers, as in C, of 64 bits: signed, or unsigned where an operand is
  struct Value {
    std::uint64_t bits = 0;
    bool is_unsigned = false;
  };

  Maybe<Value> Choice(std::size_t depth) {
    Maybe<Value> condition = Binary(0, depth);
    if (!condition || !Take("?")) return condition;
    const Maybe<Value> yes = Choice(depth + 1);
    if (!yes) return yes;
    if (!Take(":")) return Expected("`:`");
    const Maybe<Value> no = Choice(depth + 1);
    return !no || condition->bits == 0 ? no : yes;
  }

  // The operator that is here, or "".
  std::string_view Operator() const {
    if (Here().kind != Token::Kind::kMark) return {};
    const bool adjacent = After().kind == Token::Kind::kMark && After().offset == Here().offset + 1;
    for (const std::string_view both : {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"})
      if (adjacent && both[0] == Here().text[0] && both[1] == After().text[0]) return both;
    return Here().text;
  }
  static int Binds(std::string_view mark) {
    constexpr std::string_view kLevels[] = {"||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* /"};
    for (int level = 0; level < static_cast<int>(std::size(kLevels)); ++level)
      for (std::string_view rest = kLevels[level]; !rest.empty();
           rest.remove_prefix(std::min(rest.find(' ') + 1, rest.size()))) {
        if (rest.substr(0, rest.find(' ')) == mark) return level;
        if (rest.find(' ') == rest.npos) break;
      }
    return -1;
  }

  Maybe<Value> Binary(int least, std::size_t depth) {
    Maybe<Value> left = Unary(depth);
    while (left) {
      const std::string_view mark = Operator();
      const int level = Binds(mark);
      if (mark.empty() || level < least) return left;
      const std::size_t offset = Here().offset;
      at_ += mark.size();
      const Maybe<Value> right = Binary(level + 1, depth + 1);
      if (!right) return right;
      if (mark == "/" && right->bits == 0) return std::unexpected(Complaint{"a division by zero", offset});
      left = Apply(mark, *left, *right);
    }
    return left;
  }

  static Value Apply(std::string_view mark, Value left, Value right) {
    const std::uint64_t x = left.bits, y = right.bits;
    const auto s = static_cast<std::int64_t>(x), t = static_cast<std::int64_t>(y);
    const bool is_unsigned = left.is_unsigned || right.is_unsigned;
    const bool less = is_unsigned ? x < y : s < t;
    auto made = [&](std::uint64_t bits) { return Value{bits, is_unsigned}; };
    switch (mark[0]) {
      case '+': return made(x + y);
      case '-': return made(x - y);
      case '*': return made(x * y);
      case '/':
        return made(is_unsigned || t == -1 ? (t == -1 && !is_unsigned ? 0 - x : x / y)
                                           : static_cast<std::uint64_t>(s / t));
      case '^': return made(x ^ y);
      case '&': return mark == "&" ? made(x & y) : Value{x && y};
      case '|': return mark == "|" ? made(x | y) : Value{x || y};
      case '=': return {x == y};
      case '!': return {x != y};
      case '<':
        return mark == "<<" ? Value{y < 64 ? x << y : 0, left.is_unsigned} : Value{less || (mark == "<=" && x == y)};
      default:
        if (mark != ">>") return {!less && (mark == ">=" || x != y)};
        if (left.is_unsigned) return {y < 64 ? x >> y : 0, true};
        return {static_cast<std::uint64_t>(s >> std::min<std::uint64_t>(y, 63))};
    }
  }

  Maybe<Value> Unary(std::size_t depth) {
    if (depth > kDeepestExpression) return Expected("a simpler constant");
    if (Take("(")) {
      Maybe<Value> inner = Choice(depth + 1);
      if (inner && !Take(")")) return Expected("`)`");
      return inner;
    }
    const bool minus = Is("-"), flips = Is("~"), negates = Is("!");
    if (minus || flips || negates || Is("+")) {
      ++at_;
      Maybe<Value> value = Unary(depth + 1);
      if (value && minus) value->bits = 0 - value->bits;
      if (value && flips) value->bits = ~value->bits;
      if (value && negates) value = Value{value->bits == 0};
      return value;
    }
    if (Here().kind != Token::Kind::kNumber) return Expected("an operand");
    const std::optional<std::uint64_t> whole = Whole(Here().text);
    if (!whole)
      return std::unexpected(Complaint{"`" + std::string(Here().text) + "` is not a number of PTX", Here().offset});
    const Value value{*whole, Here().text.ends_with('U') || *whole >> 63 != 0};
    ++at_;
    return value;
  }

  // Operands between brackets; in those of an address, the first may have a displacement.
  Maybe<Operand> List(Operand made, Operand::Form form, std::string_view end, std::size_t depth) {
    made.form = form;
    ++at_;
    do {
      in_address_ = form == Operand::Form::kAddress;
      Maybe<Operand> part = AnOperand(depth + 1);
      in_address_ = false;
      if (!part) return part;
      made.parts.push_back(std::move(*part));
      const bool displaced = form == Operand::Form::kAddress && made.parts.size() == 1;
      if (displaced && Is("-")) return Expected("`+`, as in `[a+-4]`");
      if (displaced && Take("+")) {
        const Maybe<Operand> number = Constant({.offset = Here().offset});
        if (!number) return number;
        if (number->form != Operand::Form::kWhole) return Expected("a whole number");
        made.whole += number->whole;
      }
    } while (Take(","));
    if (!Take(end)) return Expected("`" + std::string(end) + "`");
    return made;
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  bool in_address_ = false;
};

}  // namespace

Maybe<std::vector<Statement>> Parse(std::string_view text) {
  Maybe<std::vector<Token>> tokens = Split(text);
  if (!tokens) return std::unexpected(tokens.error());
  return Parser(std::move(*tokens)).Run();
}

}  // namespace lockstep::ptx
