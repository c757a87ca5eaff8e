#include "sim/compile/pass/short_names.h"

namespace lockstep::pass {
namespace {

constexpr std::size_t kFits = 80;
constexpr int kDeepest = 4;

bool IsOfName(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':'; }

// Without `std::` and the like where they are in template arguments.
std::string WithoutNamespaces(llvm::StringRef name) {
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
std::string CutAt(int cut, llvm::StringRef name) {
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
std::string FirstArgumentOnly(llvm::StringRef name) {
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

std::string ShortName(llvm::StringRef name) {
  if (name.size() <= kFits) return name.str();
  const std::string whole = WithoutNamespaces(name);
  // An operator's own brackets are no list.
  if (llvm::StringRef(whole).count('<') != llvm::StringRef(whole).count('>')) return whole;
  std::string cut = whole;
  for (int depth = kDeepest; depth > 1 && cut.size() > kFits; --depth) cut = CutAt(depth, whole);
  if (cut.size() > kFits) cut = FirstArgumentOnly(whole);
  return cut.size() > kFits ? CutAt(1, whole) : cut;
}

}  // namespace lockstep::pass
