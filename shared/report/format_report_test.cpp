// Reports as text for people, and as JSON and SARIF for programs.

#include "shared/report/format_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "shared/base/printable.h"
#include "shared/trace/modelled.h"

namespace lockstep::report {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

const std::string kFile = "/home/ada/sum.cu";

FindingSide Write(std::uint32_t thread, std::uint32_t line) {
  return {.action = Action::kWrite, .size = 4, .thread = {thread, 0, 0}, .place = {kFile, line, 3, "pick"}};
}

Finding Race() {
  return {.kind = FindingKind::kSharedRace,
          .fact = "two threads write `winner` with no barrier between",
          .place = {kFile, 7, 3, "pick"},
          .kernel = "pick",
          .sides = {Write(0, 7), Write(1, 7)},
          .hint = "let one thread write, or put `__syncthreads()` between the writes"};
}

Report ReportOf(std::vector<Finding> findings) {
  return {.program = kFile,
          .findings = std::move(findings),
          .checked = {.launches = 1, .threads = 64, .accesses = 12288, .order = "lockstep"}};
}

TEST(FormatFinding, SaysFactThenWhoAndWhereThenHint) {
  EXPECT_EQ(FormatFinding(Race(), {.base = "/home/ada"}),
            "sum.cu:7: two threads write `winner` with no barrier between  [race-shared]\n"
            "  thread (0,0,0) of block (0,0,0) wrote 4 bytes at line 7\n"
            "  thread (1,0,0) of block (0,0,0) wrote 4 bytes at line 7\n"
            "  in `pick`, launch 0\n"
            "  hint: let one thread write, or put `__syncthreads()` between the writes\n");
}

Finding Leak(const std::string& name, std::uint32_t line, std::uint64_t count = 1) {
  return {
      .kind = FindingKind::kLeak,
      .fact = "`" + name + "` is never freed",
      .place = {kFile, line, 3, "main"},
      .object =
          FindingObject{
              .name = name, .what = "global memory", .size = 64, .allocated_at = {kFile, line}, .is_allocated = true},
      .hint = "call `cudaFree` after the last use",
      .count = count};
}

TEST(FormatReport, TellsOfAllLeaksOfAProgramAtOnce) {
  const Report report = ReportOf({Leak("a", 3), Race(), Leak("b", 4, 2), Leak("c", 5)});
  const std::string text = FormatReport(report, {.base = "/home/ada"});
  EXPECT_THAT(text, StartsWith("sum.cu:3: 4 arrays are never freed  [leak]\n"
                               "  `a`: 64 bytes of global memory, allocated at line 3\n"
                               "  `b`: 64 bytes of global memory, allocated at line 4, 2 times\n"
                               "  `c`: 64 bytes of global memory, allocated at line 5\n"
                               "  hint: call `cudaFree` after the last use\n\n"));
  EXPECT_THAT(text, HasSubstr("\n1 error, 1 warning: checked"));
  EXPECT_EQ(Json::parse(ReportAsJson(report))["findings"].size(), 4u);
}

TEST(FormatReport, TellsOfOneLeakAsOfEveryFinding) {
  EXPECT_THAT(FormatReport(ReportOf({Leak("a", 3)})), HasSubstr("`a` is never freed  [leak]\n"));
}

TEST(FormatReport, ShortensAListOfManyLeaks) {
  std::vector<Finding> leaks;
  for (std::uint32_t i = 0; i < 13; ++i) leaks.push_back(Leak("x", i + 1));
  const std::string text = FormatReport(ReportOf(leaks));
  EXPECT_THAT(text, HasSubstr("13 arrays are never freed"));
  EXPECT_THAT(text, HasSubstr("allocated at line 10\n  and 3 more\n"));
}

TEST(FormatFinding, NamesTheFileOfAnAccessInAnotherFile) {
  Finding finding = Race();
  finding.sides[1].place.file = "/home/ada/lib/other.cuh";
  EXPECT_THAT(FormatFinding(finding, {.base = "/home/ada"}), HasSubstr("wrote 4 bytes at lib/other.cuh:7\n"));
}

TEST(FormatFinding, NamesFilesOutsideTheBaseWhole) {
  EXPECT_THAT(FormatFinding(Race(), {.base = "/home/bob"}), HasSubstr("/home/ada/sum.cu:7: "));
}

TEST(FormatFinding, ShowsTheHostsSide) {
  Finding finding{.kind = FindingKind::kUseAfterFree, .fact = "`x` is read after it was freed"};
  finding.sides = {{.action = Action::kFree, .by_host = true, .place = {kFile, 30}}};
  EXPECT_THAT(FormatFinding(finding), HasSubstr("  the host freed it at /home/ada/sum.cu:30\n"));
}

TEST(FormatFinding, ShowsHowManyThreadsDidTheSame) {
  Finding finding = Race();
  finding.sides[0] = {.action = Action::kWait, .more_threads = 31, .place = {kFile, 9}, .note = "for the others"};
  EXPECT_THAT(FormatFinding(finding),
              HasSubstr("thread (0,0,0) of block (0,0,0) (and 31 more) wait for the others at line 9"));
}

TEST(FormatFinding, ShowsHowOftenItHappened) {
  Finding finding = Race();
  finding.count = 10240;
  EXPECT_THAT(FormatFinding(finding), HasSubstr("this happened 10,240 times"));
}

TEST(FormatFinding, ShowsTheObjectAndWhereTheAccessLies) {
  Finding finding{.kind = FindingKind::kGlobalOutOfBounds, .fact = "a read outside `d_in`", .place = {kFile, 7}};
  finding.object = FindingObject{.name = "d_in",
                                 .what = "global memory",
                                 .type = "float",
                                 .size = 40,
                                 .offset = 44,
                                 .allocated_at = {kFile, 20},
                                 .is_allocated = true};
  EXPECT_THAT(FormatFinding(finding), HasSubstr("`d_in`: 40 bytes of global memory (`float`), allocated at line 20; "
                                                "the access begins 4 bytes past its end"));
  finding.object->offset = 40;
  EXPECT_THAT(FormatFinding(finding), HasSubstr("one past its end"));
  finding.object->offset = -1;
  EXPECT_THAT(FormatFinding(finding), HasSubstr("1 byte before its start"));
  finding.object->offset = 36;
  EXPECT_THAT(FormatFinding(finding), HasSubstr("at byte 36"));
  finding.object->what = "__shared__ variable";
  finding.object->is_allocated = false;
  EXPECT_THAT(FormatFinding(finding), HasSubstr("declared at line 20"));
}

TEST(FormatFinding, ColorsOnlyWhenAsked) {
  EXPECT_THAT(FormatFinding(Race()), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(FormatFinding(Race(), {.color = true}), HasSubstr("\x1b[31m[race-shared]\x1b[0m"));
}

TEST(FormatReport, SendsNoControlCharactersToATerminal) {
  const std::string hostile = "a\x1b]0;owned\x07\n\r\u009b2J\u202e";
  Finding finding = Race();
  finding.fact = finding.place.file = finding.place.function = finding.kernel = finding.hint = finding.origin = hostile;
  for (FindingSide& side : finding.sides) side.note = side.place.file = side.place.function = hostile;
  finding.sides[1].place.file += "2";
  finding.object = {.name = hostile, .what = hostile, .type = hostile, .size = 4, .allocated_at = {hostile, 3}};
  Finding following = finding;
  following.follows = 0;
  Report report = ReportOf({finding, following});
  report.checked.kernels_never_run = {hostile};
  report.checked.order = hostile;
  const std::string text = FormatReport(report, {.color = true});
  EXPECT_EQ(text, PrintableLines(text, true));
  EXPECT_EQ(std::ranges::count(text, '\n'), 12) << "a line was forged:\n" << text;
  EXPECT_THAT(text, HasSubstr("a\\x1b]0;owned\\x07\\n"));
  EXPECT_EQ(Json::parse(ReportAsJson(report))["findings"][0]["fact"], hostile);
  EXPECT_EQ(Json::parse(ReportAsSarif(
                report))["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "a%1B%5D0;owned%07%0A%0D%C2%9B2J%E2%80%AE");
}

TEST(FormatReport, OfACleanRunStatesWhatWasChecked) {
  EXPECT_EQ(FormatReport(ReportOf({})),
            "no findings: checked 1 launch, 64 threads and 12,288 accesses in thread order lockstep\n"
            "exact: each feature that was used gives what a GPU gives\n");
}

TEST(FormatReport, NeverLooksCleanWhenNoKernelRan) {
  Report report = ReportOf({});
  report.checked = {};
  EXPECT_EQ(FormatReport(report), "nothing to report: no kernel ran, so nothing was checked\n");
}

TEST(FormatReport, SaysWhatWasCheckedWhenNoKernelRanAndTheHostErred) {
  Report report = ReportOf({Race()});
  report.checked = {};
  EXPECT_THAT(FormatReport(report), HasSubstr("1 error: checked what the host asks of the device; no kernel ran\n"));
}

TEST(FormatReport, CountsCallsOfLibraries) {
  Report report = ReportOf({});
  report.checked.library_calls = 1;
  EXPECT_THAT(FormatReport(report), HasSubstr(" accesses and 1 call of a library in thread order "));
  report.checked = {.library_calls = 2};
  EXPECT_EQ(FormatReport(report),
            "nothing to report: checked 2 calls of libraries\n"
            "exact: each feature that was used gives what a GPU gives\n");
}

TEST(FormatReport, SaysWhichModelledFeaturesWereUsed) {
  Report report = ReportOf({});
  report.checked.modelled = trace::Only(trace::Modelled::kMath) | trace::Only(trace::Modelled::kClocks);
  EXPECT_THAT(FormatReport(report), EndsWith("\nmodelled: math functions (last bits may differ), clocks in kernels "
                                             "(differences have no meaning)\n"));
  EXPECT_EQ(Json::parse(ReportAsJson(report))["checked"]["modelled"], Json({"math", "clocks"}));
}

TEST(FormatReport, NamesKernelsThatNeverRan) {
  Report report = ReportOf({});
  report.checked.kernels_never_run = {"scan", "sort<4>"};
  EXPECT_THAT(FormatReport(report), HasSubstr("; never run: `scan`, `sort<4>`"));
}

TEST(FormatReport, CountsBySeverity) {
  Report report = ReportOf({Race(), Race(), {.kind = FindingKind::kLeak}, {.kind = FindingKind::kDivergence}});
  report.suppressed = 3;
  report.left_out = 5;
  EXPECT_THAT(FormatReport(report),
              HasSubstr("2 errors, 1 warning, 1 piece of advice, 3 suppressed, 5 more not shown (--max): "));
}

TEST(ReportAsJson, HoldsWhatTheTextSays) {
  Finding finding = Race();
  finding.object = FindingObject{.name = "winner", .what = "__shared__ variable", .size = 4, .offset = -8};
  const Json json = Json::parse(ReportAsJson(ReportOf({finding}), {.base = "/home/ada"}));
  EXPECT_EQ(json["schema"], 1);
  const Json& told = json["findings"][0];
  EXPECT_EQ(told["kind"], "race-shared");
  EXPECT_EQ(told["severity"], "error");
  EXPECT_EQ(told["place"]["file"], "sum.cu");
  EXPECT_EQ(told["place"]["line"], 7);
  EXPECT_EQ(told["sides"].size(), 2u);
  EXPECT_EQ(told["sides"][1]["thread"], Json({1, 0, 0}));
  EXPECT_EQ(told["object"]["offset"], -8);
  EXPECT_EQ(json["checked"]["accesses"], 12288);
}

TEST(ReportAsJson, SurvivesNamesThatAreNotText) {
  Finding finding = Race();
  finding.fact = "bytes \xff\xfe";
  EXPECT_NO_THROW((void)Json::parse(ReportAsJson(ReportOf({finding}))));
}

TEST(ReportAsSarif, HasAResultWithRuleLevelAndPlaces) {
  const Json sarif = Json::parse(ReportAsSarif(ReportOf({Race()}), {.base = "/home/ada"}));
  EXPECT_EQ(sarif["version"], "2.1.0");
  const Json& run = sarif["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), static_cast<std::size_t>(kFindingKinds));
  const Json& result = run["results"][0];
  EXPECT_EQ(result["ruleId"], "race-shared");
  EXPECT_EQ(run["tool"]["driver"]["rules"][result["ruleIndex"].get<int>()]["id"], "race-shared");
  EXPECT_EQ(result["level"], "error");
  ASSERT_TRUE(result["locations"].is_array());
  const Json& physical = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(physical["artifactLocation"]["uri"], "sum.cu");
  EXPECT_EQ(physical["region"]["startLine"], 7);
  EXPECT_EQ(result["locations"][0]["logicalLocations"][0]["name"], "pick");
  EXPECT_EQ(result["relatedLocations"].size(), 2u);
  EXPECT_EQ(result["relatedLocations"][1]["properties"], (Json{{"block", "(0,0,0)"}, {"thread", "(1,0,0)"}}));
  EXPECT_THAT(result["message"]["text"].get<std::string>(), StartsWith("two threads write `winner`"));
}

TEST(ReportAsSarif, EncodesPathsAsUris) {
  Finding finding = Race();
  finding.place.file = "/home/ada lovelace/su\u00e9m#1.cu";
  const Json sarif = Json::parse(ReportAsSarif(ReportOf({finding})));
  EXPECT_EQ(sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "file:///home/ada%20lovelace/su%C3%A9m%231.cu");
}

TEST(FindingKinds, HaveUniqueKeysThatLeadBack) {
  std::set<std::string_view> keys;
  for (int i = 0; i < kFindingKinds; ++i) {
    const auto kind = static_cast<FindingKind>(i);
    EXPECT_TRUE(keys.insert(Key(kind)).second) << Key(kind);
    EXPECT_EQ(FindingKindOf(Key(kind)), kind);
    EXPECT_THAT(std::string(Key(kind)), testing::MatchesRegex("[a-z]+(-[a-z]+)*"));
    EXPECT_FALSE(Meaning(kind).empty());
  }
  EXPECT_EQ(FindingKindOf("race"), std::nullopt);
}

}  // namespace
}  // namespace lockstep::report
