#include "shared/replay/thread_values.h"

#include <gtest/gtest.h>

#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

TEST(Colouring, GivesEveryThreadItsOwnValueOfALocal) {
  Model model(GreyRecording({}));
  EXPECT_FALSE(ValuesOf(model, "i").any);
  model.MoveTo(0, model.end());
  const ThreadValues values = ValuesOf(model, "i");
  ASSERT_EQ(values.values.size(), 128u);
  EXPECT_EQ(values.values[70], 70.0);
  EXPECT_EQ(values.lowest, 0);
  EXPECT_EQ(values.highest, 127);
}

TEST(Colouring, KnowsBuiltInsAndParameters) {
  const Model model(GreyRecording({}));
  EXPECT_EQ(ValuesOf(model, "threadIdx.x").values[70], 6.0);
  EXPECT_EQ(ValuesOf(model, "n").values[3], 64.0 * 48);
  EXPECT_FALSE(ValuesOf(model, "nonsense").any);
}

TEST(Colouring, OffersTheKernelsNumbersAndTheIndices) {
  const Model model(GreyRecording({}));
  EXPECT_EQ(NamesWithValues(model), (std::vector<std::string>{"i", "r", "g", "b", "n", "threadIdx.x", "blockIdx.x"}));
}

TEST(Colouring, CountsTheThreadsOnEachLine) {
  Model model(ReduceRecording());
  for (StepIndex i = 0; i < model.end(); ++i) {
    if (model.launch().steps[i].kind == trace::StepKind::kLine &&
        model.LineOfSite(model.launch().steps[i].site).number == 11 && model.launch().steps[i].thread == 15) {
      model.MoveTo(0, i + 1);
      break;
    }
  }
  const auto counts = CountLines(model, 0, 64);
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[0].line.number, 10u);
  EXPECT_EQ(counts[0].threads, 48u);
  EXPECT_EQ(counts[1].threads, 16u);
}

}  // namespace
}  // namespace lockstep::replay
