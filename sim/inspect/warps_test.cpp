#include "sim/inspect/warps.h"

#include <gmock/gmock.h>

#include "sim/inspect/family_bench.h"

namespace lockstep::inspect {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Warps : public FamilyBench {
 protected:
  void Call(std::uint32_t thread, std::uint32_t line, std::uint32_t mask) {
    ThreadAt(thread).site = SiteAt(line);
    families_->warps.Meets(&checked(), ThreadAt(thread), mask);
  }
  void Meet(std::uint32_t mask, std::uint32_t arrived, bool orders_memory = false) {
    families_->warps.HasMet(checked(), run(), 0, {.mask = mask, .arrived = arrived, .orders_memory = orders_memory});
  }
};

TEST_F(Warps, LanesThatAllComeToOneCallAreFine) {
  Call(0, 5, 0x3);
  Call(1, 5, 0x3);
  Meet(0x3, 0x3);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Warps, AMaskWithoutTheCallerIsReportedAtTheCall) {
  Call(2, 5, 0x3);
  ASSERT_THAT(Kinds(), ElementsAre("warp-mask"));
  EXPECT_THAT(Found()[0].fact, HasSubstr("leaves out the thread itself"));
  EXPECT_EQ(Found()[0].sides[0].note, "as lane 2");
}

TEST_F(Warps, LanesAtDifferentCallsAreReported) {
  Call(0, 5, 0x3);
  Call(1, 6, 0x3);
  Meet(0x3, 0x3);
  ASSERT_THAT(Kinds(), ElementsAre("warp-mask"));
  EXPECT_THAT(Found()[0].fact, HasSubstr("meet at different calls"));
}

TEST_F(Warps, ALaneThatTookAnotherWayIsReported) {
  families_->barriers.Skips(checked(), ThreadAt(1), SiteAt(5), false);
  Call(0, 5, 0x3);
  Meet(0x3, 0x1);
  ASSERT_THAT(Kinds(), ElementsAre("warp-mask"));
  EXPECT_EQ(Found()[0].sides[1].thread.x, 1u);
}

TEST_F(Warps, ALaneThatComesAfterAllIsFine) {
  families_->barriers.Skips(checked(), ThreadAt(1), SiteAt(5), false);
  Call(1, 5, 0x3);
  Call(0, 5, 0x3);
  Meet(0x3, 0x1);
  EXPECT_THAT(Kinds(), IsEmpty());
}

TEST_F(Warps, OnlyAMeetingThatOrdersMemoryMakesWritesVisible) {
  Write(0, 3, Shared());
  Meet(0x3, 0x3, true);
  Read(1, 4, Shared());
  EXPECT_THAT(Kinds(), IsEmpty());
  Write(0, 3, Shared() + 4);
  Meet(0x3, 0x3, false);
  Read(1, 4, Shared() + 4);
  EXPECT_THAT(Kinds(), ElementsAre("race-shared"));
}

TEST(WarpCalls, AreUnevenAtOtherLinesOrOfOtherOperations) {
  const auto sum = [](launch::ThreadRun*, std::uint32_t) {};
  const auto vote = [](launch::ThreadRun*, std::uint32_t) { /* another one */ };
  const LockstepSite here{.line = 5}, there{.line = 6};
  EXPECT_FALSE(IsUneven({&here, sum}, {&here, sum}));
  EXPECT_TRUE(IsUneven({&here, sum}, {&there, sum}));
  EXPECT_TRUE(IsUneven({&here, sum}, {&here, nullptr}));
  EXPECT_FALSE(IsUneven({&here, vote}, {nullptr, sum}));
}

}  // namespace
}  // namespace lockstep::inspect
