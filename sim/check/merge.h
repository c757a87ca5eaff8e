#pragma once

#include <vector>

#include "shared/report/finding.h"

namespace lockstep {

// One report of several runs of a program in different thread orders: what any of them found, each once.
Report Merge(std::vector<Report> reports);

}  // namespace lockstep
