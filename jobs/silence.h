#pragma once

// Suppression of findings by a comment in the source (shared/report/source_comments.h), a suppression file, or flags.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shared/base/error.h"
#include "shared/report/finding.h"

namespace lockstep::jobs {

struct Choice {
  std::vector<std::string> only, without;  // keys of kinds
  std::vector<std::string> count;          // of advice that counts as a defect
  std::size_t most = 100;                  // reported; the others are counted as left out
};

class Silence {
 public:
  // `path`: a suppression file of at most one mebibyte, or empty. Its lines are `KIND FILE[:LINE]` (KIND may be `*`);
  // `#` begins a comment.
  static Expected<Silence> Read(const std::string& path);
  void Apply(report::Report& report, const Choice& choice) const;

 private:
  struct Row {
    std::string kind, file;
    std::uint32_t line = 0;
  };
  // Nothing for an empty line.
  static Expected<std::optional<Row>> ReadRow(const std::string& text);
  bool IsListed(const report::Finding& finding) const;
  std::vector<Row> rows_;
};

}  // namespace lockstep::jobs
