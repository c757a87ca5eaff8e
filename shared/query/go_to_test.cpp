#include "shared/query/go_to.h"

#include <gtest/gtest.h>

#include "shared/query/table.h"
#include "shared/replay/replay.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::query {
namespace {

class Going : public testing::Test {
 protected:
  replay::Cursor To(std::string_view text) {
    const auto to = ReadGoTo(model_.recording(), 0, text);
    EXPECT_TRUE(to) << to.error().message;
    EXPECT_TRUE(to && *to) << text;
    return to && *to ? Go(model_, replay::FirstCursor(model_), **to) : replay::Cursor{};
  }
  std::string ErrorOf(std::string_view text) {
    const auto to = ReadGoTo(model_.recording(), 0, text);
    return to ? "no error" : to.error().message;
  }
  bool IsPlace(std::string_view text) {
    const auto to = ReadGoTo(model_.recording(), 0, text);
    return to && *to;
  }

  replay::Model model_{replay::GreyRecording({.threads = 64, .recorded_blocks = 4})};
};

TEST_F(Going, NamesBlocksAndThreads) {
  for (const std::string_view text : {"b2 t7", "block 2 thread 7", "b(2,0,0) t(7,0,0)", "t7 b2", "b2,0,0 t7,0"}) {
    const replay::Cursor cursor = To(text);
    EXPECT_EQ(cursor.block, (trace::Dim3{2, 0, 0})) << text;
    EXPECT_EQ(cursor.thread, (trace::Dim3{7, 0, 0})) << text;
  }
  EXPECT_EQ(To("t9").block, replay::FirstCursor(model_).block) << "the block stays";
}

TEST_F(Going, GoesToTheMomentAfterAStepAndItsThread) {
  const replay::Cursor cursor = To("step 100");
  EXPECT_EQ(cursor.step, 101U);
  const auto slot = model_.index().ThreadOf(model_.launch().steps[100]);
  EXPECT_EQ(cursor.thread, model_.ThreadOf(slot));
  EXPECT_EQ(cursor.block, model_.BlockOf(slot));
  EXPECT_EQ(To("launch 0 step 100 t9").thread, (trace::Dim3{9, 0, 0}));
}

TEST_F(Going, LeavesQueriesAlone) {
  for (const std::string_view text : {"writes to t5", "steps", "step where lane == 1", "line 7", "t", "d_out[7]", ""})
    EXPECT_FALSE(IsPlace(text)) << text;
}

TEST_F(Going, PutsACaretUnderWhatDoesNotExist) {
  EXPECT_EQ(ErrorOf("b2 t64"), "there is no thread (64,0,0): blockDim is (64,1,1)\n  b2 t64\n     ^");
  EXPECT_EQ(ErrorOf("step 99999999").substr(0, 27), "there is no step 99999999: ");
  EXPECT_EQ(ErrorOf("launch 3"), "there is no launch 3: the recording has 1, counted from 0\n  launch 3\n  ^");
  EXPECT_EQ(ErrorOf("b(1"), "the query ends too early: `)`\n  b(1\n     ^");
  EXPECT_EQ(ErrorOf("step 5 x"),
            "`x` is not expected there: launch, step, b or t, each with a number\n  step 5 x\n         ^");
  EXPECT_EQ(ErrorOf("b 99999999999").substr(0, 10), "no error");
}

TEST_F(Going, APlaceAloneAsksForItsAccesses) {
  const auto query = ReadQuery("d_out[7]");
  ASSERT_TRUE(query) << query.error().message;
  EXPECT_EQ(query->what, What::kAccesses);
  EXPECT_EQ(query->text, "d_out[7]");
  EXPECT_EQ(query::Run(model_, *query, {})->rows.size(), 1U);
  EXPECT_TRUE(ReadQuery("d_out where new > 10"));
  EXPECT_TRUE(ReadQuery("writes to d_out[7]"));
  EXPECT_FALSE(ReadQuery("nonsense here"));
  EXPECT_FALSE(ReadQuery("writes to"));
}

TEST_F(Going, AForkAnswersWithItsOwnMoment) {
  model_.MoveTo(0, 50);
  const auto fork = model_.Fork();
  const auto query = Parse("writes to d_out");
  const auto answer = query::Run(*fork, *query, {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->rows.size(), query::Run(*model_.Fork(), *query, {})->rows.size());
  EXPECT_GT(answer->rows.size(), 0U);
  EXPECT_EQ(model_.position(), 50U);
  EXPECT_EQ(&fork->recording(), &model_.recording());
}

TEST_F(Going, AStoppedQueryEnds) {
  Progress progress;
  progress.stop = true;
  EXPECT_FALSE(query::Run(model_, *Parse("steps"), {}, {.progress = &progress}));
  progress.stop = false;
  EXPECT_TRUE(query::Run(model_, *Parse("steps"), {}, {.progress = &progress}));
  EXPECT_GT(progress.share, 0.9f);
}

}  // namespace
}  // namespace lockstep::query
