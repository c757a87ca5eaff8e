#include "shared/replay/statement.h"

#include <algorithm>

#include "shared/replay/tokens.h"

namespace lockstep::replay {
namespace {

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

// The first token from `from` on, outside any brackets, that `is_end` accepts; the end of the tokens otherwise.
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

// The target of an assignment: `i` of `const int i`, `p` of `float *p`, all of `out[y][x]`.
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

Words WordsOf(std::string_view source_line) {
  Words words{.text = source_line, .tokens = Tokenize(source_line)};
  std::erase_if(words.tokens, [](const Token& token) { return token.kind == TokenKind::kComment; });
  return words;
}

std::size_t SkipBraces(const Words& words, std::size_t begin) {
  while (words.At(begin) == "}" || words.At(begin) == "else" || words.At(begin) == "{") ++begin;
  return begin;
}

bool BeginsHeader(const Words& words, std::size_t begin) {
  const std::string_view first = words.At(begin);
  return (first == "if" || first == "while" || first == "switch" || first == "for") && words.At(begin + 1) == "(";
}

std::size_t Closing(const Words& words, std::size_t open) {
  return FindOutside(words, open + 1, [](std::string_view) { return false; });
}

}  // namespace

Statement ReadStatement(std::string_view source_line) {
  if (source_line.size() > kLongestLine) return {};
  const Words words = WordsOf(source_line);
  const std::size_t begin = SkipBraces(words, 0);
  const std::string_view first = words.At(begin);
  if (first.empty() || first == "#") return {};
  if (BeginsHeader(words, begin)) {
    if (first == "for") return Condition(words, begin + 1, true);
    // `if (i >= n) return;` shows its condition, with or without a body on the same line.
    return {.expression = words.Between(begin + 2, Closing(words, begin + 1))};
  }
  if (first == "return") {
    const std::size_t end = FindOutside(words, begin + 1, [](std::string_view token) { return token == ";"; });
    return {.expression = words.Between(begin + 1, end)};
  }
  return Assignment(words, begin);
}

Statement ReadBody(std::string_view source_line) {
  if (source_line.size() > kLongestLine) return {};
  const Words words = WordsOf(source_line);
  std::size_t begin = SkipBraces(words, 0);
  if (!BeginsHeader(words, begin)) return {};
  while (BeginsHeader(words, begin)) begin = SkipBraces(words, Closing(words, begin + 1) + 1);
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
