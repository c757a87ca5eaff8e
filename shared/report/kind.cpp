#include "shared/report/kind.h"

#include "shared/base/must.h"

namespace lockstep::report {
namespace {

struct Row {
  std::string_view key;
  Severity severity;
  std::string_view meaning;
};

constexpr Row kRows[] = {
#define LOCKSTEP_FINDING(name, key, severity, meaning) {key, Severity::severity, meaning},
#include "shared/report/findings.def"
#undef LOCKSTEP_FINDING
};

const Row& RowOf(FindingKind kind) {
  MUST(static_cast<int>(kind) < kFindingKinds, "a finding's kind is out of range");
  return kRows[static_cast<int>(kind)];
}

}  // namespace

std::string_view Key(FindingKind kind) { return RowOf(kind).key; }
Severity SeverityOf(FindingKind kind) { return RowOf(kind).severity; }
std::string_view Meaning(FindingKind kind) { return RowOf(kind).meaning; }

std::string_view Word(Severity severity) {
  switch (severity) {
    case Severity::kError: return "error";
    case Severity::kWarning: return "warning";
    case Severity::kAdvice: return "advice";
  }
  return "?";
}

std::optional<FindingKind> FindingKindOf(std::string_view key) {
  for (int i = 0; i < kFindingKinds; ++i) {
    if (kRows[i].key == key) return static_cast<FindingKind>(i);
  }
  return std::nullopt;
}

}  // namespace lockstep::report
