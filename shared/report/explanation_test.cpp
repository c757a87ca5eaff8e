// How costs are told: the table, the advice, and the JSON.

#include "shared/report/explanation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "shared/report/tell.h"

namespace lockstep {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

LineCost Line(CostKind kind, std::uint64_t requests) {
  return {.place = {"/home/ada/turn.cu", 7, 3, "turn"}, .kind = kind, .requests = requests, .lanes = 32 * requests, .possible_lanes = 32 * requests};
}

LineCost GlobalWrite(std::uint64_t sectors, std::uint64_t ideal) {
  LineCost line = Line(CostKind::kGlobalWrite, 100);
  line.sectors = 100 * sectors;
  line.ideal_sectors = 100 * ideal;
  return line;
}

Explanation Of(std::vector<LineCost> lines) {
  const LaunchCost launch{.grid = {64, 1, 1}, .block = {256, 1, 1}, .blocks = 8, .warps = 64, .most_warps = 64, .limit = "threads", .spare_registers = 32};
  return {.device = "H100", .multiprocessors = 132,
          .kernels = {{.name = "turn", .place = {"/home/ada/turn.cu", 5}, .launches = {launch}, .lines = std::move(lines)}}};
}

TEST(Explanation, AdvisesWhereAWarpTouchesManySectors) {
  const std::vector<Finding> advice = Advise(Of({GlobalWrite(32, 4)}));
  ASSERT_EQ(advice.size(), 1u);
  EXPECT_EQ(advice[0].kind, FindingKind::kScatteredAccess);
  EXPECT_EQ(SeverityOf(advice[0].kind), Severity::kAdvice);
  EXPECT_THAT(advice[0].fact, HasSubstr("touches 32 sectors (32 bytes) of global memory where 4 would do"));
  EXPECT_EQ(advice[0].place.line, 7u);
}

TEST(Explanation, IsSilentWhereARequestOnlyBeginsInsideASector) { EXPECT_TRUE(Advise(Of({GlobalWrite(5, 4)})).empty()); }

TEST(Explanation, AdvisesOnBanksBranchesAndAtomics) {
  LineCost bank = Line(CostKind::kSharedRead, 10), branch = Line(CostKind::kBranch, 10), atomic = Line(CostKind::kGlobalAtomic, 10);
  bank.wavefronts = 320, bank.ideal_wavefronts = 10;
  branch.divergent = 5;
  atomic.same_address = 320, atomic.hottest = 320;
  const std::vector<Finding> advice = Advise(Of({bank, branch, atomic}));
  ASSERT_EQ(advice.size(), 3u);
  EXPECT_EQ(advice[0].kind, FindingKind::kBankConflict);
  EXPECT_EQ(advice[1].kind, FindingKind::kDivergence);
  EXPECT_EQ(advice[2].kind, FindingKind::kAtomicContention);
  EXPECT_THAT(advice[2].fact, HasSubstr("the busiest address gets 320 updates"));
}

TEST(Explanation, AdvisesWhereALaunchFillsLessThanHalfOfAMultiprocessor) {
  Explanation explanation = Of({});
  LaunchCost& launch = explanation.kernels[0].launches[0];
  launch.warps = 32;
  EXPECT_TRUE(Advise(explanation).empty());
  launch.warps = 16, launch.limit = "blocks";
  ASSERT_EQ(Advise(explanation).size(), 1u);
  EXPECT_EQ(Advise(explanation)[0].kind, FindingKind::kLowOccupancy);
}

TEST(Explanation, ShowsTheLinesTextAndMarksWhatIsWorthAdvice) {
  std::ofstream("turn.cu") << "// one\n  out[i * n] = in[i];\n";
  LineCost read = GlobalWrite(4, 4), write = GlobalWrite(32, 4);
  read.kind = CostKind::kGlobalRead;
  read.place = write.place = {"turn.cu", 2, 3, "turn"};
  const std::string text = TellExplanation(Of({read, write}));
  EXPECT_THAT(text, HasSubstr("out[i * n] = in[i];\n"));
  EXPECT_THAT(text, HasSubstr("  global read      4.0 sectors, 4.0 would do"));
  EXPECT_THAT(text, HasSubstr("! global write    32.0 sectors, 4.0 would do"));
  EXPECT_THAT(text, HasSubstr("registers are not known on a CPU: up to 32 a thread change nothing"));
}

TEST(Explanation, LeavesOutBranchesThatAllLanesAgreeOn) {
  EXPECT_THAT(TellExplanation(Of({Line(CostKind::kBranch, 8)})), Not(HasSubstr("divergent")));
}

TEST(Explanation, IsPartOfTheReportAsJson) {
  Report report{.program = "turn.cu"};
  EXPECT_TRUE(Json::parse(ReportAsJson(report))["explanation"].is_null());
  report.explanation = std::make_shared<Explanation>(Of({GlobalWrite(32, 4)}));
  const Json kernel = Json::parse(ReportAsJson(report))["explanation"]["kernels"][0];
  EXPECT_EQ(kernel["name"], "turn");
  EXPECT_EQ(kernel["lines"][0]["kind"], "global-write");
  EXPECT_EQ(kernel["lines"][0]["sectors"], 3200);
  EXPECT_EQ(kernel["launches"][0]["occupancy"]["warps"], 64);
}

}  // namespace
}  // namespace lockstep
