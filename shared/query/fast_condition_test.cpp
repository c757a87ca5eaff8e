#include "shared/query/fast_condition.h"

#include <gtest/gtest.h>

#include "shared/query/query.h"
#include "shared/query/step_row.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

using Verdict = FastCondition::Verdict;

class FastConditions : public testing::Test {
 protected:
  // How many steps it decides, after comparing each decision with Evaluate.
  std::size_t Decided(std::string_view text) {
    const auto condition = ParseCondition(text);
    EXPECT_TRUE(condition) << condition.error().message;
    const FastCondition fast(*condition);
    StepRow row(model_);
    std::size_t decided = 0;
    for (replay::StepIndex i = 0; i < model_.launch().steps.size(); ++i) {
      const Verdict verdict = fast.Judge(model_, model_.launch().steps[i]);
      if (verdict == Verdict::kAsk) continue;
      ++decided;
      row.Choose(i);
      EXPECT_EQ(verdict == Verdict::kTrue, Evaluate(*condition, row).IsTrue()) << text << ", step " << i;
    }
    return decided;
  }
  std::size_t All() const { return model_.launch().steps.size(); }

  replay::Model model_{replay::ReduceRecording()};
};

TEST_F(FastConditions, AreWhatEvaluateSays) {
  for (const char* text : {"lane == 3", "lane != 3", "lane < 4 and warp == 1", "lane < 4 or warp >= 1", "not lane < 4",
                           "kind == atomic", "kind == write and lane > 2", "kind != line", "block == (0,0,0)",
                           "block == 1", "thread == (5,0,0)", "thread != (5,0,0)", "thread == 5", "thread.x % 2 == 0",
                           "lane + 1 <= 7", "7 - lane > 2", "launch == 0 and block.x == 0 and thread.y == 0", "lane"})
    EXPECT_EQ(Decided(text), All()) << text;
}

TEST_F(FastConditions, LeaveTheRestToEvaluate) {
  EXPECT_EQ(Decided("lane < 1.5"), 0u);
  EXPECT_EQ(Decided("new > 3"), 0u);
  EXPECT_EQ(Decided("lane % 0 == 1"), 0u);
  EXPECT_EQ(Decided("kind == nonsense"), 0u);
  EXPECT_EQ(Decided("array == tile"), 0u);
  EXPECT_LE(Decided("line == 9"), All());
}

TEST_F(FastConditions, DecideAnAndByItsFalseSide) {
  const std::size_t of_lane = Decided("t > 3 and lane == 3"), either = Decided("lane == 3 or t > 3");
  EXPECT_GT(of_lane, All() / 2);
  EXPECT_LT(of_lane, All());
  EXPECT_GT(either, 0u);
  EXPECT_LT(either, All() / 2);
}

}  // namespace
}  // namespace lockstep::query
