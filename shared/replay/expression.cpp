#include "shared/replay/expression.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace lockstep::replay {
namespace {

// Longer lines and deeper brackets are not written by people; a forged recording has a megabyte of them in one line,
// which is read again with every frame.
constexpr std::size_t kLongestLine = 4096;  // bytes
constexpr int kDeepest = 200;

bool IsNameStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool IsNamePart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

std::size_t EndOfNumber(std::string_view text, std::size_t at) {
  const auto exponent_sign = [&](std::size_t i) {
    const char before = text[i - 1];
    return (text[i] == '+' || text[i] == '-') && (before == 'e' || before == 'E') &&
           !text.substr(at).starts_with("0x") && !text.substr(at).starts_with("0X");
  };
  std::size_t end = at + 1;
  while (end < text.size() && (IsNamePart(text[end]) || text[end] == '.' || exponent_sign(end) ||
                               (text[end] == '\'' && end + 1 < text.size() && IsNamePart(text[end + 1])))) {
    ++end;
  }
  return end;
}

std::size_t EndOfQuoted(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != text[at]) end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

std::size_t EndOfPunctuation(std::string_view text, std::size_t at) {
  static constexpr std::array<std::string_view, 23> kLong = {
      "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
      "*=",  "/=",  "%=", "&=", "|=", "^=", "++", "--", "->", "::", "..."};
  for (const std::string_view punctuation : kLong) {
    if (text.substr(at).starts_with(punctuation)) return at + punctuation.size();
  }
  return at + 1;
}

// How tightly a binary operator binds; 0 for what is none. [expr] of C++17.
int Precedence(std::string_view operation) {
  struct Level {
    std::string_view operation;
    int level;
  };
  static constexpr std::array<Level, 18> kLevels = {{{"*", 10},
                                                     {"/", 10},
                                                     {"%", 10},
                                                     {"+", 9},
                                                     {"-", 9},
                                                     {"<<", 8},
                                                     {">>", 8},
                                                     {"<", 7},
                                                     {">", 7},
                                                     {"<=", 7},
                                                     {">=", 7},
                                                     {"==", 6},
                                                     {"!=", 6},
                                                     {"&", 5},
                                                     {"^", 4},
                                                     {"|", 3},
                                                     {"&&", 2},
                                                     {"||", 1}}};
  for (const Level& level : kLevels) {
    if (level.operation == operation) return level.level;
  }
  return 0;
}

std::optional<Number::Kind> ArithmeticType(std::string_view name) {
  using Kind = Number::Kind;
  struct Named {
    std::string_view name;
    Kind kind;
  };
  static constexpr std::array<Named, 11> kNamed = {{{"int", Kind::kInt},
                                                    {"unsigned", Kind::kUnsigned},
                                                    {"uint", Kind::kUnsigned},
                                                    {"uint32_t", Kind::kUnsigned},
                                                    {"int32_t", Kind::kInt},
                                                    {"long", Kind::kLong},
                                                    {"int64_t", Kind::kLong},
                                                    {"size_t", Kind::kUnsignedLong},
                                                    {"uint64_t", Kind::kUnsignedLong},
                                                    {"float", Kind::kFloat},
                                                    {"double", Kind::kDouble}}};
  for (const Named& named : kNamed) {
    if (named.name == name) return named.kind;
  }
  return std::nullopt;
}

// A recursive descent over the tokens that notes what to put in their place. `failed_` means: no expression that this
// grammar knows; the text then still shows, without a value.
class Reader {
 public:
  Reader(std::string_view text, const Scope& scope) : text_(text), scope_(scope), tokens_(Tokenize(text)) {
    std::erase_if(tokens_, [](const Token& token) { return token.kind == TokenKind::kComment; });
  }

  Substituted Read() {
    std::optional<Number> value = Conditional();
    const bool whole = !failed_ && at_ == tokens_.size();
    // What the grammar does not know may still hold names that have values.
    while (at_ < tokens_.size()) {
      const std::size_t before = at_;
      failed_ = false;
      Conditional();
      if (at_ == before) ++at_;
    }
    return {.text = Render(), .value = whole ? value : std::nullopt, .changed = !edits_.empty()};
  }

 private:
  struct Edit {
    std::size_t begin, end;
    std::string text;
  };
  using Value = std::optional<Number>;

