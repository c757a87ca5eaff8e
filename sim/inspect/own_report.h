#pragma once

// The report of a checked program that runs by itself, as under ctest, and not under `lockstep check`: one line on
// standard error if there are findings, and a file if LOCKSTEP_REPORT names one.
//
//   LOCKSTEP_REPORT           the file; its name ends with .txt, .json or .sarif. `%p` is the number of the process,
//                             `%e` the name of the program, `%%` a percent sign
//   LOCKSTEP_FINDINGS_STATUS  the exit status of a program that has findings and would end with 0: 1 to 255

#include <optional>
#include <string>

#include "shared/base/error.h"
#include "shared/report/finding.h"

namespace lockstep::inspect {

struct OwnReportSettings {
  std::string path;  // of the report; empty: none is written
  int status = 0;    // with findings; 0: the program's own
};
struct ThisProgram {
  std::string name;  // of its file, without folders
  int process = 0;
};
// An error names the variable and what it accepts. Null: not set.
Expected<OwnReportSettings> ReadOwnReportSettings(const char* report, const char* status, const ThisProgram& program);

// "2 findings: race-shared at sum.cu:7, leak at main.cu:3; LOCKSTEP_REPORT=FILE.txt writes them". Empty without
// findings that are more than advice, unless a kernel was not checked.
std::string FormatOwnLine(const report::Report& report, const std::string& base, const std::string& path);

class OwnReport {
 public:
  // Of the environment; the program ends where that has an invalid value.
  static OwnReport OfEnvironment();

  // So far. Places in host code are unknown.
  void Write(report::Report report) const;
  // At the program's end.
  void Finish(report::Report report) const;

 private:
  OwnReport() = default;
  // True if the file was written.
  bool WriteFileOf(const report::Report& report) const;

  OwnReportSettings settings_;
  std::string program_;  // the path of its file
  std::string base_;     // the folder it started in
};

}  // namespace lockstep::inspect
