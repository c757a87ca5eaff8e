#include "shared/replay/kept_place.h"

#include <gtest/gtest.h>

#include "shared/replay/choose.h"
#include "shared/replay/stepping.h"
#include "shared/replay/testing/recording_builder.h"

namespace lockstep::replay {
namespace {

trace::Recording Grey(std::uint32_t recorded_blocks = 4) {
  return GreyRecording({.threads = 64, .recorded_blocks = recorded_blocks});
}

TEST(KeptPlace, IsTheSameMomentOfTheSameRecording) {
  Model model(Grey()), again(Grey());
  Cursor cursor = FirstCursor(model);
  for (int i = 0; i < 3; ++i) {
    const auto back = NextStop(model, cursor.block, cursor.thread, Stride::kThread, Direction::kBackward);
    ASSERT_TRUE(back);
    cursor.step = *back;
    model.MoveTo(cursor);
    Follow(model, cursor);
    Cursor found = FirstCursor(again);
    ASSERT_TRUE(GoToKept(again, found, PlaceToKeep(model, cursor)));
    EXPECT_EQ(found.thread, cursor.thread);
    EXPECT_EQ(found.line, cursor.line);
    const ThreadSlot slot = model.SlotOf(cursor.block, cursor.thread);
    EXPECT_EQ(again.playback().LastStep(slot), model.playback().LastStep(slot));
  }
}

TEST(KeptPlace, IsTheThreadsFirstElementIfTheLineIsGone) {
  Model model(Grey());
  Cursor cursor = FirstCursor(model);
  KeptPlace place = PlaceToKeep(model, cursor);
  place.line = 999;
  Cursor found = FirstCursor(model);
  ASSERT_TRUE(GoToKept(model, found, place));
  EXPECT_EQ(found.step, FirstMomentOf(model, model.SlotOf(place.block, place.thread)));
}

TEST(KeptPlace, ChangesNothingIfTheThreadIsNotRecorded) {
  Model model(Grey(4)), fewer(Grey(1));
  Cursor cursor = FirstCursor(model);
  ChooseThread(model, cursor, {3, 0, 0}, {5, 0, 0});
  Cursor found = FirstCursor(fewer);
  const Position before = found.step;
  EXPECT_FALSE(GoToKept(fewer, found, PlaceToKeep(model, cursor)));
  EXPECT_EQ(found.step, before);
  EXPECT_EQ(fewer.position(), before);
}

}  // namespace
}  // namespace lockstep::replay