  std::string_view Peek(std::size_t ahead = 0) const {
    if (at_ + ahead >= tokens_.size()) return {};
    const Token& token = tokens_[at_ + ahead];
    return text_.substr(token.begin, token.end - token.begin);
  }
  TokenKind PeekKind() const { return at_ < tokens_.size() ? tokens_[at_].kind : TokenKind::kPunctuation; }
  bool Take(std::string_view text) {
    if (Peek() != text) return false;
    ++at_;
    return true;
  }
  Value Fail() {
    failed_ = true;
    return std::nullopt;
  }

  // How deep the descent is, for as long as this lives.
  class Level {
   public:
    explicit Level(int& depth) : depth_(depth) { ++depth_; }
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    int& depth_;
  };

  Value Conditional() {
    const Level level(depth_);
    if (depth_ > kDeepest) return Fail();
    const Value condition = Binary(1);
    if (!Take("?")) return condition;
    const Value yes = Conditional();
    if (!Take(":")) return Fail();
    const Value no = Conditional();
    if (!condition) return std::nullopt;
    return condition->IsTrue() ? yes : no;
  }

  Value Binary(int lowest) {
    Value left = Unary();
    while (!failed_) {
      const std::string_view operation = Peek();
      const int level = Precedence(operation);
      if (level < lowest) break;
      ++at_;
      const Value right = Binary(level + 1);
      left = left && right ? Apply(operation, *left, *right) : std::nullopt;
    }
    return left;
  }

  Value Unary() {
    const Level level(depth_);
    if (depth_ > kDeepest) return Fail();
    const std::string_view operation = Peek();
    if (operation == "-" || operation == "+" || operation == "!" || operation == "~") {
      ++at_;
      const Value operand = Unary();
      return operand ? ApplyUnary(operation, *operand) : std::nullopt;
    }
    if (operation == "*") return Dereference();
    if (operation == "&" || operation == "++" || operation == "--") {
      ++at_;
      const std::size_t edits = edits_.size();
      Unary();
      edits_.resize(edits);  // an address or a changed variable: the name says more than a value
      return std::nullopt;
    }
    if (const Value cast = Cast(); cast || failed_ || casting_) {
      casting_ = false;
      return cast;
    }
    return Postfix();
  }

  Value Dereference() {
    const std::size_t begin = tokens_[at_++].begin;
    if (PeekKind() != TokenKind::kName) {
      Unary();
      return std::nullopt;
    }
    const std::size_t end = tokens_[at_].end;
    const std::string_view name = Peek();
    ++at_;
    return ReadElement(name, {Number::OfSigned(Number::Kind::kInt, 0)}, begin, end);
  }

  // `(int)x`: sets casting_ when it was one, with or without a value.
  Value Cast() {
    if (Peek() != "(" || Peek(2) != ")") return std::nullopt;
    const auto kind = ArithmeticType(Peek(1));
    if (!kind) return std::nullopt;
    at_ += 3;
    casting_ = false;
    const Value operand = Unary();
    casting_ = true;
    return operand ? Value(operand->As(*kind)) : std::nullopt;
  }

  Value Postfix() {
    if (Take("(")) {
      const Value inner = Conditional();
      return Take(")") ? inner : Fail();
    }
    if (PeekKind() == TokenKind::kNumber) {
      const Value value = ParseLiteral(Peek());
      ++at_;
      return value;
    }
    if (PeekKind() == TokenKind::kName) return Name();
    if (PeekKind() == TokenKind::kText) {
      ++at_;
      return std::nullopt;
    }
    return Fail();
  }

  Value Name() {
    const std::size_t begin = tokens_[at_].begin;
    if (Peek() == "true" || Peek() == "false") return ParseLiteral(text_.substr(begin, tokens_[at_++].end - begin));
    if (const auto kind = ArithmeticType(Peek()); kind && Peek(1) == "(") {
      at_ += 2;
      const Value inner = Conditional();
      if (!Take(")")) return Fail();
      return inner ? Value(inner->As(*kind)) : std::nullopt;
    }
    std::string name(Peek());
    ++at_;
    while (Peek() == "." || Peek() == "->" || Peek() == "::") {
      name += Peek() == "->" ? "." : Peek();
      ++at_;
      if (PeekKind() != TokenKind::kName) return Fail();
      name += Peek();
      ++at_;
    }
    if (Peek() == "(") return Call(name);
    if (Peek() == "[") return Element(name, begin);
    if (Peek() == "++" || Peek() == "--") ++at_;
    const std::size_t end = tokens_[at_ - 1].end;
    if (scope_.unwritten && scope_.unwritten(name, {})) {
      edits_.push_back({begin, end, std::string(kUnwritten)});
      return std::nullopt;
    }
    const Value value = scope_.variable ? scope_.variable(name) : Value{};
    if (value) edits_.push_back({begin, end, value->Text()});
    return value;
  }

