#pragma once

// A report for people (text), for programs (JSON, see FINDINGS.md) and for code hosts (SARIF 2.1.0).

#include <string>

#include "shared/report/finding.h"

namespace lockstep {

struct TellOptions {
  bool color = false;  // ANSI colours, for a terminal
  std::string base;    // files in or below this folder are named relative to it; empty: as they are
};

// One finding, with a newline at the end of each line.
std::string TellFinding(const Finding& finding, const TellOptions& options = {});
// All of them, and what was checked.
std::string TellReport(const Report& report, const TellOptions& options = {});
// "checked 3 launches, 3,072 threads and 12,288 accesses"; says so where no kernel ran.
std::string TellChecked(const Checked& checked);

std::string ReportAsJson(const Report& report, const TellOptions& options = {});
std::string ReportAsSarif(const Report& report, const TellOptions& options = {});
// How a SARIF report names a file.
std::string SarifUri(const std::string& file, const TellOptions& options = {});

}  // namespace lockstep
