#include "shared/replay/expression.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "shared/replay/tokens.h"

namespace lockstep::replay {
namespace {

// Real programs have no deeper brackets, a forged recording may.
constexpr int kDeepestExpression = 200;

// The precedence of a binary operator; 0 if it is none. [expr] of C++17.
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

// A recursive descent over the tokens that records what to replace. `failed_` means that the text is not an expression
// of this grammar; it is then shown without a value.
class ExpressionReader {
 public:
  ExpressionReader(std::string_view text, const Scope& scope) : text_(text), scope_(scope), tokens_(Tokenize(text)) {
    std::erase_if(tokens_, [](const Token& token) { return token.kind == TokenKind::kComment; });
  }

  Substituted Read() {
    std::optional<Number> value = Conditional();
    const bool whole = !failed_ && at_ == tokens_.size();
    if (!whole) Complain(Unexpected());
    const bool is_name = name_end_ == tokens_.size() && name_end_ > 0;
    std::string problem = std::move(problem_);
    // Text outside the grammar may still contain names that have values.
    while (at_ < tokens_.size()) {
      const std::size_t before = at_;
      failed_ = false;
      Conditional();
      if (at_ == before) ++at_;
    }
    return {.text = Render(),
            .value = whole ? value : std::nullopt,
            .changed = !edits_.empty(),
            .is_name = whole && is_name,
            .problem = std::move(problem)};
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
  // The place where reading failed is the one that counts, not where it ended.
  Value Fail() {
    if (!failed_) Complain(Unexpected());
    failed_ = true;
    return std::nullopt;
  }
  std::string Unexpected() const {
    if (at_ < tokens_.size()) return "`" + std::string(Peek()) + "` is not expected there";
    return tokens_.empty() ? "there is no expression" : "the expression ends too early";
  }
  // The first complaint counts.
  void Complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  // Counts the depth of the recursion during its lifetime.
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
    if (depth_ > kDeepestExpression) return Fail();
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
    if (depth_ > kDeepestExpression) return Fail();
    const std::string_view operation = Peek();
    if (operation == "-" || operation == "+" || operation == "!" || operation == "~") {
      ++at_;
      const Value operand = Unary();
      return operand ? ApplyUnary(operation, *operand) : std::nullopt;
    }
    if (operation == "*") return Dereference();
    if (operation == "&" || operation == "++" || operation == "--") {
      Complain(operation == "&" ? "addresses are not evaluated"
                                : "an expression changes nothing, so no `" + std::string(operation) + "`");
      ++at_;
      const std::size_t edits = edits_.size();
      Unary();
      edits_.resize(edits);  // an address or a changed variable: the name is more useful than a value
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
      Complain("`*` is evaluated before a name only: write `p[i]` for `*(p + i)`");
      Unary();
      return std::nullopt;
    }
    const std::size_t end = tokens_[at_].end;
    const std::string_view name = Peek();
    ++at_;
    return ReadElement(name, {Number::OfSigned(Number::Kind::kInt, 0)}, begin, end);
  }

  // `(int)x`: sets casting_ if this is a cast, with or without a value.
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
      Complain("a text has no value here");
      ++at_;
      return std::nullopt;
    }
    return Fail();
  }

  Value Name() {
    const std::size_t first = at_, begin = tokens_[at_].begin;
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
    if (Peek() == "[") {
      const Value element = Element(name, begin);
      if (first == 0) name_end_ = at_;
      return element;
    }
    if (first == 0) name_end_ = at_;
    if (Peek() == "++" || Peek() == "--") {
      Complain("an expression changes nothing, so no `" + std::string(Peek()) + "`");
      ++at_;
    }
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
    if (name != "min" && name != "max") Complain("`" + name + "` is called, and calls are not evaluated");
    return std::nullopt;
  }

  Value Element(std::string name, std::size_t begin) {
    const std::size_t edits = edits_.size();
    std::vector<Value> index;
    std::size_t brackets = 0;  // since the last name
    while (!failed_ && (Peek() == "[" || Peek() == "." || Peek() == "->")) {
      const bool is_index = Peek() == "[";
      ++at_;
      if (is_index) {
        index.push_back(Conditional());
        ++brackets;
        if (!Take("]")) return Fail();
        continue;
      }
      for (; brackets > 0; --brackets) name += "[]";
      if (PeekKind() != TokenKind::kName) return Fail();
      name += "." + std::string(Peek());
      ++at_;
    }
    if (failed_) return std::nullopt;
    const std::size_t edits_of_index = edits_.size();
    const Value value = ReadElement(name, index, begin, tokens_[at_ - 1].end);
    if (edits_.size() > edits_of_index) {
      // The element's value replaces the element together with its index.
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
  std::size_t name_end_ = 0;  // the token after the name that the text begins with
  std::string problem_;
  std::vector<Edit> edits_;
};

}  // namespace

Substituted Substitute(std::string_view expression, const Scope& scope) {
  if (expression.size() > kLongestLine) return {.text = std::string(expression), .problem = "it is too long"};
  return ExpressionReader(expression, scope).Read();
}

}  // namespace lockstep::replay