  Value Call(const std::string& name) {
    ++at_;
    std::vector<Value> arguments;
    while (!failed_ && at_ < tokens_.size() && Peek() != ")") {
      arguments.push_back(Conditional());
      if (!Take(",")) break;
    }
    if (!Take(")")) return Fail();
    const bool two = arguments.size() == 2 && arguments[0] && arguments[1];
    if (two && (name == "min" || name == "max")) {
      const auto less = Apply("<", *arguments[0], *arguments[1]);
      const bool first = less && less->IsTrue() == (name == "min");
      const auto kind = std::max(arguments[0]->kind(), arguments[1]->kind());
      return (first ? arguments[0] : arguments[1])->As(kind);
    }
    return std::nullopt;
  }

  Value Element(const std::string& name, std::size_t begin) {
    const std::size_t edits = edits_.size();
    std::vector<Value> index;
    while (!failed_ && Take("[")) {
      index.push_back(Conditional());
      if (!Take("]")) return Fail();
    }
    if (failed_) return std::nullopt;
    const std::size_t edits_of_index = edits_.size();
    const Value value = ReadElement(name, index, begin, tokens_[at_ - 1].end);
    if (edits_.size() > edits_of_index) {
      // The element's value stands for its index too.
      edits_.erase(edits_.begin() + static_cast<std::ptrdiff_t>(edits), edits_.end() - 1);
    }
    return value;
  }

  Value ReadElement(std::string_view name, const std::vector<Value>& index, std::size_t begin, std::size_t end) {
    if (scope_.unwritten && scope_.unwritten(name, index)) {
      edits_.push_back({begin, end, std::string(kUnwritten)});
      return std::nullopt;
    }
    const Value value = scope_.element ? scope_.element(name, index) : Value{};
    if (value) edits_.push_back({begin, end, value->Text()});
    return value;
  }

  std::string Render() {
    std::ranges::sort(edits_, {}, &Edit::begin);
    std::string raw;
    std::size_t from = 0;
    for (const Edit& edit : edits_) {
      if (edit.begin < from) continue;
      raw += text_.substr(from, edit.begin - from);
      raw += edit.text;
      from = edit.end;
    }
    raw += text_.substr(from);
    std::string text;
    for (const char c : raw) {
      const bool space = std::isspace(static_cast<unsigned char>(c));
      if (space && (text.empty() || text.back() == ' ')) continue;
      text += space ? ' ' : c;
    }
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
  }

  std::string_view text_;
  const Scope& scope_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool failed_ = false, casting_ = false;
  std::vector<Edit> edits_;
};

// --- statements

struct Words {
  std::string_view text;
  std::vector<Token> tokens;
  std::string_view At(std::size_t i) const {
    if (i >= tokens.size()) return {};
    return text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin);
  }
  std::string Between(std::size_t begin, std::size_t end) const {  // tokens [begin, end)
    if (begin >= end || end > tokens.size()) return {};
    return std::string(text.substr(tokens[begin].begin, tokens[end - 1].end - tokens[begin].begin));
  }
};

int Depth(std::string_view token) {
  if (token == "(" || token == "[" || token == "{") return 1;
  if (token == ")" || token == "]" || token == "}") return -1;
  return 0;
}

// The first token from `from` on, outside of any brackets, that `is_end` accepts; the end of the words otherwise.
template <class IsEnd>
std::size_t FindOutside(const Words& words, std::size_t from, IsEnd is_end) {
  int depth = 0;
  for (std::size_t i = from; i < words.tokens.size(); ++i) {
    const int change = Depth(words.At(i));
    if (depth == 0 && is_end(words.At(i))) return i;
    depth += change;
    if (depth < 0) return i;
  }
  return words.tokens.size();
}

bool IsAssignment(std::string_view token) {
  return token == "=" ||
         (token.size() >= 2 && token.back() == '=' && token != "==" && token != "!=" && token != "<=" && token != ">=");
}

Statement Condition(const Words& words, std::size_t open, bool is_for) {
  std::size_t begin = open + 1;
  const auto is_semicolon = [](std::string_view token) { return token == ";"; };
  if (is_for) begin = FindOutside(words, begin, is_semicolon) + 1;
  const std::size_t end = FindOutside(words, begin, is_semicolon);
  return {.expression = words.Between(begin, end)};
}

