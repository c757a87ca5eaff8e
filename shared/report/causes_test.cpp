#include "shared/report/causes.h"

#include <gtest/gtest.h>

#include "shared/report/format_report.h"

namespace lockstep::report {
namespace {

SourcePlace Line(std::uint32_t line) { return {.file = "/a.cu", .line = line, .function = "k"}; }

Finding Of(FindingKind kind, std::uint32_t line, std::uint32_t other_line, const char* object = "tile") {
  Finding finding{.kind = kind, .fact = "it is wrong", .place = Line(line), .kernel = "k"};
  finding.sides = {{.action = Action::kWrite, .place = Line(line)},
                   {.action = Action::kRead, .place = Line(other_line)}};
  if (*object) finding.object = FindingObject{.name = object, .what = "shared memory", .allocated_at = Line(1)};
  return finding;
}

std::vector<int> Causes(std::vector<Finding> findings) {
  Report report{.findings = std::move(findings)};
  FindCauses(report);
  std::vector<int> causes;
  for (const Finding& finding : report.findings)
    causes.push_back(finding.follows ? static_cast<int>(*finding.follows) : -1);
  return causes;
}

TEST(Causes, FurtherPairsOfLinesFollowTheFirstRaceOnTheSameMemory) {
  EXPECT_EQ(Causes({Of(FindingKind::kGlobalRace, 10, 11), Of(FindingKind::kLostUpdate, 12, 12),
                    Of(FindingKind::kGlobalRace, 10, 13, "other")}),
            (std::vector{-1, 0, -1}));
}

TEST(Causes, ABarrierFollowsTheUnwrittenLockThatKeepsThreadsFromIt) {
  EXPECT_EQ(
      Causes({Of(FindingKind::kUninitializedGlobal, 10, 10, "lock"), Of(FindingKind::kBarrierSkipped, 20, 10, "")}),
      (std::vector{-1, 0}));
  EXPECT_EQ(
      Causes({Of(FindingKind::kUninitializedGlobal, 11, 11, "lock"), Of(FindingKind::kBarrierSkipped, 20, 10, "")}),
      (std::vector{-1, -1}));
}

TEST(Causes, AnUnwrittenValueFollowsTheRaceOfItsReader) {
  EXPECT_EQ(Causes({Of(FindingKind::kUninitializedShared, 11, 11), Of(FindingKind::kSharedRace, 12, 11)}),
            (std::vector{1, -1}));
  EXPECT_EQ(Causes({Of(FindingKind::kUninitializedShared, 20, 20), Of(FindingKind::kSharedRace, 12, 11)}),
            (std::vector{-1, -1}));
}

TEST(Causes, ABadAddressFollowsTheValueThatItWasComputedFrom) {
  EXPECT_EQ(
      Causes({Of(FindingKind::kGlobalOutOfBounds, 11, 11, "out"), Of(FindingKind::kUninitializedLocal, 11, 11, "")}),
      (std::vector{1, -1}));
}

TEST(Causes, AWildPointerFollowsTheLocalVariableThatItWasComputedFrom) {
  EXPECT_EQ(Causes({Of(FindingKind::kWildPointer, 11, 11, ""), Of(FindingKind::kUninitializedLocal, 11, 11, "")}),
            (std::vector{1, -1}));
}

TEST(Causes, AnErrorNeverFollowsAWarning) {
  EXPECT_EQ(Causes({Of(FindingKind::kSameValueRace, 10, 10), Of(FindingKind::kGlobalRace, 11, 12)}),
            (std::vector{1, -1}));
}

TEST(Causes, NeverFormACircle) {
  const auto race = [](const char* object) {
    Finding finding = Of(FindingKind::kSharedRace, 5, 5, object);
    finding.sides[0].place = Line(6);
    return finding;
  };
  EXPECT_EQ(Causes({race("a"), Of(FindingKind::kUninitializedShared, 5, 5, "b"), race("b"),
                    Of(FindingKind::kUninitializedShared, 5, 5, "a")}),
            (std::vector{3, 3, 3, -1}));
}

TEST(Causes, UnwrittenGlobalMemoryDoesNotFollowARace) {
  EXPECT_EQ(Causes({Of(FindingKind::kGlobalRace, 12, 11), Of(FindingKind::kUninitializedGlobal, 11, 11)}),
            (std::vector{-1, -1}));
}

TEST(Causes, ALineThatModifiesWhatItReadsSuppliesNoFirstValue) {
  EXPECT_EQ(Causes({Of(FindingKind::kUninitializedShared, 11, 11), Of(FindingKind::kLostUpdate, 11, 11)}),
            (std::vector{-1, -1}));
}

TEST(Causes, FollowingFindingsTakeOneLineEach) {
  Report report{.findings = {Of(FindingKind::kGlobalRace, 10, 11), Of(FindingKind::kGlobalRace, 12, 13)}};
  report.findings[1].count = 3;
  report.checked.launches = 1;
  FindCauses(report);
  const std::string text = FormatReport(report, {});
  EXPECT_NE(text.find("  probably of the same cause:\n    line 12 and line 13: it is wrong  [race-global], 3 times\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("1 error, and 1 that probably follows from it: "), std::string::npos) << text;
}

}  // namespace
}  // namespace lockstep::report
