#pragma once

// A report as text for people (no input can break out of its line or send control characters to a terminal), as JSON
// for programs (see FINDINGS.md) and as SARIF 2.1.0 for code hosts.

#include <string>

#include "shared/report/finding.h"

namespace lockstep::report {

struct FormatOptions {
  bool color = false;  // ANSI colours, for a terminal
  std::string base;    // files in this folder are named relative to it; empty: never
};

// One side of a finding on one line: "thread (0,0,0) of block (1,0,0) wrote 4 bytes at line 7". The file is
// left out if it is `here`.
std::string FormatSide(const FindingSide& side, const std::string& here, const FormatOptions& options = {});
// The memory: "`d_out`: 40 bytes of global memory (`float`), allocated at line 12; the access begins one past its
// end".
std::string FormatObject(const FindingObject& object, const std::string& here, const FormatOptions& options = {});
// One finding, with a newline at the end of each line.
std::string FormatFinding(const Finding& finding, const FormatOptions& options = {});
// All findings, and what was checked.
std::string FormatReport(const Report& report, const FormatOptions& options = {});
// "checked 3 launches, 3,072 threads and 12,288 accesses", without the accesses if their number varies; states it if no
// kernel ran.
std::string FormatChecked(const Report& report);

std::string ReportAsJson(const Report& report, const FormatOptions& options = {});
std::string ReportAsSarif(const Report& report, const FormatOptions& options = {});

}  // namespace lockstep::report
