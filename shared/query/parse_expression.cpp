#include "shared/query/parse_expression.h"

#include <algorithm>
#include <array>

#include "shared/query/functions.h"

namespace lockstep::query {
namespace {

using replay::Number;
using replay::TokenKind;

constexpr int kDeepest = 100;
constexpr std::array<const char*, kMostArguments> kHowMany = {"one number", "two numbers", "three numbers",
                                                              "four numbers"};
constexpr std::string_view kOperand = "a field (`lane`), a name of the program, a number, or `(`";

struct Operator {
  std::string_view word, name;
  int level;
};
constexpr std::array<Operator, 21> kOperators = {
    {{"||", "||", 1}, {"or", "||", 1}, {"&&", "&&", 2}, {"and", "&&", 2}, {"|", "|", 3}, {"^", "^", 4},
     {"&", "&", 5},   {"==", "==", 6}, {"=", "==", 6},  {"!=", "!=", 6},  {"<", "<", 7}, {">", ">", 7},
     {"<=", "<=", 7}, {">=", ">=", 7}, {"<<", "<<", 8}, {">>", ">>", 8},  {"+", "+", 9}, {"-", "-", 9},
     {"*", "*", 10},  {"/", "/", 10},  {"%", "%", 10}}};

const Operator* OperatorNamed(std::string_view word) {
  const auto found = std::ranges::find(kOperators, word, &Operator::word);
  return found == kOperators.end() ? nullptr : &*found;
}

bool IsTextField(const Expression& expression) {
  if (expression.kind != Expression::Kind::kField) return false;
  const Field field = expression.field;
  return field == Field::kKind || field == Field::kKernel || field == Field::kFunction || field == Field::kArray ||
         field == Field::kFile || field == Field::kPlace || field == Field::kText || field == Field::kCall ||
         field == Field::kSource;
}

Expression Constant(Value value) { return {.kind = Expression::Kind::kConstant, .constant = std::move(value)}; }

class ExpressionParser {
 public:
  explicit ExpressionParser(Words& words) : words_(words) {}

  Parsed<Expression> Binary(int lowest) {
    if (++depth_ > kDeepest) return words_.Wrong("brackets are nested too deeply there", words_.Place());
    Parsed<Expression> left = Unary();
    while (left) {
      const Operator* operation = OperatorNamed(words_.Peek());
      if (!operation || operation->level < lowest) break;
      words_.Next();
      const std::size_t begin = words_.Place();
      Parsed<Expression> right = Binary(operation->level + 1);
      if (!right) return right;
      // `kind == atomic`: a word, not a name of the program.
      if (operation->level == 6 && IsTextField(*left) && IsBareName(*right))
        right = Constant(Value::OfText(std::string(words_.Between(begin, words_.LastEnd()))));
      left = Expression{.kind = Expression::Kind::kBinary,
                        .text = std::string(operation->name),
                        .parts = {std::move(*left), std::move(*right)}};
    }
    --depth_;
    return left;
  }

 private:
  static bool IsBareName(const Expression& expression) {
    return expression.kind == Expression::Kind::kField || expression.kind == Expression::Kind::kProgram;
  }

  Parsed<Expression> Unary() {
    const std::string_view word = words_.Peek();
    if (word != "-" && word != "!" && word != "~" && word != "not") return Primary();
    words_.Next();
    Parsed<Expression> operand = Binary(11);
    if (!operand) return operand;
    return Expression{.kind = Expression::Kind::kUnary,
                      .text = word == "not" ? "!" : std::string(word),
                      .parts = {std::move(*operand)}};
  }

  Parsed<Expression> Primary() {
    const std::size_t begin = words_.Place();
    if (words_.AtEnd()) return words_.Unexpected(std::string(kOperand));
    if (words_.PeekKind() == TokenKind::kNumber) {
      const auto number = replay::ParseLiteral(words_.Peek());
      if (!number) return words_.Unexpected("a number");
      words_.Next();
      return Constant(Value::Of(*number));
    }
    if (words_.PeekKind() == TokenKind::kText) {
      const std::string_view quoted = words_.Next();
      if (quoted.size() < 2 || quoted.back() != quoted.front()) return words_.Wrong("the text has no end", begin);
      return Constant(Value::OfText(std::string(quoted.substr(1, quoted.size() - 2))));
    }
    if (words_.Take("(")) return Bracket(begin);
    if (words_.PeekKind() == TokenKind::kName) return Name();
    return words_.Unexpected(std::string(kOperand));
  }