// What is assigned to: of `const int i` the `i`, of `float *p` the `p`, of `out[y][x]` all of it.
std::string Target(const Words& words, std::size_t begin, std::size_t end) {
  int depth = 0;
  for (std::size_t i = end; i-- > begin;) {
    depth -= Depth(words.At(i));
    if (depth != 0 || words.tokens[i].kind != TokenKind::kName) continue;
    const bool is_member = i > begin && (words.At(i - 1) == "." || words.At(i - 1) == "->");
    if (!is_member) return words.Between(i, end);
  }
  return words.Between(begin, end);
}

Statement Assignment(const Words& words, std::size_t begin) {
  const std::size_t end = FindOutside(words, begin, [](std::string_view token) { return token == ";"; });
  const std::size_t equals = FindOutside(words, begin, [](std::string_view t) { return t == ";" || IsAssignment(t); });
  if (equals >= end) return {};
  std::size_t last = FindOutside(words, equals + 1, [](std::string_view t) { return t == ";" || t == ","; });
  return {.expression = words.Between(equals + 1, std::min(last, end)),
          .target = Target(words, begin, equals),
          .operation = std::string(words.At(equals))};
}

}  // namespace

std::vector<Token> Tokenize(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++at;
      continue;
    }
    Token token{.begin = at};
    if (text.substr(at).starts_with("//")) {
      token = {TokenKind::kComment, at, text.size()};
    } else if (text.substr(at).starts_with("/*")) {
      const std::size_t close = text.find("*/", at + 2);
      token = {TokenKind::kComment, at, close == std::string_view::npos ? text.size() : close + 2};
    } else if (IsNameStart(c)) {
      token.kind = TokenKind::kName;
      token.end = at + 1;
      while (token.end < text.size() && IsNamePart(text[token.end])) ++token.end;
    } else if (IsDigit(c) || (c == '.' && at + 1 < text.size() && IsDigit(text[at + 1]))) {
      token = {TokenKind::kNumber, at, EndOfNumber(text, at)};
    } else if (c == '"') {
      token = {TokenKind::kText, at, EndOfQuoted(text, at)};
    } else if (c == '\'') {
      const std::size_t end = EndOfQuoted(text, at);
      token = {end == at + 3 ? TokenKind::kNumber : TokenKind::kText, at, end};
    } else {
      token = {TokenKind::kPunctuation, at, EndOfPunctuation(text, at)};
    }
    at = token.end;
    tokens.push_back(token);
  }
  return tokens;
}

Substituted Substitute(std::string_view expression, const Scope& scope) {
  if (expression.size() > kLongestLine) return {.text = std::string(expression)};
  return Reader(expression, scope).Read();
}

Statement ReadStatement(std::string_view source_line) {
  if (source_line.size() > kLongestLine) return {};
  Words words{.text = source_line, .tokens = Tokenize(source_line)};
  std::erase_if(words.tokens, [](const Token& token) { return token.kind == TokenKind::kComment; });
  std::size_t begin = 0;
  while (words.At(begin) == "}" || words.At(begin) == "else" || words.At(begin) == "{") ++begin;
  const std::string_view first = words.At(begin);
  if (first.empty() || first == "#") return {};
  if ((first == "if" || first == "while" || first == "switch") && words.At(begin + 1) == "(") {
    const std::size_t close = FindOutside(words, begin + 2, [](std::string_view) { return false; });
    Statement condition{.expression = words.Between(begin + 2, close)};
    // `if (i >= n) return;` shows its condition; so does one with a body on the same line.
    return condition;
  }
  if (first == "for" && words.At(begin + 1) == "(") return Condition(words, begin + 1, true);
  if (first == "return") {
    const std::size_t end = FindOutside(words, begin + 1, [](std::string_view token) { return token == ";"; });
    return {.expression = words.Between(begin + 1, end)};
  }
  return Assignment(words, begin);
}

std::vector<std::string> IndexExpressions(std::string_view element) {
  if (element.size() > kLongestLine) return {};
  const Words words{.text = element, .tokens = Tokenize(element)};
  std::vector<std::string> indices;
  int depth = 0;
  std::size_t open = 0;
  for (std::size_t i = 0; i < words.tokens.size(); ++i) {
    if (words.At(i) == "[" && depth == 0) open = i;
    depth += Depth(words.At(i));
    if (words.At(i) == "]" && depth == 0) indices.push_back(words.Between(open + 1, i));
  }
  return indices;
}

}  // namespace lockstep::replay
