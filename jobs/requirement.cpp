#include "jobs/requirement.h"

#include <algorithm>

namespace lockstep::jobs {
namespace {

constexpr std::string_view kKeys[] = {
#define LOCKSTEP_FAULT(name, key, meaning) key,
#include "jobs/faults.def"
#undef LOCKSTEP_FAULT
};

}  // namespace

Expected<void> JudgeMetric(const metrics::Metric& metric) { return metrics::Judge(metric); }

std::string_view KeyOf(Fault fault) { return kKeys[static_cast<std::size_t>(fault)]; }

bool IsFaultKey(std::string_view key) {
  const std::optional<report::FindingKind> kind = report::FindingKindOf(key);
  return kind ? report::SeverityOf(*kind) != Severity::kAdvice : std::ranges::count(kKeys, key) != 0;
}

}  // namespace lockstep::jobs
