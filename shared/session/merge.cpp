#include "shared/session/merge.h"

#include <algorithm>

namespace lockstep::session {

bool IsSame(const report::Finding& a, const report::Finding& b) {
  return a.kind == b.kind && a.place.file == b.place.file && a.place.line == b.place.line &&
         a.place.function == b.place.function && (a.object ? a.object->name : "") == (b.object ? b.object->name : "");
}

report::Report Merge(std::vector<report::Report> reports) {
  if (reports.empty()) return {};
  report::Report whole = std::move(reports.front());
  for (std::size_t i = 1; i < reports.size(); ++i) {
    for (report::Finding& finding : reports[i].findings)
      if (std::ranges::none_of(whole.findings, [&](const report::Finding& known) { return IsSame(known, finding); }))
        whole.findings.push_back(std::move(finding));
    whole.checked.modelled |= reports[i].checked.modelled;
    whole.checked.order += ", " + reports[i].checked.order;
    std::erase_if(whole.checked.kernels_never_run, [&](const std::string& kernel) {
      return std::ranges::count(reports[i].checked.kernels_never_run, kernel) == 0;
    });
  }
  return whole;
}

}  // namespace lockstep::session
