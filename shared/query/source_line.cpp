#include "shared/query/source_line.h"

#include <algorithm>

#include "shared/base/trimmed.h"
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

replay::Statement ReadPart(std::string_view part) {
  replay::Statement statement = replay::ReadStatement(std::string(part) + ";");
  const bool counts = statement.target.empty() && (part.find("++") != part.npos || part.find("--") != part.npos);
  if (counts) statement = {.expression = FirstName(part), .target = FirstName(part), .operation = "+="};
  return statement;
}

}  // namespace

std::string FirstName(std::string_view target) {
  const auto tokens = replay::Tokenize(target);
  for (const auto& token : tokens)
    if (token.kind == replay::TokenKind::kName) return std::string(target.substr(token.begin, token.end - token.begin));
  return {};
}

std::string_view PartAt(std::string_view line, std::uint32_t column) {
  std::string_view only, at;
  std::size_t count = 0;
  for (const std::string_view part : PartsOf(line)) {
    if (part.find_first_not_of(" \t") == part.npos) continue;
    ++count;
    only = part;
    const auto begin = static_cast<std::size_t>(part.data() - line.data());
    if (column > begin && column <= begin + part.size()) at = part;
  }
  return count == 1 ? only : at;
}

std::string QuoteAt(std::string_view line, std::uint32_t column) {
  std::size_t statements = 0;
  for (const std::string_view part : PartsOf(line)) {
    const replay::Statement statement = ReadPart(part);
    statements += !statement.target.empty() || FirstName(part) == "return" || part.find('(') != part.npos;
  }
  const std::string_view part = PartAt(line, column);
  return std::string(Trimmed(statements > 1 && !part.empty() ? part : line));
}

replay::Statement StatementAt(std::string_view line, std::uint32_t column) { return ReadPart(PartAt(line, column)); }

}  // namespace lockstep::query
