#include "shared/replay/constants.h"

#include "shared/replay/expression.h"
#include "shared/replay/tokens.h"

namespace lockstep::replay {
namespace {

std::optional<Number> Recorded(const Model& model, trace::FunctionId function, std::string_view name) {
  const trace::Constant* found = nullptr;
  for (const trace::Constant& constant : model.recording().constants) {
    if (constant.name != name) continue;
    if (constant.function == function) found = &constant;
    if (!found && constant.function == trace::FunctionId::kNone) found = &constant;
  }
  return found ? ReadNumber(model.recording(), found->type, found->bytes) : std::nullopt;
}

// "#define" and the rest of its line, as tokens.
struct Directive {
  std::string_view word, name, rest;
};

std::string_view WordAt(std::string_view text, const std::vector<Token>& tokens, std::size_t i) {
  return i < tokens.size() ? text.substr(tokens[i].begin, tokens[i].end - tokens[i].begin) : std::string_view{};
}

std::optional<Directive> ReadDirective(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == line.npos || line[first] != '#') return std::nullopt;
  std::vector<Token> tokens = Tokenize(line);
  std::erase_if(tokens, [](const Token& token) { return token.kind == TokenKind::kComment; });
  Directive directive{.word = WordAt(line, tokens, 1), .name = WordAt(line, tokens, 2)};
  // A macro with parameters has its bracket directly after its name, and is not a constant.
  const bool takes_any = tokens.size() > 3 && WordAt(line, tokens, 3) == "(" && tokens[3].begin == tokens[2].end;
  if (tokens.size() > 3 && !takes_any)
    directive.rest = line.substr(tokens[3].begin, tokens.back().end - tokens[3].begin);
  return directive;
}

std::optional<Number> Macro(const Model& model, trace::FileId file, std::string_view name) {
  std::string_view body;
  int conditions = 0, definitions = 0;
  for (std::uint32_t number = 1; number <= model.LinesOf(file); ++number) {
    const auto directive = ReadDirective(model.TextOf({file, number}));
    if (!directive) continue;
    if (directive->word.starts_with("if")) ++conditions;
    if (directive->word == "endif") --conditions;
    const bool defines = directive->word == "define" || directive->word == "undef";
    if (!defines || directive->name != name) continue;
    if (++definitions > 1 || conditions > 0) return std::nullopt;
    body = directive->rest;
  }
  return body.empty() ? std::nullopt : Substitute(body, {}).value;
}

}  // namespace

std::optional<Number> ConstantNamed(const Model& model, trace::FunctionId function, trace::FileId file,
                                    std::string_view name) {
  if (const auto recorded = Recorded(model, function, name)) return recorded;
  // The recording stores names without their namespaces.
  const std::size_t colons = name.rfind("::");
  if (colons != name.npos) return Recorded(model, function, name.substr(colons + 2));
  return Macro(model, file, name);
}

}  // namespace lockstep::replay