  // `(a + b)` or `(3,0,0)`.
  Parsed<Expression> Bracket(std::size_t begin) {
    std::vector<Expression> parts;
    do {
      Parsed<Expression> part = Binary(1);
      if (!part) return part;
      parts.push_back(std::move(*part));
    } while (words_.Take(","));
    if (!words_.Take(")")) return words_.Unexpected("`)`");
    if (parts.size() == 1) return std::move(parts[0]);
    std::string text;
    for (const Expression& part : parts) {
      if (part.kind != Expression::Kind::kConstant || !part.constant.number)
        return words_.Wrong("an index like (3,0,0) has numbers only", begin);
      text += (text.empty() ? "(" : ",") + part.constant.text;
    }
    if (parts.size() > 3) return words_.Wrong("an index has at most three numbers", begin);
    return Constant(Value::OfText(text + (parts.size() == 2 ? ",0)" : ")")));
  }

  Parsed<Expression> Name() {
    const std::size_t begin = words_.Place();
    const std::string name(words_.Next());
    if (words_.Peek() == "(") return Call(name, begin);
    if (name == "true" || name == "false")
      return Constant(Value::Of(Number::OfSigned(Number::Kind::kBool, name == "true" ? 1 : 0)));
    if (const auto field = FieldNamed(name)) return OfField(*field, name);
    // `::step` is the program's variable of that name.
    return Program(begin, begin);
  }

  Parsed<Expression> OfField(Field field, const std::string& name) {
    if (words_.Take(".")) {
      const std::size_t at = words_.Place();
      const std::string part(words_.Next());
      const auto of_part = FieldNamed(name + "." + part);
      if (!of_part) return words_.Wrong("`" + name + "` has no part `" + part + "`", at);
      return Expression{.kind = Expression::Kind::kField, .field = *of_part};
    }
    // `old unwritten` reads better than `unwritten`, and means it.
    const bool is_value = field == Field::kOld || field == Field::kValue;
    if (is_value && words_.Take("unwritten")) field = Field::kUnwritten;
    return Expression{.kind = Expression::Kind::kField, .field = field};
  }

  Parsed<Expression> Call(const std::string& name, std::size_t begin) {
    const std::optional<std::size_t> wanted = ArgumentsOf(name);
    if (!wanted)
      return words_.Wrong("`" + name +
                              "` is called, and only isnan, isinf, isfinite, abs, min, max and CUDA's functions "
                              "of one to four floating-point numbers are evaluated",
                          begin);
    words_.Next();
    Expression call{.kind = Expression::Kind::kCall, .text = name};
    do {
      Parsed<Expression> argument = Binary(1);
      if (!argument) return argument;
      call.parts.push_back(std::move(*argument));
    } while (words_.Take(","));
    if (!words_.Take(")")) return words_.Unexpected("`)`");
    if (call.parts.size() != *wanted) return words_.Wrong("`" + name + "` takes " + kHowMany[*wanted - 1], begin);
    return call;
  }

  // The rest of `tile[ty][k].x`, which replay::Evaluate reads.
  Parsed<Expression> Program(std::size_t begin, std::size_t text_begin) {
    while (true) {
      const bool is_member = words_.Peek() == "." || words_.Peek() == "->" || words_.Peek() == "::";
      if (is_member) {
        words_.Next();
        if (words_.PeekKind() != TokenKind::kName) return words_.Unexpected("the name of a member");
        words_.Next();
      } else if (words_.Take("[")) {
        if (!SkipToClosing()) return words_.Wrong("this has no `]`", begin);
      } else {
        break;
      }
    }
    return Expression{.kind = Expression::Kind::kProgram,
                      .text = std::string(words_.Between(text_begin, words_.LastEnd()))};
  }

  bool SkipToClosing() {
    for (int open = 1; open > 0;) {
      if (words_.AtEnd()) return false;
      const std::string_view word = words_.Next();
      if (word == "[") ++open;
      if (word == "]") --open;
    }
    return true;
  }

  Words& words_;
  int depth_ = 0;
};

}  // namespace

Parsed<Expression> ParseExpression(Words& words) { return ExpressionParser(words).Binary(1); }

}  // namespace lockstep::query
