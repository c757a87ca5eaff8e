#include "sim/compile/mended_launches.h"

#include <cctype>

#include "shared/base/name_letter.h"

namespace lockstep::compile {
namespace {

constexpr std::string_view kOpen = "[&]() __attribute__((annotate(\"lockstep_launch\"))) { ", kClose = "; }()";
constexpr std::string_view kOpenName = "[&]() __attribute__((annotate(\"lockstep_launch\"))) { return ";
constexpr std::size_t kNone = std::string::npos;

bool IsBlank(char c) { return std::isspace(static_cast<unsigned char>(c)) || c == '\\'; }
bool Has(const std::string& text, std::size_t at, std::string_view what) {
  return text.compare(at, what.size(), what) == 0;
}

// Past the string, character or comment that begins at `i`; past one character otherwise.
std::size_t Next(const std::string& text, std::size_t i) {
  if (Has(text, i, "//")) return std::min(text.find('\n', i), text.size());
  if (Has(text, i, "/*")) return std::min(text.find("*/", i + 2), text.size() - 2) + 2;
  if (text[i] != '"' && text[i] != '\'') return i + 1;
  for (std::size_t end = i + 1; end < text.size() && text[end] != '\n'; ++end) {
    if (text[end] == text[i]) return end + 1;
    if (text[end] == '\\') ++end;
  }
  return i + 1;
}

std::size_t SkipBlanks(const std::string& text, std::size_t i) {
  while (i < text.size() && (IsBlank(text[i]) || Has(text, i, "/*") || Has(text, i, "//")))
    i = IsBlank(text[i]) ? i + 1 : Next(text, i);
  return i;
}

// The offset of `what` outside brackets, from `i` on.
std::size_t FindOutside(const std::string& text, std::size_t i, std::string_view what) {
  int depth = 0;
  for (; i < text.size(); i = Next(text, i)) {
    if (depth == 0 && Has(text, i, what)) return i;
    if (text[i] == '(' || text[i] == '[' || text[i] == '{') ++depth;
    if ((text[i] == ')' || text[i] == ']' || text[i] == '}') && --depth < 0) return kNone;
    if (text[i] == ';' && depth == 0) return kNone;
  }
  return kNone;
}

// Past the template arguments that begin at `i`.
std::size_t SkipTemplateArguments(const std::string& text, std::size_t i) {
  int angles = 0, depth = 0;
  for (; i < text.size() && text[i] != ';'; i = Next(text, i)) {
    if (text[i] == '(' || text[i] == '{') ++depth;
    if (text[i] == ')' || text[i] == '}') --depth;
    if (depth != 0) continue;
    if (text[i] == '<') ++angles;
    if (text[i] == '>' && --angles == 0) return i + 1;
  }
  return kNone;
}

// Past the name at `at` with its template arguments.
std::size_t EndOfName(const std::string& text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && IsLetterOfName(text[end])) ++end;
  if (end == at) return kNone;
  const std::size_t next = SkipBlanks(text, end);
  if (next < text.size() && text[next] == '<' && !Has(text, next, "<<<")) return SkipTemplateArguments(text, next);
  return end;
}

// The start of `outer::inner::name` whose last part is at `at`.
std::size_t BeginOfName(const std::string& text, std::size_t at) {
  while (at >= 2 && Has(text, at - 2, "::")) {
    at -= 2;
    while (at > 0 && IsLetterOfName(text[at - 1])) --at;
  }
  return at;
}

bool IsWrapped(const std::string& text, std::size_t begin, std::string_view open) {
  return begin >= open.size() && Has(text, begin - open.size(), open);
}

}  // namespace

std::optional<Wrapping> WrapLaunch(const std::string& text, std::size_t at) {
  std::size_t end = EndOfName(text, at);
  if (end == kNone) return {};
  end = SkipBlanks(text, end);
  if (!Has(text, end, "<<<")) return {};
  end = FindOutside(text, end + 3, ">>>");
  if (end == kNone) return {};
  end = SkipBlanks(text, end + 3);
  if (end >= text.size() || text[end] != '(') return {};
  end = FindOutside(text, end + 1, ")");
  const std::size_t begin = BeginOfName(text, at);
  if (end == kNone || IsWrapped(text, begin, kOpen)) return {};
  return Wrapping{begin, end + 1, kOpen, kClose};
}

std::optional<Wrapping> WrapLaunchOrName(const std::string& text, std::size_t at) {
  if (const std::optional<Wrapping> launch = WrapLaunch(text, at)) return launch;
  const std::size_t end = EndOfName(text, at);
  if (end == kNone || Has(text, SkipBlanks(text, end), "<<<") || Has(text, SkipBlanks(text, end), "(")) return {};
  std::size_t begin = BeginOfName(text, at);
  if (begin > 0 && text[begin - 1] == '&') --begin;
  if (IsWrapped(text, begin, kOpenName)) return {};
  return Wrapping{begin, end, kOpenName, kClose};
}

}  // namespace lockstep::compile
