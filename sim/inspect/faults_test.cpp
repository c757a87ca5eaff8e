#include "sim/inspect/faults.h"

#include <gmock/gmock.h>

#include <bit>

#include "sim/inspect/family_bench.h"
#include "sim/inspect/fault_words.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Faults = FamilyBench;

TEST_F(Faults, AnAssertionIsQuoted) {
  families_->faults.Report({.fault = launch::LaunchFault::kAssert,
                            .what = "kernel `k`: assertion `name == `x`` failed for thread (0,0,0)",
                            .has_thread = true,
                            .thread = {1, 0, 0},
                            .block = {0, 0, 0},
                            .site = SiteAt(4)});
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].fact, "the assertion `name == `x`` of the kernel fails");
  EXPECT_EQ(found[0].sides.at(0).thread.x, 1u);
}

TEST_F(Faults, AFaultOfNoThreadKeepsItsSentence) {
  families_->faults.Report({.fault = launch::LaunchFault::kIllegalAddress, .what = "somewhere"});
  EXPECT_EQ(Found().at(0).origin, "somewhere");
}

TEST_F(Faults, AFaultInTheFirstPageIsANullPointers) {
  const launch::LaunchOutcome null{
      .fault = launch::LaunchFault::kIllegalAddress, .is_null = true, .has_thread = true, .site = SiteAt(4)};
  families_->faults.Report(null);
  EXPECT_THAT(Kinds(), ElementsAre("null-pointer"));
  EXPECT_THAT(Found()[0].hint, HasSubstr("texture"));
  // No address is known.
  EXPECT_EQ(KindOf({.fault = launch::LaunchFault::kIllegalAddress}), report::FindingKind::kWildPointer);
}

TEST_F(Faults, UndefinedArithmeticNamesTheNumbers) {
  families_->faults.ReportUndefined(ThreadAt(0), SiteAt(4), LOCKSTEP_UNDEFINED_SHIFT | 32, 40);
  families_->faults.ReportUndefined(ThreadAt(0), SiteAt(5), LOCKSTEP_UNDEFINED_BY_ZERO, 0);
  EXPECT_THAT(Kinds(), ElementsAre("undefined-arithmetic", "division-by-zero"));
  EXPECT_EQ(Found()[0].fact, "a thread shifts 32 bits by 40");
}

TEST(FaultWords, EachFaultHasItsKind) {
  EXPECT_EQ(KindOf({.fault = launch::LaunchFault::kTrap}), report::FindingKind::kTrap);
  EXPECT_EQ(KindOf({.fault = launch::LaunchFault::kStackOverflow}), report::FindingKind::kStackOverflow);
  EXPECT_EQ(KindOf({.fault = launch::LaunchFault::kTimeout}), report::FindingKind::kEndless);
  EXPECT_EQ(KindOf({.fault = launch::LaunchFault::kDeadlock}), report::FindingKind::kDeadlock);
}

TEST(FaultWords, ConversionsNameTheNumber) {
  const std::uint64_t what = LOCKSTEP_UNDEFINED_CONVERSION | 32;
  EXPECT_EQ(FactOfUndefined(what, std::bit_cast<std::uint64_t>(1e12)),
            "a thread converts 1e+12 to a whole number of 32 bits, which it does not fit");
  EXPECT_THAT(HintForUndefined(what), HasSubstr("clamp"));
}

}  // namespace
}  // namespace lockstep::inspect
