#include "sim/inspect/own_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <vector>

#include "shared/base/environment.h"
#include "shared/base/exit_status.h"
#include "shared/base/printable.h"
#include "shared/base/process.h"
#include "shared/base/program_end.h"
#include "shared/base/unfinished_file.h"
#include "shared/report/causes.h"
#include "shared/report/format_report.h"
#include "shared/report/source_comments.h"
#include "shared/report/source_name.h"
#include "shared/session/choices.h"
#include "shared/session/host_places.h"
#include "shared/session/message.h"
#include "shared/session/variables.h"

namespace lockstep::inspect {
namespace {

namespace fs = std::filesystem;

using Format = std::string (*)(const report::Report&, const report::FormatOptions&);

// Null where the name ends otherwise.
Format FormatFor(const std::string& path) {
  if (path.ends_with(".txt")) return report::FormatReport;
  if (path.ends_with(".json")) return report::ReportAsJson;
  if (path.ends_with(".sarif")) return report::ReportAsSarif;
  return nullptr;
}

Expected<std::string> ReadPath(const std::string& pattern, const ThisProgram& program) {
  std::string path;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      path += pattern[i];
      continue;
    }
    const char letter = i + 1 < pattern.size() ? pattern[++i] : '\0';
    if (letter == 'p')
      path += std::to_string(program.process);
    else if (letter == 'e')
      path += program.name;
    else if (letter == '%')
      path += '%';
    else
      return Fail(fmt::format("{}={}: expected %p (the process), %e (the program) or %% after a percent sign",
                              session::kReportVariable, pattern));
  }
  if (FormatFor(path)) return path;
  return Fail(fmt::format("{}={}: expected the name of a file that ends with .txt, .json or .sarif",
                          session::kReportVariable, pattern));
}

Expected<int> ReadStatus(std::string_view text) {
  int status = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), status);
  if (error == std::errc() && end == text.data() + text.size() && status >= 1 && status <= 255) return status;
  return Fail(fmt::format("{}={}: expected an integer from 1 to 255", session::kStatusVariable, text));
}

// Those that a person is to correct: neither advice, nor what follows from another one. The places of leaks in one
// program are one finding in the text form, and several here.
std::vector<const report::Finding*> DefectsOf(const report::Report& report) {
  std::vector<const report::Finding*> defects;
  for (const report::Finding& finding : report.findings)
    if (!finding.follows && report::SeverityOf(finding.kind) != Severity::kAdvice) defects.push_back(&finding);
  return defects;
}

std::string Place(const report::SourcePlace& place, const std::string& base) {
  if (place.file.empty()) return "";
  return fmt::format(" at {}:{}", report::SourceName(place.file, base), place.line);
}

// The parts that the report does not cover.
std::string GapOf(const report::Report& report) {
  const std::vector<std::string>& kernels = report.checked.kernels_unchecked;
  if (kernels.empty()) return "";
  return Printable(fmt::format("`{}`{} not checked, because not built with `--lockstep-mode=check`", kernels.front(),
                               kernels.size() == 1 ? " was" : fmt::format(" and {} more were", kernels.size() - 1)));
}

// Makes of what was found what people read.
void Judge(report::Report& report) {
  report::SourceComments comments;
  report.suppressed =
      std::erase_if(report.findings, [&](const report::Finding& finding) { return comments.Allow(finding); });
  report::FindCauses(report);
}

}  // namespace

Expected<OwnReportSettings> ReadOwnReportSettings(const char* report, const char* status, const ThisProgram& program) {
  OwnReportSettings settings;
  if (report && *report) {
    const Expected<std::string> path = ReadPath(report, program);
    if (!path) return std::unexpected(path.error());
    settings.path = *path;
  }
  if (status && *status) {
    const Expected<int> read = ReadStatus(status);
    if (!read) return std::unexpected(read.error());
    settings.status = *read;
  }
  return settings;
}

std::string FormatOwnLine(const report::Report& report, const std::string& base, const std::string& path) {
  constexpr std::size_t kNamed = 3;
  const std::vector<const report::Finding*> defects = DefectsOf(report);
  const std::string gap = GapOf(report);
  if (defects.empty()) return gap;
  std::string text = fmt::format("{} finding{}", defects.size(), defects.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(defects.size(), kNamed); ++i)
    text += fmt::format("{} {}{}", i == 0 ? ":" : ",", report::Key(defects[i]->kind), Place(defects[i]->place, base));
  if (defects.size() > kNamed) text += fmt::format(" and {} more", defects.size() - kNamed);
  text += path.empty() ? fmt::format("; {}=FILE.txt writes {}", session::kReportVariable,
                                     defects.size() == 1 ? "all of it" : "them")
                       : fmt::format("; in {}", report::SourceName(path, base));
  return Printable(gap.empty() ? text : text + "; " + gap);
}

OwnReport OwnReport::OfEnvironment() {
  OwnReport own;
  std::error_code error;
  own.base_ = fs::current_path(error).string();
  own.program_ = fs::read_symlink("/proc/self/exe", error).string();
  const ThisProgram program{.name = fs::path(own.program_).filename().string(), .process = getpid()};
  Expected<OwnReportSettings> settings = ReadOwnReportSettings(VariableAtStart(session::kReportVariable),
                                                               VariableAtStart(session::kStatusVariable), program);
  if (!settings) {
    session::Say({.status = ExitStatus::kBadUsage, .text = settings.error().message});
    LeaveProgram(static_cast<int>(ExitStatus::kBadUsage));
  }
  own.settings_ = std::move(*settings);
  // The program may change its folder.
  if (!own.settings_.path.empty()) own.settings_.path = fs::absolute(own.settings_.path, error).lexically_normal();
  return own;
}

bool OwnReport::WriteFileOf(const report::Report& report) const {
  if (settings_.path.empty()) return false;
  std::error_code ignored;
  fs::create_directories(fs::path(settings_.path).parent_path(), ignored);
  const auto written = WriteFile(settings_.path, FormatFor(settings_.path)(report, {.base = base_}));
  if (!written) session::Say({.text = fmt::format("{}: {}", session::kReportVariable, written.error().message)});
  return written.has_value();
}

void OwnReport::Write(report::Report report) const {
  if (settings_.path.empty()) return;
  session::ForgetHostPlaces(report);
  Judge(report);
  report.program = program_;
  WriteFileOf(report);
}

void OwnReport::Finish(report::Report report) const {
  session::NameHostPlaces(report,
                          [](ProcessRequest request, const std::string&) { return RunProcess(std::move(request)); });
  Judge(report);
  report.program = program_;
  report.checked.order = session::OrderName(session::OrderOfRun());
  const bool is_written = WriteFileOf(report);
  const std::string line = FormatOwnLine(report, base_, is_written ? settings_.path : "");
  if (line.empty()) return;
  std::fflush(nullptr);
  session::Say({.text = line});
  if (settings_.status && !DefectsOf(report).empty()) EndWithStatus(settings_.status);
}

}  // namespace lockstep::inspect
