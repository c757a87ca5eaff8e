#include "shared/query/source_line.h"

#include <algorithm>
#include <optional>

#include "shared/replay/line_notes.h"
#include "shared/replay/tokens.h"

namespace lockstep::query {
namespace {

bool HasHeader(std::string_view word) { return word == "if" || word == "for" || word == "while"; }
bool EndsStatement(std::string_view word) { return word == ";" || word == "{" || word == "}"; }

// The simple statements of a line: those of its header and of its body for `for (int k = 0; k < n; ++k) sum += a[k];`.
std::vector<std::string_view> PartsOf(std::string_view line) {
  line = line.substr(0, std::min(line.size(), replay::kLongestLine));
  const auto tokens = replay::Tokenize(line);
  const auto text = [&](std::size_t i) {
    return i < tokens.size() ? line.substr(tokens[i].begin, tokens[i].end - tokens[i].begin) : std::string_view{};
  };
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  const auto end_part = [&](std::size_t i) {
    const std::size_t end = i < tokens.size() ? tokens[i].begin : line.size();
    if (end > begin) parts.push_back(line.substr(begin, end - begin));
    begin = i < tokens.size() ? tokens[i].end : end;
  };
  int depth = 0, header = -1;  // the depth inside the brackets of an `if`, `for` or `while`
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (text(i) == "(") {
      ++depth;
      if (header == depth) end_part(i);
    }
    if (HasHeader(text(i)) && text(i + 1) == "(") header = depth + 1;
    const bool is_list = text(i) == "," && depth == std::max(header, 0);  // `int x = 1, y = 2;`
    if (is_list || EndsStatement(text(i))) end_part(i);
    if (text(i) != ")") continue;
    if (header == depth) {
      end_part(i);
      header = -1;
    }
    --depth;
  }
  end_part(tokens.size());
  return parts;
}

}  // namespace

std::vector<std::string> NamesOf(std::string_view expression) {
  const auto tokens = replay::Tokenize(expression);
  const auto text = [&](std::size_t i) {
    return i < tokens.size() ? expression.substr(tokens[i].begin, tokens[i].end - tokens[i].begin) : std::string_view{};
  };
  std::vector<std::string> names;
  int brackets = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (text(i) == "[") ++brackets;
    if (text(i) == "]") --brackets;
    if (brackets > 0 || tokens[i].kind != replay::TokenKind::kName) continue;
    const std::string_view before = i > 0 ? text(i - 1) : "", after = text(i + 1);
    if (before == "." || before == "->" || before == "::" || after == "(" || after == "::") continue;
    std::string name(text(i));
    const bool is_index = (name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim");
    if (is_index && after == ".") name += "." + std::string(text(i + 2));
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

std::string FirstName(std::string_view target) {
  const auto tokens = replay::Tokenize(target);
  for (const auto& token : tokens)
    if (token.kind == replay::TokenKind::kName) return std::string(target.substr(token.begin, token.end - token.begin));
  return {};
}

replay::Statement ReturnOf(std::string_view line) {
  for (const std::string_view part : PartsOf(line))
    if (FirstName(part) == "return") return replay::ReadStatement(std::string(part) + ";");
  return {};
}

replay::Statement StatementOf(std::string_view line, const std::string& name, bool is_local) {
  std::optional<replay::Statement> through_pointer;
  for (const std::string_view part : PartsOf(line)) {
    replay::Statement statement = replay::ReadStatement(std::string(part) + ";");
    const bool counts = statement.target.empty() && (part.find("++") != part.npos || part.find("--") != part.npos);
    if (counts) statement = {.expression = FirstName(part), .target = FirstName(part), .operation = "+="};
    if (FirstName(statement.target) == name) return statement;
    if (!is_local && statement.target.find_first_of("[*>") != std::string::npos) through_pointer = statement;
  }
  return through_pointer.value_or(replay::ReadStatement(line));
}

}  // namespace lockstep::query
