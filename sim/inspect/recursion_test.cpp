#include "sim/inspect/recursion.h"

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"

namespace lockstep::inspect {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Recursion : public FamilyBench {
 protected:
  void Descend(std::uint32_t thread, std::uint32_t calls, std::uint64_t bytes) {
    for (std::uint32_t i = 0; i < calls; ++i) families_->recursion.Enters(ThreadAt(thread), SiteAt(7), bytes);
    for (std::uint32_t i = 0; i < calls; ++i) RecursionCheck::Leaves(ThreadAt(thread), bytes);
  }
};

TEST_F(Recursion, MayUseAllOfTheStack) {
  machine_.set_stack_limit(1024);
  Descend(0, 32, 32);
  Descend(0, 32, 32);
  families_->recursion.LaunchEnds({});
  EXPECT_THAT(Found(), IsEmpty());
}

TEST_F(Recursion, IsReportedWhereItIsDeepest) {
  machine_.set_stack_limit(1024);
  Descend(0, 33, 32);
  Descend(1, 50, 32);
  families_->recursion.LaunchEnds({});
  const std::vector<report::Finding> found = Found();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].fact, HasSubstr("needs 1600 bytes of stack or more, and a thread has 1024"));
  EXPECT_EQ(found[0].sides.at(0).thread.x, 1u);
  EXPECT_EQ(found[0].sides.at(0).note, "is 50 calls deep");
  EXPECT_THAT(found[0].hint, HasSubstr("cudaDeviceSetLimit(cudaLimitStackSize, 4096)"));
}

TEST_F(Recursion, ThatEndsTheKernelIsReportedOnce) {
  Descend(0, 20000, 64);
  families_->recursion.LaunchEnds({.fault = launch::LaunchFault::kStackOverflow});
  EXPECT_TRUE(context().fault_is_reported);
  EXPECT_THAT(Found().at(0).hint, HasSubstr("does it end?"));
}

}  // namespace
}  // namespace lockstep::inspect
