#pragma once

// Findings that a comment in the source silences:
//
//   out[0] = i;  // lockstep: allow race-same-value every thread writes the same
//
// The comment is on the guilty line, on the line of one of the accesses, or alone on the line above.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "shared/report/finding.h"

namespace lockstep::report {

class SourceComments {
 public:
  bool Allow(const Finding& finding);

 private:
  using Lines = std::vector<std::string>;
  bool AllowAt(const SourcePlace& place, std::string_view kind);
  const Lines& LinesOf(const std::string& path);
  std::map<std::string, Lines> read_;
};

}  // namespace lockstep::report
