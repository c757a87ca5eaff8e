#pragma once

// A report for people (text, of which nothing can be more than its line or be obeyed by a terminal), for programs
// (JSON, see FINDINGS.md) and for code hosts (SARIF 2.1.0).

#include <string>

#include "shared/report/finding.h"

namespace lockstep {

struct TellOptions {
  bool color = false;  // ANSI colours, for a terminal
  std::string base;    // files in or below this folder are named relative to it; empty: as they are
};

// One side of a finding on one line: "thread (0,0,0) of block (1,0,0) wrote 4 bytes at line 7". Lines are told without
// their file where it is `here`.
std::string TellAccess(const Access& access, const std::string& here, const TellOptions& options = {});
// The memory: "`d_out`: 40 bytes of global memory (`float`), allocated at line 12; the access begins right behind its
// end".
std::string TellObject(const FindingObject& object, const std::string& here, const TellOptions& options = {});
// One finding, with a newline at the end of each line.
std::string TellFinding(const Finding& finding, const TellOptions& options = {});
// All of them, and what was checked.
std::string TellReport(const Report& report, const TellOptions& options = {});
// "checked 3 launches, 3,072 threads and 12,288 accesses", without the accesses where their number varies; says so
// where no kernel ran.
std::string TellChecked(const Checked& checked);

std::string ReportAsJson(const Report& report, const TellOptions& options = {});
std::string ReportAsSarif(const Report& report, const TellOptions& options = {});

}  // namespace lockstep
