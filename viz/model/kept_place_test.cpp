#include "viz/model/kept_place.h"

#include <gtest/gtest.h>

#include "viz/model/choose.h"
#include "viz/model/stepping.h"
#include "viz/testing/recording_builder.h"

namespace lockstep::viz {
namespace {

Recording Grey(std::uint32_t recorded_blocks = 4) {
  return GreyRecording({.threads = 64, .recorded_blocks = recorded_blocks});
}

TEST(KeptPlace, IsTheSameMomentOfTheSameRecording) {
  Model model(Grey()), again(Grey());
  Selection selection = FirstSelection(model);
  for (int i = 0; i < 3; ++i) {
    const auto back = NextStop(model, selection.block, selection.thread, Stride::kThread, Direction::kBackward);
    ASSERT_TRUE(back);
    selection.step = *back;
    model.MoveTo(selection);
    Follow(model, selection);
    Selection found = FirstSelection(again);
    ASSERT_TRUE(GoToKept(again, found, PlaceToKeep(model, selection)));
    EXPECT_EQ(found.thread, selection.thread);
    EXPECT_EQ(found.line, selection.line);
    const ThreadSlot slot = model.SlotOf(selection.block, selection.thread);
    EXPECT_EQ(again.playback().LastStep(slot), model.playback().LastStep(slot));
  }
}

TEST(KeptPlace, IsTheThreadsFirstElementWhereTheLineIsGone) {
  Model model(Grey());
  Selection selection = FirstSelection(model);
  KeptPlace place = PlaceToKeep(model, selection);
  place.line = 999;
  Selection found = FirstSelection(model);
  ASSERT_TRUE(GoToKept(model, found, place));
  EXPECT_EQ(found.step, FirstMomentOf(model, model.SlotOf(place.block, place.thread)));
}

TEST(KeptPlace, LeavesAllAsItIsWhereTheThreadIsNotRecorded) {
  Model model(Grey(4)), fewer(Grey(1));
  Selection selection = FirstSelection(model);
  ChooseThread(model, selection, {3, 0, 0}, {5, 0, 0});
  Selection found = FirstSelection(fewer);
  const Position before = found.step;
  EXPECT_FALSE(GoToKept(fewer, found, PlaceToKeep(model, selection)));
  EXPECT_EQ(found.step, before);
  EXPECT_EQ(fewer.position(), before);
}

}  // namespace
}  // namespace lockstep::viz
