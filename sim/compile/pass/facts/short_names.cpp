#include "sim/compile/pass/facts/short_names.h"

#include <algorithm>
#include <cctype>

namespace lockstep::pass {
namespace {

constexpr std::size_t kFits = 80;
constexpr int kDeepest = 4;

bool IsOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':'; }

// The length of the path at the beginning of `path:7:3)`.
std::size_t LineAfterPath(std::string_view text) {
  for (auto colon = text.find(':'); colon != text.npos; colon = text.find(':', colon + 1)) {
    const auto after = text.find_first_not_of("0123456789", colon + 1);
    if (after != text.npos && after > colon + 1 && text[after] == ':') return colon;
  }
  return text.size();
}

// `(lambda at /home/me/sum.cu:7:3)` becomes `(lambda at sum.cu:7:3)`: a name must be the same wherever the source lies.
std::string WithoutFolders(std::string_view name) {
  constexpr std::string_view kLambda = "(lambda at ";
  std::string kept;
  for (auto at = name.find(kLambda); at != name.npos; at = name.find(kLambda)) {
    const auto path = at + kLambda.size();
    kept += name.substr(0, path);
    name.remove_prefix(path);
    // The path ends at its line; it can have brackets of its own.
    const auto end = LineAfterPath(name);
    const auto folder = name.substr(0, end).rfind('/');
    name.remove_prefix(folder == name.npos ? 0 : folder + 1);
  }
  return kept.append(name);
}

// Without `std::` and the like where they are in template arguments.
std::string WithoutNamespaces(std::string_view name) {
  std::string kept;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (c == ':' && depth > 0 && name.substr(i).starts_with("::")) {
      while (!kept.empty() && IsOfName(kept.back())) kept.pop_back();
      ++i;
    } else {
      kept += c;
    }
  }
  return kept;
}

// Lists of template arguments at `depth` become `...`.
std::string CutAt(int cut, std::string_view name) {
  std::string kept;
  int depth = 0;
  for (const char c : name) {
    if (c == '>' && --depth == cut - 1) kept += "...";
    if (depth < cut) kept += c;
    if (c == '<') ++depth;
  }
  return kept;
}

// `kernel<First<...>, ...>`
std::string FirstArgumentOnly(std::string_view name) {
  std::string kept;
  int depth = 0;
  bool others = false;
  for (const char c : CutAt(2, name)) {
    if (c == '>') --depth;
    if (depth == 0 && others) kept += ", ...";
    if (depth == 0) others = false;
    if (depth == 1 && c == ',') others = true;
    if (!others) kept += c;
    if (c == '<') ++depth;
  }
  return kept;
}

}  // namespace

std::string ShortName(std::string_view name) {
  const std::string found = WithoutFolders(name);
  if (found.size() <= kFits) return found;
  const std::string whole = WithoutNamespaces(found);
  // An operator's own brackets are no list.
  if (std::ranges::count(whole, '<') != std::ranges::count(whole, '>')) return whole;
  std::string cut = whole;
  for (int depth = kDeepest; depth > 1 && cut.size() > kFits; --depth) cut = CutAt(depth, whole);
  if (cut.size() > kFits) cut = FirstArgumentOnly(whole);
  return cut.size() > kFits ? CutAt(1, whole) : cut;
}

}  // namespace lockstep::pass
