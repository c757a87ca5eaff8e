#include "sim/inspect/own_report.h"

#include <gmock/gmock.h>

namespace lockstep::inspect {
namespace {

using testing::HasSubstr;

const ThisProgram kProgram{.name = "sums", .process = 41};

report::Finding FindingAt(report::FindingKind kind, std::uint32_t line) {
  return {.kind = kind, .fact = "a fact", .place = {.file = "/home/sums.cu", .line = line}};
}

TEST(OwnReport, NamesItsFileAfterTheProcessAndTheProgram) {
  EXPECT_EQ(ReadOwnReportSettings("a/%e-%p-100%%.sarif", nullptr, kProgram)->path, "a/sums-41-100%.sarif");
  EXPECT_EQ(ReadOwnReportSettings("r.json", "", kProgram)->path, "r.json");
  EXPECT_EQ(ReadOwnReportSettings(nullptr, nullptr, kProgram)->path, "");
}

TEST(OwnReport, RefusesNamesAndStatusesThatMeanNothing) {
  for (const char* name : {"r", "r.xml", "%p", "txt", "%.txt", "%x.txt", "r.txt%"})
    EXPECT_FALSE(ReadOwnReportSettings(name, nullptr, kProgram)) << name;
  for (const char* status : {"0", "256", "-1", "1x", "yes"})
    EXPECT_FALSE(ReadOwnReportSettings(nullptr, status, kProgram)) << status;
  EXPECT_EQ(ReadOwnReportSettings(nullptr, "105", kProgram)->status, 105);
}

TEST(OwnReport, SaysOnOneLineWhatWasFoundAndWhere) {
  report::Report report{.findings = {FindingAt(report::FindingKind::kSharedRace, 7)}};
  EXPECT_EQ(FormatOwnLine(report, "/home", ""),
            "1 finding: race-shared at sums.cu:7; LOCKSTEP_REPORT=FILE.txt writes all of it");
  report.findings.push_back({.kind = report::FindingKind::kLeak});
  EXPECT_EQ(FormatOwnLine(report, "/elsewhere", "/elsewhere/r.txt"),
            "2 findings: race-shared at /home/sums.cu:7, leak; in r.txt");
  for (std::uint32_t line : {8, 9, 10}) report.findings.push_back(FindingAt(report::FindingKind::kGlobalRace, line));
  EXPECT_THAT(FormatOwnLine(report, "/home", ""), HasSubstr("leak, race-global at sums.cu:8 and 2 more; "));
}

TEST(OwnReport, IsSilentAboutAdviceAndWhatFollowsFromAnotherFinding) {
  report::Report report{.findings = {FindingAt(report::FindingKind::kFenceMissing, 7)}};
  EXPECT_EQ(FormatOwnLine(report, "", ""), "");
  report.findings = {FindingAt(report::FindingKind::kSharedRace, 7), FindingAt(report::FindingKind::kSharedRace, 8)};
  report.findings[1].follows = 0;
  EXPECT_THAT(FormatOwnLine(report, "", ""), HasSubstr("1 finding: "));
}

TEST(OwnReport, NamesAKernelThatWasNotChecked) {
  report::Report report{.checked = {.kernels_unchecked = {"scan"}}};
  EXPECT_EQ(FormatOwnLine(report, "", ""), "`scan` was not checked, because not built with `--lockstep-mode=check`");
  report.checked.kernels_unchecked.push_back("sort");
  report.findings = {FindingAt(report::FindingKind::kSharedRace, 7)};
  EXPECT_THAT(FormatOwnLine(report, "", "r.txt"), HasSubstr("; in r.txt; `scan` and 1 more were not checked"));
}

}  // namespace
}  // namespace lockstep::inspect
