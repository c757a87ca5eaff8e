#pragma once

#include <vector>

#include "shared/report/finding.h"

namespace lockstep::session {

// One finding of a merged report.
bool IsSame(const report::Finding& a, const report::Finding& b);

// One report of several runs of a program in different thread orders: what any of them found, each once.
report::Report Merge(std::vector<report::Report> reports);

}  // namespace lockstep::session
